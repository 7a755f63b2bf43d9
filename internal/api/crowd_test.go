package api

import (
	"bufio"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// caller is a connection that remembers whether it was closed.
type caller struct {
	net.Conn
	name   string
	closed bool
}

func (c *caller) Close() error { c.closed = true; return nil }

func TestWhenThereAreTooManyTheOneLongestUnchangedLeaves(t *testing.T) {
	c := newCrowd(3)
	callers := map[string]*caller{}
	say := func(name string, state http.ConnState) {
		if callers[name] == nil {
			callers[name] = &caller{name: name}
		}
		c.seen(callers[name], state)
	}
	gone := func() (names []string) {
		for name, caller := range callers {
			if caller.closed {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names
	}
	say("silent", http.StateNew)
	say("stream", http.StateNew)
	say("busy", http.StateNew)
	c.stays(callers["stream"])
	say("slow", http.StateActive)
	if len(gone()) != 0 {
		t.Errorf("%v left a house that is not full", gone())
	}
	say("next", http.StateNew)
	if got := gone(); !slices.Equal(got, []string{"silent"}) {
		t.Errorf("%v left", got)
	}
	say("busy", http.StateIdle)
	say("another", http.StateNew)
	if got := gone(); !slices.Equal(got, []string{"silent", "slow"}) {
		t.Errorf("%v left", got)
	}
	for name := range callers {
		say(name, http.StateClosed)
	}
	if c.order.Len() != 0 || len(c.place) != 0 {
		t.Errorf("%d connections are still counted", c.order.Len())
	}
}

func TestWhatTheServerItselfRefusesIsSaidInTheFormOfTheInterface(t *testing.T) {
	here, there := net.Pipe()
	g := &guest{Conn: there}
	go func() {
		_, _ = g.Write([]byte("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request: secret"))
		_ = there.Close()
	}()
	answer, err := http.ReadResponse(bufio.NewReader(here), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 400 || answer.Header.Get("Content-Type") != "application/json" || answer.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d %v", answer.StatusCode, answer.Header)
	}
}

func TestOtherAnswersPassAsTheyAre(t *testing.T) {
	for _, answer := range []string{
		"HTTP/1.1 400 Bad Request\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: application/json\r\n\r\n{}",
		"HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n",
		"data: HTTP/1.1 400\r\n", "HTTP/1.1", "",
	} {
		if status, ok := ownRefusal([]byte(answer)); ok {
			t.Errorf("%q was taken for the server's own: %s", strings.TrimSpace(answer), status)
		}
	}
}
