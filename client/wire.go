package client

import (
	"encoding/json"
	"math"
	"time"
)

// wireCard is a card in the words of the interface: the outer fields hide those of the same name in the card.
type wireCard struct {
	plainCard
	Duration seconds `json:"duration,omitempty"`
	Accent   stripe  `json:"accent,omitempty"`
}

// plainCard is a Card without its methods, which would call themselves.
type plainCard Card

func toWire(c Card) wireCard {
	return wireCard{plainCard: plainCard(c), Duration: seconds(c.Duration), Accent: stripe(c.Accent)}
}

func (w wireCard) card() Card {
	c := Card(w.plainCard)
	c.Duration, c.Accent = time.Duration(w.Duration), string(w.Accent)
	return c
}

// MarshalJSON writes the body of a POST /notify.
func (c Card) MarshalJSON() ([]byte, error) {
	return json.Marshal(toWire(c))
}

// UnmarshalJSON reads a card as the interface writes it.
func (c *Card) UnmarshalJSON(text []byte) error {
	var w wireCard
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	*c = w.card()
	return nil
}

type wireShownCard struct {
	wireCard
	Remaining *seconds `json:"remaining"`
}

// MarshalJSON writes the card as GET /cards does.
func (s ShownCard) MarshalJSON() ([]byte, error) {
	w := wireShownCard{wireCard: toWire(s.Card)}
	if !s.Persistent {
		w.Remaining = new(seconds(s.Remaining))
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads a card of GET /cards.
func (s *ShownCard) UnmarshalJSON(text []byte) error {
	var w wireShownCard
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	*s = ShownCard{Card: w.card()}
	if w.Remaining != nil {
		s.Remaining = time.Duration(*w.Remaining)
	}
	return nil
}

// seconds is a duration that the interface writes as a number of seconds.
type seconds time.Duration

func (s seconds) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Duration(s).Seconds())
}

func (s *seconds) UnmarshalJSON(text []byte) error {
	var n float64
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	// The interface sets no bound on the duration of a persistent card, a Go duration has one.
	nanos := math.Round(n * float64(time.Second))
	switch {
	case nanos >= math.MaxInt64:
		*s = math.MaxInt64
	case nanos <= math.MinInt64:
		*s = math.MinInt64
	default:
		*s = seconds(nanos)
	}
	return nil
}

// stripe is an accent, for which null and the empty string say "no stripe", unlike a field that is not there.
type stripe string

func (s *stripe) UnmarshalJSON(text []byte) error {
	var colour string
	if err := json.Unmarshal(text, &colour); err != nil {
		return err
	}
	if colour == "" {
		colour = NoAccent
	}
	*s = stripe(colour)
	return nil
}
