package text

import (
	"encoding/binary"
)

// margin is how far the quick part of a block stays from the end of dst: the longest that is repeated, and what is written over it.
const margin = 258 + 16

// block unpacks one block to its end, or until dst is full, and returns how far dst is filled then. Most of the time of a
// picture is spent in its first part, which asks for little: what it counts with is local, and there is room at both ends.
func (z *inflater) block(dst []byte, at int) (int, bool) {
	in, pos, held, n := z.in, z.pos, z.held, z.n
	for at < len(dst)-margin && pos < len(in)-8 {
		held |= binary.LittleEndian.Uint64(in[pos:]) << n
		pos += int(63-n) >> 3
		n |= 56
		m := z.literals.find(held)
		held >>= m.bits()
		n -= m.bits()
		if m&literal != 0 {
			dst[at] = byte(m.value())
			at++
			if m = z.literals.find(held); m&literal == 0 {
				continue // its bits are there to be found again
			}
			held >>= m.bits()
			n -= m.bits()
			dst[at] = byte(m.value())
			at++
			continue
		}
		length := m.value() + int(held&(1<<m.extra()-1))
		held >>= m.extra()
		n -= m.extra()
		if length == 0 { // the end, or nothing that makes sense
			z.pos, z.held, z.n = pos, held, n
			return at, m&ends != 0
		}
		m = z.distances.find(held)
		held >>= m.bits()
		back := m.value() + int(held&(1<<m.extra()-1))
		held >>= m.extra()
		n -= m.bits() + m.extra()
		if back > at || m == 0 {
			return at, false
		}
		repeat(dst[:at+length+16], at, back)
		at += length
	}
	z.pos, z.held, z.n = pos, held, n
	return z.rest(dst, at)
}

// repeat fills dst from at on with what is so far back; its last sixteen bytes may become anything.
func repeat(dst []byte, at, back int) {
	if back < 8 {
		for end := at + 8; at < end; at++ {
			dst[at] = dst[at-back]
		}
		back *= 7/back + 1 // what repeats itself does so twice as far back, too
	}
	from, to := dst[at-back:], dst[at:]
	for len(to) > 16 && len(from) >= 16 {
		binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(from))
		binary.LittleEndian.PutUint64(to[8:], binary.LittleEndian.Uint64(from[8:]))
		to, from = to[16:], from[16:]
	}
}

// rest is block where dst or the packed bytes come to their end.
func (z *inflater) rest(dst []byte, at int) (int, bool) {
	for at < len(dst) {
		z.fill()
		m := z.literals.find(z.held)
		z.take(m.bits())
		if m&literal != 0 {
			dst[at] = byte(m.value())
			at++
			continue
		}
		length := m.value() + int(z.take(m.extra()))
		if length == 0 {
			return at, m&ends != 0
		}
		m = z.distances.find(z.held)
		z.take(m.bits())
		back := m.value() + int(z.take(m.extra()))
		if back > at || m == 0 || z.overrun() {
			return at, false
		}
		for end := min(at+length, len(dst)); at < end; at++ {
			dst[at] = dst[at-back]
		}
	}
	return at, true
}
