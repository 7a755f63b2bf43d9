package wire

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// pair is a connection, and the compositor's end of it.
func pair(t *testing.T) (*Conn, *net.UnixConn) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := Dial(t.Context(), l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	there, err := l.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { there.Close() })
	return c, there
}

// event is the bytes of one.
func event(object ID, number uint16, body string) []byte {
	head := binary.NativeEndian.AppendUint32(nil, uint32(object))
	head = binary.NativeEndian.AppendUint32(head, uint32(8+len(body))<<16|uint32(number))
	return append(head, body...)
}

func number(n uint32) string { return string(binary.NativeEndian.AppendUint32(nil, n)) }

func text(s string) string {
	padded := s + "\x00"
	return number(uint32(len(padded))) + padded + strings.Repeat("\x00", (4-len(padded)%4)%4)
}

func TestEventsArriveInWhateverPiecesTheyCome(t *testing.T) {
	c, there := pair(t)
	long := strings.Repeat("ä", 20000)
	var got []string
	id := c.New(func(_ uint16, e *Event) { got = append(got, e.String()) })
	stream := append(append(event(id, 0, text("short")), event(id, 0, text(long))...), event(id, 0, text(""))...)
	go func() {
		for piece := stream; len(piece) > 0; {
			n := min(len(piece), 1021)
			_, _ = there.Write(piece[:n])
			piece = piece[n:]
		}
	}()
	for len(got) < 3 {
		if err := errors.Join(c.Receive(), c.Dispatch()); err != nil {
			t.Fatal(err)
		}
	}
	if got[0] != "short" || got[1] != long || got[2] != "" {
		t.Errorf("got texts of %d, %d and %d bytes", len(got[0]), len(got[1]), len(got[2]))
	}
}

func TestANumberIsUsedAgainWhenTheCompositorHasLetItGo(t *testing.T) {
	c, there := pair(t)
	first := c.New(nil)
	c.Forget(first)
	if second := c.New(nil); second == first {
		t.Error("it is used while the compositor may still speak of it")
	}
	_, _ = there.Write(event(Display, 1, number(uint32(first))))
	if err := errors.Join(c.Receive(), c.Dispatch()); err != nil {
		t.Fatal(err)
	}
	if third := c.New(nil); third != first {
		t.Errorf("%d is used instead of %d", third, first)
	}
}

func TestAFaultIsWhatTheCompositorSaid(t *testing.T) {
	c, there := pair(t)
	_, _ = there.Write(event(Display, 0, number(7)+number(3)+text("bad surface")))
	err := errors.Join(c.Receive(), c.Dispatch())
	var fault *Fault
	if !errors.As(err, &fault) || *fault != (Fault{7, 3, "bad surface"}) {
		t.Errorf("%v", err)
	}
}

func TestAFileDescriptorIsSentAndClosed(t *testing.T) {
	c, there := pair(t)
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fd, err := unix.Dup(int(file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	c.Request(5, 2, FD(fd), "name", 7, uint32(9), ID(4))
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); !errors.Is(err, unix.EBADF) {
		t.Errorf("it is open: %v", err)
	}
	body, rights := make([]byte, 256), make([]byte, 256)
	n, r, _, _, err := there.ReadMsgUnix(body, rights)
	if want := event(5, 2, text("name")+number(7)+number(9)+number(4)); err != nil || string(body[:n]) != string(want) || r == 0 {
		t.Errorf("%q with %d bytes of rights, %v; want %q", body[:n], r, err, want)
	}
	closeAll(rights[:r])
}
