package sound

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestEveryFormatIsHeardAsItWasMade(t *testing.T) {
	for _, c := range []struct {
		file, kind     string
		rate, channels int
		seconds        float64
		left, right    float64 // pitches
	}{
		{"stereo.mp3", "MP3", 44100, 2, 1, 440, 660},
		{"mono.mp3", "MP3", 22050, 1, 1, 440, 0},
		{"stereo.ogg", "Ogg Vorbis", 44100, 2, 1, 440, 660},
		{"mono.ogg", "Ogg Vorbis", 16000, 1, 1, 440, 0},
		{"stereo.opus", "Opus", 48000, 2, 1, 440, 660},
		{"speech.opus", "Opus", 48000, 1, 1, 440, 0},
		{"hybrid.opus", "Opus", 48000, 1, 1, 440, 0},
		{"stereo.flac", "FLAC", 16000, 2, 0.5, 440, 660},
		{"mono24.flac", "FLAC", 8000, 1, 0.5, 440, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			// One byte at a time is what a slow network brings.
			s, err := Open(iotest.OneByteReader(bytes.NewReader(fixture(t, c.file))))
			if err != nil {
				t.Fatal(err)
			}
			if s.Kind != c.kind || s.Rate != c.rate || s.Channels != c.channels {
				t.Errorf("%s, %d Hz, %d channels", s.Kind, s.Rate, s.Channels)
			}
			channels, err := readAll(s)
			if err != nil {
				t.Error(err)
			}
			padded := 0.0005
			if c.kind == "MP3" {
				padded = 0.1 // encoders begin and end with silence
			}
			wantTone(t, channels[0], c.rate, c.seconds, padded, c.left)
			if c.channels == 2 {
				wantTone(t, channels[1], c.rate, c.seconds, padded, c.right)
			}
		})
	}
}

// wantTone wants 0.4 of one pitch and hardly anything else.
func wantTone(t *testing.T, samples []int16, rate int, seconds, padded, pitch float64) {
	t.Helper()
	if got := float64(len(samples)) / float64(rate); got < seconds-0.0005 || got > seconds+padded {
		t.Errorf("%g s, want %g", got, seconds)
	}
	middle := samples[len(samples)/5 : len(samples)*4/5]
	if got := strength(middle, rate, pitch); math.Abs(got-0.4) > 0.05 {
		t.Errorf("%.3f of %g Hz, want 0.4", got, pitch)
	}
	for _, other := range []float64{440, 660, 880} {
		if got := strength(middle, rate, other); other != pitch && got > 0.02 {
			t.Errorf("%.3f of %g Hz beside %g Hz", got, other, pitch)
		}
	}
}

func TestSixChannelsAreFoldedToTwoWithoutTheWoofer(t *testing.T) {
	for _, file := range []string{"six.flac", "six.ogg"} {
		s, err := Open(bytes.NewReader(fixture(t, file)))
		if err != nil {
			t.Fatal(err)
		}
		channels, err := readAll(s)
		if err != nil || s.Channels != 2 {
			t.Fatalf("%s: %d channels, %v", file, s.Channels, err)
		}
		for side, pitches := range [2]map[float64]float64{
			{440: 1, 880: .7, 1100: .7, 660: 0, 1320: 0, 110: 0},
			{660: 1, 880: .7, 1320: .7, 440: 0, 1100: 0, 110: 0},
		} {
			for pitch, share := range pitches {
				if got, want := strength(channels[side], s.Rate, pitch), 0.2*share/2.4; math.Abs(got-want) > 0.01 {
					t.Errorf("%s: side %d has %.3f of %g Hz, want %.3f", file, side, got, pitch, want)
				}
			}
		}
	}
}

func TestEveryUsualWidthOfWAVIsTheSame(t *testing.T) {
	for _, c := range []struct{ kind, bits int }{{1, 8}, {1, 16}, {1, 24}, {1, 32}, {3, 32}, {3, 64}} {
		for _, piped := range []bool{false, true} {
			for _, extensible := range []bool{false, true} {
				s, err := Open(bytes.NewReader(wav(c.kind, c.bits, 2, piped, extensible)))
				if err != nil {
					t.Fatalf("%v: %v", c, err)
				}
				channels, err := readAll(s)
				if err != nil || s.Rate != 22050 || s.Kind != "WAV" {
					t.Errorf("%v: %d Hz, %v", c, s.Rate, err)
				}
				wantTone(t, channels[0], s.Rate, 0.5, 0.0005, 440)
				wantTone(t, channels[1], s.Rate, 0.5, 0.0005, 660)
			}
		}
	}
}

