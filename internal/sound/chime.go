package sound

import (
	"io"
	"math"
)

// The chime of the TV page and of the Android app: a rising fourth, the second note a little softer than the first.
const (
	chimeRate    = 48_000
	chimeSeconds = 1.1
	overtone     = 0.18
	attack       = 0.012
	decay        = 0.16
	fadeOut      = 0.08
)

type note struct{ start, pitch, loudness float64 }

// Chime is two soft notes, composed while they are played: the first samples do not wait for the last.
func Chime() *Sound {
	notes := []note{{0, 659.26, 0.13}, {0.17, 880, 0.11}}
	block := make([]int16, chimeRate/50)
	at := 0
	return &Sound{Rate: chimeRate, Channels: 1, Kind: "the chime", next: func() ([]int16, error) {
		some := block[:min(len(block), int(chimeSeconds*chimeRate)-at)]
		if len(some) == 0 {
			return nil, io.EOF
		}
		for i := range some {
			sum := 0.0
			for _, n := range notes {
				sum += n.at(float64(at+i) / chimeRate)
			}
			some[i] = int16(math.Round(sum * math.MaxInt16))
		}
		at += len(some)
		return some, nil
	}}
}

func (n note) at(time float64) float64 {
	since := time - n.start
	if since < 0 {
		return 0
	}
	turn := 2 * math.Pi * n.pitch * since
	return n.loudness * envelope(since, chimeSeconds-n.start) * (math.Sin(turn) + overtone*math.Sin(2*turn))
}

// envelope is how loud a note is at a time since its start, from 0 to 1: it comes and goes without a click.
func envelope(since, length float64) float64 {
	if since < attack {
		return since / attack
	}
	fading := length - fadeOut
	left := math.Exp(-(min(since, fading) - attack) / decay)
	if since < fading {
		return left
	}
	return left * (length - since) / fadeOut
}
