package browser

import (
	"context"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/screen"
)

// hears is the page's next act.
func hears(t *testing.T, v *Viewer) Act {
	t.Helper()
	cue, err := v.Next(t.Context(), nil)
	if err != nil || cue.Act == nil {
		t.Fatalf("%+v, %v", cue, err)
	}
	return *cue.Act
}

// watch is a page that has drawn what there was.
func watch(t *testing.T, s *Screen) *Viewer {
	t.Helper()
	v := s.Watch(0, 0)
	next(t, v)
	return v
}

func TestAnActEndsWhenEveryPageHasEndedItOrLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		a, b := watch(t, s), watch(t, s)
		defer a.Close()
		over := false
		var play sync.WaitGroup
		play.Go(func() {
			s.Play(t.Context(), "default", 0.5)
			over = true
		})
		act := hears(t, a)
		if !reflect.DeepEqual(act, Act{N: act.N, Kind: Play, Sound: "default", Volume: 0.5}) || hears(t, b).N != act.N {
			t.Errorf("told %+v", act)
		}
		s.Ended(a.ID, act.N)
		s.Ended(a.ID, act.N)
		s.Ended("nobody", act.N)
		synctest.Wait()
		if over {
			t.Error("it ended before the second page did")
		}
		b.Close()
		play.Wait()
	})
}

func TestACancelledActIsHushed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		v := watch(t, s)
		defer v.Close()
		ctx, cancel := context.WithCancel(t.Context())
		var speak sync.WaitGroup
		speak.Go(func() { s.Speak(ctx, 1, "Door", "Someone is there") })
		act := hears(t, v)
		if !reflect.DeepEqual(act.Texts, []string{"Door", "Someone is there"}) || act.Kind != Speak {
			t.Errorf("told %+v", act)
		}
		cancel()
		speak.Wait()
		if hush := hears(t, v); hush.Kind != Hush || hush.N != act.N {
			t.Errorf("told %+v", hush)
		}
	})
}

func TestWithoutAPageAnActIsOverAtOnce(t *testing.T) {
	s := New()
	s.Play(t.Context(), "default", 1)
	s.Speak(t.Context(), 1, "words")
}

func TestAPageThatNeverEndsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		v := watch(t, s)
		defer v.Close()
		began := time.Now()
		s.Play(t.Context(), "default", 1)
		if took := time.Since(began); took != longest {
			t.Errorf("given up after %v", took)
		}
	})
}

func TestASoundIsKnownByItsNameWhileItPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		v := watch(t, s)
		defer v.Close()
		var play sync.WaitGroup
		play.Go(func() { s.Play(t.Context(), "http://nas/ding.mp3", 1) })
		act := hears(t, v)
		if s.Streams.Address(act.Sound) != "http://nas/ding.mp3" || s.Streams.Address("") != "" || s.Streams.Address("default") != "" {
			t.Errorf("%q is %q", act.Sound, s.Streams.Address(act.Sound))
		}
		s.Ended(v.ID, act.N)
		play.Wait()
		if s.Streams.Address(act.Sound) != "" {
			t.Error("it is still known")
		}
	})
}

func TestAnActNeverComesBeforeItsFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		v := watch(t, s)
		defer v.Close()
		var play sync.WaitGroup
		show(t, s, screen.Frame{Seq: 9})
		play.Go(func() { s.Play(t.Context(), "default", 1) })
		synctest.Wait()
		if view := next(t, v); view.Seq != 9 {
			t.Errorf("frame %d", view.Seq)
		}
		s.Ended(v.ID, hears(t, v).N)
		play.Wait()
	})
}
