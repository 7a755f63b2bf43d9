package robust

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// poster is a client with cards of its own, which nobody else posts or deletes. So it
// knows at any time which of them are due, but for the one step that was not answered.
type poster struct {
	name       string
	persistent bool // its cards are, and only the last of them is due
	clock      *atomic.Int64
	random     *rand.Rand

	cards      map[string]due // acknowledged
	unanswered *step
	steps      int
}

type due struct {
	message string
	place   place
}

// place is the time at which a card took its place in the queue: between two ticks.
type place struct{ sent, told int64 }

// step is a post, or a delete when it has no message.
type step struct {
	id, message string
	sent        int64
}

// post takes steps until the service is gone.
func (p *poster) post(t *testing.T, h *house.House, answered func()) {
	line := &http.Transport{MaxConnsPerHost: 1}
	defer line.CloseIdleConnections()
	tv := h.Client(client.WithHTTPClient(&http.Client{Transport: line, Timeout: soon}))
	for {
		s := p.next()
		p.unanswered = &s
		result, err := p.take(t, tv, s)
		if errors.Is(err, client.ErrUnreachable) {
			return
		}
		if err != nil || !slices.Contains(p.expects(s), result) {
			t.Errorf("%s %q: %s, %v", s.id, s.message, result, err)
			return
		}
		p.cards = p.after(s, p.clock.Add(1))
		p.unanswered = nil
		answered()
	}
}

func (p *poster) next() step {
	p.steps++
	s := step{id: fmt.Sprintf("%s-%d", p.name, p.random.IntN(4))}
	if p.random.IntN(5) > 0 {
		// Long enough for the journal to be rewritten every few rounds.
		s.message = fmt.Sprintf("%s %d %s", s.id, p.steps, strings.Repeat("·", p.random.IntN(1900)))
	}
	s.sent = p.clock.Add(1)
	return s
}

func (p *poster) take(t *testing.T, tv *client.Client, s step) (client.Result, error) {
	var receipt client.Receipt
	var err error
	if s.message == "" {
		receipt, err = tv.Dismiss(t.Context(), s.id)
	} else {
		receipt, err = tv.Notify(t.Context(), client.Card{
			ID: s.id, Message: s.message, Persistent: p.persistent, Duration: time.Hour})
	}
	if errors.Is(err, client.ErrUnknownCard) {
		return client.Unknown, nil
	}
	return receipt.Result, err
}

// expects are the answers that a step may get. Twenty cards at most are there: none is ever dropped.
func (p *poster) expects(s step) []client.Result {
	_, there := p.cards[s.id]
	switch {
	case s.message == "" && there && p.persistent:
		return []client.Result{client.Dismissed}
	case s.message == "" && there:
		return []client.Result{client.Dismissed, client.RemovedFromQueue}
	case s.message == "":
		return []client.Result{client.Unknown}
	case there:
		return []client.Result{client.Replaced, client.Queued}
	default:
		return []client.Result{client.Shown, client.Queued}
	}
}

// after are the cards due once the step is taken, which was before that tick.
func (p *poster) after(s step, told int64) map[string]due {
	cards := maps.Clone(p.cards)
	if p.persistent || cards == nil {
		cards = map[string]due{}
	}
	before, there := p.cards[s.id]
	switch {
	case s.message != "" && there:
		cards[s.id] = due{s.message, before.place}
	case s.message != "":
		cards[s.id] = due{s.message, place{s.sent, told}}
	case p.persistent && !there:
		return p.cards
	default:
		delete(cards, s.id)
	}
	return cards
}

// settle finds out whether the step without an answer was taken, and fails when what
// is seen is neither with it nor without it.
func (p *poster) settle(t *testing.T, seen map[string]string, now int64) {
	t.Helper()
	mine := map[string]string{}
	for id, message := range seen {
		if strings.HasPrefix(id, p.name+"-") {
			mine[id] = message
		}
	}
	if maps.Equal(mine, messages(p.cards)) {
		p.unanswered = nil
		return
	}
	if p.unanswered != nil {
		p.cards = p.after(*p.unanswered, now)
		p.unanswered = nil
		if maps.Equal(mine, messages(p.cards)) {
			return
		}
	}
	t.Errorf("%s's cards are %.40q, and were to be %.40q", p.name, mine, messages(p.cards))
}

func messages(cards map[string]due) map[string]string {
	texts := map[string]string{}
	for id, c := range cards {
		texts[id] = c.message
	}
	return texts
}
