package sound

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"time"

	"github.com/jfreymuth/pulse/proto"
)

// Lengths of the server's buffer. It asks for more a tenth of a second at a time, and what lies beyond two of these and
// this target is the sink's, a quarter of a tenth: so a sound starts and stops at once although it takes few turns.
const (
	target  = 250 * time.Millisecond
	refill  = 100 * time.Millisecond
	started = 50 * time.Millisecond // of sound, to begin with
)

const fullGain = 1 << 15

// play gives the sound to the server and returns when its last sample was heard. What ends the sound early is broken; err
// is the server's.
func (s *server) play(sound *Sound, volume float64) (broken, err error) {
	frame := 2 * sound.Channels
	length := func(d time.Duration) uint32 { return uint32(int(d.Seconds()*float64(sound.Rate)) * frame) }
	speakers := proto.ChannelMap{proto.ChannelMono}
	if sound.Channels == 2 {
		speakers = proto.ChannelMap{proto.ChannelLeft, proto.ChannelRight}
	}
	var stream proto.CreatePlaybackStreamReply
	err = s.ask(&proto.CreatePlaybackStream{
		SampleSpec: proto.SampleSpec{Format: proto.FormatInt16LE, Channels: byte(sound.Channels), Rate: uint32(sound.Rate)},
		ChannelMap: speakers, SinkIndex: proto.Undefined, AdjustLatency: true,
		BufferMaxLength: proto.Undefined, BufferTargetLength: length(target), BufferMinimumRequest: length(refill), BufferPrebufferLength: length(started),
		// No volume is set: the one that the owner gave to notifications in the system's mixer stays, and stays theirs.
		ChannelVolumes: make(proto.ChannelVolumes, sound.Channels),
		Properties:     proto.PropList{"media.role": proto.PropListString("event"), "media.name": proto.PropListString("Notification")},
	}, &stream)
	if err != nil {
		return nil, err
	}
	s.want(int(stream.Missing))
	broken, err = s.feed(stream.StreamIndex, sound, volume)
	if err != nil {
		return nil, err
	}
	return broken, s.ask(&proto.DrainPlaybackStream{StreamIndex: stream.StreamIndex}, nil)
}

// feed hands over samples as the server asks for them.
func (s *server) feed(stream uint32, sound *Sound, volume float64) (broken, err error) {
	gain := int32(math.Round(volume * fullGain))
	samples := make([]int16, 4096)
	bytes := make([]byte, 2*len(samples))
	for {
		room, err := s.room(2 * sound.Channels)
		if err != nil {
			return nil, err
		}
		n, broken := sound.Read(samples[:min(room/2, len(samples))])
		if n > 0 {
			pack(bytes, samples[:n], gain)
			if err := s.client.Send(stream, bytes[:2*n]); err != nil {
				return nil, errGone
			}
			s.want(-2 * n)
		}
		switch {
		case errors.Is(broken, io.EOF):
			return nil, nil
		case broken != nil:
			return broken, nil
		}
	}
}

func (s *server) want(bytes int) {
	s.mu.Lock()
	s.wanted += bytes
	s.mu.Unlock()
}

// room waits until the server wants at least a frame, and returns how many bytes it wants.
func (s *server) room(frame int) (int, error) {
	var late <-chan time.Time
	for {
		s.mu.Lock()
		wanted, killed := s.wanted, s.killed
		s.mu.Unlock()
		switch {
		case killed:
			return 0, errors.New("the sound server ended the sound")
		case wanted >= frame:
			return wanted, nil
		}
		if late == nil {
			timer := time.NewTimer(patience)
			defer timer.Stop()
			late = timer.C
		}
		select {
		case <-s.news:
		case <-s.gone:
			return 0, errGone
		case <-late:
			return 0, errSilent
		}
	}
}

// pack writes samples as the server takes them, at their volume.
func pack(bytes []byte, samples []int16, gain int32) {
	for i, v := range samples {
		binary.LittleEndian.PutUint16(bytes[2*i:], uint16(int16(int32(v)*gain>>15)))
	}
}
