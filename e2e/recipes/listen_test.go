package recipes

import (
	"encoding/json"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// happening is an event of the TV.
type happening struct {
	Type string
	Card client.Card
}

// listen hears what happens on the TV from now on, until the test ends.
func listen(t testing.TB, h *house.House, options ...client.Option) <-chan happening {
	t.Helper()
	events, listening := make(chan happening, 100), make(chan happening, 1)
	go func() {
		for event, err := range h.Client(options...).Events(t.Context()) {
			if err != nil {
				return
			}
			if event.State != nil {
				listening <- happening{}
				continue
			}
			what := happening{Type: event.Type}
			if json.Unmarshal(event.Data, &struct{ Card *client.Card }{&what.Card}) != nil {
				what.Type = "garbage"
			}
			events <- what
		}
	}()
	within(t, "the TV is listened to", listening)
	return events
}

// until is the card that the next event of a type tells of.
func until(t testing.TB, events <-chan happening, kind string) client.Card {
	t.Helper()
	for {
		if event := within(t, "the event "+kind, events); event.Type == kind {
			return event.Card
		}
	}
}

// within waits for what another process will do.
func within[T any](t testing.TB, what string, done <-chan T) T {
	t.Helper()
	select {
	case value := <-done:
		return value
	case <-time.After(time.Minute):
		t.Fatalf("not within a minute: %s", what)
		panic("not reached")
	}
}
