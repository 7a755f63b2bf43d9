package robust

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

func TestNothingIsLeftOfClientsThatAreGone(t *testing.T) {
	t.Parallel()
	quiet, busy := cuecard.Start(t), cuecard.Start(t)
	answers(t, quiet)
	answers(t, busy)
	before := files(t, busy)

	for range 200 {
		conn := dial(t, busy, "POST /notify HTTP/1.1\r\nHost: tv\r\nContent-Length: 100\r\n\r\n{\"mess")
		_ = conn.(*net.TCPConn).SetLinger(0) // a reset, as of a phone that leaves the network
		conn.Close()
	}
	var clients sync.WaitGroup
	for range 50 {
		clients.Go(func() { listenAndHangUp(t, busy) })
	}
	for n := range 10 {
		clients.Go(func() { ask(t, busy, n) })
	}
	clients.Wait()

	comesBack(t, busy, before)
	if few, many := goroutines(quiet), goroutines(busy); few == 0 || many > few+5 {
		t.Errorf("%d goroutines, and %d in a service that did nothing", many, few)
	}
}

func listenAndHangUp(t *testing.T, h *house.House) {
	line := &http.Transport{}
	defer line.CloseIdleConnections()
	tv := h.Client(client.WithHTTPClient(&http.Client{Transport: line}))
	for event, err := range tv.Events(t.Context()) {
		if err != nil || event.Type != client.EventState {
			t.Errorf("%s, %v", event.Type, err)
		}
		return
	}
}

// ask makes a hundred requests over one connection.
func ask(t *testing.T, h *house.House, n int) {
	line := &http.Transport{MaxConnsPerHost: 1}
	defer line.CloseIdleConnections()
	tv := h.Client(client.WithHTTPClient(&http.Client{Transport: line, Timeout: soon}))
	for i := range 25 {
		id := fmt.Sprintf("%d-%d", n, i)
		_, posted := tv.Notify(t.Context(), client.Card{ID: id, Message: "hello"})
		_, looked := tv.Cards(t.Context())
		_, asked := tv.Info(t.Context())
		_, _ = tv.Dismiss(t.Context(), id) // it may have been dropped from the queue
		if posted != nil || looked != nil || asked != nil {
			t.Errorf("%v, %v, %v", posted, looked, asked)
			return
		}
	}
}

// goroutines ends the service with a list of what it was about, and counts that.
func goroutines(h *house.House) int {
	_ = unix.Kill(h.PID(), unix.SIGQUIT)
	<-h.Exited()
	return strings.Count(h.Log(), "\ngoroutine ")
}
