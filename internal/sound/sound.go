// Package sound plays sounds through the system's own sound server.
//
// It knows the chime, five formats of sound files, PulseAudio's protocol (which PipeWire speaks too) and aplay.
// It never knows cards, when a sound is due, or how a file is fetched.
package sound

import (
	"errors"
	"fmt"
	"time"
)

// Sound is samples that are pulled as they are needed: interleaved, of one or two channels.
type Sound struct {
	Rate     int // frames a second
	Channels int
	Kind     string // of file, for people

	next func() ([]int16, error) // a block of whole frames; the block is good until the next call
	left []int16
	err  error
}

// Read fills samples with whole frames, as many as are there without waiting for more than one block. It ends with io.EOF.
func (s *Sound) Read(samples []int16) (int, error) {
	for len(s.left) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		s.left, s.err = s.pull()
		s.left = s.left[:len(s.left)/s.Channels*s.Channels]
	}
	n := copy(samples[:len(samples)/s.Channels*s.Channels], s.left)
	s.left = s.left[n:]
	return n, nil
}

// pull keeps a decoder that stumbles over hostile bytes from taking the program along.
func (s *Sound) pull() (block []int16, err error) {
	defer recovered(&err)
	return s.next()
}

// cutAfter ends a sound that lasts longer: a small file may hold hours of silence.
func (s *Sound) cutAfter(limit time.Duration) {
	left, next := int(limit.Seconds()*float64(s.Rate))*s.Channels, s.next
	s.next = func() ([]int16, error) {
		block, err := next()
		if left -= len(block); left < 0 {
			return block[:len(block)+left], fmt.Errorf("is longer than %v", limit)
		}
		return block, err
	}
}

func recovered(err *error) {
	if reason := recover(); reason != nil {
		*err = fmt.Errorf("%w: %v", errDamaged, reason)
	}
}

var errDamaged = errors.New("is damaged")
