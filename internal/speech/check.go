package speech

import (
	"context"
	"fmt"
	"io"
)

// Report is who reads texts aloud.
type Report struct {
	By     string   // the engine; empty when there is none, or none is wished for
	Voice  string   // for the device's language
	Why    string   // it is this one
	There  []string // all engines that are
	Absent []string // the others, with what is missing
	Help   string   // what helps when there is none
}

// Check looks for engines and lets the one that would be used say a word that nobody hears. The error says why it cannot.
func (s *Speaker) Check(ctx context.Context) (Report, error) {
	var r Report
	for _, name := range Engines() {
		if _, err := s.find(ctx, name); err != nil {
			r.Absent = append(r.Absent, err.Error())
		} else {
			r.There = append(r.There, name)
		}
	}
	wishes := s.wishes()
	if wishes.Engine == Off {
		r.Why = "speech is turned off in the settings"
		return r, nil
	}
	rehearsal := &Speaker{player: nobody{}, log: s.log, limits: s.limits}
	engines, err := rehearsal.engines(ctx, wishes.Engine)
	if err != nil {
		r.Help = helps(wishes.Engine)
		return r, err
	}
	part := Part{phrase: phrase{"Cuecard", language("", wishes.Language), 1}}
	part.cast(engines)
	r.By, r.Voice, r.Why = part.Engine, part.Voice, why(part.Engine, wishes.Engine, len(r.There))
	if part.Engine == Dispatcher {
		return r, nil // it has answered, and everybody would hear more
	}
	if err := rehearsal.perform(ctx, 1, part.roles[0], part.phrase, false); err != nil {
		r.Help = helps(part.Engine)
		return r, err
	}
	return r, nil
}

func why(engine, wished string, there int) string {
	switch {
	case wished == engine:
		return "the settings name it"
	case there == 1:
		return "it is the only one here"
	case engine == Piper:
		return "it sounds best of those that are here"
	default:
		return "it falls silent at once and its end is known"
	}
}

func helps(wished string) string {
	switch wished {
	case Piper:
		return fmt.Sprintf("pip install piper-tts, and a voice with its .onnx.json in %s, or $%s", piperHome(), PiperVoice)
	case Dispatcher:
		return "apt install speech-dispatcher speech-dispatcher-espeak-ng, and start it in the session of the user whose sound it is"
	default:
		return "apt install espeak-ng"
	}
}

// nobody hears all and plays nothing.
type nobody struct{}

func (nobody) Play(_ context.Context, wav io.Reader, _ float64) error {
	_, err := io.Copy(io.Discard, wav)
	return err
}
