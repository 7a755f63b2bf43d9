package stage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// theatre is a stage with parts that write down what is done to them.
type theatre struct {
	*Stage
	t      *testing.T
	screen *fakeScreen
	saved  *memory
	log    *strings.Builder
}

// play runs a story on a fresh stage, or on one that the records tell of, in a bubble of its own time.
func play(t *testing.T, records [][]byte, story func(*theatre), also ...func(*Parts)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { perform(t, records, story, also...) })
}

func perform(t *testing.T, records [][]byte, story func(*theatre), also ...func(*Parts)) {
	log := &strings.Builder{}
	th := &theatre{t: t, screen: &fakeScreen{}, saved: &memory{records: slices.Clone(records)}, log: log}
	parts := Parts{Screen: th.screen, Journal: th.saved, Log: slog.New(slog.NewTextHandler(log, nil))}
	for _, change := range also {
		change(&parts)
	}
	th.Stage = New(parts, Owner{Overlay: true, TextScale: 1, Volume: 1}, records)
	ctx, cancel := context.WithCancel(t.Context())
	var run sync.WaitGroup
	run.Go(func() { th.Run(ctx) })
	synctest.Wait()
	story(th)
	cancel()
	run.Wait()
}

func transient(id string, seconds float64) card.Card {
	return card.Card{ID: id, Message: id, Style: card.Style{Duration: seconds, Sound: card.SoundDefault}}
}

func persistent(id string) card.Card {
	c := transient(id, 15)
	c.Persistent = true
	return c
}

func (th *theatre) post(c card.Card, want deck.Result) {
	th.t.Helper()
	got, err := th.Post(th.t.Context(), c)
	if err != nil || got != want {
		th.t.Fatalf("posting %s: %q, %v; want %s", c.ID, got, err, want)
	}
}

func (th *theatre) delete(id string, want deck.Result) {
	th.t.Helper()
	got, err := th.Delete(th.t.Context(), id)
	if err != nil || got != want {
		th.t.Fatalf("deleting %s: %q, %v; want %s", id, got, err, want)
	}
}

// pass lets time pass and everything that is due happen.
func (th *theatre) pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func (th *theatre) shows(want string) {
	th.t.Helper()
	synctest.Wait()
	if got := th.screen.now(); got != want {
		th.t.Fatalf("the screen shows %q, want %q", got, want)
	}
}

type fakeScreen struct {
	mu     sync.Mutex
	frames []screen.Frame
	take   func(taken func(error)) // nil: at once
	ready  error
}

func (f *fakeScreen) Show(frame screen.Frame, taken func(error)) {
	f.mu.Lock()
	f.frames = append(f.frames, frame)
	take := f.take
	f.mu.Unlock()
	if take == nil {
		taken(nil)
		return
	}
	take(taken)
}

// takes says how the frames from here on are taken; nil is at once.
func (f *fakeScreen) takes(take func(taken func(error))) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.take = take
}

func (f *fakeScreen) Ready() error { return f.ready }

func (f *fakeScreen) last() screen.Frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.frames[len(f.frames)-1]
}

func (f *fakeScreen) now() string {
	if c := f.last().Card; c != nil {
		return c.Message
	}
	return ""
}

type memory struct {
	before   func() // called as Append begins
	records  [][]byte
	writes   int
	rewrites int
	large    bool
	err      error
}

func (m *memory) Append(records ...[]byte) error {
	if m.before != nil {
		m.before()
	}
	m.writes++
	if m.err != nil {
		return m.err
	}
	m.records = append(m.records, records...)
	return nil
}
func (m *memory) WantsRewrite() bool { return m.large }
func (m *memory) Rewrite(records ...[]byte) error {
	m.rewrites++
	m.large = false
	m.records = slices.Clone(records)
	return nil
}

func TestDisplayTimeEndsAndTheNextQueuedCardIsShown(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(transient("a", 10), deck.Shown)
		th.post(transient("b", 5), deck.Queued)
		th.post(transient("c", 5), deck.Queued)
		th.pass(10*time.Second - time.Millisecond)
		th.shows("a")
		th.pass(time.Millisecond)
		th.shows("b")
		th.pass(5 * time.Second)
		th.shows("c")
		th.pass(5 * time.Second)
		th.shows("")
	})
}

func TestTimerRestartsOnReplace(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(transient("a", 10), deck.Shown)
		th.pass(9 * time.Second)
		th.post(transient("a", 10), deck.Replaced)
		th.pass(9 * time.Second)
		th.shows("a")
		th.pass(time.Second)
		th.shows("")
	})
}

func TestPersistentCardReturnsWhenTheQueueIsEmpty(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(persistent("p"), deck.Shown)
		th.pass(24 * time.Hour)
		th.shows("p")
		th.post(transient("a", 5), deck.Shown)
		th.post(transient("b", 5), deck.Queued)
		th.shows("a")
		th.pass(5 * time.Second)
		th.shows("b")
		th.pass(5 * time.Second)
		th.shows("p")
		th.delete("p", deck.Dismissed)
		th.shows("")
	})
}

