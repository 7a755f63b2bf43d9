package discovery

import (
	"encoding/binary"
	"errors"
)

// kind is the type of a record, as DNS numbers them.
type kind uint16

const (
	kindA    kind = 1
	kindPTR  kind = 12
	kindTXT  kind = 16
	kindAAAA kind = 28
	kindSRV  kind = 33
	kindNSEC kind = 47
	kindAny  kind = 255
)

const (
	classInternet = 1
	topBit        = 1 << 15 // of a class: cache flush in a record, a wish for a unicast answer in a question

	flagResponse      = 1 << 15
	flagAuthoritative = 1 << 10
	maskOpcode        = 0xF << 11
	maskRcode         = 0xF
)

// message is a packet of multicast DNS.
type message struct {
	id                               uint16
	response                         bool
	questions                        []question
	answers, authorities, additional []record
}

type question struct {
	name    name
	kind    kind
	unicast bool
}

type record struct {
	name name
	kind kind
	ttl  uint32 // seconds
	only bool   // no other device has records of this name and kind: caches forget what they had
	data []byte // names in it are whole
}

// is tells records that say the same.
func (r record) is(other record) bool { return r.key() == other.key() }

func (r record) key() string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(r.kind))) + r.name.key() + "\x00" + string(r.data)
}

var errMessage = errors.New("not a message of multicast DNS")

// parse reads a packet. One that is not whole is none.
func parse(packet []byte) (message, error) {
	if len(packet) < 12 || len(packet) > longestPacket {
		return message{}, errMessage
	}
	p := parser{packet: packet}
	m := message{id: p.number()}
	flags := p.number()
	m.response = flags&flagResponse != 0
	if flags&(maskOpcode|maskRcode) != 0 {
		return message{}, errMessage
	}
	counts := [4]uint16{p.number(), p.number(), p.number(), p.number()}
	for range counts[0] {
		q := question{name: p.name(), kind: kind(p.number())}
		class := p.number()
		if p.broken {
			return message{}, errMessage
		}
		q.unicast = class&topBit != 0
		m.questions = append(m.questions, q)
	}
	for i, section := range []*[]record{&m.answers, &m.authorities, &m.additional} {
		for range counts[i+1] {
			r, internet := p.record()
			if p.broken {
				return message{}, errMessage
			}
			if internet {
				*section = append(*section, r)
			}
		}
	}
	return m, nil
}

// parser goes through a packet once. After the first fault it is broken and gives nothing.
type parser struct {
	packet []byte
	at     int
	broken bool
}

func (p *parser) bytes(n int) []byte {
	if p.broken || n > len(p.packet)-p.at {
		p.broken = true
		return nil
	}
	p.at += n
	return p.packet[p.at-n : p.at]
}

func (p *parser) number() uint16 {
	if b := p.bytes(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

// name reads a name, which may go on at an earlier place of the packet. Each jump leads further back, so it ends.
func (p *parser) name() name {
	var n name
	at, end, limit, length := p.at, -1, p.at, 1
	for !p.broken {
		if at >= len(p.packet) {
			break
		}
		size := int(p.packet[at])
		switch {
		case size == 0:
			if end < 0 {
				end = at + 1
			}
			p.at = end
			return n
		case size >= 0xC0 && at+1 < len(p.packet):
			to := size&0x3F<<8 | int(p.packet[at+1])
			if end < 0 {
				end = at + 2
			}
			if to >= limit {
				p.broken = true
				return nil
			}
			at, limit = to, to
		case size <= longestLabel && at+1+size <= len(p.packet) && length+1+size <= 255:
			n = append(n, string(p.packet[at+1:at+1+size]))
			at, length = at+1+size, length+1+size
		default:
			p.broken = true
			return nil
		}
	}
	p.broken = true
	return nil
}

// record reads one, and whether it is of the class that everybody uses.
func (p *parser) record() (r record, internet bool) {
	r.name = p.name()
	r.kind = kind(p.number())
	class := p.number()
	if b := p.bytes(4); b != nil {
		r.ttl = binary.BigEndian.Uint32(b)
	}
	size := int(p.number())
	start := p.at
	data := p.bytes(size)
	if p.broken {
		return r, false
	}
	inside := parser{packet: p.packet[:p.at], at: start}
	switch r.kind {
	case kindPTR:
		r.data = inside.name().wire()
	case kindSRV:
		head := inside.bytes(6)
		r.data = append(append([]byte{}, head...), inside.name().wire()...)
	default:
		r.data = append([]byte{}, data...)
	}
	p.broken = inside.broken
	r.only = class&topBit != 0
	return r, class&^topBit == classInternet
}

// pack is the message as it is sent.
func (m message) pack() []byte {
	flags := uint16(0)
	if m.response {
		flags = flagResponse | flagAuthoritative
	}
	w := writer{known: map[string]int{}}
	for _, n := range []uint16{m.id, flags, uint16(len(m.questions)), uint16(len(m.answers)), uint16(len(m.authorities)), uint16(len(m.additional))} {
		w.number(n)
	}
	for _, q := range m.questions {
		w.name(q.name)
		w.number(uint16(q.kind))
		w.number(class(q.unicast))
	}
	for _, section := range [][]record{m.answers, m.authorities, m.additional} {
		for _, r := range section {
			w.record(r)
		}
	}
	return w.packet
}

func class(top bool) uint16 {
	if top {
		return classInternet | topBit
	}
	return classInternet
}

type writer struct {
	packet []byte
	known  map[string]int // where a name begins
}

func (w *writer) number(n uint16) { w.packet = binary.BigEndian.AppendUint16(w.packet, n) }

// name writes a name, the part of it that is there already as a reference.
func (w *writer) name(n name) {
	for i, label := range n {
		key := n[i:].key()
		if at, ok := w.known[key]; ok {
			w.number(0xC000 | uint16(at))
			return
		}
		if len(w.packet) < 0x3FFF {
			w.known[key] = len(w.packet)
		}
		w.packet = append(append(w.packet, byte(len(label))), label...)
	}
	w.packet = append(w.packet, 0)
}

func (w *writer) record(r record) {
	w.name(r.name)
	w.number(uint16(r.kind))
	w.number(class(r.only))
	w.packet = binary.BigEndian.AppendUint32(w.packet, r.ttl)
	w.number(0)
	start := len(w.packet)
	if r.kind == kindPTR {
		w.name(r.target())
	} else {
		w.packet = append(w.packet, r.data...)
	}
	binary.BigEndian.PutUint16(w.packet[start-2:], uint16(len(w.packet)-start))
}
