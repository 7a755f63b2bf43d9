package text

import (
	"math/bits"
)

// meaning is a symbol as it is read: bits of its code, bits that follow and are added, what kind it is, and its value. 0 is none.
type meaning uint32

const (
	literal meaning = 1 << 8 // the value, as it is
	ends    meaning = 1 << 9 // the block does
)

func (m meaning) bits() uint  { return uint(m & 15) }
func (m meaning) extra() uint { return uint(m >> 4 & 15) }
func (m meaning) value() int  { return int(m >> 16) }

// plainMeaning is that of the code that other codes are written in.
func plainMeaning(symbol int) meaning { return literal | meaning(symbol)<<16 }

// literalMeaning is a byte, the end of the block, or the length of what is repeated, with the bits that are added to it.
func literalMeaning(symbol int) meaning {
	switch symbol -= 257; {
	case symbol < -1:
		return literal | meaning(symbol+257)<<16
	case symbol == -1:
		return ends
	case symbol < 8:
		return meaning(symbol+3) << 16
	case symbol < 28:
		extra := symbol/4 - 1
		return meaning(3+(4+symbol%4)<<extra)<<16 | meaning(extra)<<4
	case symbol == 28:
		return 258 << 16
	}
	return 0
}

// distanceMeaning is how far back it stands.
func distanceMeaning(symbol int) meaning {
	switch {
	case symbol < 2:
		return meaning(symbol+1) << 16
	case symbol < 30:
		extra := symbol/2 - 1
		return meaning(1+(2+symbol%2)<<extra)<<16 | meaning(extra)<<4
	}
	return 0
}

const (
	quickBits = 10
	longest   = 15 // bits of a code
)

// huffman is a canonical code.
type huffman struct {
	quick   [1 << quickBits]meaning // by the next bits; 0 for a longer code, or for none
	mask    uint64                  // of the bits that quick is asked for
	count   [longest + 1]uint16     // codes of each length
	symbols [288]meaning            // in the order of their codes
}

// set makes the code with these lengths; false when there is none.
func (h *huffman) set(lengths []uint8, mean func(symbol int) meaning) bool {
	clear(h.count[:])
	for _, n := range lengths {
		h.count[n]++
	}
	h.count[0] = 0
	var next, at [longest + 2]uint16 // code and place of the next symbol of each length
	left, wide := 1, 1
	for n := 1; n <= longest; n++ {
		if left = left<<1 - int(h.count[n]); left < 0 {
			return false
		}
		if n <= quickBits && h.count[n] > 0 {
			wide = n
		}
		next[n+1] = (next[n] + h.count[n]) << 1
		at[n+1] = at[n] + h.count[n]
	}
	h.mask = 1<<wide - 1
	quick := h.quick[:1<<wide]
	clear(quick)
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		m := mean(symbol)
		if m != 0 {
			m |= meaning(n)
		}
		h.symbols[at[n]] = m
		at[n]++
		if n <= quickBits {
			for i := int(bits.Reverse16(next[n]) >> (16 - n)); i < len(quick); i += 1 << n {
				quick[i] = m
			}
		}
		next[n]++
	}
	return true
}

// find is what the bits begin with.
func (h *huffman) find(held uint64) meaning {
	if m := h.quick[held&h.mask&(1<<quickBits-1)]; m != 0 {
		return m
	}
	return h.search(held)
}

// search is find for the codes that are seldom. Without it find is small enough to be part of whoever calls it.
//
//go:noinline
func (h *huffman) search(held uint64) meaning {
	code, first, index := 0, 0, 0
	for n := 1; n <= longest; n++ {
		code |= int(held & 1)
		held >>= 1
		count := int(h.count[n])
		if code < first+count {
			return h.symbols[index+code-first]
		}
		index += count
		first = (first + count) << 1
		code <<= 1
	}
	return 0
}
