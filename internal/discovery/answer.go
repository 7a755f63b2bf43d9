package discovery

import (
	"maps"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"
)

// answer tells a device what it asked for.
func (r *responder) answer(p packet) {
	ips := p.port.ips(r.claim.tv)
	all := r.claim.records(ips)
	var told []record
	unicast, shared := true, false
	for _, q := range p.message.questions {
		unicast = unicast && q.unicast
		for _, record := range all {
			if q.asksFor(record) && !knows(p.message.answers, record) && !slices.ContainsFunc(told, record.is) {
				told = append(told, record)
				shared = shared || !record.only
			}
		}
	}
	now := time.Now()
	switch {
	case len(told) == 0:
	case p.from.Port() != mdnsPort:
		p.port.answerSimple(p, told, r.besides(told, ips))
	case unicast && p.port.toldLately(now, told):
		if p.port.unicasts.take() {
			p.port.unicast(message{response: true, answers: told, additional: r.besides(told, ips)}.pack(), p.from)
		}
	case len(p.message.authorities) > 0: // it probes for our name, and will not wait
		p.port.tellUnheard(now, probeInterval, told, nil)
	case !shared:
		p.port.tellUnheard(now, time.Second, told, r.besides(told, ips))
	default:
		p.port.postpone(now, told)
	}
}

func (q question) asksFor(r record) bool {
	return (q.kind == r.kind || q.kind == kindAny || r.kind == kindNSEC && (q.kind == kindA || q.kind == kindAAAA)) && q.name.is(r.name)
}

// knows reports whether an asker has a record already, for at least half of its time.
func knows(answers []record, r record) bool {
	return slices.ContainsFunc(answers, func(a record) bool { return a.ttl >= r.ttl/2 && a.is(r) })
}

// besides is what an asker wants to know next.
func (r *responder) besides(told []record, ips []netip.Addr) []record {
	var more []record
	unique := r.claim.unique(ips)
	for _, t := range told {
		for _, u := range unique {
			wanted := t.kind == kindPTR && u.name.is(t.target()) || t.kind == kindPTR && !t.name.is(allTypes) && u.name.is(r.claim.host()) ||
				t.kind == kindSRV && u.name.is(t.target()) || t.name.is(r.claim.host()) && u.name.is(r.claim.instances()[0])
			if wanted && !slices.ContainsFunc(told, u.is) && !slices.ContainsFunc(more, u.is) {
				more = append(more, u)
			}
		}
	}
	return more
}

// answerSimple answers a program that knows nothing of multicast, as any name server would.
func (p *port) answerSimple(asked packet, told, besides []record) {
	if !p.unicasts.take() {
		return
	}
	m := message{id: asked.message.id, response: true, questions: asked.message.questions}
	plain := func(records []record) []record {
		records = slices.Clone(records)
		for i := range records {
			records[i].ttl, records[i].only = min(records[i].ttl, 10), false
		}
		return records
	}
	m.answers, m.additional = plain(told), plain(besides)
	for i := range m.questions {
		m.questions[i].unicast = false
	}
	p.unicast(m.pack(), asked.from)
}

// postpone answers after a moment, together with what others ask until then.
func (p *port) postpone(now time.Time, told []record) {
	for _, record := range told {
		if !slices.ContainsFunc(p.later, record.is) {
			p.later = append(p.later, record)
		}
	}
	if p.due.IsZero() {
		p.due = now.Add(20*time.Millisecond + rand.N(100*time.Millisecond))
	}
}

func (r *responder) answerLater(p *port) {
	told := p.later
	p.later, p.due = nil, time.Time{}
	if r.phase == announcing || r.phase == settled {
		p.tellUnheard(time.Now(), time.Second, told, r.besides(told, p.ips(r.claim.tv)))
	}
}

// tellUnheard tells everybody what they have not heard for a while.
func (p *port) tellUnheard(now time.Time, while time.Duration, told, besides []record) {
	told = slices.DeleteFunc(told, func(r record) bool { return now.Sub(p.sent[r.key()]) < while })
	if len(told) > 0 {
		p.tell(now, message{response: true, answers: told, additional: besides})
	}
}

// tell tells everybody.
func (p *port) tell(now time.Time, m message) {
	maps.DeleteFunc(p.sent, func(_ string, at time.Time) bool { return now.Sub(at) > keepService })
	for _, r := range m.answers {
		p.sent[r.key()] = now
	}
	p.multicast(m.pack())
}

// toldLately reports whether everybody has heard the records so recently that one device may be told alone.
func (p *port) toldLately(now time.Time, told []record) bool {
	return !slices.ContainsFunc(told, func(r record) bool {
		at, ok := p.sent[r.key()]
		return !ok || now.Sub(at) > time.Duration(r.ttl)*time.Second/4
	})
}
