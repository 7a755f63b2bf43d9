// Package stage runs the show: one goroutine owns the deck, its one timer and all
// effects, which are saving, drawing, sound and speech, pictures and events.
//
// It never knows HTTP, nor how anything is drawn.
package stage

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
)

// Screen draws frames in the order they are given; it may leave out one that was
// followed by another of the same card.
type Screen interface {
	// Show returns at once and calls taken once, from any goroutine, when the frame
	// is on screen or cannot be.
	Show(f screen.Frame, taken func(error))
	// Ready is nil, or a *screen.NoOverlay while there is nothing to draw on.
	Ready() error
}

// Journal keeps the records that bring the cards back after a restart.
type Journal interface {
	Append(records ...[]byte) error
	WantsRewrite() bool
	Rewrite(records ...[]byte) error
}

// Sound plays "default" or a URL; it returns at the end of it or of ctx.
type Sound interface {
	Play(ctx context.Context, sound string, volume float64)
}

// Speech reads texts aloud with a pause between them; it returns at the end of them or of ctx.
type Speech interface {
	Speak(ctx context.Context, volume float64, texts ...string)
}

// Parts are what a stage works with. Sound, Speech and Fetch may be nil: a screen
// that plays by itself, a device that cannot speak. So may Watch, for a screen that
// is not quick enough to show a camera live.
type Parts struct {
	Screen  Screen
	Journal Journal
	Sound   Sound
	Speech  Speech
	Fetch   func(ctx context.Context, url string) (*screen.File, error)
	Watch   func(ctx context.Context, url string, each func(*screen.File)) error
	Let     func(url string) // told of every picture that no card shows any more; may be nil
	Log     *slog.Logger

	// Audience reports whether anybody would hear an act; nil means always.
	Audience func() bool
}

// Owner is what the owner's settings say to the stage.
type Owner struct {
	Overlay   bool // cards may be drawn
	TextScale float64
	Volume    float64
}

// ErrStopped is the error of everything that is asked of a stage that has ended.
var ErrStopped = errors.New("the service is stopping")

var errSilent = errors.New("the screen did not take the card in time")

// patience is how long a screen may take to draw a card that was posted.
const patience = 2 * time.Second

// Stage is made by New and runs until the context of Run ends.
type Stage struct {
	parts Parts
	asks  chan func()
	ended chan struct{}

	// What follows is touched by the goroutine of Run only.
	show      show
	owner     Owner
	timer     *time.Timer // fires when the card on screen has had its time
	records   [][]byte    // to be saved
	drawings  []*drawing  // to be drawn
	answers   []func()    // to be given once all of that is done
	seq       uint64
	cue       *cue // set when another act is due
	act       act
	pictures  pictures
	listeners map[*Listener]bool

	running sync.WaitGroup // sounds, fetches and streams under way
}

// New is a stage whose cards are those that the journal's records tell of.
func New(parts Parts, owner Owner, records [][]byte) *Stage {
	s := &Stage{
		parts:     parts,
		owner:     owner,
		asks:      make(chan func(), 64),
		ended:     make(chan struct{}),
		timer:     time.NewTimer(0),
		listeners: map[*Listener]bool{},
		pictures:  pictures{kept: map[string]*picture{}},
	}
	s.timer.Stop()
	s.restore(records)
	return s
}

// Run is the stage's goroutine.
func (s *Stage) Run(ctx context.Context) {
	defer s.close()
	s.settle()
	for {
		select {
		case ask := <-s.asks:
			ask()
			s.drain()
		case <-s.timer.C:
			s.take(record{Expire: true})
		case <-ctx.Done():
			return
		}
		s.settle()
	}
}

// drain runs the asks that wait, so that all of them are saved in one write. Where
// some wait, more are on their way, and are let come along.
func (s *Stage) drain() {
	if len(s.asks) > 0 {
		runtime.Gosched()
	}
	for range cap(s.asks) {
		select {
		case ask := <-s.asks:
			ask()
		default:
			return
		}
	}
}

