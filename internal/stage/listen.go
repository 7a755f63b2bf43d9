package stage

import (
	"context"
	"encoding/json"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
)

// backlog is how many events a listener may be behind before it is dropped.
const backlog = 256

// Cards is what is on stage, for people to look at.
type Cards struct {
	Showing *Card  `json:"showing"`
	Waiting []Card `json:"waiting"`
	Parked  *Card  `json:"parked"`
}

// Card is a card with the seconds that it will still be shown, nil when it has no end.
type Card struct {
	*card.Card
	Remaining *float64 `json:"remaining"`
}

// MarshalJSON writes the card's own fields with the one that is added.
func (c Card) MarshalJSON() ([]byte, error) {
	type flat struct {
		card.Card
		Remaining *float64 `json:"remaining"`
	}
	return json.Marshal(flat{*c.Card, c.Remaining})
}

// Event is a transition and when it happened.
type Event struct {
	Kind deck.Kind `json:"-"`
	ID   string    `json:"id"`
	Time time.Time `json:"time"`
	Card card.Card `json:"card"`
}

// Listener is told of every event, in order, from the cards it began with.
type Listener struct {
	Began  Cards
	Events <-chan Event // closed when the listener is too slow, or the stage ends

	events chan Event
	stage  *Stage
}

// Cards is what is on stage now.
func (s *Stage) Cards(ctx context.Context) (Cards, error) {
	return ask(ctx, s, func(answer func(Cards)) { answer(s.cards()) })
}

// Listen tells what is on stage now and every event from there on. The listener has to be closed.
func (s *Stage) Listen(ctx context.Context) (*Listener, error) {
	return ask(ctx, s, func(answer func(*Listener)) {
		events := make(chan Event, backlog)
		l := &Listener{Began: s.cards(), Events: events, events: events, stage: s}
		// In its turn, behind the events of the steps before it: those are in Began.
		s.answers = append(s.answers, func() {
			s.listeners[l] = true
			answer(l)
		})
	})
}

// Close ends the events.
func (l *Listener) Close() { _ = l.stage.ask(func() { l.stage.drop(l) }) }

func (s *Stage) drop(l *Listener) {
	if s.listeners[l] {
		delete(s.listeners, l)
		close(l.events)
	}
}

// tell has the listeners told when everything that happened has been carried out. A
// slow one is dropped, never waited for.
func (s *Stage) tell(happened []deck.Event, at time.Time) {
	s.answers = append(s.answers, func() {
		for l := range s.listeners {
			for _, event := range happened {
				select {
				case l.events <- Event{event.Kind, event.Card.ID, at, *event.Card}:
					continue
				default:
				}
				s.drop(l)
				break
			}
		}
	})
}

func (s *Stage) cards() Cards {
	held := s.show.deck.Cards()
	cards := Cards{Waiting: make([]Card, 0, len(held.Waiting))}
	if held.Showing != nil {
		cards.Showing = &Card{held.Showing, s.remaining(held.Showing)}
	}
	for _, c := range held.Waiting {
		cards.Waiting = append(cards.Waiting, Card{c, s.remaining(c)})
	}
	if held.Parked != nil {
		cards.Parked = &Card{held.Parked, nil}
	}
	return cards
}

func (s *Stage) remaining(c *card.Card) *float64 {
	switch {
	case c.Persistent:
		return nil
	case c == s.show.deck.OnScreen():
		return new(max(0, time.Until(s.show.ends()).Seconds()))
	default:
		return &c.Duration
	}
}
