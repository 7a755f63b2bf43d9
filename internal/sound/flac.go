package sound

import (
	"io"

	"github.com/mewkiz/flac"
)

func openFLAC(r io.Reader) (*Sound, error) {
	stream, err := flac.New(plain{r})
	if err != nil {
		return nil, cutShort(err)
	}
	channels := int(stream.Info.NChannels)
	var out []int16
	s := &Sound{Rate: int(stream.Info.SampleRate), Channels: channels, Kind: "FLAC", next: func() ([]int16, error) {
		frame, err := stream.ParseNext()
		if err != nil {
			return nil, err
		}
		if len(frame.Subframes) != channels || int(frame.SampleRate) != int(stream.Info.SampleRate) && frame.SampleRate != 0 {
			return nil, errDamaged
		}
		out = out[:0]
		bits := int(frame.BitsPerSample)
		if bits == 0 {
			bits = int(stream.Info.BitsPerSample)
		}
		for i := range frame.Subframes[0].Samples {
			for _, channel := range frame.Subframes {
				out = append(out, toSixteen(channel.Samples[i], bits))
			}
		}
		return out, nil
	}}
	return fold(s, flacOrder), nil
}

func toSixteen(sample int32, bits int) int16 {
	if bits > 16 {
		return int16(sample >> (bits - 16))
	}
	return int16(sample << (16 - bits))
}
