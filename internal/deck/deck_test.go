package deck

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cuecard.app/internal/card"
	"pgregory.net/rapid"
)

func transient(id string) *card.Card  { return &card.Card{ID: id, Message: id} }
func persistent(id string) *card.Card { return &card.Card{ID: id, Message: id, Persistent: true} }

// say runs a story: "+a" posts a transient card, "!a" a persistent one, "-a" deletes, "." lets the
// card on screen expire. It returns the last result and the deck as "showing | waiting | parked".
func say(d *Deck, story string) (result Result, deck string) {
	for step := range strings.FieldsSeq(story) {
		switch id := step[1:]; step[0] {
		case '+':
			result, _ = d.Post(transient(id))
		case '!':
			result, _ = d.Post(persistent(id))
		case '-':
			result, _ = d.Delete(id)
		case '.':
			d.Expire()
		}
	}
	cards := d.Cards()
	var waiting []string
	for _, c := range cards.Waiting {
		waiting = append(waiting, c.ID)
	}
	return result, fmt.Sprintf("%s | %s | %s", id(cards.Showing), strings.Join(waiting, " "), id(cards.Parked))
}

func id(c *card.Card) string {
	if c == nil {
		return "-"
	}
	return c.ID
}

func TestStatesAndTransitions(t *testing.T) {
	full := "+a"
	for i := range Room {
		full += fmt.Sprintf(" +w%d", i)
	}
	rest := func(from int) (ids string) {
		for i := from; i < Room; i++ {
			ids += fmt.Sprintf("w%d ", i)
		}
		return ids
	}
	for _, row := range []struct {
		name, story string
		result      Result
		deck        string
	}{
		{"no card is showing", "+a", Shown, "a |  | -"},
		{"another card is showing", "+a +b +c", Queued, "a | b c | -"},
		{"the queue holds 20", full + " +new", QueuedDroppedOldest, "a | " + rest(1) + "new | -"},
		{"same id on screen", "+a +b +a", Replaced, "a | b | -"},
		{"same id waiting", "+a +b +c +b", Queued, "a | b c | -"},
		{"same id waiting in a full queue", full + " +w0", Queued, "a | " + strings.TrimSpace(rest(0)) + " | -"},
		{"display time ends", "+a +b .", Queued, "b |  | -"},
		{"delete on screen", "+a +b -a", Dismissed, "b |  | -"},
		{"delete in the queue", "+a +b +c -b", RemovedFromQueue, "a | c | -"},
		{"delete persistent on screen", "!p -p", Dismissed, "- |  | -"},
		{"delete persistent parked", "!p +a -p", Dismissed, "a |  | -"},
		{"delete matches no card", "+a -b", Unknown, "a |  | -"},

		{"decision 11: transient over persistent", "!p +a", Shown, "a |  | p"},
		{"decision 11: returns when the queue is empty", "!p +a +b . .", Queued, "p |  | -"},
		{"decision 11: not before", "!p +a +b .", Queued, "b |  | p"},
		{"decision 12: persistent while a transient shows", "+a !p", Queued, "a |  | p"},
		{"decision 12: takes no place, drops no card", full + " !p", Queued, "a | " + strings.TrimSpace(rest(0)) + " | p"},
		{"decision 12: discards the earlier one", "+a !p !q", Queued, "a |  | q"},
		{"decision 13: persistent over persistent", "!p !q", Shown, "q |  | -"},
		{"decision 14: on screen becomes persistent", "+a !a .", Replaced, "a |  | -"},
		{"decision 14: on screen becomes persistent, others wait", "+a +b !a", Replaced, "b |  | a"},
		{"decision 14: on screen becomes persistent, another is parked", "!p +a !a", Replaced, "a |  | -"},
		{"decision 14: on screen becomes transient", "!p +p .", Replaced, "- |  | -"},
		{"decision 14: waiting becomes persistent", "+a +b +c !b", Queued, "a | c | b"},
		{"decision 14: parked is replaced", "!p +a !p", Queued, "a |  | p"},
		{"decision 14: parked becomes transient", "!p +a +b +p", Queued, "a | b p | -"},
		{"decision 14: parked becomes transient in a full queue", "!p " + full + " +p", QueuedDroppedOldest, "a | " + rest(1) + "p | -"},
	} {
		result, deck := say(&Deck{}, row.story)
		if result != row.result || deck != row.deck {
			t.Errorf("%s (%.60s)\n got %s: %s\nwant %s: %s", row.name, row.story, result, deck, row.result, row.deck)
		}
	}
}

func TestEventsTellEveryTransition(t *testing.T) {
	tell := func(happened []Event) string {
		var told []string
		for _, e := range happened {
			told = append(told, string(e.Kind)+" "+e.Card.ID)
		}
		return strings.Join(told, ", ")
	}
	for _, row := range []struct {
		before string
		step   func(*Deck) []Event
		want   string
	}{
		{"", post(transient("a")), "shown a"},
		{"+a", post(transient("a")), "replaced a"},
		{"+a", post(transient("b")), "queued b"},
		{"!p", post(transient("a")), "parked p, shown a"},
		{"!p", post(persistent("q")), "dropped p, shown q"},
		{"+a !p", post(persistent("q")), "dropped p, parked q"},
		{"+a +b", post(persistent("a")), "replaced a, parked a, shown b"},
		{"+a +b", (*Deck).Expire, "expired a, shown b"},
		{"!p +a", (*Deck).Expire, "expired a, returned p"},
		{"!p", (*Deck).Expire, ""},
		{"", (*Deck).Expire, ""},
		{"!p +a", remove("a"), "dismissed a, returned p"},
		{"!p +a", remove("p"), "dismissed p"},
		{"+a +b", remove("b"), "removed-from-queue b"},
	} {
		d := &Deck{}
		say(d, row.before)
		if got := tell(row.step(d)); got != row.want {
			t.Errorf("after %q: got %q, want %q", row.before, got, row.want)
		}
	}
}

