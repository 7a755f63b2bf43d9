package discovery

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// Announcer makes a TV known on all links, under a name that no other device has.
type Announcer struct {
	network network
	log     *slog.Logger
	told    chan *TV
}

// NewAnnouncer is an announcer that says nothing until it is told of a TV and runs.
func NewAnnouncer(log *slog.Logger) *Announcer {
	return &Announcer{network: system{}, log: log, told: make(chan *TV, 1)}
}

// Tell has the TV announced as it is now; nil takes it off the network. One goroutine at a time may tell.
func (a *Announcer) Tell(tv *TV) {
	select {
	case <-a.told: // nobody has seen it
	default:
	}
	a.told <- tv
}

// Run announces until ctx ends, and then says goodbye.
func (a *Announcer) Run(ctx context.Context) {
	var others sync.WaitGroup
	defer others.Wait()
	moved := make(chan struct{}, 1)
	others.Go(func() {
		a.network.watch(ctx, func() {
			select {
			case moved <- struct{}{}:
			default:
			}
		})
	})
	r := &responder{network: a.network, log: a.log, packets: make(chan packet, packetsWaiting)}
	defer r.close()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case tv := <-a.told:
			r.announce(tv)
		case <-moved:
			if r.lookAt.IsZero() {
				r.lookAt = time.Now().Add(settling)
			}
		case p := <-r.packets:
			if slices.Contains(r.ports, p.port) {
				r.hear(p)
			}
		case <-timer.C:
			r.act(time.Now())
		case <-ctx.Done():
			r.farewell()
			return
		}
		timer.Reset(r.wait(time.Now()))
	}
}