// wav is half a second of 440 Hz in the first channel and 660 Hz in the others. One that was piped does not know its length.
func wav(kind, bits, channels int, piped, extensible bool) []byte {
	var data []byte
	for i := range 22050 / 2 {
		for c := range channels {
			v := 0.4 * math.Sin(2*math.Pi*(440+220*float64(min(c, 1)))*float64(i)/22050)
			switch {
			case kind == 3 && bits == 32:
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
			case kind == 3:
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
			case bits == 8:
				data = append(data, byte(128+127*v))
			default:
				whole := binary.LittleEndian.AppendUint32(nil, uint32(int32(v*math.MaxInt32)))
				data = append(data, whole[4-bits/8:]...)
			}
		}
	}
	size := uint32(len(data))
	if piped {
		size = math.MaxUint32
	}
	little := binary.LittleEndian
	format := kind
	if extensible {
		format = wavExtensible
	}
	chunk := little.AppendUint16(little.AppendUint16(nil, uint16(format)), uint16(channels))
	chunk = little.AppendUint32(little.AppendUint32(chunk, 22050), uint32(22050*channels*bits/8))
	chunk = little.AppendUint16(little.AppendUint16(chunk, uint16(channels*bits/8)), uint16(bits))
	if extensible {
		chunk = append(chunk, 22, 0, byte(bits), 0, 3, 0, 0, 0, byte(kind), 0)
		chunk = append(chunk, make([]byte, 14)...)
	}
	file := append([]byte("RIFF\xff\xff\xff\xffWAVELIST\x03\x00\x00\x00odd\x00fmt "), little.AppendUint32(nil, uint32(len(chunk)))...)
	file = append(append(file, chunk...), "data"...)
	return append(little.AppendUint32(file, size), data...)
}

func TestWhatIsNoSoundIsSaidInWords(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{
		"a page":     {"<!DOCTYPE html><title>Log in</title>", "is not a sound that can be played here"},
		"nothing":    {"", "is empty"},
		"one letter": {"x", "is not a sound"},
		"MP4":        {"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00", "MP4"},
		"AAC":        {"\xff\xf1\x50\x80\x02\x1f\xfc\xde\x02\x00\x4c\x61", "is AAC"},
		"Ogg FLAC":   {string(oggPage(2, []byte("\x7fFLAC\x01\x00"))), "neither Vorbis nor Opus"},
		"half a WAV": {string(wav(1, 16, 1, false, false)[:50]), "breaks off before its first sample"},
		"ADPCM":      {string(wav(2, 4, 1, false, false)), "is a WAV of a kind that cannot be played"},
	} {
		if _, err := Open(strings.NewReader(c.content)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestADamagedFileEndsWithWhatWasGood(t *testing.T) {
	for _, file := range []string{"stereo.mp3", "stereo.ogg", "stereo.opus", "stereo.flac"} {
		whole := fixture(t, file)
		for at := 16; at < len(whole); at += 397 {
			damaged := slices.Clone(whole)
			damaged[at] ^= 0x55
			if s, err := Open(bytes.NewReader(damaged)); err == nil {
				_, _ = readAll(s) // it ends, and it does not crash
			}
		}
		s, err := Open(bytes.NewReader(whole[:len(whole)*2/3]))
		if err != nil {
			t.Fatal(err)
		}
		if channels, _ := readAll(s); len(channels[0]) < s.Rate/5 {
			t.Errorf("%s: two thirds of the file are %d frames", file, len(channels[0]))
		}
	}
}

func TestAnErrorOfTheNetworkIsPassedOn(t *testing.T) {
	cut := errors.New("the cable was pulled")
	for _, file := range []string{"stereo.mp3", "stereo.ogg", "stereo.opus", "stereo.flac"} {
		part := fixture(t, file)
		s, err := Open(io.MultiReader(bytes.NewReader(part[:len(part)*2/3]), iotest.ErrReader(cut)))
		if err == nil {
			_, err = readAll(s)
		}
		if !errors.Is(err, cut) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestAPanicOfADecoderIsAnError(t *testing.T) {
	s := &Sound{Rate: 48000, Channels: 1, next: func() ([]int16, error) { panic("hostile") }}
	if _, err := s.Read(make([]int16, 10)); !errors.Is(err, errDamaged) {
		t.Errorf("%v", err)
	}
}

// oggPage is one page with one packet.
func oggPage(flags byte, packets ...[]byte) []byte {
	head := append([]byte("OggS\x00"), flags)
	head = append(head, make([]byte, 20)...)
	var segments, body []byte
	for _, p := range packets {
		for range len(p) / 255 {
			segments = append(segments, 255)
		}
		segments = append(segments, byte(len(p)%255))
		body = append(body, p...)
	}
	head = append(append(head, byte(len(segments))), segments...)
	binary.LittleEndian.PutUint32(head[22:], oggSum(oggSum(0, head), body))
	return append(head, body...)
}

func TestAVorbisFileThatClaimsTheMemoryOfTheMachineIsRefused(t *testing.T) {
	ident := []byte("\x01vorbis\x00\x00\x00\x00\x02\x44\xac\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xb8\x01")
	comments := []byte("\x03vorbis\x00\x00\x00\x00\xff\xff\xff\xff\x01") // four thousand million of them
	for name, setup := range map[string]string{
		"a huge book":         "\x00BCV\xff\xff\xff\xff\xff\x00",
		"a book of nothing":   "\x00BCV\x01\x00\x00\x00\x00\x00",
		"no dimensions":       "\x00BCV\x00\x00\x10\x00\x00\x00" + strings.Repeat("\x00", 99),
		"no codes":            "\x00BCV\x01\x00\x10\x00\x00\x02\x00\x00\x00\x00\x00\x00",
		"codes without end":   "\x00BCV\x01\x00\x10\x00\x00\x01",
		"numbers without end": "\x00BCV\x08\x00\x02\x00\x00\x00\x20",
	} {
		file := append(oggPage(2, ident), oggPage(0, comments, []byte("\x05vorbis"+setup))...)
		if _, err := Open(bytes.NewReader(file)); err == nil || !errors.Is(err, errCodebook) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
