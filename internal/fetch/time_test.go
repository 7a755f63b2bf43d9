package fetch

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

func TestABodyThatNeverEndsIsGivenUpWhenTheTimeIsOver(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		send(w, "image/png", png)
		w.(http.Flusher).Flush()
		<-r.Context().Done() // the connection is closed
	})
	_, err := New(Limits{Time: 50 * time.Millisecond, Bytes: 1000}).Fetch(t.Context(), at)
	wantFailure(t, err, "took longer than 50ms")
}

func TestFiveSecondsAreForConnectingRedirectsAndBodyTogether(t *testing.T) {
	const second = time.Second
	for _, c := range []struct {
		name                               string
		connect, redirect, reconnect, body time.Duration
		late                               bool
	}{
		{"connecting just in time", 5*second - 1, 0, 0, 0, false},
		{"connecting too late", 5*second + 1, 0, 0, 0, true},
		{"redirect just in time", 0, 5*second - 1, 0, 0, false},
		{"redirect too late", 0, 5*second + 1, 0, 0, true},
		{"connecting again just in time", 0, 0, 5*second - 1, 0, false},
		{"connecting again too late", 0, 0, 5*second + 1, 0, true},
		{"body just in time", 0, 0, 0, 5*second - 1, false},
		{"body too late", 0, 0, 0, 5*second + 1, true},
		{"all just in time", second, second, second, 2*second - 1, false},
		{"all too late", second, second, second, 2*second + 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				home := newPipes(c.connect, c.reconnect)
				home.serve(t, func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path != "/picture" {
						pause(r, c.redirect)
						http.Redirect(w, r, "/picture", http.StatusFound)
						return
					}
					send(w, "image/png", png[:9])
					w.(http.Flusher).Flush()
					pause(r, c.body)
					io.WriteString(w, png[9:])
				})
				fetcher := New(FactoryLimits())
				fetcher.dial = home.dial
				began := time.Now()
				file, err := fetcher.Fetch(t.Context(), "http://cam/")
				if !c.late {
					wantFile(t, file, err, "image/png", png)
					return
				}
				wantFailure(t, err, "the picture at cam/ took longer than 5s")
				if took := time.Since(began); took != 5*second {
					t.Errorf("gave up after %v", took)
				}
			})
		})
	}
}

func TestCancellingStopsTheDialToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		dialled := false
		fetcher := New(FactoryLimits())
		fetcher.dial = func(ctx context.Context, _, _ string) (net.Conn, error) {
			cancel()
			<-ctx.Done()
			dialled = true
			return nil, ctx.Err()
		}
		began := time.Now()
		_, err := fetcher.Fetch(ctx, "http://cam/")
		synctest.Wait()
		if !errors.Is(err, context.Canceled) || !dialled {
			t.Errorf("failure %v, dial ended: %v", err, dialled)
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("took %v", took)
		}
	})
}

// pipes is a network in memory, whose time a synctest bubble can hold.
type pipes struct {
	delays  []time.Duration // of the connections, one after the other
	dialled chan net.Conn
	closed  chan struct{}
}

func newPipes(delays ...time.Duration) *pipes {
	return &pipes{delays: delays, dialled: make(chan net.Conn), closed: make(chan struct{})}
}

func (p *pipes) serve(t *testing.T, answer http.HandlerFunc) {
	server := &http.Server{Handler: answer, ErrorLog: quiet()}
	done := make(chan struct{})
	go func() { server.Serve(p); close(done) }()
	t.Cleanup(func() { server.Close(); <-done })
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	delay := p.delays[0]
	p.delays = p.delays[1:]
	select {
	case <-time.After(delay):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	near, far := net.Pipe()
	p.dialled <- far
	return near, nil
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.dialled:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }

// pause waits, but no longer than the client does.
func pause(r *http.Request, d time.Duration) {
	select {
	case <-time.After(d):
	case <-r.Context().Done():
	}
}

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
