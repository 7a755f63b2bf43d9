package speech

import (
	"context"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cuecard.app/internal/sound"
)

// room is a machine with a sound server that is recorded, and one engine.
type room struct {
	tape    *tape
	speaker *Speaker
	wishes  *Wishes
	log     *lines
	cancel  time.Duration // how long words may be heard after a cancel, as recorded
	late    []float64     // for how many seconds each text was heard after its end
}

// Both engines that are packaged are heard through a real sound server: one through the player, one by itself.
func TestSpeechIsHeard(t *testing.T) {
	for _, c := range []struct {
		engine string
		enter  func(t *testing.T) *room
	}{{Espeak, roomWithEspeak}, {Dispatcher, roomWithDispatcher}} {
		t.Run(c.engine, func(t *testing.T) {
			r := c.enter(t)
			whole := r.hear(t, 1, sentence)
			t.Run("AsSpeechOfALengthThatFitsTheText", func(t *testing.T) { speechIsSpeech(t, r, whole) })
			t.Run("WithAPauseBetweenTitleAndMessage", func(t *testing.T) { aPauseIsBetween(t, r) })
			t.Run("AtItsVolume", func(t *testing.T) { theVolumeScalesIt(t, r, whole) })
			t.Run("AtItsRate", func(t *testing.T) { theRateIsHeard(t, r, whole) })
			t.Run("UntilACancel", func(t *testing.T) { aCancelStopsIt(t, r) })
			t.Run("WhateverWasSaidBefore", func(t *testing.T) { aCancelLeavesTheNext(t, r) })
			if c.engine == Dispatcher { // with the other all texts are read to their end elsewhere
				t.Run("WhateverTheTextIs", func(t *testing.T) { noTextBreaksIt(t, r) })
			}
			// A recording may be behind on a busy machine; one that Speak leaves too soon is so every time.
			if least := slices.Min(r.late); least > 0.1 {
				t.Errorf("it is heard for %.2f s after its end", least)
			}
		})
	}
}

func roomWithEspeak(t *testing.T) *room {
	withEspeak(t)
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin")
	r := &room{tape: record(t), wishes: &Wishes{Engine: Espeak}, cancel: 90 * time.Millisecond}
	r.speaker, r.log = speaker(loudspeaker{sound.New(nil, slog.New(slog.DiscardHandler))}, r.wishes)
	return r
}

func roomWithDispatcher(t *testing.T) *room {
	path := os.Getenv("PATH")
	alone(t)
	t.Setenv("PATH", path)
	r := &room{tape: record(t), wishes: &Wishes{Engine: Dispatcher}, cancel: 150 * time.Millisecond}
	openDispatcher(t)
	r.speaker, r.log = speaker(nobody{}, r.wishes)
	return r
}

// openDispatcher starts a speech-dispatcher as its owner would.
func openDispatcher(t *testing.T) {
	t.Helper()
	program(t, "espeak-ng", "espeak-ng")
	if modules, _ := filepath.Glob("/usr/lib/*speech-dispatcher-modules/sd_espeak-ng"); len(modules) == 0 && os.Getenv("CI") == "" {
		t.Skip("Debian's speech-dispatcher-espeak-ng is not installed")
	}
	dir := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "speech-dispatcher")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	background(t, "speech-dispatcher", "speech-dispatcher speech-dispatcher-espeak-ng", "-s", "-t", "0", "-l", "1", "-c", "unix_socket",
		"-S", filepath.Join(dir, "speechd.sock"), "-P", filepath.Join(dir, "pid"), "-L", dir)
	s, _ := speaker(nobody{}, &Wishes{Engine: Dispatcher})
	until(t, "speech-dispatcher", func() bool { _, err := s.Prepare(t.Context(), "Door"); return err == nil })
}

// hear reads texts aloud and returns what was recorded of them.
func (r *room) hear(t *testing.T, volume float64, texts ...string) told {
	t.Helper()
	from := r.tape.now()
	r.speaker.Speak(t.Context(), volume, texts...)
	said := r.tape.now()
	got := r.tape.untilQuiet(t, from)
	r.log.want(t)
	if len(got) > 0 {
		r.late = append(r.late, float64(from+len(got)-said)/tapeRate)
	}
	heard := tell(got)
	t.Logf("%.2f s, %.0f%% with a pitch, %.1f beats a second, level %.0f, pauses %.2f", heard.length, 100*heard.voiced, heard.beats, heard.level, heard.pauses)
	return heard
}

const sentence = "The washing machine has finished, and somebody is at the front door."

