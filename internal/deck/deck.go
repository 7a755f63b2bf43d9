// Package deck is the rules of section 3 of the interface: which card is on
// screen, which wait in the queue, and which persistent card is parked.
//
// It never knows I/O, the time or goroutines: its caller says when the card on
// screen has had its time.
package deck

import (
	"iter"
	"slices"

	"cuecard.app/internal/card"
)

// Room is how many cards can wait.
const Room = 20

// Result is what the sender of a post or delete is told.
type Result string

const (
	Shown               Result = "shown"
	Replaced            Result = "replaced"
	Queued              Result = "queued"
	QueuedDroppedOldest Result = "queued-dropped-oldest"
	Dismissed           Result = "dismissed"
	RemovedFromQueue    Result = "removed-from-queue"
	Unknown             Result = "unknown"
)

// Deck is all cards there are: the transient ones in the order of their turns, of
// which the first is on screen, and at most one persistent card, which is on screen
// when no transient card is, and else parked. The zero Deck is empty.
//
// A post is known by its pointer: the same id posted again is another *card.Card.
type Deck struct {
	turns      []*card.Card
	persistent *card.Card
}

// Cards is a deck as section 3 speaks of it.
type Cards struct {
	Showing *card.Card   `json:"showing"`
	Waiting []*card.Card `json:"waiting"` // the next one first
	Parked  *card.Card   `json:"parked"`
}

// From is the deck that held these cards.
func From(cards Cards) *Deck {
	d := &Deck{}
	for _, c := range append([]*card.Card{cards.Showing, cards.Parked}, cards.Waiting...) {
		if c != nil {
			d.Post(c)
		}
	}
	return d
}

// Cards are the deck's cards now, for the caller to keep.
func (d *Deck) Cards() Cards {
	if len(d.turns) == 0 {
		return Cards{Showing: d.persistent, Waiting: []*card.Card{}}
	}
	return Cards{Showing: d.turns[0], Waiting: slices.Clone(d.turns[1:]), Parked: d.persistent}
}

// All are the deck's cards in the order in which they will be on screen.
func (d *Deck) All() iter.Seq[*card.Card] {
	return func(yield func(*card.Card) bool) {
		for _, c := range d.turns {
			if !yield(c) {
				return
			}
		}
		if d.persistent != nil {
			yield(d.persistent)
		}
	}
}

// OnScreen is the card that the screen should show, or nil.
func (d *Deck) OnScreen() *card.Card {
	if len(d.turns) == 0 {
		return d.persistent
	}
	return d.turns[0]
}

// Post takes a card that has an id.
func (d *Deck) Post(c *card.Card) (Result, []Event) {
	if c.Persistent {
		return d.postPersistent(c)
	}
	return d.postTransient(c)
}

func (d *Deck) postTransient(c *card.Card) (Result, []Event) {
	switch at := d.turn(c.ID); {
	case at == 0:
		d.turns[0] = c
		return Replaced, []Event{{EventReplaced, c}}
	case at > 0:
		d.turns[at] = c
		return Queued, []Event{{EventQueued, c}}
	}
	wasPersistent := is(d.persistent, c.ID)
	if wasPersistent {
		d.persistent = nil
	}
	d.turns = append(d.turns, c)
	switch {
	case len(d.turns) == 1 && wasPersistent:
		return Replaced, []Event{{EventReplaced, c}}
	case len(d.turns) == 1 && d.persistent != nil:
		return Shown, []Event{{EventParked, d.persistent}, {EventShown, c}}
	case len(d.turns) == 1:
		return Shown, []Event{{EventShown, c}}
	case len(d.turns) > 1+Room:
		return QueuedDroppedOldest, []Event{{EventDropped, d.remove(1)}, {EventQueued, c}}
	default:
		return Queued, []Event{{EventQueued, c}}
	}
}

func (d *Deck) postPersistent(c *card.Card) (Result, []Event) {
	var happened []Event
	if d.persistent != nil && d.persistent.ID != c.ID {
		happened = []Event{{EventDropped, d.persistent}}
	}
	wasOnScreen := is(d.OnScreen(), c.ID)
	if at := d.turn(c.ID); at >= 0 {
		d.remove(at)
	}
	d.persistent = c
	switch {
	case wasOnScreen && len(d.turns) > 0: // drawn, then out of the way of those that wait
		return Replaced, append(happened, Event{EventReplaced, c}, Event{EventParked, c}, Event{EventShown, d.turns[0]})
	case wasOnScreen:
		return Replaced, append(happened, Event{EventReplaced, c})
	case len(d.turns) > 0:
		return Queued, append(happened, Event{EventParked, c})
	default:
		return Shown, append(happened, Event{EventShown, c})
	}
}

// Delete removes the card wherever it is.
func (d *Deck) Delete(id string) (Result, []Event) {
	switch at := d.turn(id); {
	case at == 0:
		return Dismissed, d.leave(EventDismissed)
	case at > 0:
		return RemovedFromQueue, []Event{{EventRemovedFromQueue, d.remove(at)}}
	case is(d.persistent, id):
		gone := d.persistent
		d.persistent = nil
		return Dismissed, []Event{{EventDismissed, gone}}
	default:
		return Unknown, nil
	}
}

// Expire is told that the card on screen has had its time. A persistent card has no end.
func (d *Deck) Expire() []Event {
	if len(d.turns) == 0 {
		return nil
	}
	return d.leave(EventExpired)
}

// leave takes the transient card off the screen, for the next or the persistent one.
func (d *Deck) leave(why Kind) []Event {
	happened := []Event{{why, d.remove(0)}}
	switch {
	case len(d.turns) > 0:
		return append(happened, Event{EventShown, d.turns[0]})
	case d.persistent != nil:
		return append(happened, Event{EventReturned, d.persistent})
	default:
		return happened
	}
}

func (d *Deck) remove(at int) *card.Card {
	c := d.turns[at]
	d.turns = slices.Delete(d.turns, at, at+1)
	return c
}

func (d *Deck) turn(id string) int {
	return slices.IndexFunc(d.turns, func(c *card.Card) bool { return c.ID == id })
}

func is(c *card.Card, id string) bool { return c != nil && c.ID == id }
