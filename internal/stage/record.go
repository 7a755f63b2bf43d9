package stage

import (
	"encoding/json"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
)

// record is one step of the show, as it is taken and as it is kept: the same steps
// taken again give the same cards.
type record struct {
	At     int64       `json:"at"` // Unix milliseconds
	Post   *card.Card  `json:"post,omitempty"`
	Delete *string     `json:"delete,omitempty"`
	Expire bool        `json:"expire,omitempty"`
	Deck   *deck.Cards `json:"deck,omitempty"` // all cards, the one on screen since At
}

// show is the deck and since when it shows what it shows.
type show struct {
	deck  *deck.Deck
	since time.Time
}

// step takes a record of that time.
func (s *show) step(r record, at time.Time) (result deck.Result, happened []deck.Event) {
	switch {
	case r.Post != nil:
		result, happened = s.deck.Post(r.Post)
	case r.Delete != nil:
		result, happened = s.deck.Delete(*r.Delete)
	case r.Expire:
		happened = s.deck.Expire()
	case r.Deck != nil:
		s.deck, s.since = deck.From(*r.Deck), at
	}
	for _, event := range happened {
		switch event.Kind {
		case deck.EventShown, deck.EventReplaced, deck.EventReturned:
			s.since = at
		}
	}
	return result, happened
}

// ends is when the card on screen has had its time; zero when nothing ends.
func (s *show) ends() time.Time {
	c := s.deck.OnScreen()
	if c == nil || c.Persistent {
		return time.Time{}
	}
	return s.since.Add(time.Duration(c.Duration * float64(time.Second)))
}

// take takes a step now: it is saved, drawn, performed and told of.
func (s *Stage) take(r record) deck.Result {
	now := time.Now()
	r.At = now.UnixMilli()
	result, happened := s.show.step(r, now)
	if len(happened) == 0 {
		return result
	}
	s.keep(r)
	if r.Post != nil {
		s.pictures.posted(r.Post)
	}
	s.enact(happened)
	s.tell(happened, now)
	return result
}

func (s *Stage) keep(r record) {
	line, err := json.Marshal(r)
	if err != nil { // a card is strings, flags and finite numbers
		panic(err)
	}
	s.records = append(s.records, line)
}

// save hands the steps taken to the journal, which says itself what is wrong with it.
func (s *Stage) save() {
	if len(s.records) == 0 {
		return
	}
	_ = s.parts.Journal.Append(s.records...)
	clear(s.records)
	s.records = s.records[:0]
}

// compact replaces the journal by what it comes down to, when that pays. Nobody waits for it.
func (s *Stage) compact() {
	if !s.parts.Journal.WantsRewrite() {
		return
	}
	cards := s.show.deck.Cards()
	s.keep(record{At: s.show.since.UnixMilli(), Deck: &cards})
	_ = s.parts.Journal.Rewrite(s.records...)
	s.records = s.records[:0]
}

// restore takes the steps of the journal again. Time has passed since, whether the
// service ran or not: a card whose time is over is not shown once more.
func (s *Stage) restore(records [][]byte) {
	s.show.deck = &deck.Deck{}
	for _, line := range records {
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			s.parts.Log.Warn("a saved step cannot be read", "error", err)
			continue
		}
		s.show.step(r, time.UnixMilli(r.At))
	}
	// From here on the time is measured, not read: the clock of a device without a
	// battery may have been set back, and may yet jump.
	now := time.Now()
	s.show.since = now.Add(-max(0, now.Sub(s.show.since)))
	if end := s.show.ends(); !end.IsZero() && !end.After(now) {
		s.take(record{Expire: true})
	}
	s.redraw()
}
