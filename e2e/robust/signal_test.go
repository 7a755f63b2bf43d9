package robust

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/e2e/house"
)

var signals = map[string]unix.Signal{"SIGTERM": unix.SIGTERM, "SIGINT": unix.SIGINT}

// These run before the tests that run side by side: they measure time.

func TestASignalLetsAPostFinish(t *testing.T) {
	for name, signal := range signals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := cuecard.Start(t)
			events := listen(t, h)
			body := `{"id":"late","message":"just in time","duration":3600}`
			conn := startPost(t, h, len(body))
			_, _ = io.WriteString(conn, body[:20])

			left := tell(t, h, signal)
			if _, err := io.Copy(io.Discard, events); err != nil { // the service has taken note of the signal
				t.Errorf("the stream of events broke: %v", err)
			}
			_, _ = io.WriteString(conn, body[20:])
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Errorf("the post got no answer: %v", err)
			} else if resp.StatusCode != http.StatusOK {
				said, _ := io.ReadAll(resp.Body)
				t.Errorf("the post got %s %s", resp.Status, said)
			}
			left()
			if after := held(t, cuecard.StartIn(t, h.Dir)); !slices.Equal(after, []string{"late"}) {
				t.Errorf("after a restart there is %q", after)
			}
		})
	}
}

func TestASignalDoesNotWaitForClientsThatDoNotGetOn(t *testing.T) {
	for name, signal := range signals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := cuecard.Start(t)
			for _, way := range rude {
				dial(t, h, way.words)
			}
			startPost(t, h, 100)
			listen(t, h)
			tell(t, h, signal)()
		})
	}
}

// startPost sends the head of a post and waits until the service wants its body.
func startPost(t *testing.T, h *house.House, length int) net.Conn {
	t.Helper()
	conn := dial(t, h, fmt.Sprintf("POST /notify HTTP/1.1\r\nHost: tv\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", length))
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	word := make([]byte, len("HTTP/1.1 100 Continue\r\n\r\n"))
	if _, err := io.ReadFull(conn, word); err != nil || string(word) != "HTTP/1.1 100 Continue\r\n\r\n" {
		t.Fatalf("%q, %v", word, err)
	}
	return conn
}

// listen opens the stream of events and reads the first of them.
func listen(t *testing.T, h *house.House) io.Reader {
	t.Helper()
	resp, err := http.Get(h.URL + "/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	if _, err := io.ReadFull(resp.Body, make([]byte, len("event: state\n"))); err != nil {
		t.Fatal(err)
	}
	return resp.Body
}

// tell sends the signal. What it returns waits for the service to leave, well and within two seconds.
func tell(t *testing.T, h *house.House, signal unix.Signal) (left func()) {
	t.Helper()
	tooLong := time.After(2 * time.Second)
	if err := unix.Kill(h.PID(), signal); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		select {
		case <-h.Exited():
		case <-tooLong:
			t.Fatal("the service is still there after two seconds")
		}
		if status := h.Stop(); status != 0 {
			t.Errorf("ended with %d: %s", status, h.Log())
		}
	}
}
