package screen

import (
	"crypto/rand"
	"sync"
)

// Streams are the sounds that are being played now, each under a name that cannot be
// guessed: knowing it is the permission to hear it. The zero value holds none.
type Streams struct {
	mu        sync.Mutex
	addresses map[string]string // by name
}

// Open names an address until it is closed.
func (s *Streams) Open(address string) (name string, close func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.addresses == nil {
		s.addresses = map[string]string{}
	}
	name = rand.Text()
	s.addresses[name] = address
	return name, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.addresses, name)
	}
}

// Address is the one of a name, or empty.
func (s *Streams) Address(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addresses[name]
}
