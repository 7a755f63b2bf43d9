package speech

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// phrase is a text with all that an engine has to know to read it.
type phrase struct {
	text     string
	language string // a tag in lower case
	rate     float64
}

// engine is a program that can read. It is found anew for every reading: so one that was installed a moment ago speaks.
type engine interface {
	name() string
	// voice is the one for a language; where there is none, the engine's default, and fits is false.
	voice(language string) (name string, fits bool)
	// start gets the engine going; it does not wait for it.
	start(ctx context.Context, voice string, p phrase) (utterance, error)
}

// utterance is a phrase about to be heard. It has to be played, and nothing of it is left afterwards.
type utterance interface {
	play(ctx context.Context, volume float64) error
}

// failure is the reason why an engine did not read a text, or not to its end.
type failure struct {
	engine string
	reason error
	heard  bool // some of it was
}

func (f *failure) Error() string { return f.engine + " " + f.reason.Error() }
func (f *failure) Unwrap() error { return f.reason }

var errNone = errors.New("there is no engine for speech")

// Part is a text, and who reads it.
type Part struct {
	Engine   string
	Voice    string
	Language string

	phrase phrase
	roles  []role // the first reads, the others stand by
}

// ReadAlike tells whether two texts are read by the same voice.
func (p Part) ReadAlike(other Part) bool {
	return p.Engine == other.Engine && p.Voice == other.Voice && p.Language == other.Language
}

type role struct {
	engine engine
	voice  string
}

// Prepare finds who will read each text. Texts in which nothing can be read are left out.
func (s *Speaker) Prepare(ctx context.Context, texts ...string) ([]Part, error) {
	wishes := s.wishes()
	if wishes.Engine == Off {
		return nil, nil
	}
	var parts []Part
	for _, text := range texts {
		if words := readable(text); words != "" {
			parts = append(parts, Part{phrase: phrase{words, language(words, wishes.Language), rate(wishes.Rate)}})
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	engines, err := s.engines(ctx, wishes.Engine)
	if err != nil {
		return nil, err
	}
	for i := range parts {
		parts[i].cast(engines)
	}
	return parts, nil
}

// cast gives the part to the engines that have a voice for its language first.
func (p *Part) cast(engines []engine) {
	var others []role
	for _, e := range engines {
		voice, fits := e.voice(p.phrase.language)
		if fits {
			p.roles = append(p.roles, role{e, voice})
		} else {
			others = append(others, role{e, voice})
		}
	}
	p.roles = append(p.roles, others...)
	p.Engine, p.Voice, p.Language = p.roles[0].engine.name(), p.roles[0].voice, p.phrase.language
}

// find looks for one engine; the error is what is missing.
func (s *Speaker) find(ctx context.Context, name string) (engine, error) {
	switch name {
	case Piper:
		return s.findPiper()
	case Espeak:
		return s.findEspeak(ctx)
	case Dispatcher:
		return s.findDispatcher(ctx)
	}
	return nil, fmt.Errorf("%q is unknown", name)
}

// engines are those that are there, best first. Unless it is wished for, speech-dispatcher is asked only where nothing else
// is: of the others the end is known to the sample, they fall silent at once, and their volume is exact.
func (s *Speaker) engines(ctx context.Context, wished string) ([]engine, error) {
	names := Engines()
	if wished != Auto && wished != "" {
		names = []string{wished}
	}
	var there []engine
	var missing error
	for _, name := range names {
		if name == Dispatcher && len(there) > 0 {
			break
		}
		e, err := s.find(ctx, name)
		switch {
		case err == nil:
			there = append(there, e)
		case missing == nil:
			missing = err
		default:
			missing = fmt.Errorf("%w; %w", missing, err)
		}
	}
	if len(there) == 0 {
		return nil, fmt.Errorf("%w: %w", errNone, missing)
	}
	return there, nil
}

// Engines are all that there may be, best first.
func Engines() []string { return []string{Piper, Espeak, Dispatcher} }

// Known tells whether an owner may wish for an engine by this name.
func Known(name string) bool {
	return name == Auto || name == Off || slices.Contains(Engines(), name)
}

func rate(wished float64) float64 {
	if !(wished > 0) {
		return 1
	}
	return min(max(wished, Slowest), Fastest)
}
