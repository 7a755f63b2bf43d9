package mqtt

import (
	"context"
	"strings"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/stage"
	"github.com/eclipse/paho.golang/paho"
)

const (
	// eventsPerSecond is what is told of a show that changes all the time; what it comes to is in the state.
	eventsPerSecond = 50
	// stateEvery is how often the state is told at most.
	stateEvery = 100 * time.Millisecond
	// longText is how much of a card the state's one line has, in characters.
	longText = 200
)

// shown is a card, and when it goes.
type shown struct {
	card.Card
	Ends *time.Time `json:"ends"` // nil: it stays, or it is not on screen yet
}

// state is what is on stage, for those who come later.
type state struct {
	Name    string `json:"name"`
	Text    string `json:"text"` // the card on screen in one line
	Showing *shown `json:"showing"`
	Waiting int    `json:"waiting"`
	Parked  *shown `json:"parked"`
}

// happening is an event as /events tells it, with its name.
type happening struct {
	Kind deck.Kind `json:"event"`
	stage.Event
}

// tell publishes events and the state until ctx ends.
func (g *guest) tell(ctx context.Context) {
	allowed := newAllowance(eventsPerSecond, 2*eventsPerSecond)
	for ctx.Err() == nil {
		l, err := g.Stage.Listen(ctx)
		if err != nil {
			return
		}
		g.tellState(ctx, l.Began)
		g.tellEvents(ctx, l, allowed)
		l.Close()
		rest(ctx, time.Second) // too much happened: what it comes to is told then
	}
}

// tellEvents returns when there are too many of them, or ctx ends.
func (g *guest) tellEvents(ctx context.Context, l *stage.Listener, allowed *allowance) {
	told := time.Now()
	due := time.NewTimer(0)
	due.Stop()
	defer due.Stop()
	for {
		select {
		case event, ok := <-l.Events:
			if !ok || !allowed.take() {
				return
			}
			g.waitTurn(ctx)
			g.offer(&paho.Publish{Topic: topic(g.id, events), QoS: atLeastOnce, Payload: asJSON(happening{event.Kind, event})})
			due.Reset(max(0, stateEvery-time.Since(told)))
		case <-due.C:
			cards, err := g.Stage.Cards(ctx)
			if err != nil {
				return
			}
			told = time.Now()
			g.tellState(ctx, cards)
		case <-ctx.Done():
			return
		}
	}
}

func (g *guest) tellState(ctx context.Context, cards stage.Cards) {
	s := state{Name: g.Settings.Get().DeviceName, Waiting: len(cards.Waiting)}
	if on := cards.Showing; on != nil {
		s.Showing, s.Text = &shown{Card: *on.Card}, line(on.Card)
		if on.Remaining != nil {
			s.Showing.Ends = new(time.Now().Add(time.Duration(*on.Remaining * float64(time.Second))).UTC().Truncate(time.Millisecond))
		}
	}
	if cards.Parked != nil {
		s.Parked = &shown{Card: *cards.Parked.Card}
	}
	g.publish(ctx, retained(topic(g.id, stateTopic), asJSON(s)))
	nudge(g.look)
}

// line is a card in one line.
func line(c *card.Card) string {
	words := strings.Fields(c.Message)
	if c.Title != "" {
		words = append(strings.Fields(c.Title+":"), words...)
	}
	text := []rune(strings.Join(words, " "))
	if len(text) > longText {
		text = append(text[:longText-1], '…')
	}
	return string(text)
}