func speechIsSpeech(t *testing.T, r *room, whole told) {
	if whole.voiced < 0.3 || whole.beats < 1.5 || whole.beats > 10 {
		t.Errorf("this is no speech: %+v", whole)
	}
	if perSecond := float64(len(sentence)) / whole.length; perSecond < 8 || perSecond > 25 {
		t.Errorf("%.1f characters are read in a second", perSecond)
	}
	if word := r.hear(t, 1, "Laundry"); word.length < 0.2 || word.length > whole.length/3 {
		t.Errorf("a word takes %.2f s, a sentence %.2f s", word.length, whole.length)
	}
}

// On a busy machine speech-dispatcher stutters, so where exactly its pauses are proves nothing.
func aPauseIsBetween(t *testing.T, r *room) {
	const title, message = "Laundry", "The machine is done"
	alone, both := r.hear(t, 1, message), r.hear(t, 1, title, message)
	if alone.longest > 0.2 && r.wishes.Engine == Espeak {
		t.Fatalf("there is a pause of %.2f s in the message", alone.longest)
	}
	if both.longest < 0.33 || both.longest > 1.5 {
		t.Errorf("the pause is of %.2f s", both.longest)
	}
	if both.length < alone.length+0.33 {
		t.Errorf("with a title it takes %.2f s, without %.2f s", both.length, alone.length)
	}
}

func theVolumeScalesIt(t *testing.T, r *room, full told) {
	half := r.hear(t, 0.5, sentence)
	if ratio := half.level / full.level; math.Abs(ratio-0.5) > 0.1 {
		t.Errorf("at half the volume the level is %.2f of the full one", ratio)
	}
	if silent := r.hear(t, 0, sentence); silent.length > 0 {
		t.Errorf("at volume 0 it is heard for %.2f s", silent.length)
	}
}

func theRateIsHeard(t *testing.T, r *room, usual told) {
	r.wishes.Rate = 1.8
	defer func() { r.wishes.Rate = 0 }()
	if ratio := usual.length / r.hear(t, 1, sentence).length; ratio < 1.3 || ratio > 2.5 {
		t.Errorf("at a rate of 1.8 it is %.2f times as fast", ratio)
	}
}

// Each text is stopped as soon as it is heard.
func noTextBreaksIt(t *testing.T, r *room) {
	for _, c := range hostile() {
		ctx, cancel := context.WithCancel(t.Context())
		from, done := r.tape.now(), make(chan struct{})
		go func() {
			defer close(done)
			r.speaker.Speak(ctx, 1, c.text)
		}()
		until(t, c.name, func() bool {
			select {
			case <-done:
				return true
			default:
				return slices.ContainsFunc(r.tape.since(from), loud)
			}
		})
		cancel()
		<-done
		r.log.want(t)
	}
	r.tape.untilQuiet(t, r.tape.now())
	if next := r.hear(t, 1, "Laundry"); next.length < 0.2 || next.length > 1.5 {
		t.Errorf("the next text takes %.2f s", next.length)
	}
}

// The recording is behind the sink by two of its fragments of 20 ms at most, which counts against the engine here. A text
// of one long vowel has no silence of its own to hide in.
func aCancelStopsIt(t *testing.T, r *room) {
	var after []time.Duration
	for range 5 {
		ctx, cancel := context.WithCancel(t.Context())
		from, done := r.tape.now(), make(chan struct{})
		go func() {
			defer close(done)
			r.speaker.Speak(ctx, 1, "Owowowowowowowowowowowowowowowowowowowowow "+sentence, sentence)
		}()
		r.tape.waitLoud(t, from)
		r.tape.waitLoud(t, r.tape.now())
		cancel()
		at, began := r.tape.now(), time.Now()
		<-done
		if took := time.Since(began); took > deadline/4 {
			t.Errorf("Speak returns %v after the cancel", took)
		}
		rest := r.tape.untilQuiet(t, at)
		after = append(after, time.Duration(len(rest))*time.Second/tapeRate)
	}
	slices.Sort(after)
	t.Logf("heard for %v after the cancel", after)
	if after[1] > r.cancel { // a busy machine only adds
		t.Errorf("all but one are over %v", r.cancel)
	}
	r.log.want(t)
}

func aCancelLeavesTheNext(t *testing.T, r *room) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	from := r.tape.now()
	parts, err := r.speaker.Prepare(t.Context(), sentence)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.speaker.Say(ctx, 1, parts); err != context.Canceled {
		t.Errorf("cancelled, it says %v", err)
	}
	if heard := r.tape.untilQuiet(t, from); len(heard) > 0 {
		t.Errorf("%d samples of what was cancelled are heard", len(heard))
	}
	if next := r.hear(t, 1, "Laundry"); next.length < 0.2 || next.length > 1.5 {
		t.Errorf("the next text takes %.2f s", next.length)
	}
}
