package speech

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// voices is what a stand-in for espeak-ng answers first.
const voices = `if [ "$1" = --voices ]; then echo "Pty Language Age/Gender VoiceName File Other"; echo " 2 en-gb --/M English gmw/en (en 2)"; exit; fi
`

// wav writes a header and a tenth of a second.
const wav = `printf 'RIFF$\360\377\177WAVEfmt \020\000\000\000\001\000\001\000\042\126\000\000\104\254\000\000\002\000\020\000data\000\360\377\177'
head -c 4410 /dev/zero
`

func TestAnEngineThatHangsIsGivenUp(t *testing.T) {
	for _, c := range []struct{ name, script, says string }{
		{"before the first sample", `echo $$ >"$HOME/pids"; exec sleep 60`, "gave no sound for 1s"},
		{"in the middle", `echo $$ >"$HOME/pids"; ` + wav + `sleep 60`, "gave no sound for 1s"},
		{"in a child of its own", `sleep 60 & echo $$ $! >"$HOME/pids"; ` + wav + `wait`, "gave no sound for 1s"},
		{"when it has left a child behind", `sleep 60 & echo $$ $! >"$HOME/pids"; ` + wav, "gave no sound for 1s"},
		{"deaf to signals", `trap '' TERM INT HUP; echo $$ >"$HOME/pids"; while :; do sleep 1; done`, "gave no sound for 1s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			install(t, alone(t), "espeak-ng", voices+c.script)
			s, log := speaker(&ear{}, &Wishes{})
			s.limits.espeak = time.Second
			times := 1
			if c.name == "in the middle" {
				times = 2 // the second time the log knows
			}
			for range times {
				begun := time.Now()
				s.Speak(t.Context(), 1, "Door")
				if took := time.Since(begun); took > deadline/2 {
					t.Errorf("it took %v", took)
				}
				for _, pid := range pids(t, os.Getenv("HOME")+"/pids") {
					until(t, "the end of the engine", func() bool { return gone(pid) })
				}
			}
			log.want(t, c.says)
		})
	}
}

func TestAnEngineThatNeverEndsIsCutOff(t *testing.T) {
	bin := alone(t)
	install(t, bin, "espeak-ng", voices+`echo $$ >"$HOME/pids"; `+wav+`exec cat /dev/zero`)
	e := &ear{}
	s, log := speaker(e, &Wishes{})
	s.Speak(t.Context(), 1, strings.Repeat("x ", 50))
	log.want(t, "went on for more than 1m10s")
	if got := e.sounds[0].seconds(); got < 60 || got > 71 {
		t.Errorf("%.1f s were heard", got)
	}
	for _, pid := range pids(t, os.Getenv("HOME")+"/pids") {
		if !gone(pid) {
			t.Error("it still runs")
		}
	}
}

func TestAnEngineThatFailsIsInTheLog(t *testing.T) {
	for _, c := range []struct{ name, script, says string }{
		{"with a word", `echo trouble >&2; echo "no such voice" >&2; exit 3`, `broke off: exit status 3: no such voice"`},
		{"with many", `head -c 10000000 /dev/zero | tr '\000' x >&2; exit 1`, "broke off: exit status 1: xxx"},
		{"without a word", `exit 0`, "gave no sound"},
		{"in the middle", wav + `kill -SEGV $$`, "broke off: signal: segmentation fault"},
		{"with no voices", ``, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := voices + c.script
			if c.script == "" {
				script, c.says = "exit 1", "espeak-ng does not tell its voices"
			}
			install(t, alone(t), "espeak-ng", script)
			s, log := speaker(&ear{}, &Wishes{Engine: Espeak})
			s.Speak(t.Context(), 1, "Door")
			log.want(t, c.says)
		})
	}
}

func TestATextThatFailsDoesNotKeepTheNextOne(t *testing.T) {
	bin := alone(t)
	install(t, bin, "espeak-ng", voices+`read line; if [ "$line" = Door ]; then exit 1; fi; `+wav)
	e := &ear{}
	s, log := speaker(e, &Wishes{})
	s.Speak(t.Context(), 1, "Door", "Somebody")
	log.want(t, "broke off")
	if len(e.sounds) != 1 {
		t.Errorf("%d texts were heard", len(e.sounds))
	}
	s.Speak(t.Context(), 1, "Somebody")
	log.want(t, "broke off", "read aloud again")
}

// listener leaves while it waits for more than there is, as the card does whose time is over.
type listener struct {
	leave func()
	err   error
	at    time.Time // it came
}

func (l *listener) Play(_ context.Context, wav io.Reader, _ float64) error {
	b := make([]byte, 512)
	for given := 0; ; {
		n, err := wav.Read(b)
		if err != nil {
			l.err, l.at = err, time.Now()
			return err
		}
		if given += n; given == 44+4410 {
			l.leave()
		}
	}
}

func TestAnEngineEndsWithItsContext(t *testing.T) {
	for _, c := range []struct{ name, script string }{
		{"with its child", `sleep 60 & echo $$ $! >"$HOME/pids"; wait`},
		{"whose child has gone its own way", `export ME=$$; setsid sh -c 'echo $ME >"$HOME/pids"; exec sleep 8' & wait`},
	} {
		t.Run(c.name, func(t *testing.T) {
			bin := alone(t)
			install(t, bin, "espeak-ng", voices+wav+c.script)
			ctx, cancel := context.WithCancel(t.Context())
			var left time.Time
			l := &listener{}
			l.leave = func() {
				pids(t, os.Getenv("HOME")+"/pids")
				left = time.Now()
				time.AfterFunc(50*time.Millisecond, cancel)
			}
			s, log := speaker(l, &Wishes{})
			s.limits.espeak = time.Minute
			s.Speak(ctx, 1, "Door", "Somebody")
			if took := l.at.Sub(left); took > deadline/4 || !errors.Is(l.err, context.Canceled) {
				t.Errorf("it fell silent after %v with %v", took, l.err)
			}
			if took := time.Since(left); took > deadline/4 {
				t.Errorf("it ended after %v", took)
			}
			for _, pid := range pids(t, os.Getenv("HOME")+"/pids") {
				until(t, "the end of the engine", func() bool { return gone(pid) })
			}
			log.want(t)
		})
	}
}

func TestTheEngineIsNotHeardByAPlayerThatFails(t *testing.T) {
	bin := alone(t)
	install(t, bin, "espeak-ng", voices+`echo $$ >"$HOME/pids"; `+wav+`exec sleep 60`)
	s, log := speaker(deaf{}, &Wishes{})
	parts, err := s.Prepare(t.Context(), "Door", "Somebody")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Say(t.Context(), 1, parts); !errors.Is(err, errDeaf) {
		t.Errorf("it says %v", err)
	}
	s.Speak(t.Context(), 1, "Door")
	log.want(t) // the player has its own line
	for _, pid := range pids(t, filepath.Join(os.Getenv("HOME"), "pids")) {
		until(t, "the end of the engine", func() bool { return gone(pid) })
	}
}

// deaf has nothing to play on.
type deaf struct{}

var errDeaf = errors.New("no sound server answers")

func (deaf) Play(_ context.Context, wav io.Reader, _ float64) error {
	_, _ = wav.Read(make([]byte, 1))
	return errDeaf
}
