package speech

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PiperVoice is the variable that names a voice for piper, or a directory with voices.
const PiperVoice = "CUECARD_PIPER_VOICE"

// piper is a neural engine, with voices that its owner has downloaded. Its sound goes through the player.
type piper struct {
	speaker *Speaker
	program string
	voices  []piperVoice // the owner's own choice first
}

// piperVoice is a model, with what the file beside it tells.
type piperVoice struct {
	path     string
	language string
	rate     int     // samples a second
	length   float64 // of sounds, as the voice is meant to be
}

func (s *Speaker) findPiper() (engine, error) {
	program, err := exec.LookPath("piper-tts")
	if err != nil {
		program, err = exec.LookPath("piper")
	}
	if err != nil {
		return nil, errors.New("piper is not installed")
	}
	var voices []piperVoice
	for _, place := range piperPlaces() {
		voices = append(voices, voicesIn(place)...)
	}
	if len(voices) == 0 {
		return nil, errors.New("piper has no voice in " + piperHome() + ", and " + PiperVoice + " names none")
	}
	return &piper{s, program, voices}, nil
}

func piperHome() string {
	if data := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "piper")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "/usr/local/share/piper"
	}
	return filepath.Join(home, ".local", "share", "piper")
}

// piperPlaces are where voices are put, by hand or by packages.
func piperPlaces() []string {
	places := []string{piperHome(), piperHome() + "-voices", "/usr/local/share/piper-voices", "/usr/share/piper-voices"}
	if own := os.Getenv(PiperVoice); own != "" {
		places = slices.Insert(places, 0, own)
	}
	return places
}

// voicesIn finds voices in a directory and below it; a model counts with the file beside it that describes it.
func voicesIn(place string) (voices []piperVoice) {
	const mostFiles = 10_000 // of a directory that was not meant for voices
	seen := 0
	_ = filepath.WalkDir(place, func(path string, entry fs.DirEntry, err error) error {
		if seen++; seen > mostFiles {
			return fs.SkipAll
		}
		if err == nil && !entry.IsDir() && filepath.Ext(path) == ".onnx" {
			if v, ok := readVoice(path); ok {
				voices = append(voices, v)
			}
		}
		return nil
	})
	return voices
}

func readVoice(model string) (v piperVoice, ok bool) {
	file, err := os.Open(model + ".json")
	if err != nil {
		return v, false
	}
	defer file.Close()
	const most = 1 << 20
	var about struct {
		Audio struct {
			SampleRate int `json:"sample_rate"`
		}
		Language  struct{ Code string }
		Espeak    struct{ Voice string } // all that older voices tell of their language
		Inference struct {
			LengthScale float64 `json:"length_scale"`
		}
	}
	if json.NewDecoder(io.LimitReader(file, most)).Decode(&about) != nil || about.Audio.SampleRate < 8000 || about.Audio.SampleRate > 96_000 {
		return v, false
	}
	v = piperVoice{path: model, rate: about.Audio.SampleRate, length: about.Inference.LengthScale}
	v.language, _ = tag(cmp.Or(about.Language.Code, about.Espeak.Voice))
	if !(v.length > 0) {
		v.length = 1
	}
	return v, true
}

func (p *piper) name() string { return Piper }

// voice is one of the country, else of the language, else the first.
func (p *piper) voice(language string) (string, bool) {
	for _, fits := range []func(piperVoice) bool{
		func(v piperVoice) bool { return v.language == language },
		func(v piperVoice) bool { return family(v.language) == family(language) },
	} {
		if at := slices.IndexFunc(p.voices, fits); at >= 0 {
			return p.voices[at].name(), true
		}
	}
	return p.voices[0].name(), false
}

// name is how its makers call it: en_US-lessac-medium.
func (v piperVoice) name() string { return strings.TrimSuffix(filepath.Base(v.path), ".onnx") }

func (p *piper) start(ctx context.Context, voice string, words phrase) (utterance, error) {
	v := p.voices[slices.IndexFunc(p.voices, func(v piperVoice) bool { return v.name() == voice })]
	longest := words.longest()
	u := &process{player: p.speaker.player, engine: Piper, head: bytes.NewReader(wavHead(v.rate)), patience: p.speaker.limits.piper,
		longest: longest, left: int64(longest/time.Second) * 2 * int64(v.rate)}
	length := strconv.FormatFloat(v.length/words.rate, 'f', 3, 64)
	return u, u.begin(ctx, words.text, p.program, "--model", v.path, "--output-raw", "--length-scale", length)
}

// wavHead begins a WAV of one channel and 16 bits whose length nobody knows yet.
func wavHead(rate int) []byte {
	const endless = 0x7ffff000
	b := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x10\x00data\x00\x00\x00\x00")
	binary.LittleEndian.PutUint32(b[4:], endless+36)
	binary.LittleEndian.PutUint32(b[24:], uint32(rate))
	binary.LittleEndian.PutUint32(b[28:], uint32(2*rate))
	binary.LittleEndian.PutUint32(b[40:], endless)
	return b
}