func TestAFractionOfASecondCounts(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(transient("a", 1.5), deck.Shown)
		th.pass(1499 * time.Millisecond)
		th.shows("a")
		th.pass(time.Millisecond)
		th.shows("")
	})
}

func TestWithoutTheOverlayPermissionNothingIsDrawn(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(persistent("p"), deck.Shown)
		owner := Owner{TextScale: 1, Volume: 1}
		_ = th.Configure(th.t.Context(), owner)
		th.shows("")
		_, err := th.Post(th.t.Context(), transient("a", 5))
		var missing *screen.NoOverlay
		if !errors.As(err, &missing) || !strings.Contains(err.Error(), "cuecard overlay allow") {
			t.Errorf("got %v, want the grant command", err)
		}
		if err := th.Overlay(th.t.Context()); !errors.As(err, &missing) {
			t.Errorf("overlay: %v", err)
		}
		owner.Overlay = true
		_ = th.Configure(th.t.Context(), owner)
		th.shows("p")
		if err := th.Overlay(th.t.Context()); err != nil {
			t.Errorf("overlay: %v", err)
		}
	})
}

func TestAScreenThatIsNotThereCountsAsMissingPermission(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.screen.ready = &screen.NoOverlay{Reason: "no display", Command: "start one"}
		if _, err := th.Post(th.t.Context(), transient("a", 5)); fmt.Sprint(err) != "no display; to allow it, run: start one" {
			t.Error(err)
		}
	})
}

func TestTheAnswerWaitsUntilTheScreenHasTakenTheCard(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.screen.takes(func(taken func(error)) { time.AfterFunc(1900*time.Millisecond, func() { taken(nil) }) })
		began := time.Now()
		th.post(transient("a", 60), deck.Shown)
		if waited := time.Since(began); waited != 1900*time.Millisecond {
			t.Errorf("answered after %v", waited)
		}
		began = time.Now()
		th.post(transient("b", 60), deck.Queued)
		if waited := time.Since(began); waited != 0 {
			t.Errorf("a card that waits was answered after %v", waited)
		}
	})
}

func TestACardThatTheScreenDoesNotTakeIsWithdrawn(t *testing.T) {
	broken := errors.New("out of ink")
	for name, take := range map[string]func(func(error)){
		"fails at once": func(taken func(error)) { taken(broken) },
		"fails later":   func(taken func(error)) { time.AfterFunc(time.Second, func() { taken(broken) }) },
		"is silent":     func(func(error)) {},
		"is late":       func(taken func(error)) { time.AfterFunc(3*time.Second, func() { taken(nil) }) },
	} {
		t.Run(name, func(t *testing.T) {
			play(t, nil, func(th *theatre) {
				th.screen.takes(take)
				began := time.Now()
				result, err := th.Post(th.t.Context(), transient("a", 60))
				if err == nil || time.Since(began) > 2*time.Second {
					t.Fatalf("%q, %v after %v", result, err, time.Since(began))
				}
				if cards, _ := th.Cards(th.t.Context()); cards.Showing != nil {
					t.Error("the card is still there")
				}
				th.screen.takes(nil)
				th.pass(5 * time.Second)
				th.post(transient("b", 60), deck.Shown)
				th.shows("b")
			})
		})
	}
}

func TestACardThatCameFromTheQueueIsNotLostWhenTheScreenFails(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(transient("a", 5), deck.Shown)
		th.post(transient("b", 60), deck.Queued)
		th.screen.takes(func(taken func(error)) { taken(errors.New("gone")) })
		th.pass(5 * time.Second)
		if cards, _ := th.Cards(th.t.Context()); cards.Showing == nil || cards.Showing.ID != "b" {
			t.Errorf("showing %+v, want b", cards.Showing)
		}
	})
}

func TestPostsThatWaitAreSavedInOneWriteAndAllAreDrawn(t *testing.T) {
	play(t, nil, func(th *theatre) {
		hold := make(chan struct{})
		_ = th.ask(func() { <-hold })
		var posts sync.WaitGroup
		for i := range 20 {
			posts.Go(func() { _, _ = th.Post(th.t.Context(), transient(fmt.Sprint("c", i), 5)) })
		}
		synctest.Wait()
		before := th.saved.writes
		close(hold)
		posts.Wait()
		if writes := th.saved.writes - before; writes != 1 {
			t.Errorf("20 posts took %d writes", writes)
		}
	})
}

