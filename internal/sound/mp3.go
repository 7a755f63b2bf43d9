package sound

import (
	"io"

	"cuecard.app/internal/sound/layer3"
)

func openMP3(r io.Reader) (*Sound, error) {
	decoder, err := layer3.New(r)
	if err != nil {
		return nil, cutShort(err)
	}
	return &Sound{Rate: decoder.Rate, Channels: decoder.Channels, Kind: "MP3", next: decoder.Next}, nil
}
