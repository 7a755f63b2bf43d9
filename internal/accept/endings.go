package accept

import (
	"sync"
	"time"
)

// endings are the ends of cards that stay until a time of their own. A restart forgets them.
type endings struct {
	mu     sync.Mutex
	timers map[string]*time.Timer // by the card's id
	closed bool
}

// set has end called at that time; a zero one is never.
func (e *endings) set(id string, at time.Time, end func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if at.IsZero() || e.closed {
		return
	}
	if e.timers == nil {
		e.timers = map[string]*time.Timer{}
	}
	var timer *time.Timer
	timer = time.AfterFunc(time.Until(at), func() {
		e.mu.Lock()
		due := e.timers[id] == timer
		if due {
			delete(e.timers, id)
		}
		e.mu.Unlock()
		if due {
			end()
		}
	})
	e.timers[id] = timer
}

// forget is for a card that is posted anew or gone.
func (e *endings) forget(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if timer := e.timers[id]; timer != nil {
		timer.Stop()
		delete(e.timers, id)
	}
}

func (e *endings) close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, timer := range e.timers {
		timer.Stop()
	}
	e.timers, e.closed = nil, true
}
