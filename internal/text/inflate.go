package text

import (
	"encoding/binary"
)

// inflater unpacks DEFLATE (RFC 1951) from memory to memory. The pictures of a font are small, and a card may show hundreds
// of them at once: without a window and a reader in between it takes two thirds of compress/flate's time.
type inflater struct {
	in   []byte
	pos  int    // of the next byte to take; it may run past the end, where there are only zeros
	held uint64 // bits that were taken and not used
	n    uint   // so many

	literals, distances huffman
	lengths             [286 + 30]uint8
}

// inflate fills dst with the beginning of what src holds; false when it holds less, or nothing that makes sense.
func (z *inflater) inflate(dst, src []byte) bool {
	z.in, z.pos, z.held, z.n = src, 0, 0, 0
	at := 0
	for last := false; !last && at < len(dst); {
		z.fill()
		if z.overrun() {
			return false
		}
		last = z.take(1) == 1
		ok := false
		switch z.take(2) {
		case 0:
			at, ok = z.stored(dst, at)
		case 1:
			z.fixed()
			at, ok = z.block(dst, at)
		case 2:
			if ok = z.dynamic(); ok {
				at, ok = z.block(dst, at)
			}
		}
		if !ok {
			return false
		}
	}
	return at == len(dst) && !z.overrun()
}

// overrun says that more bits were used than there are.
func (z *inflater) overrun() bool { return z.pos-int(z.n>>3) > len(z.in) }

// fill takes bytes until there are bits for any symbol with all that follows it.
func (z *inflater) fill() {
	if z.pos+8 <= len(z.in) {
		z.held |= binary.LittleEndian.Uint64(z.in[z.pos:]) << z.n
		z.pos += int(63-z.n) >> 3
		z.n |= 56
		return
	}
	for ; z.n < 56; z.n += 8 {
		if z.pos < len(z.in) {
			z.held |= uint64(z.in[z.pos]) << z.n
		}
		z.pos++
	}
}

func (z *inflater) take(n uint) uint {
	v := uint(z.held & (1<<n - 1))
	z.held >>= n
	z.n -= n
	return v
}

// stored copies a block that is not packed.
func (z *inflater) stored(dst []byte, at int) (int, bool) {
	z.take(z.n & 7)
	z.fill()
	size, check := z.take(16), z.take(16)
	from := z.pos - int(z.n>>3)
	if size != ^check&0xffff || from+int(size) > len(z.in) {
		return at, false
	}
	at += copy(dst[at:], z.in[from:from+int(size)])
	z.pos, z.held, z.n = from+int(size), 0, 0
	return at, true
}

// fixed sets the codes that need no table.
func (z *inflater) fixed() {
	var lengths [288]uint8
	for i := range lengths {
		switch {
		case i < 144, i >= 280:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		default:
			lengths[i] = 7
		}
	}
	z.literals.set(lengths[:], literalMeaning)
	for i := range 30 {
		lengths[i] = 5
	}
	z.distances.set(lengths[:30], distanceMeaning)
}

// dynamic reads the codes of a block.
func (z *inflater) dynamic() bool {
	z.fill()
	literals, distances, count := int(z.take(5))+257, int(z.take(5))+1, int(z.take(4))+4
	if literals > 286 || distances > 30 {
		return false
	}
	var order [19]uint8
	for i, place := range []uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		if i < count {
			z.fill()
			order[place] = uint8(z.take(3))
		}
	}
	if !z.literals.set(order[:], plainMeaning) {
		return false
	}
	all := z.lengths[:literals+distances]
	for i := 0; i < len(all); {
		z.fill()
		m := z.literals.find(z.held)
		if m == 0 {
			return false
		}
		z.take(m.bits())
		value, again := uint8(0), uint(1)
		switch m.value() {
		case 16:
			if i == 0 {
				return false
			}
			value, again = all[i-1], 3+z.take(2)
		case 17:
			again = 3 + z.take(3)
		case 18:
			again = 11 + z.take(7)
		default:
			value = uint8(m.value())
		}
		if int(again) > len(all)-i {
			return false
		}
		for range again {
			all[i] = value
			i++
		}
	}
	return z.literals.set(all[:literals], literalMeaning) && z.distances.set(all[literals:], distanceMeaning)
}
