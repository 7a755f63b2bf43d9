package stage

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
)

// ear hears sounds of three seconds and words of two, and writes down when each began and ended.
type ear struct {
	mu    sync.Mutex
	began time.Time
	heard []string
}

func (e *ear) note(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard = append(e.heard, fmt.Sprintf("%gs ", time.Since(e.began).Seconds())+fmt.Sprintf(format, args...))
}

func (e *ear) lasts(ctx context.Context, d time.Duration, what string) {
	e.note("%s", what)
	select {
	case <-time.After(d):
		e.note("end")
	case <-ctx.Done():
		e.note("cut")
	}
}

func (e *ear) Play(ctx context.Context, sound string, volume float64) {
	e.lasts(ctx, 3*time.Second, fmt.Sprintf("%s at %g", sound, volume))
}

func (e *ear) Speak(ctx context.Context, volume float64, texts ...string) {
	e.lasts(ctx, 2*time.Second, strings.Join(texts, " / "))
}

func listen(t *testing.T, story func(*theatre), want ...string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		e := &ear{began: time.Now()}
		perform(t, nil, func(th *theatre) {
			story(th)
			synctest.Wait()
			if got := strings.Join(e.heard, "\n"); got != strings.Join(want, "\n") {
				t.Errorf("heard\n%s\nwant\n%s", got, strings.Join(want, "\n"))
			}
		}, func(p *Parts) { p.Sound, p.Speech = e, e })
	})
}

func spoken(id, sound string) card.Card {
	c := transient(id, 60)
	c.Title, c.Sound, c.Speak = "Title", sound, true
	return c
}

func TestSpeechStartsAfterTheSoundFinishes(t *testing.T) {
	listen(t, func(th *theatre) {
		th.post(spoken("a", "default"), deck.Shown)
		th.pass(10 * time.Second)
	}, "0s default at 1", "3s end", "3s Title / a", "5s end")
}

func TestSoundNoneIsSilentAndSpeechFollowsAtOnce(t *testing.T) {
	listen(t, func(th *theatre) {
		th.post(spoken("a", "none"), deck.Shown)
		th.pass(10 * time.Second)
	}, "0s Title / a", "2s end")
}

func TestSoundStartsOnceTheCardIsUp(t *testing.T) {
	listen(t, func(th *theatre) {
		th.screen.takes(func(taken func(error)) { time.AfterFunc(time.Second, func() { taken(nil) }) })
		th.post(transient("a", 60), deck.Shown)
		th.pass(10 * time.Second)
	}, "1s default at 1", "4s end")
}

func TestACardThatWasNotDrawnIsNotHeard(t *testing.T) {
	listen(t, func(th *theatre) {
		th.screen.takes(func(func(error)) {})
		_, _ = th.Post(th.t.Context(), transient("a", 60))
		th.pass(10 * time.Second)
	})
}

func TestReplacementStopsTheSoundUnderWayAndPlaysItsOwn(t *testing.T) {
	listen(t, func(th *theatre) {
		th.post(spoken("a", "http://x/1"), deck.Shown)
		th.pass(time.Second)
		th.post(spoken("a", "http://x/2"), deck.Replaced)
		th.pass(10 * time.Second)
	}, "0s http://x/1 at 1", "1s cut", "1s http://x/2 at 1", "4s end", "4s Title / a", "6s end")
}

func TestRemovalStopsSpeech(t *testing.T) {
	listen(t, func(th *theatre) {
		th.post(spoken("a", "default"), deck.Shown)
		th.pass(4 * time.Second)
		th.delete("a", deck.Dismissed)
		th.pass(10 * time.Second)
	}, "0s default at 1", "3s end", "3s Title / a", "4s cut")
}

func TestExpiryStopsTheSoundAndTheNextCardPlaysItsOwn(t *testing.T) {
	listen(t, func(th *theatre) {
		th.post(transient("a", 2), deck.Shown)
		th.post(transient("b", 60), deck.Queued)
		th.pass(10 * time.Second)
	}, "0s default at 1", "2s cut", "2s default at 1", "5s end")
}

func TestAReturningPersistentCardIsSilent(t *testing.T) {
	listen(t, func(th *theatre) {
		th.post(persistent("p"), deck.Shown)
		th.pass(5 * time.Second)
		th.post(transient("a", 2), deck.Shown)
		th.pass(60 * time.Second)
		th.shows("p")
	}, "0s default at 1", "3s end", "5s default at 1", "7s cut")
}

func TestWithoutAnAudienceThereIsNoAct(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ear{began: time.Now()}
		perform(t, nil, func(th *theatre) {
			th.post(spoken("a", "default"), deck.Shown)
			th.pass(10 * time.Second)
			if len(e.heard) > 0 {
				t.Errorf("heard %v", e.heard)
			}
		}, func(p *Parts) { p.Sound, p.Speech, p.Audience = e, e, func() bool { return false } })
	})
}

func TestTheVolumeIsTheOwners(t *testing.T) {
	listen(t, func(th *theatre) {
		_ = th.Configure(th.t.Context(), Owner{Overlay: true, TextScale: 1, Volume: 0.5})
		th.post(transient("a", 60), deck.Shown)
		th.pass(5 * time.Second)
	}, "0s default at 0.5", "3s end")
}