// settle carries out what the steps before it left to do. It is the only place
// with effects, and the order of them is a promise: a card is saved before it is
// drawn, and drawn before its sender is told so.
func (s *Stage) settle() {
	s.save()
	s.draw()
	for _, answer := range s.answers {
		answer()
	}
	s.answers = s.answers[:0]
	s.perform()
	s.compact()
	s.fetch()
	s.arm()
}

// arm sets the one timer to the end of the card on screen.
func (s *Stage) arm() {
	if end := s.show.ends(); end.IsZero() {
		s.timer.Stop()
	} else {
		s.timer.Reset(time.Until(end))
	}
}

func (s *Stage) close() {
	close(s.ended)
	s.timer.Stop()
	s.act.stop()
	s.pictures.stop()
	for l := range s.listeners {
		s.drop(l)
	}
	s.running.Wait()
}

// ask has the stage's goroutine run f.
func (s *Stage) ask(f func()) error {
	select {
	case s.asks <- f:
		return nil
	case <-s.ended:
		return ErrStopped
	}
}

// Post puts a card on the deck and returns when it is on screen, or waits, or has failed.
func (s *Stage) Post(ctx context.Context, c card.Card) (deck.Result, error) {
	type outcome struct {
		result deck.Result
		err    error
	}
	told := make(chan outcome, 1)
	err := s.ask(func() {
		if err := s.missing(); err != nil {
			told <- outcome{err: err}
			return
		}
		result := s.take(record{Post: &c})
		switch result {
		case deck.Shown, deck.Replaced:
			s.whenDrawn(&c, func(err error) { told <- outcome{result, err} })
		default:
			s.answers = append(s.answers, func() { told <- outcome{result, nil} })
		}
	})
	if err != nil {
		return "", err
	}
	select {
	case o := <-told:
		return o.result, o.err
	case <-ctx.Done():
		return "", ctx.Err()
	case <-s.ended:
		return "", ErrStopped
	}
}

// Delete removes a card.
func (s *Stage) Delete(ctx context.Context, id string) (deck.Result, error) {
	return ask(ctx, s, func(answer func(deck.Result)) {
		result := s.take(record{Delete: &id})
		s.answers = append(s.answers, func() { answer(result) })
	})
}

// Configure applies the owner's settings to what is on screen and to what follows, and
// returns when it has.
func (s *Stage) Configure(ctx context.Context, owner Owner) error {
	_, err := ask(ctx, s, func(answer func(bool)) {
		if s.owner != owner {
			s.owner = owner
			s.redraw()
		}
		if !owner.Overlay {
			s.act.stop()
		}
		s.answers = append(s.answers, func() { answer(true) })
	})
	return err
}

// Redraw gives the screen what is due once more: it has come back.
func (s *Stage) Redraw() {
	_ = s.ask(s.redraw) // a stage that has ended draws nothing
}

// Frame is what the screen should show now.
func (s *Stage) Frame(ctx context.Context) (screen.Frame, error) {
	return ask(ctx, s, func(answer func(screen.Frame)) { answer(s.frameOf(s.show.deck.OnScreen())) })
}

// Overlay is nil, or a *screen.NoOverlay while cards cannot be drawn.
func (s *Stage) Overlay(ctx context.Context) error {
	missing, err := ask(ctx, s, func(answer func(error)) { answer(s.missing()) })
	return errors.Join(missing, err)
}

func (s *Stage) missing() error {
	if !s.owner.Overlay {
		return &screen.NoOverlay{Reason: "the overlay permission is not granted", Command: "cuecard overlay allow"}
	}
	return s.parts.Screen.Ready()
}

// ask runs f on the stage and waits for its answer.
func ask[T any](ctx context.Context, s *Stage, f func(answer func(T))) (T, error) {
	var none T
	told := make(chan T, 1)
	if err := s.ask(func() { f(func(value T) { told <- value }) }); err != nil {
		return none, err
	}
	select {
	case value := <-told:
		return value, nil
	case <-ctx.Done():
		return none, ctx.Err()
	case <-s.ended:
		return none, ErrStopped
	}
}
