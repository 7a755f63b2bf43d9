package stage

import (
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
)

// drawing is one frame on its way to the screen.
type drawing struct {
	card  *card.Card // nil: the screen is cleared
	tell  []func(error)
	up    chan struct{} // closed when the frame is on screen
	taken atomic.Bool
}

// enact turns what happened into drawings and acts.
func (s *Stage) enact(happened []deck.Event) {
	for _, event := range happened {
		switch event.Kind {
		case deck.EventShown, deck.EventReplaced:
			s.cue = &cue{event.Card, s.push(event.Card).up}
		case deck.EventReturned:
			s.push(event.Card)
			s.cue = &cue{}
		}
	}
	if s.show.deck.OnScreen() == nil {
		s.push(nil)
		s.cue = &cue{}
	}
}

// push adds a drawing. One of the same card that was not yet given to the screen is
// left out in its favour: that is an update in place.
func (s *Stage) push(c *card.Card) *drawing {
	d := &drawing{card: c, up: make(chan struct{})}
	if last := len(s.drawings) - 1; last >= 0 && sameCard(s.drawings[last].card, c) {
		d.tell, d.up = s.drawings[last].tell, s.drawings[last].up
		s.drawings = s.drawings[:last]
	}
	s.drawings = append(s.drawings, d)
	return d
}

func sameCard(a, b *card.Card) bool {
	return a == b || a != nil && b != nil && a.ID == b.ID
}

// redraw pushes what is on screen once more: its pictures or the settings have changed.
func (s *Stage) redraw() { s.push(s.show.deck.OnScreen()) }

// whenDrawn has tell called when the card that was just posted is on screen, or has been withdrawn.
func (s *Stage) whenDrawn(c *card.Card, tell func(error)) {
	for _, d := range slices.Backward(s.drawings) {
		if sameCard(d.card, c) {
			d.tell = append(d.tell, tell)
			return
		}
	}
}

// draw gives the drawings to the screen.
func (s *Stage) draw() {
	for i, d := range s.drawings {
		s.drawings[i] = nil
		s.parts.Screen.Show(s.frame(d.card), func(err error) { s.drawn(d, err) })
		if len(d.tell) > 0 && !d.taken.Load() {
			time.AfterFunc(patience, func() { s.drawn(d, errSilent) })
		}
	}
	s.drawings = s.drawings[:0]
}

// drawn is the screen's word on a drawing. Only the first word counts.
func (s *Stage) drawn(d *drawing, err error) {
	if !d.taken.CompareAndSwap(false, true) {
		return
	}
	switch {
	case err == nil:
		close(d.up)
		for _, tell := range d.tell {
			tell(nil)
		}
	case len(d.tell) > 0:
		s.parts.Log.Error("a card could not be drawn and is withdrawn", "id", d.card.ID, "error", err)
		go s.withdraw(d, err)
	case errors.Is(err, screen.ErrEnding):
		// It stays due, for the next start.
	default:
		// Nobody waits for it. It stays due, and a screen that comes back is given it again.
		s.parts.Log.Error("the screen could not be drawn", "error", err)
	}
}

// withdraw takes a card back that was not drawn, then tells its senders so. It is
// not called on the stage's goroutine, which a screen may have been quick to fail.
func (s *Stage) withdraw(d *drawing, err error) {
	_ = s.ask(func() {
		if s.show.deck.OnScreen() == d.card {
			s.take(record{Delete: &d.card.ID})
		}
		s.answers = append(s.answers, func() {
			for _, tell := range d.tell {
				tell(err)
			}
		})
	})
}

// frame is the next one that the screen is given.
func (s *Stage) frame(c *card.Card) screen.Frame {
	s.seq++
	return s.frameOf(c)
}

func (s *Stage) frameOf(c *card.Card) screen.Frame {
	f := screen.Frame{Seq: s.seq, TextScale: s.owner.TextScale,
		Image: screen.Picture{State: screen.None}, Icon: screen.Picture{State: screen.None}}
	if c == nil || !s.owner.Overlay {
		return f
	}
	f.Card, f.Image, f.Icon = c, s.pictures.of(c.Image), s.pictures.of(c.Icon)
	if c == s.show.deck.OnScreen() {
		f.Ends = s.show.ends()
	}
	return f
}
