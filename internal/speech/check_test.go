package speech

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestTheCheckSaysWhoReadsAndWhatHelps(t *testing.T) {
	path := program(t, "espeak-ng", "espeak-ng")
	bin := alone(t)
	wishes := &Wishes{}
	s, log := speaker(deaf{}, wishes)
	check := func() (Report, string) {
		r, err := s.Check(t.Context())
		if err != nil {
			return r, err.Error()
		}
		return r, ""
	}
	if r, wrong := check(); r.By != "" || r.Help != "apt install espeak-ng" || len(r.Absent) != 3 || !strings.Contains(wrong, "espeak-ng is not installed") {
		t.Errorf("with nothing: %+v, %s", r, wrong)
	}
	wishes.Engine = Off
	if r, wrong := check(); r.By != "" || r.Help != "" || wrong != "" || !strings.Contains(r.Why, "turned off") {
		t.Errorf("turned off: %+v, %s", r, wrong)
	}
	wishes.Engine = Auto
	link(t, bin, "espeak-ng", path)
	if r, wrong := check(); r.By != Espeak || r.Voice != "en-gb" || r.Why != "it is the only one here" || wrong != "" || !slices.Equal(r.There, []string{Espeak}) {
		t.Errorf("with espeak-ng: %+v, %s", r, wrong)
	}
	install(t, bin, "piper", "echo no model >&2; exit 1")
	voiceFile(t, os.Getenv("HOME")+"/.local/share/piper", "en_GB-alan", about("en_GB", 22_050, 1))
	if r, wrong := check(); r.By != Piper || !strings.Contains(wrong, "piper broke off: exit status 1: no model") || !strings.Contains(r.Help, "piper-tts") {
		t.Errorf("with a piper that is broken: %+v, %s", r, wrong)
	}
	install(t, bin, "piper", piperScript)
	if r, wrong := check(); r.By != Piper || r.Voice != "en_GB-alan" || r.Why != "it sounds best of those that are here" || wrong != "" || len(r.There) != 2 {
		t.Errorf("with piper: %+v, %s", r, wrong)
	}
	wishes.Engine = Dispatcher
	if r, wrong := check(); r.By != "" || !strings.Contains(wrong, "speech-dispatcher is not running") || !strings.Contains(r.Help, "apt install speech-dispatcher") {
		t.Errorf("with a wish that cannot be had: %+v, %s", r, wrong)
	}
	wishes.Engine = "festival"
	if _, wrong := check(); !strings.Contains(wrong, `"festival" is unknown`) {
		t.Errorf("with a wish that nobody knows: %s", wrong)
	}
	log.want(t)
}
