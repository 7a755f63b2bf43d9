package discovery

import (
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	settling      = 300 * time.Millisecond // an address seldom changes alone
	probeInterval = 250 * time.Millisecond
	probes        = 3
	deferral      = time.Second     // for another device that probes for the same name, and has won
	dispute       = 5 * time.Second // that one costs when there are many
	manyDisputes  = 15              // in a minute
)

// phase is how far a claim is.
type phase int

const (
	silent phase = iota
	probing
	announcing
	settled
)

// responder is the state of an announcer; its goroutine alone has it.
type responder struct {
	network network
	log     *slog.Logger
	packets chan packet
	readers sync.WaitGroup

	ports    []*port
	claim    claim
	phase    phase
	step     int       // of probing and announcing
	next     time.Time // when the next is due
	lookAt   time.Time // when to look at the links again; zero: nothing has changed
	disputes []time.Time
	warned   bool
}

// announce takes what is told of the TV.
func (r *responder) announce(tv *TV) {
	switch {
	case tv == nil:
		r.farewell()
		r.close()
		r.phase = silent
	case r.phase == silent:
		r.claim = claim{tv: *tv}
		r.open()
	case *tv == r.claim.tv:
	case tv.Name == r.claim.tv.Name && tv.ID == r.claim.tv.ID && tv.Port == r.claim.tv.Port && tv.IP == r.claim.tv.IP:
		r.claim.tv = *tv
		if r.phase == settled || r.phase == announcing {
			r.phase, r.step, r.next = announcing, 0, time.Now()
		}
	default:
		r.farewell()
		r.claim = claim{tv: *tv}
		r.open()
	}
}

// open opens all links and probes on them for the TV's own name, whatever it was called before.
func (r *responder) open() {
	before := r.ports
	r.close()
	for _, l := range r.network.links() {
		if len(l.ips(r.claim.tv)) == 0 {
			continue
		}
		w, err := r.network.open(l, listening)
		if err != nil {
			if !r.warned {
				r.log.Warn("this TV cannot be found by itself on a network", "network", l.name, "error", err)
			}
			r.warned = true
			continue
		}
		p := &port{link: l, wire: w, sent: map[string]time.Time{}, unicasts: allowance{most: mostUnicasts}}
		p.gone = l.lost(before, r.claim.tv)
		r.ports = append(r.ports, p)
		r.readers.Go(func() { p.listen(r.packets) })
	}
	r.claim.nth, r.claim.nthID = 0, 0
	r.probe(0)
}

func (r *responder) close() {
	for _, p := range r.ports {
		p.close()
	}
	r.ports = nil
	r.readers.Wait()
}

// look opens the links anew if they have changed.
func (r *responder) look() {
	r.lookAt = time.Time{}
	if r.phase == silent {
		return
	}
	now := slices.DeleteFunc(r.network.links(), func(l link) bool { return len(l.ips(r.claim.tv)) == 0 })
	if !slices.EqualFunc(r.ports, now, func(p *port, l link) bool { return p.link.same(l) }) {
		r.open()
	}
}

// wait is how long nothing is to be done.
func (r *responder) wait(now time.Time) time.Duration {
	soonest := now.Add(time.Hour)
	consider := func(t time.Time) {
		if !t.IsZero() && t.Before(soonest) {
			soonest = t
		}
	}
	consider(r.lookAt)
	if r.phase == probing || r.phase == announcing {
		consider(r.next)
	}
	for _, p := range r.ports {
		consider(p.due)
	}
	return max(0, soonest.Sub(now))
}

// act does what is due.
func (r *responder) act(now time.Time) {
	if !r.lookAt.IsZero() && !now.Before(r.lookAt) {
		r.look()
	}
	for _, p := range r.ports {
		if !p.due.IsZero() && !now.Before(p.due) {
			r.answerLater(p)
		}
	}
	if now.Before(r.next) {
		return
	}
	switch r.phase {
	case probing:
		r.probeOnce(now)
	case announcing:
		r.announceOnce(now)
	}
}

func (r *responder) probe(after time.Duration) {
	r.phase, r.step, r.next = probing, 0, time.Now().Add(after)
	for _, p := range r.ports {
		p.later, p.due = nil, time.Time{}
	}
}

func (r *responder) probeOnce(now time.Time) {
	if r.step == probes {
		r.phase, r.step = announcing, 0
		r.announceOnce(now)
		if r.claim.nth > 1 {
			r.log.Warn("another device on the network has this TV's name", "name", r.claim.tv.Name, "found as", r.claim.label())
		}
		return
	}
	var m message
	for _, n := range r.claim.names() {
		m.questions = append(m.questions, question{name: n, kind: kindAny})
	}
	for _, p := range r.ports {
		m.authorities = r.claim.unique(p.ips(r.claim.tv))
		p.multicast(m.pack())
	}
	r.step, r.next = r.step+1, now.Add(probeInterval)
}

// announceOnce tells everybody, three times in three seconds: packets get lost on a wireless network.
func (r *responder) announceOnce(now time.Time) {
	for _, p := range r.ports {
		answers := r.claim.records(p.ips(r.claim.tv))
		for _, ip := range p.gone {
			left := addressRecord(r.claim.host(), ip)
			left.ttl = 0
			answers = append(answers, left)
		}
		p.tell(now, message{response: true, answers: answers})
	}
	r.step++
	r.next = now.Add(time.Duration(r.step) * time.Second)
	if r.step == 3 {
		r.phase = settled
	}
}

// farewell has others forget the TV, if they have heard of it.
func (r *responder) farewell() {
	if r.phase != announcing && r.phase != settled {
		return
	}
	for _, p := range r.ports {
		p.multicast(message{response: true, answers: r.claim.farewell(p.ips(r.claim.tv))}.pack())
	}
}
