package discovery

import (
	"net/netip"
	"slices"
	"time"
)

// own are this machine's addresses on all links.
func (r *responder) own() []netip.Addr {
	var own []netip.Addr
	for _, p := range r.ports {
		for _, prefix := range p.prefixes {
			own = append(own, prefix.Addr())
		}
	}
	return own
}

// hear takes a packet of another device, or one of our own that came back.
func (r *responder) hear(p packet) {
	switch {
	case p.message.response:
		r.hearAnswer(p)
	case r.phase == probing:
		if r.claim.yields(p.message.authorities, p.port.ips(r.claim.tv), r.own()) {
			r.probe(deferral)
		}
	case r.phase == announcing || r.phase == settled:
		r.answer(p)
	}
}

// hearAnswer looks whether another device has one of our names. A name that is only wanted is left to it; for one that
// we have, it is asked again who has it.
func (r *responder) hearAnswer(p packet) {
	var lostName, lostID bool
	for _, section := range [][]record{p.message.answers, p.message.additional} {
		for _, record := range section {
			name, id := r.claim.disputes(record, r.own())
			lostName, lostID = lostName || name, lostID || id
		}
	}
	if !lostName && !lostID || r.phase == silent || r.phase == probing && r.step == 0 {
		return
	}
	if r.phase == probing {
		if lostName {
			r.claim.nth = max(2, r.claim.nth+1)
		}
		if lostID {
			r.claim.nthID = max(2, r.claim.nthID+1)
		}
	}
	r.probe(r.patience(time.Now()))
}

// patience grows when names are disputed again and again: nobody may keep this TV busy.
func (r *responder) patience(now time.Time) time.Duration {
	r.disputes = slices.DeleteFunc(append(r.disputes, now), func(t time.Time) bool { return now.Sub(t) > time.Minute })
	if len(r.disputes) >= manyDisputes {
		return dispute
	}
	return 0
}
