package sound

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Rates that sound servers take.
const (
	lowestRate  = 1_000
	highestRate = 384_000
)

// mostChannels is that of the largest usual arrangement, seven speakers and a woofer.
const mostChannels = 8

// plain hides all methods but Read: decoders that find a way to seek go to the end of the file first.
type plain struct{ io.Reader }

// Open recognises a sound by its content and reads as far as its first samples. Its errors continue "the sound …".
func Open(from io.Reader) (s *Sound, err error) {
	defer recovered(&err)
	r := bufio.NewReaderSize(from, 16<<10)
	s, err = decoder(r)
	if err != nil {
		return nil, err
	}
	if s.Rate < lowestRate || s.Rate > highestRate || s.Channels < 1 || s.Channels > 2 {
		return nil, fmt.Errorf("%w: %d Hz, %d channels", errDamaged, s.Rate, s.Channels)
	}
	return s, nil
}

func decoder(r *bufio.Reader) (*Sound, error) {
	if err := skipTag(r); err != nil {
		return nil, err
	}
	head, err := r.Peek(12)
	if len(head) == 0 && errors.Is(err, io.EOF) {
		return nil, errors.New("is empty")
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	starts := func(words string) bool { return bytes.HasPrefix(head, []byte(words)) }
	switch {
	case starts("RIFF") && bytes.HasSuffix(head, []byte("WAVE")):
		return openWAV(r)
	case starts("fLaC"):
		return openFLAC(r)
	case starts("OggS"):
		return openOgg(r)
	case len(head) == 12 && string(head[4:8]) == "ftyp":
		return nil, errors.New("is of the MP4 kind, which cannot be played here; MP3, Ogg, FLAC and WAV can")
	case len(head) > 1 && head[0] == 0xff && head[1]&0xf6 == 0xf0:
		return nil, errors.New("is AAC, which cannot be played here; MP3, Ogg, FLAC and WAV can")
	case len(head) > 1 && head[0] == 0xff && head[1]&0xe0 == 0xe0:
		return openMP3(r)
	}
	return nil, errors.New("is not a sound that can be played here; WAV, MP3, Ogg Vorbis, Opus and FLAC can")
}

// skipTag leaves out an ID3 tag with title and cover, which MP3 files begin with and others may.
func skipTag(r *bufio.Reader) error {
	for {
		head, err := r.Peek(10)
		if err != nil || !bytes.HasPrefix(head, []byte("ID3")) {
			return nil // what is wrong is found by whoever reads on
		}
		size := binary.BigEndian.Uint32(head[6:]) & 0x7f7f7f7f // seven bits of each byte
		size = size&0x7f | size>>1&0x3f80 | size>>2&0x1fc000 | size>>3&0xfe00000
		if _, err := io.CopyN(io.Discard, r, 10+int64(size)); err != nil {
			return err
		}
	}
}
