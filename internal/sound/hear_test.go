package sound

import (
	"io"
	"math"
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// strength is how much of a pitch is in samples of one channel, from 0 to 1.
func strength(samples []int16, rate int, pitch float64) float64 {
	var sine, cosine float64
	for i, v := range samples {
		// A window that opens and closes smoothly keeps other pitches out.
		window := math.Pow(math.Sin(math.Pi*float64(i)/float64(len(samples))), 2)
		turn := 2 * math.Pi * pitch * float64(i) / float64(rate)
		sine += window * float64(v) * math.Sin(turn)
		cosine += window * float64(v) * math.Cos(turn)
	}
	return 4 * math.Hypot(sine, cosine) / float64(len(samples)) / math.MaxInt16
}

func peak(samples []int16) (loudest float64) {
	for _, v := range samples {
		loudest = max(loudest, math.Abs(float64(v))/math.MaxInt16)
	}
	return loudest
}

// readAll reads a sound to its end, a channel each, and the last is what ended it.
func readAll(s *Sound) (channels [2][]int16, err error) {
	buffer := make([]int16, 777)
	for {
		n, err := s.Read(buffer)
		for i, v := range buffer[:n] {
			channels[i%s.Channels] = append(channels[i%s.Channels], v)
		}
		if err == io.EOF {
			return channels, nil
		}
		if err != nil {
			return channels, err
		}
	}
}

// tone is a sound of one pitch.
func tone(pitch, loudness, seconds float64) *Sound {
	samples := make([]int16, int(48_000*seconds))
	for i := range samples {
		samples[i] = int16(loudness * math.MaxInt16 * math.Sin(2*math.Pi*pitch*float64(i)/48_000))
	}
	return &Sound{Rate: 48_000, Channels: 1, Kind: "a tone", next: once(samples)}
}

// once gives one block, then the end.
func once(block []int16) func() ([]int16, error) {
	return func() ([]int16, error) {
		given := block
		block = nil
		if given == nil {
			return nil, io.EOF
		}
		return given, nil
	}
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
