package text

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"testing"
)

// packed is the data as compress/flate packs it.
func packed(t testing.TB, data []byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// patterns are data with literals, runs, and repetitions near and far.
func patterns() [][]byte {
	random := rand.New(rand.NewPCG(3, 4))
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(random.IntN(256))
	}
	all := [][]byte{{}, {7}, noise, bytes.Repeat([]byte{9}, 3000), bytes.Repeat(noise[:300], 200)}
	for period := 1; period < 40; period++ {
		all = append(all, bytes.Repeat(noise[:period], 1000/period))
	}
	var uneven []byte // some letters are seldom: their codes are long
	for i := range 20000 {
		uneven = append(uneven, byte(random.ExpFloat64()*float64(1+i%30)))
	}
	return append(all, uneven)
}

func TestPackedDataComesOutAsItWas(t *testing.T) {
	var z inflater
	for i, data := range patterns() {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.BestCompression} {
			in := packed(t, data, level)
			out := make([]byte, len(data))
			if !z.inflate(out, in) || !bytes.Equal(out, data) {
				t.Errorf("pattern %d at level %d is not what it was", i, level)
			}
			if longer := make([]byte, len(data)+1); z.inflate(longer, in) {
				t.Errorf("pattern %d at level %d gives more than there is", i, level)
			}
			for _, cut := range []int{1, 2, 9, len(in) / 2} {
				if n := len(in) - cut; n > 0 && len(data) > 400 && z.inflate(out, in[:n/2]) {
					t.Errorf("pattern %d at level %d is whole without its end", i, level)
				}
			}
		}
	}
}

// FuzzInflate unpacks any bytes as compress/flate does.
func FuzzInflate(f *testing.F) {
	for _, data := range patterns()[:12] {
		f.Add(packed(f, data, flate.BestCompression), uint16(len(data)))
		f.Add(packed(f, data, flate.NoCompression), uint16(len(data)))
	}
	f.Add([]byte{0x03, 0x00}, uint16(1))             // fixed codes and nothing in them
	f.Add([]byte{0x63, 0x60, 0x80, 0x01}, uint16(9)) // a distance before the beginning
	var z inflater
	f.Fuzz(func(t *testing.T, in []byte, size uint16) {
		want := make([]byte, size)
		_, err := io.ReadFull(flate.NewReader(bytes.NewReader(in)), want)
		got := make([]byte, size)
		ok := z.inflate(got, in)
		if err == nil && (!ok || !bytes.Equal(got, want)) {
			t.Fatalf("%x: not what compress/flate says", in)
		}
	})
}
