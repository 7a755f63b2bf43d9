package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// stream is an open stream of events.
type stream struct {
	status int
	lines  *bufio.Scanner
}

// listen opens a stream with that bearer, for as long as the test runs.
func listen(t *testing.T, url, bearer string) *stream {
	t.Helper()
	ctx, hangUp := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(hangUp)
	r, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("User-Agent", "Living room browser")
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return &stream{resp.StatusCode, bufio.NewScanner(resp.Body)}
}

// next is the next event's name, and its data in to. At the end of the stream it is empty.
func (s *stream) next(t *testing.T, to any) (event string) {
	t.Helper()
	for s.lines.Scan() {
		if name, ok := strings.CutPrefix(s.lines.Text(), "event: "); ok {
			event = name
		}
		if data, ok := strings.CutPrefix(s.lines.Text(), "data: "); ok && event != "device" { // which comes when it likes
			if err := json.Unmarshal([]byte(data), to); err != nil {
				t.Fatal(err)
			}
			return event
		}
	}
	if err := s.lines.Err(); err != nil {
		t.Fatal(err)
	}
	return ""
}

// get is the status of a request with that bearer.
func get(t *testing.T, method, url, bearer string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(`{"message":"hello"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+bearer)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}
