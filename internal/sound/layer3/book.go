package layer3

import "strconv"

// lookBits is how many bits are looked up at once; most codes are no longer.
const lookBits = 9

// book is a Huffman code. An entry is a leaf (its value and how many bits it took) or, under longer codes, a place in
// the tree to go on from bit by bit.
type book struct {
	look [1 << lookBits]uint16 // value<<4 | bits; or, with no bits, the place
	tree [][2]int16            // a place, or below zero the complement of a value
}

func newBook(leaves string) *book {
	b := &book{tree: make([][2]int16, 1)}
	code := uint32(0)
	for i := 0; i+3 <= len(leaves); i += 3 {
		depth, _ := strconv.ParseUint(leaves[i:i+1], 36, 8)
		value, _ := strconv.ParseUint(leaves[i+1:i+3], 16, 8)
		b.put(code, int(depth), int16(value))
		code += 1 << (32 - depth)
	}
	for prefix := range b.look {
		b.look[prefix] = b.walk(uint32(prefix) << (32 - lookBits))
	}
	return b
}

// put adds a leaf below its code, which is at the top of the word.
func (b *book) put(code uint32, depth int, value int16) {
	at := int16(0)
	for level := range depth {
		bit := code >> (31 - level) & 1
		if level == depth-1 {
			b.tree[at][bit] = ^value
			return
		}
		if b.tree[at][bit] == 0 {
			b.tree = append(b.tree, [2]int16{})
			b.tree[at][bit] = int16(len(b.tree) - 1)
		}
		at = b.tree[at][bit]
	}
}

func (b *book) walk(code uint32) uint16 {
	at := int16(0)
	for level := range lookBits {
		at = b.tree[at][code>>(31-level)&1]
		if at < 0 {
			return uint16(^at)<<4 | uint16(level+1)
		}
	}
	return uint16(at) << 4
}

// next decodes one value.
func (b *book) next(from *bits) int {
	word := from.peek()
	entry := b.look[word>>(32-lookBits)]
	if length := int(entry & 15); length > 0 {
		from.skip(length)
		return int(entry >> 4)
	}
	at := int16(entry >> 4)
	for level := lookBits; ; level++ {
		if at = b.tree[at][word>>(31-level)&1]; at < 0 {
			from.skip(level + 1)
			return int(^at)
		}
	}
}
