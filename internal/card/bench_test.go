package card

import (
	"encoding/json"
	"testing"
)

const usual = `{"id":"power","title":"Power","message":"2.4 kW","position":"bottom-right","duration":20,"widthPercent":20}`

func BenchmarkDecode(b *testing.B) {
	style := FactoryStyle()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode([]byte(usual), style); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	c, _ := Decode([]byte(usual), FactoryStyle())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(&c); err != nil {
			b.Fatal(err)
		}
	}
}
