package client_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/client"
)

func TestNobodyAtTheAddressIsSaidInASentence(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	tv := client.New(address)
	_, err = tv.Notify(t.Context(), client.Card{Message: "Hi"})
	expectOnly(t, err, client.ErrUnreachable)
	if want := "no answer from http://" + address + ": connection refused"; err.Error() != want {
		t.Errorf("the error says %q, want %q", err, want)
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("the cause of %q is lost", err)
	}
	for _, err := range tv.Events(t.Context()) {
		expectOnly(t, err, client.ErrUnreachable)
	}
}

func TestAnUnknownNameIsSaidInASentence(t *testing.T) {
	unknown := roundTripper(func(*http.Request) (*http.Response, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "tv.local", IsNotFound: true}}
	})
	_, err := client.New("tv.local", client.WithHTTPClient(&http.Client{Transport: unknown})).Info(t.Context())
	expectOnly(t, err, client.ErrUnreachable)
	if want := "no answer from http://tv.local:8090: no such host"; err.Error() != want {
		t.Errorf("the error says %q, want %q", err, want)
	}
}

func TestAConnectionClosedWithoutAnAnswerIsUnreachable(t *testing.T) {
	for name, before := range map[string]func(http.ResponseWriter){
		"at once": func(http.ResponseWriter) {},
		"midway": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "100")
			w.WriteHeader(http.StatusOK)
			http.NewResponseController(w).Flush()
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				before(w)
				panic(http.ErrAbortHandler)
			})
			_, err := client.New(server.URL).Notify(t.Context(), client.Card{Message: "Hi"})
			expectOnly(t, err, client.ErrUnreachable)
			if want := "no answer from " + server.URL + ": the connection was closed"; err.Error() != want {
				t.Errorf("the error says %q, want %q", err, want)
			}
		})
	}
}

func TestAnAnswerThatIsNotHTTPIsUnreachable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		if conn, err := listener.Accept(); err == nil {
			conn.Read(make([]byte, 4096))
			conn.Write([]byte("500 what was that?\r\n"))
			conn.Close()
		}
	}()
	t.Cleanup(func() { listener.Close(); <-served })
	_, err = client.New(listener.Addr().String()).Health(t.Context())
	expectOnly(t, err, client.ErrUnreachable)
	// The address is said once, not again by net/http.
	if text := err.Error(); !strings.Contains(text, "malformed HTTP") || strings.Count(text, listener.Addr().String()) != 1 {
		t.Errorf("the error says %q", err)
	}
}

// mute is a TV that takes calls and never answers.
var mute = roundTripper(func(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
})

func TestACallGivesUpAfterTenSecondsUnlessTheCallerSaysOtherwise(t *testing.T) {
	for name, c := range map[string]struct {
		context time.Duration
		client  time.Duration
		want    time.Duration
	}{
		"by default":             {want: 10 * time.Second},
		"by the caller":          {context: time.Minute, want: time.Minute},
		"by the caller's client": {client: time.Minute, want: time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if c.context > 0 {
					limited, cancel := context.WithTimeout(ctx, c.context)
					defer cancel()
					ctx = limited
				}
				tv := client.New("tv.local", client.WithHTTPClient(&http.Client{Transport: mute, Timeout: c.client}))
				start := time.Now()
				_, err := tv.Health(ctx)
				if took := time.Since(start); took != c.want {
					t.Errorf("the call took %v, want %v", took, c.want)
				}
				expectOnly(t, err, client.ErrUnreachable)
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%q is no exceeded deadline", err)
				}
				if want := "no answer from http://tv.local:8090: nothing came in time"; err.Error() != want {
					t.Errorf("the error says %q, want %q", err, want)
				}
			})
		})
	}
}

func TestACallThatTheCallerGivesUpIsNotTheTVsFault(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	_, err := client.New(server.URL).Health(ctx)
	expectOnly(t, err, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
