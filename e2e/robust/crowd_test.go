package robust

import (
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/e2e/house"
)

// rude are the ways to hold a connection without getting on with it.
var rude = []struct{ name, words string }{
	{"silent", ""},
	{"half a header", "POST /notify HTTP/1.1\r\nHost: tv\r\nContent-Le"},
	{"half a body", "POST /notify HTTP/1.1\r\nHost: tv\r\nContent-Length: 100\r\n\r\n{\"message\":"},
	{"a listener that never reads", "GET /events HTTP/1.1\r\nHost: tv\r\n\r\n"},
}

func TestSlowAndIdleConnectionsKeepNobodyOut(t *testing.T) {
	t.Parallel()
	mayOpen(t, 700)
	h := cuecard.Start(t)
	answers(t, h)
	before := files(t, h)

	var crowd []net.Conn
	for i := range 500 {
		crowd = append(crowd, dial(t, h, rude[i%len(rude)].words))
	}
	answers(t, h)
	for _, conn := range crowd {
		conn.Close()
	}
	comesBack(t, h, before)
	answers(t, h)
}

func TestEachWayToHoldConnectionsKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	for _, way := range rude {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			mayOpen(t, 1500)
			h := cuecard.Start(t)
			for range 300 {
				dial(t, h, way.words)
			}
			answers(t, h)
		})
	}
}

func TestConnectionsThatAreNeverClosedKeepNobodyOut(t *testing.T) {
	t.Parallel()
	mayOpen(t, 2500)
	h := cuecard.Start(t)
	var crowd []net.Conn
	for range 2000 {
		crowd = append(crowd, dial(t, h, ""))
	}
	// One of the last that had to leave: all have been taken.
	_ = crowd[1700].SetReadDeadline(time.Now().Add(time.Minute))
	if n, err := crowd[1700].Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("a connection in the middle: %d bytes, %v", n, err)
	}
	answers(t, h)
	if n := files(t, h); n > 500 {
		t.Errorf("the service holds %d files", n)
	}
	// Those that have been longest silent had to leave.
	_ = crowd[0].SetReadDeadline(time.Now().Add(soon))
	if n, err := crowd[0].Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the first connection: %d bytes, %v", n, err)
	}
}

// dial opens a connection for as long as the test runs and says those words on it. The
// service may have closed it by then.
func dial(t *testing.T, h *house.House, words string) net.Conn {
	t.Helper()
	conn, err := net.DialTimeout("tcp", strings.TrimPrefix(h.URL, "http://"), soon)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_, _ = io.WriteString(conn, words)
	return conn
}

// files are how many the service has open, connections among them.
func files(t *testing.T, h *house.House) int {
	t.Helper()
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", h.PID()))
	if err != nil {
		t.Fatal(err)
	}
	return len(open)
}

// comesBack waits until the service has no more files open than it had, looking after each of its answers.
func comesBack(t *testing.T, h *house.House, before int) {
	t.Helper()
	tooLong := time.After(10 * time.Second)
	for files(t, h) > before {
		select {
		case <-tooLong:
			t.Fatalf("%d files are open, and %d were before", files(t, h), before)
		default:
			if _, err := caller(h).Health(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// mayOpen makes sure that this process can have so many files open.
func mayOpen(t *testing.T, files uint64) {
	t.Helper()
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Cur >= files {
		return
	}
	limit.Cur, limit.Max = files, max(files, limit.Max)
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatalf("%d open files are needed: %v; try ulimit -Hn", files, err)
	}
}
