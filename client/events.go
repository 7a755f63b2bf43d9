package client

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"mime"
	"net/http"
	"time"
)

// Event is something that happened on a TV.
type Event struct {
	Type  string          // one of the Event constants; a newer TV may send others
	ID    string          // of the card it happened to
	Time  time.Time       // when it happened, by the clock of the TV
	State *State          // of EventState only
	Data  json.RawMessage // all that the TV said of it
}

// The types of events.
const (
	EventState            = "state" // always the first: what Client.Cards would say
	EventShown            = "shown"
	EventReplaced         = "replaced"
	EventQueued           = "queued"
	EventDropped          = "dropped" // from the full queue
	EventDismissed        = "dismissed"
	EventRemovedFromQueue = "removed-from-queue"
	EventExpired          = "expired"  // its time on screen was over
	EventParked           = "parked"   // persistent, and off the screen for now
	EventReturned         = "returned" // persistent, and on screen again
)

// Events listens to a TV, from the moment it is ranged over. The TV has ten seconds to take the call; after that there is
// no limit of time but that of ctx.
//
// The range ends with an error, whatever the reason: the TV refused, the connection broke, ctx has ended. It does not
// connect again; a caller who wants to go on ranges again, after a while, and finds in the first event what was missed.
// Leaving the range closes the connection.
func (c *Client) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		listening, hangUp := context.WithCancelCause(ctx)
		defer hangUp(nil)
		resp, err := c.listen(listening, hangUp)
		if err != nil {
			yield(Event{}, err)
			return
		}
		defer resp.Body.Close()
		messages := newStream(resp.Body)
		for {
			m, err := messages.next()
			if err != nil {
				yield(Event{}, c.brokeOff(ctx, err))
				return
			}
			event, err := m.event()
			if err != nil {
				yield(Event{}, fmt.Errorf("%s sent an event that cannot be read: %w", c.base, err))
				return
			}
			if !yield(event, nil) {
				return
			}
		}
	}
}

// listen opens the stream, or hangs up on a TV that does not take the call.
func (c *Client) listen(ctx context.Context, hangUp context.CancelCauseFunc) (*http.Response, error) {
	tooLong := time.AfterFunc(patience, func() { hangUp(context.DeadlineExceeded) })
	defer tooLong.Stop()
	req, err := c.request(ctx, http.MethodGet, "/events", nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "text/event-stream")
	endless := c.http
	endless.Timeout = 0
	resp, err := endless.Do(req)
	if err != nil {
		return nil, c.silent(ctx, err)
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode == http.StatusOK && kind == "text/event-stream" {
		return resp, nil
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		return nil, c.foreign(resp, "without a stream of events")
	}
	content, err := c.read(ctx, resp)
	if err != nil {
		return nil, err
	}
	return nil, c.refusal(resp, content)
}

// event reads what the TV says in a message.
func (m message) event() (Event, error) {
	event := Event{Type: m.kind, Data: m.data}
	if m.kind == EventState {
		event.State = new(State)
		if err := json.Unmarshal(m.data, event.State); err != nil {
			return Event{}, err
		}
	}
	var said struct {
		ID   string    `json:"id"`
		Time time.Time `json:"time"`
	}
	if err := json.Unmarshal(m.data, &said); err != nil {
		return Event{}, err
	}
	event.ID, event.Time = said.ID, said.Time
	return event, nil
}
