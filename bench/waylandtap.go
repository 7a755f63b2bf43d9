package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// tap is a socket before the compositor's. It hands on all that is said, and listens for one thing: that the compositor has drawn a
// frame with the buffer that a client has just committed (wl_callback.done). Whoever asks the compositor for pictures instead
// makes it draw at every tick, and what comes then has to wait for the next one.
type tap struct {
	path     string
	listener *net.UnixListener
	drawn    chan time.Time
}

func openTap(dir, name, socket string) (*tap, error) {
	path := filepath.Join(dir, name)
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	t := &tap{path, listener, make(chan time.Time, 1)}
	go func() {
		for {
			client, err := listener.AcceptUnix()
			if err != nil {
				return
			}
			server, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
			if err != nil {
				client.Close()
				return
			}
			w := &watch{tap: t, surfaces: map[uint32]bool{}}
			go forward(client, server, w.said)
			go forward(server, client, w.heard)
		}
	}()
	return t, nil
}

func (t *tap) close() { _ = t.listener.Close() }

// next waits for the frame of what is shown next.
func (t *tap) next() (time.Time, error) {
	select {
	case at := <-t.drawn:
		return at, nil
	case <-time.After(10 * time.Second):
		return time.Time{}, errors.New("the compositor draws nothing of it")
	}
}

// watch follows one client's requests, as far as it takes to know its surfaces.
type watch struct {
	tap *tap

	mu                   sync.Mutex
	registry, compositor uint32
	surfaces             map[uint32]bool
	attached             bool
	frame, awaited       uint32
}

// said is told a request.
func (w *watch) said(object uint32, number uint16, body []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	word := func(i int) uint32 { return binary.NativeEndian.Uint32(body[4*i:]) }
	switch {
	case object == 1 && number == 1: // wl_display.get_registry
		w.registry = word(0)
	case object == w.registry && number == 0 && bytes.Contains(body, []byte("wl_compositor\x00")):
		w.compositor = word(len(body)/4 - 1)
	case object == w.compositor && number == 0: // create_surface
		w.surfaces[word(0)] = true
	case !w.surfaces[object]:
	case number == 0: // destroy
		delete(w.surfaces, object)
	case number == 1 && word(0) != 0: // attach
		w.attached = true
	case number == 3:
		w.frame = word(0)
	case number == 6 && w.attached && w.frame != 0: // commit
		w.awaited, w.attached, w.frame = w.frame, false, 0
	}
}

// heard is told an event.
func (w *watch) heard(object uint32, _ uint16, _ []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if object != 0 && object == w.awaited {
		w.awaited = 0
		select {
		case w.tap.drawn <- time.Now():
		default:
		}
	}
}

// forward hands on bytes and file descriptors until either end closes.
func forward(from, to *net.UnixConn, tell func(object uint32, number uint16, body []byte)) {
	defer from.Close()
	defer to.Close()
	piece, rights := make([]byte, 1<<16), make([]byte, unix.CmsgSpace(28*4))
	var rest []byte
	for {
		n, r, _, _, err := from.ReadMsgUnix(piece, rights)
		if err != nil || n == 0 {
			return
		}
		for rest = append(rest, piece[:n]...); len(rest) >= 8; {
			head := binary.NativeEndian.Uint32(rest[4:])
			size := int(head >> 16)
			if size < 8 || len(rest) < size {
				break
			}
			tell(binary.NativeEndian.Uint32(rest), uint16(head), rest[8:size])
			rest = rest[size:]
		}
		// It is known here before the other end can answer it.
		_, _, err = to.WriteMsgUnix(piece[:n], rights[:r], nil)
		closeRights(rights[:r])
		if err != nil {
			return
		}
	}
}

func closeRights(rights []byte) {
	messages, _ := unix.ParseSocketControlMessage(rights)
	for _, m := range messages {
		fds, _ := unix.ParseUnixRights(&m)
		for _, fd := range fds {
			_ = unix.Close(fd)
		}
	}
}
