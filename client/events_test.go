package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/client"
)

// streaming starts a TV that sends the given text as its events, piece by piece, and closes the stream.
func streaming(t *testing.T, pieces ...string) *client.Client {
	t.Helper()
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != "GET" || r.RequestURI != "/events" || r.Header.Get("Accept") != "text/event-stream" {
			t.Errorf("the request was %s %s for %q", r.Method, r.RequestURI, r.Header.Get("Accept"))
		}
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, piece := range pieces {
			io.WriteString(w, piece)
			http.NewResponseController(w).Flush()
		}
	})
	return client.New(server.URL)
}

// collect ranges to the end and returns the events and the error that ended them.
func collect(t *testing.T, tv *client.Client) ([]client.Event, error) {
	t.Helper()
	var events []client.Event
	var end error
	for event, err := range tv.Events(t.Context()) {
		if end != nil {
			t.Fatalf("something follows the error %v", end)
		}
		if err != nil {
			end = err
			continue
		}
		events = append(events, event)
	}
	if end == nil {
		t.Fatal("the range ended without an error")
	}
	return events, end
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", " ") }

func TestTheFirstEventIsTheStateAndTheOthersNameTheirCard(t *testing.T) {
	types := []string{
		client.EventShown, client.EventReplaced, client.EventQueued, client.EventDropped, client.EventDismissed,
		client.EventRemovedFromQueue, client.EventExpired, client.EventParked, client.EventReturned, "a-later-one",
	}
	text := "event: state\ndata: " + oneLine(held) + "\n\n"
	for _, kind := range types {
		text += "event: " + kind + "\ndata: {\"id\":\"wash\",\"time\":\"2026-03-01T12:00:00.5+01:00\",\"new\":1}\n\n"
	}
	events, _ := collect(t, streaming(t, text))
	if len(events) != 1+len(types) {
		t.Fatalf("there are %d events", len(events))
	}
	if first := events[0]; first.Type != client.EventState || first.State == nil || !reflect.DeepEqual(*first.State, heldState()) {
		t.Errorf("the first event is %+v", first)
	}
	when := time.Date(2026, 3, 1, 11, 0, 0, 5e8, time.UTC)
	for i, event := range events[1:] {
		if event.Type != types[i] || event.ID != "wash" || !event.Time.Equal(when) || event.State != nil ||
			!strings.HasSuffix(string(event.Data), `"new":1}`) {
			t.Errorf("the event is %+v, want %s", event, types[i])
		}
	}
}

func TestEventsAreReadInEveryFormTheStandardAllows(t *testing.T) {
	const data = `data: {"id":"a"}`
	for name, c := range map[string]struct {
		text string
		want string // type and ID of each event
	}{
		"LF":                     {"event: shown\n" + data + "\n\n", "shown a"},
		"CRLF":                   {"event: shown\r\n" + data + "\r\n\r\n", "shown a"},
		"CR":                     {"event: shown\r" + data + "\r\r", "shown a"},
		"no space":               {"event:shown\ndata:{\"id\":\"a\"}\n\n", "shown a"},
		"data in lines":          {"event: shown\ndata: {\"id\":\ndata: \"a\"}\n\n", "shown a"},
		"data first":             {data + "\nevent: shown\n\n", "shown a"},
		"comments":               {": hello\n\n:\nevent: shown\n: more\n" + data + "\n\n", "shown a"},
		"other fields":           {"id: 7\nretry: 10\nnothing\nevent: shown\n" + data + "\n\n", "shown a"},
		"byte order mark":        {"\uFEFFevent: shown\n" + data + "\n\n", "shown a"},
		"no type":                {data + "\n\n", "message a"},
		"type without data":      {"event: shown\n\n" + data + "\n\n", "message a"},
		"type of the one before": {"event: shown\n" + data + "\n\n" + data + "\n\n", "shown a, message a"},
		"empty lines between":    {"event: shown\n" + data + "\n\n\n\n" + "event: expired\n" + data + "\n\n", "shown a, expired a"},
		"cut short":              {"event: shown\n" + data + "\n\nevent: expired\n" + data + "\n", "shown a"},
		"nothing":                {"", ""},
	} {
		for manner, pieces := range map[string][]string{"at once": {c.text}, "byte by byte": strings.Split(c.text, "")} {
			t.Run(name+" "+manner, func(t *testing.T) {
				events, err := collect(t, streaming(t, pieces...))
				var got []string
				for _, event := range events {
					got = append(got, event.Type+" "+event.ID)
				}
				if all := strings.Join(got, ", "); all != c.want {
					t.Errorf("the events are %q, want %q", all, c.want)
				}
				expectOnly(t, err, client.ErrUnreachable)
				if !strings.HasSuffix(err.Error(), " ended: the connection was closed") {
					t.Errorf("the error says %q", err)
				}
			})
		}
	}
}

func TestAnEventThatEndsInCRIsHeardAtOnce(t *testing.T) {
	heard := make(chan struct{})
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "event: shown\rdata: {\"id\":\"a\"}\r\r")
		http.NewResponseController(w).Flush()
		<-heard
	})
	for event, err := range client.New(server.URL).Events(t.Context()) {
		if err != nil || event.ID != "a" {
			t.Errorf("the event is %+v (%v)", event, err)
		}
		break
	}
	close(heard)
}