func TestACardIsSavedBeforeItIsDrawnAndDrawnBeforeItsSenderIsTold(t *testing.T) {
	play(t, nil, func(th *theatre) {
		var mu sync.Mutex
		var order []string
		note := func(what string) {
			synctest.Wait() // whoever could have gone ahead has
			mu.Lock()
			defer mu.Unlock()
			order = append(order, what)
		}
		th.saved.before = func() { note("saved") }
		th.screen.takes(func(taken func(error)) {
			go func() {
				note("drawn")
				taken(nil)
			}()
		})
		for _, c := range []card.Card{transient("a", 60), transient("b", 60)} {
			if _, err := th.Post(th.t.Context(), c); err != nil {
				t.Fatal(err)
			}
			mu.Lock()
			order = append(order, "told "+c.ID)
			mu.Unlock()
		}
		if got := strings.Join(order, ", "); got != "saved, drawn, told a, saved, told b" {
			t.Error(got)
		}
	})
}

func TestUpdatesInPlaceCostNoMoreThanOneFrameOfABatch(t *testing.T) {
	play(t, nil, func(th *theatre) {
		hold := make(chan struct{})
		_ = th.ask(func() { <-hold })
		var posts sync.WaitGroup
		for range 30 {
			posts.Go(func() { _, _ = th.Post(th.t.Context(), transient("a", 5)) })
		}
		synctest.Wait()
		before := len(th.screen.frames)
		close(hold)
		posts.Wait()
		if frames := len(th.screen.frames) - before; frames != 1 {
			t.Errorf("30 updates drew %d frames", frames)
		}
	})
}

func TestShownIsNeverSaidOfWhatWasNotDrawn(t *testing.T) {
	play(t, nil, func(th *theatre) {
		hold := make(chan struct{})
		_ = th.ask(func() { <-hold })
		var posts sync.WaitGroup
		for _, step := range []func(){ // one after the other, in one batch
			func() { th.post(transient("a", 5), deck.Shown) },
			func() { th.delete("a", deck.Dismissed) },
			func() { th.post(transient("a", 5), deck.Shown) },
			func() { th.post(transient("b", 5), deck.Queued) },
			func() { th.post(persistent("a"), deck.Replaced) },
		} {
			posts.Go(step)
			synctest.Wait()
		}
		close(hold)
		posts.Wait()
		var drawn []string
		for _, f := range th.screen.frames[1:] {
			if f.Card == nil {
				drawn = append(drawn, "-")
			} else {
				drawn = append(drawn, f.Card.ID)
			}
		}
		if got := strings.Join(drawn, " "); got != "a - a b" {
			t.Errorf("drew %q", got)
		}
	})
}

func TestSlowListenersAreDroppedNeverWaitedFor(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(transient("a", 60), deck.Shown)
		slow, err := th.Listen(th.t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if slow.Began.Showing == nil || slow.Began.Showing.ID != "a" {
			t.Errorf("began with %+v", slow.Began)
		}
		for range backlog + 1 {
			th.post(transient("a", 60), deck.Replaced)
		}
		synctest.Wait()
		heard := 0
		for range slow.Events {
			heard++
		}
		if heard != backlog {
			t.Errorf("heard %d events before it was dropped", heard)
		}
		slow.Close()
	})
}

func TestListenersAreToldOfEveryTransitionInOrder(t *testing.T) {
	play(t, nil, func(th *theatre) {
		l, _ := th.Listen(th.t.Context())
		defer l.Close()
		th.post(persistent("p"), deck.Shown)
		th.post(transient("a", 1), deck.Shown)
		th.post(transient("a", 1), deck.Replaced)
		th.post(transient("b", 1), deck.Queued)
		th.delete("b", deck.RemovedFromQueue)
		th.pass(time.Second)
		th.delete("p", deck.Dismissed)
		for _, want := range []string{"shown p", "parked p", "shown a", "replaced a", "queued b", "removed-from-queue b",
			"expired a", "returned p", "dismissed p"} {
			e := <-l.Events
			if got := string(e.Kind) + " " + e.ID; got != want || e.Card.ID != e.ID || e.Time.IsZero() {
				t.Errorf("heard %q at %v, want %q", got, e.Time, want)
			}
		}
	})
}

func TestRemainingTimeIsTold(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.post(persistent("p"), deck.Shown)
		th.post(transient("a", 10), deck.Shown)
		th.post(transient("b", 7), deck.Queued)
		th.pass(4 * time.Second)
		cards, _ := th.Cards(th.t.Context())
		text, _ := json.Marshal(cards)
		var told struct {
			Showing, Parked struct{ Remaining *float64 }
			Waiting         []struct{ Remaining *float64 }
		}
		if err := json.Unmarshal(text, &told); err != nil {
			t.Fatal(err)
		}
		if *told.Showing.Remaining != 6 || *told.Waiting[0].Remaining != 7 || told.Parked.Remaining != nil {
			t.Errorf("remaining: %s", text)
		}
	})
}

func TestAStageThatHasEndedSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ended *theatre
		perform(t, nil, func(th *theatre) { ended = th })
		if _, err := ended.Post(t.Context(), transient("a", 5)); !errors.Is(err, ErrStopped) {
			t.Errorf("got %v", err)
		}
	})
}
