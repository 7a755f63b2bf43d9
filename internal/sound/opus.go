package sound

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/pion/opus"
)

const (
	opusRate = 48_000
	opusMost = opusRate * 120 / 1000 // frames of the longest packet
)

// openOpus reads the two headers; the second, with titles, is skipped.
func openOpus(file *ogg, head []byte) (*Sound, error) {
	if len(head) < 19 {
		return nil, errDamaged
	}
	channels := int(head[9])
	if head[18] != 0 || channels < 1 || channels > 2 {
		return nil, errors.New("is Opus with more than two channels, which cannot be played here")
	}
	skip := int(binary.LittleEndian.Uint16(head[10:]))
	gain := float32(math.Pow(10, float64(int16(binary.LittleEndian.Uint16(head[16:])))/256/20))
	if _, err := file.next(); err != nil {
		return nil, cutShort(err)
	}
	decoder, err := opus.NewDecoderWithOutput(opusRate, channels)
	if err != nil {
		return nil, err
	}
	floats, out := make([]float32, opusMost*channels), make([]int16, opusMost*channels)
	return file.sound(opusRate, channels, skip, "Opus", func(packet []byte) ([]int16, error) {
		frames, err := decoder.DecodeToFloat32(packet, floats)
		if err != nil {
			return nil, err
		}
		for i, v := range floats[:frames*channels] {
			out[i] = fromFloat(gain * v)
		}
		return out[:frames*channels], nil
	}), nil
}
