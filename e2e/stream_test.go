package e2e

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"cuecard.app/e2e/house"
)

// stream is an open stream of server-sent events.
type stream struct {
	from  *bufio.Reader
	beats int // comments so far, which are signs of life
}

// event is one of them.
type event struct{ kind, id, data string }

// listen opens a stream until the test ends.
func listen(t testing.TB, h *house.House, target string, headers ...string) *stream {
	t.Helper()
	conn := dial(t, h)
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(2 * patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, request("GET", target, headers...)); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	kind := response.Header.Get("Content-Type")
	if response.StatusCode != http.StatusOK || kind != "text/event-stream" {
		t.Fatalf("GET %s answered %d with %q, want 200 with text/event-stream", target, response.StatusCode, kind)
	}
	letsEveryOriginIn(t, response.Header)
	return &stream{from: bufio.NewReader(response.Body)}
}

// watch listens to the events that follow the first one, the state.
func watch(t testing.TB, h *house.House, headers ...string) *stream {
	t.Helper()
	s := listen(t, h, "/events", headers...)
	if first := s.next(t); first.kind != "state" {
		t.Fatalf("the first event is %+v, want state", first)
	}
	return s
}

// next waits for the next event.
func (s *stream) next(t testing.TB) event {
	t.Helper()
	e, err := s.read(t)
	if err != nil {
		t.Fatalf("no further event: %v", err)
	}
	return e
}

// ended waits for the end of the stream, before which no event may come.
func (s *stream) ended(t testing.TB) {
	t.Helper()
	if e, err := s.read(t); !errors.Is(err, io.EOF) {
		t.Fatalf("the stream went on with %+v, %v; want its end", e, err)
	}
}

func (s *stream) read(t testing.TB) (event, error) {
	t.Helper()
	var e event
	for {
		line, err := s.from.ReadString('\n')
		if err != nil {
			return e, err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "event":
			e.kind = value
		case "id":
			e.id = value
		case "data":
			e.data = value
		case "": // a comment, or the end of a comment or an event
			if value != "" {
				s.beats++
			} else if e.kind == "device" { // comes when it likes; its own test looks for it
				e = event{}
			} else if e != (event{}) {
				return e, nil
			}
		default:
			t.Fatalf("the stream has a line %q", line)
		}
	}
}

// of decodes the data of an event of that kind.
func (e event) of(t testing.TB, kind string, to any) {
	t.Helper()
	if e.kind != kind {
		t.Fatalf("the event is %+v, want %s", e, kind)
	}
	if err := json.Unmarshal([]byte(e.data), to); err != nil {
		t.Fatalf("%+v: %v", e, err)
	}
}

// tells waits for transitions, each written as its event and the card's id, and
// returns when they happened.
func (s *stream) tells(t testing.TB, transitions ...string) []time.Time {
	t.Helper()
	var times []time.Time
	for _, want := range transitions {
		e := s.next(t)
		var data struct {
			ID   string    `json:"id"`
			Time time.Time `json:"time"`
		}
		e.of(t, e.kind, &data)
		if got := e.kind + " " + data.ID; got != want {
			t.Fatalf("told %q, want %q of %q", got, want, transitions)
		}
		if age := time.Since(data.Time); age < -time.Second || age > 2*patience {
			t.Errorf("%s is told as of %v, which is not now", want, data.Time)
		}
		times = append(times, data.Time)
	}
	return times
}
