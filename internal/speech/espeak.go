package speech

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

const (
	espeakSpeed = 175   // words a minute, its own
	espeakRate  = 22050 // samples a second, its own
)

// espeak is espeak-ng, whose sound goes through the player.
type espeak struct {
	speaker *Speaker
	program string
	voices  []espeakVoice
}

// espeakVoice is a line of what --voices prints.
type espeakVoice struct {
	language string
	name     string
	also     map[string]int // other languages, and how badly it fits
}

func (s *Speaker) findEspeak(ctx context.Context) (engine, error) {
	program, err := exec.LookPath("espeak-ng")
	if err != nil {
		return nil, errors.New("espeak-ng is not installed")
	}
	const listed = 5 * time.Second
	ctx, cancel := context.WithTimeout(ctx, listed)
	defer cancel()
	list := exec.CommandContext(ctx, program, "--voices")
	list.WaitDelay = goodbye
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("espeak-ng does not tell its voices: %w", err)
	}
	voices := espeakVoices(out)
	if len(voices) == 0 {
		return nil, errors.New("espeak-ng has no voices")
	}
	return &espeak{s, program, voices}, nil
}

func espeakVoices(list []byte) (voices []espeakVoice) {
	for line := range bytes.Lines(list) {
		f := strings.Fields(string(line))
		if len(f) < 5 || f[0] == "Pty" {
			continue
		}
		language, ok := tag(f[1])
		if !ok {
			continue
		}
		v := espeakVoice{language: language, name: strings.ReplaceAll(f[3], "_", " "), also: map[string]int{}}
		for other := range strings.SplitSeq(strings.Join(f[5:], " "), ")") { // (en-gb 3)(en 9)
			name, rank, _ := strings.Cut(strings.TrimLeft(other, " ("), " ")
			if n, err := strconv.Atoi(rank); err == nil {
				v.also[strings.ToLower(name)] = n
			}
		}
		voices = append(voices, v)
	}
	return voices
}

func (e *espeak) name() string { return Espeak }

// voice is a language that espeak-ng has a voice for: the country's, or that of the language.
func (e *espeak) voice(language string) (string, bool) {
	for _, wanted := range []string{language, family(language)} {
		best, rank := "", math.MaxInt
		for _, v := range e.voices {
			if v.language == wanted {
				return wanted, true
			}
			if n, ok := v.also[wanted]; ok && n < rank {
				best, rank = v.language, n
			}
		}
		if best != "" {
			return best, true
		}
	}
	return "en", false
}

func (e *espeak) start(ctx context.Context, voice string, p phrase) (utterance, error) {
	longest := p.longest()
	u := &process{player: e.speaker.player, engine: Espeak, head: strings.NewReader(""), patience: e.speaker.limits.espeak,
		longest: longest, left: int64(longest/time.Second) * 2 * espeakRate}
	speed := strconv.Itoa(int(math.Round(espeakSpeed * p.rate)))
	// -b 1 is UTF-8, -z leaves out the silence at the end, and with -l every new line makes a pause.
	return u, u.begin(ctx, p.text, e.program, "--stdin", "--stdout", "-b", "1", "-z", "-l", strconv.Itoa(most), "-s", speed, "-v", voice)
}
