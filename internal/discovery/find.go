package discovery

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Search is a question to the network.
type Search struct {
	ID    string           // of a TV that is looked for; it answers sooner when it is asked by that
	Until func(Found) bool // ends the search when it has found this; nil: it lasts as long as its context
}

// Find asks all links for TVs until ctx ends.
func Find(ctx context.Context, s Search) ([]Found, error) { return find(ctx, system{}, s) }

// askAgain is when a question is repeated: packets get lost, and nobody repeats an answer within a second.
func askAgain() []time.Duration {
	return []time.Duration{0, 250 * time.Millisecond, 800 * time.Millisecond, 2 * time.Second}
}

func find(ctx context.Context, n network, s Search) ([]Found, error) {
	packets := make(chan packet, packetsWaiting)
	var ports []*port
	var readers sync.WaitGroup
	var failed error
	for _, l := range n.links() {
		for _, purpose := range []purpose{listening, asking} {
			w, err := n.open(l, purpose)
			if err != nil {
				failed = errors.Join(failed, err)
				continue
			}
			p := &port{link: l, wire: w}
			ports = append(ports, p)
			readers.Go(func() { p.listen(packets) })
		}
	}
	defer readers.Wait()
	defer func() {
		for _, p := range ports {
			p.close()
		}
	}()
	if len(ports) == 0 {
		return nil, errors.Join(errors.New("this machine is on no network where TVs could be found"), failed)
	}
	heard := newCatalogue()
	start := time.Now()
	for _, again := range append(askAgain(), time.Hour) {
		next := time.NewTimer(again - time.Since(start))
		for waiting := true; waiting; {
			select {
			case p := <-packets:
				heard.take(p)
				if heard.has(s.Until) {
					next.Stop()
					return heard.all(), nil
				}
			case <-next.C:
				waiting = false
			case <-ctx.Done():
				next.Stop()
				return heard.all(), nil
			}
		}
		for _, p := range ports {
			for _, m := range heard.ask(s.ID) {
				p.multicast(m.pack())
			}
		}
	}
	return heard.all(), nil
}
