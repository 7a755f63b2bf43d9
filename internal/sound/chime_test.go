package sound

import (
	"math"
	"testing"
)

func TestTheChimeIsShortAndSoftAndDoesNotClick(t *testing.T) {
	chime := Chime()
	channels, err := readAll(chime)
	if err != nil {
		t.Fatal(err)
	}
	samples := channels[0]
	if seconds := float64(len(samples)) / float64(chime.Rate); seconds >= 1.2 || seconds < 0.8 {
		t.Errorf("it lasts %g s", seconds)
	}
	if level := 20 * math.Log10(peak(samples)); level > -14 || level < -20 {
		t.Errorf("it peaks at %.1f dBFS", level)
	}
	if samples[0] != 0 || samples[len(samples)-1] != 0 {
		t.Errorf("it begins at %d and ends at %d", samples[0], samples[len(samples)-1])
	}
	if early, soon := peak(samples[:144]), peak(samples[576:960]); early > 0.4*soon {
		t.Errorf("it begins with %g and has %g soon", early, soon)
	}
	steepest := 2 * math.Pi * 1760 / float64(chime.Rate) * 0.2 * math.MaxInt16
	for i := range samples[1:] {
		if step := math.Abs(float64(samples[i+1]) - float64(samples[i])); step > steepest {
			t.Fatalf("a click of %g at %d", step, i)
		}
	}
}

func TestTheChimeIsTheRisingFourthOfTheOtherScreens(t *testing.T) {
	channels, _ := readAll(Chime())
	wantChime(t, channels[0], 48_000)
}

// wantChime wants E5 and then A5 in samples that begin with the chime.
func wantChime(t *testing.T, samples []int16, rate int) {
	t.Helper()
	in := func(pitch, from, to float64) float64 {
		return strength(samples[int(from*float64(rate)):int(to*float64(rate))], rate, pitch)
	}
	if first, second := in(659.26, 0.02, 0.16), in(880, 0.02, 0.16); first < 0.05 || first < 20*second {
		t.Errorf("at first there is %.4f of E5 and %.4f of A5", first, second)
	}
	if first, second := in(659.26, 0.3, 0.9), in(880, 0.3, 0.9); second < 0.005 || second < 2*first {
		t.Errorf("later there is %.4f of E5 and %.4f of A5", first, second)
	}
	if right, wrong := in(880, 0.3, 0.9), in(932, 0.3, 0.9); right < 5*wrong {
		t.Errorf("the second note is out of tune: %.4f to %.4f", right, wrong)
	}
}
