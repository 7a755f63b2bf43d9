package x11

import (
	"net"
	"sync"
)

const (
	// getInputFocus is the request that stands at the end of everything that is waited for.
	getInputFocus = 43
	// longestHold is how many bytes of requests are kept back.
	longestHold = 1 << 16
)

// wire is the connection to the server. It can hold requests back, so that those of a frame are one write: the server
// wakes once for all, and has them all when it begins.
type wire struct {
	net.Conn

	mu      sync.Mutex
	holding bool
	held    []byte
}

// Write is given one request at a time.
func (w *wire) Write(request []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.holding {
		return w.Conn.Write(request)
	}
	w.held = append(w.held, request...)
	if request[0] == getInputFocus || len(w.held) > longestHold {
		if err := w.send(); err != nil {
			return 0, err
		}
	}
	return len(request), nil
}

// hold keeps requests back until release, or until one is waited for.
func (w *wire) hold() {
	w.mu.Lock()
	w.holding = true
	w.mu.Unlock()
}

// release sends what is held back. An error shows with the next reply.
func (w *wire) release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.holding = false
	_ = w.send()
}

// flush sends what is held back and goes on holding: a reply is waited for.
func (w *wire) flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = w.send()
}

func (w *wire) send() error {
	if len(w.held) == 0 {
		return nil
	}
	_, err := w.Conn.Write(w.held)
	w.held = w.held[:0]
	if cap(w.held) > 2*longestHold {
		w.held = nil
	}
	return err
}