func TestAnEventThatCannotBeReadEndsTheRange(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct{ text, say string }{
		"not JSON":       {"event: shown\ndata: hello\n\n", "an event that cannot be read"},
		"no data":        {"event: shown\ndata\n\n", "an event that cannot be read"},
		"a bad time":     {"event: shown\ndata: {\"time\":\"noon\"}\n\n", "an event that cannot be read"},
		"a bad state":    {"event: state\ndata: {\"waiting\":5}\n\n", "an event that cannot be read"},
		"a long line":    {"event: shown\ndata: " + long + long, "longer than a TV ever sends"},
		"a long comment": {": " + long, "longer than a TV ever sends"},
		"many lines":     {strings.Repeat("data: "+long[:1000]+"\n", 1100), "longer than a TV ever sends"},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := collect(t, streaming(t, c.text))
			expectOnly(t, err, nil)
			if len(events) > 0 || !strings.Contains(err.Error(), c.say) {
				t.Errorf("there are %d events, and the error says %q, want it to say %q", len(events), err, c.say)
			}
		})
	}
}

func TestALongEventWithinTheBoundIsRead(t *testing.T) {
	id := strings.Repeat("x", 1<<20-100)
	events, _ := collect(t, streaming(t, "event: shown\ndata: {\"id\":\""+id+"\"}\n\n"))
	if len(events) != 1 || events[0].ID != id {
		t.Errorf("there are %d events", len(events))
	}
}

func TestARefusedListenerHearsTheReason(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		kind, body string
		want       error
	}{
		"the token": {401, "application/json", `{"error":"missing or invalid bearer token"}`, client.ErrUnauthorized},
		"a page":    {200, "text/html", "<html>", client.ErrNotCuecard},
		"no page":   {404, "text/html", "<html>", client.ErrNotCuecard},
		"too long":  {500, "text/plain", strings.Repeat("x", 2<<20), client.ErrNotCuecard},
	} {
		t.Run(name, func(t *testing.T) {
			tv, _ := answering(t, c.status, c.kind, c.body)
			_, err := collect(t, tv)
			expectOnly(t, err, c.want)
		})
	}
	t.Run("a bad address", func(t *testing.T) {
		_, err := collect(t, client.New("ftp://tv.local"))
		expectOnly(t, err, nil)
	})
}

// endless sends the state and then stays open until the listener is gone, which it reports.
func endless(t *testing.T) (*client.Client, <-chan struct{}) {
	t.Helper()
	left := make(chan struct{}, 10)
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "event: state\ndata: "+oneLine(idle)+"\n\n")
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
		left <- struct{}{}
	})
	return client.New(server.URL), left
}

func TestLeavingTheRangeClosesTheConnection(t *testing.T) {
	tv, left := endless(t)
	events := tv.Events(t.Context())
	for range 2 { // each range is a connection of its own
		for event, err := range events {
			if err != nil || event.Type != client.EventState {
				t.Errorf("the event is %+v (%v)", event, err)
			}
			break
		}
		<-left
	}
}

func TestTheEndOfTheContextEndsTheRange(t *testing.T) {
	tv, left := endless(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var end error
	for _, err := range tv.Events(ctx) {
		cancel()
		end = err
	}
	expectOnly(t, end, nil)
	if !errors.Is(end, context.Canceled) {
		t.Errorf("the error is %v", end)
	}
	<-left
}

func TestEventsWaitsTenSecondsForATVToTakeTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		tv := client.New("tv.local", client.WithHTTPClient(&http.Client{Transport: mute}))
		_, err := collect(t, tv)
		expectOnly(t, err, client.ErrUnreachable)
		if took := time.Since(start); took != 10*time.Second || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the call took %v and ended with %v", took, err)
		}
	})
}

func TestEventsGoOnForAsLongAsTheCallerListens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hourly := roundTripper(func(r *http.Request) (*http.Response, error) {
			body, events := io.Pipe()
			stop := context.AfterFunc(r.Context(), func() { body.CloseWithError(r.Context().Err()) })
			go func() {
				defer stop()
				for {
					select {
					case <-r.Context().Done():
						return
					case <-time.After(time.Hour):
						if _, err := io.WriteString(events, "event: shown\ndata: {\"id\":\"a\"}\n\n"); err != nil {
							return
						}
					}
				}
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: body, Request: r}, nil
		})
		tv := client.New("tv.local", client.WithHTTPClient(&http.Client{Transport: hourly, Timeout: time.Second}))
		start, count := time.Now(), 0
		for event, err := range tv.Events(t.Context()) {
			if err != nil || event.ID != "a" {
				t.Fatalf("the event is %+v (%v)", event, err)
			}
			if count++; count == 5 {
				break
			}
		}
		if took := time.Since(start); took != 5*time.Hour {
			t.Errorf("five events took %v", took)
		}
	})
}
