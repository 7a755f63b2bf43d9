package mqtt

import (
	"encoding/binary"
	"hash/maphash"
	"time"

	"github.com/eclipse/paho.golang/paho"
)

const (
	mostSeen = 256
	// requestsSeen is how long a request that is sent again counts as the same.
	requestsSeen = 10 * time.Minute
	// uniqueFrom is how many bytes of correlation data are taken for a name that no other request has. Less may be a counter.
	uniqueFrom = 16
)

// seen are the messages of late, with their answers: a broker that did not get our acknowledgement sends again, and so does a
// sender that did not get the broker's. It is for one goroutine.
type seen struct {
	seed    maphash.Seed // nobody else knows it: marks cannot be forged
	answers map[mark]answered
	order   []mark // the oldest first
}

// mark tells a message from others.
type mark struct {
	delivery bool // of the broker; else a request of its sender
	digest   uint64
}

type answered struct {
	answer []byte
	at     time.Time
}

func newSeen() *seen { return &seen{seed: maphash.MakeSeed(), answers: map[mark]answered{}} }

// marks are what a message is known by.
func (s *seen) marks(p *paho.Publish) (all []mark) {
	if p.QoS > 0 {
		all = append(all, mark{true, s.digest(binary.BigEndian.AppendUint16(nil, p.PacketID), []byte(p.Topic), p.Payload)})
	}
	if name := correlation(p); len(name) >= uniqueFrom {
		all = append(all, mark{false, s.digest(name, []byte(p.Properties.ResponseTopic), p.Payload)})
	}
	return all
}

// again is the answer to a message that was answered before.
func (s *seen) again(p *paho.Publish) ([]byte, bool) {
	for _, m := range s.marks(p) {
		before, ok := s.answers[m]
		switch {
		case !ok:
		case m.delivery && p.Duplicate(), !m.delivery && time.Since(before.at) < requestsSeen:
			return before.answer, true
		}
	}
	return nil, false
}

func (s *seen) remember(p *paho.Publish, answer []byte) {
	for _, m := range s.marks(p) {
		if _, ok := s.answers[m]; !ok {
			s.order = append(s.order, m)
		}
		s.answers[m] = answered{answer, time.Now()}
	}
	for len(s.order) > mostSeen {
		delete(s.answers, s.order[0])
		s.order = s.order[1:]
	}
}

// forgetDeliveries is for a broker that has kept nothing: it numbers its messages anew.
func (s *seen) forgetDeliveries() {
	kept := s.order[:0]
	for _, m := range s.order {
		if m.delivery {
			delete(s.answers, m)
		} else {
			kept = append(kept, m)
		}
	}
	s.order = kept
}

func correlation(p *paho.Publish) []byte {
	if p.Properties == nil {
		return nil
	}
	return p.Properties.CorrelationData
}

// digest is of the parts with their lengths, so that none runs into the next.
func (s *seen) digest(parts ...[]byte) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for _, part := range parts {
		maphash.WriteComparable(&h, len(part))
		_, _ = h.Write(part) // never fails
	}
	return h.Sum64()
}
