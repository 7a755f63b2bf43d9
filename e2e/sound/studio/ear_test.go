package studio

import (
	"math"
	"testing"
)

func TestWhatIsNoVoiceIsNotTakenForOne(t *testing.T) {
	seed := uint32(1)
	for name, at := range map[string]func(seconds float64) float64{
		"silence":          func(float64) float64 { return 0 },
		"a tone":           func(s float64) float64 { return 0.5 * math.Sin(2*math.Pi*220*s) },
		"a trembling tone": func(s float64) float64 { return 0.5 * math.Sin(2*math.Pi*4*s) * math.Sin(2*math.Pi*220*s) },
		"notes":            func(s float64) float64 { return 0.5 * math.Exp(-5*math.Mod(s, 0.5)) * math.Sin(2*math.Pi*660*s) },
		"noise": func(float64) float64 {
			seed = seed*1664525 + 1013904223
			return float64(int32(seed)) / math.MaxInt32 / 2
		},
	} {
		samples := make([]int16, 2*Rate)
		for i := range samples {
			samples[i] = int16(math.MaxInt16 * at(float64(i)/Rate))
		}
		if told := Tell(samples); told.Speech() {
			t.Errorf("%s is taken for speech: %+v", name, told)
		}
	}
}