func post(c *card.Card) func(*Deck) []Event {
	return func(d *Deck) []Event { _, happened := d.Post(c); return happened }
}

func remove(id string) func(*Deck) []Event {
	return func(d *Deck) []Event { _, happened := d.Delete(id); return happened }
}

// places is section 3 as the specification tells it, with three places, where the
// deck keeps an order of turns. The two have to agree on any story.
type places struct {
	screen, parked *card.Card
	queue          []*card.Card
}

func (p *places) post(c *card.Card) Result {
	waits := func(w *card.Card) bool { return w.ID == c.ID }
	if is(p.screen, c.ID) {
		p.screen = c
		if c.Persistent {
			p.parked = nil
		}
		if c.Persistent && len(p.queue) > 0 {
			p.screen, p.parked, p.queue = p.queue[0], c, p.queue[1:]
		}
		return Replaced
	}
	if at := slices.IndexFunc(p.queue, waits); at >= 0 && !c.Persistent {
		p.queue[at] = c
		return Queued
	}
	p.queue = slices.DeleteFunc(p.queue, waits)
	if is(p.parked, c.ID) {
		p.parked = nil
	}
	switch {
	case p.screen == nil, c.Persistent && p.screen.Persistent:
		p.screen = c
		return Shown
	case c.Persistent:
		p.parked = c
		return Queued
	case p.screen.Persistent:
		p.screen, p.parked = c, p.screen
		return Shown
	}
	p.queue = append(p.queue, c)
	if len(p.queue) > Room {
		p.queue = p.queue[1:]
		return QueuedDroppedOldest
	}
	return Queued
}

func (p *places) delete(id string) Result {
	waits := func(w *card.Card) bool { return w.ID == id }
	switch {
	case is(p.screen, id):
		p.screen = nil
		p.next()
		return Dismissed
	case is(p.parked, id):
		p.parked = nil
		return Dismissed
	case slices.ContainsFunc(p.queue, waits):
		p.queue = slices.DeleteFunc(p.queue, waits)
		return RemovedFromQueue
	}
	return Unknown
}

func (p *places) expire() {
	if p.screen != nil && !p.screen.Persistent {
		p.screen = nil
		p.next()
	}
}

func (p *places) next() {
	if len(p.queue) > 0 {
		p.screen, p.queue = p.queue[0], p.queue[1:]
	} else {
		p.screen, p.parked = p.parked, nil
	}
}

func TestAnyStoryKeepsTheRulesOfSection3(t *testing.T) {
	ids := rapid.Custom(func(t *rapid.T) string { return fmt.Sprint("c", rapid.IntRange(0, 29).Draw(t, "id")) })
	rapid.Check(t, func(t *rapid.T) {
		d, model := &Deck{}, &places{}
		check := func(got, want Result) {
			if got != want {
				t.Fatalf("result %s, want %s", got, want)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"post": func(t *rapid.T) {
				c := &card.Card{ID: ids.Draw(t, "card"), Persistent: rapid.IntRange(0, 4).Draw(t, "persistent") == 0}
				got, _ := d.Post(c)
				check(got, model.post(c))
			},
			"burst": func(*rapid.T) { // or the queue would seldom be full
				for i := range Room / 2 {
					c := transient(fmt.Sprint("c", i*3))
					got, _ := d.Post(c)
					check(got, model.post(c))
				}
			},
			"delete": func(t *rapid.T) {
				id := ids.Draw(t, "card")
				got, _ := d.Delete(id)
				check(got, model.delete(id))
			},
			"expire": func(*rapid.T) {
				d.Expire()
				model.expire()
			},
			"restart": func(*rapid.T) { d = From(d.Cards()) },
			"": func(t *rapid.T) {
				cards := d.Cards()
				if cards.Showing != model.screen || cards.Parked != model.parked || !slices.Equal(cards.Waiting, model.queue) {
					t.Fatalf("deck %+v, want %+v", cards, model)
				}
				keepsInvariants(t, cards)
			},
		})
	})
}

func keepsInvariants(t *rapid.T, cards Cards) {
	if len(cards.Waiting) > Room {
		t.Fatalf("%d cards wait", len(cards.Waiting))
	}
	if cards.Showing == nil && (len(cards.Waiting) > 0 || cards.Parked != nil) {
		t.Fatal("the screen is free while a card is due")
	}
	seen, persistent := map[string]bool{}, 0
	for _, c := range append([]*card.Card{cards.Showing, cards.Parked}, cards.Waiting...) {
		if c == nil {
			continue
		}
		if seen[c.ID] {
			t.Fatalf("%s is in two places", c.ID)
		}
		seen[c.ID] = true
		if c.Persistent {
			persistent++
		}
	}
	if persistent > 1 {
		t.Fatalf("%d persistent cards", persistent)
	}
}
