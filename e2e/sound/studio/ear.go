package studio

import (
	"math"
	"time"
)

// audible is more than a server adds of its own.
const audible = 100

func loud(v int16) bool { return v > audible || v < -audible }

func firstLoud(samples []int16) int {
	for i, v := range samples {
		if loud(v) {
			return i
		}
	}
	return len(samples)
}

func lastLoud(samples []int16) int {
	for i := len(samples) - 1; i >= 0; i-- {
		if loud(samples[i]) {
			return i
		}
	}
	return -1
}

// Length is how many samples a time takes.
func Length(d time.Duration) int { return int(d.Seconds() * Rate) }

// Duration is how long so many samples take.
func Duration(samples int) time.Duration {
	return time.Duration(samples) * time.Second / Rate
}

// Strength is how much of a pitch is in samples, from 0 to 1.
func Strength(samples []int16, pitch float64) float64 {
	var sine, cosine float64
	for i, v := range samples {
		// A window that opens and closes smoothly keeps other pitches out.
		window := math.Pow(math.Sin(math.Pi*float64(i)/float64(len(samples))), 2)
		turn := 2 * math.Pi * pitch * float64(i) / Rate
		sine += window * float64(v) * math.Sin(turn)
		cosine += window * float64(v) * math.Cos(turn)
	}
	return 4 * math.Hypot(sine, cosine) / float64(len(samples)) / math.MaxInt16
}

// Span is where a pitch is first and last heard, to a fiftieth of a second; false when it is not.
func Span(samples []int16, pitch float64) (first, last int, ok bool) {
	const piece = Rate / 50
	for at := 0; at+piece <= len(samples); at += piece {
		if Strength(samples[at:at+piece], pitch) > 0.05 {
			if !ok {
				first, ok = at, true
			}
			last = at + piece
		}
	}
	return first, last, ok
}

// Told is what can be told of a recording without understanding it.
type Told struct {
	Voiced float64 // share of its time that has a pitch as people have
	Hissed float64 // share of its time that is noise, as of an s
	Beats  float64 // rises of loudness a second, as syllables make
}

// Speech is whether that is what a voice makes: vowels, hisses, and as many syllables as a mouth has time for.
func (r Told) Speech() bool {
	return r.Voiced > 0.3 && r.Voiced < 0.98 && r.Hissed > 0.02 && r.Beats > 1.5 && r.Beats < 10
}

const (
	toldRate = 16_000
	frame    = toldRate / 50
)

// Tell listens to samples from their first to their last sound.
func Tell(samples []int16) (r Told) {
	var some []int16
	for at := firstLoud(samples); at+2 <= lastLoud(samples); at += Rate / toldRate {
		some = append(some, int16((int(samples[at])+int(samples[at+1])+int(samples[at+2]))/3))
	}
	var energies []float64
	top, voiced, hissed := 0.0, 0, 0
	for at := 0; at+2*frame <= len(some); at += frame {
		piece := some[at : at+2*frame]
		energies = append(energies, energy(piece[:frame]))
		top = max(top, energy(piece[:frame]))
		switch {
		case energy(piece) < audible:
		case hasPitch(piece):
			voiced++
		case crossings(piece) > len(piece)/4: // 2,000 a second and more
			hissed++
		}
	}
	if len(energies) == 0 {
		return r
	}
	high, rises := false, 0
	for _, e := range energies {
		switch { // up over a third and down under a fifth of the loudest
		case !high && e > top/3:
			high = true
			rises++
		case high && e < top/5:
			high = false
		}
	}
	frames := float64(len(energies))
	return Told{float64(voiced) / frames, float64(hissed) / frames, float64(rises) / (float64(len(some)) / toldRate)}
}

func energy(samples []int16) float64 {
	sum := 0.0
	for _, v := range samples {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(len(samples)))
}

func crossings(samples []int16) (n int) {
	for i := range len(samples) - 1 {
		if samples[i] < 0 != (samples[i+1] < 0) {
			n++
		}
	}
	return n
}

// hasPitch looks for a period of a voice, 70 to 350 times a second, at which the samples repeat themselves.
func hasPitch(samples []int16) bool {
	for lag := toldRate / 350; lag < toldRate/70; lag++ {
		var both, a, b float64
		for i := range len(samples) - lag {
			x, y := float64(samples[i]), float64(samples[i+lag])
			both, a, b = both+x*y, a+x*x, b+y*y
		}
		if both > 0.7*math.Sqrt(a*b) {
			return true
		}
	}
	return false
}
