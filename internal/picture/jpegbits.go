package picture

import "encoding/binary"

// looked is how many bits of the stream are looked up at once. Longer codes are rare.
const looked = 11

// codes is a Huffman table. An entry has the length of a code in its lowest byte, then the bits of the value that
// follows it, then how many frequencies further the next one is; 0 is no code.
type codes struct {
	table [1 << looked]uint32
	skips []uint16 // only for the frequencies of a baseline picture
	long  []longCode
}

type longCode struct {
	code   uint64 // at the top of a word
	length uint
	entry  uint32
}

// blockEnds is more than there are frequencies.
const blockEnds = 128

// newCodes lays out the codes in the order of their lengths, or answers nil when they are no such codes.
func newCodes(counts, symbols []byte, read func(byte) (uint32, bool)) *codes {
	c := &codes{}
	code, next := uint64(0), 0
	for length := uint(1); length <= 16; length++ {
		for range counts[length-1] {
			if code >= 1<<length {
				return nil
			}
			entry, ok := read(symbols[next])
			if !ok {
				return nil
			}
			c.add(code, length, entry|uint32(length))
			code++
			next++
		}
		code <<= 1
	}
	return c
}

func firstEntry(symbol byte) (uint32, bool) { return uint32(symbol) << 8, symbol <= 11 }

func baselineEntry(symbol byte) (uint32, bool) {
	run, size := uint32(symbol>>4), uint32(symbol&15)
	switch {
	case symbol == 0:
		return blockEnds << 16, true
	case size == 0:
		return 16 << 16, run == 15
	}
	return size<<8 | (run+1)<<16, true
}

// progressEntry keeps the run as it is: without a value it may stand for a number of blocks.
func progressEntry(symbol byte) (uint32, bool) {
	return uint32(symbol&15)<<8 | uint32(symbol>>4)<<16, true
}

func (c *codes) add(code uint64, length uint, entry uint32) {
	if length > looked {
		c.long = append(c.long, longCode{code << (64 - length), length, entry})
		return
	}
	from := code << (looked - length)
	for i := range uint64(1) << (looked - length) {
		c.table[from+i] = entry
	}
}

// search looks for a long code.
func (c *codes) search(top uint64) uint32 {
	for _, l := range c.long {
		if top>>(64-l.length)<<(64-l.length) == l.code {
			return l.entry
		}
	}
	return 0
}

// bits reads the stream from the top of a word that is filled again in time.
type bits struct {
	data   []byte
	at     int
	top    uint64
	held   uint
	beyond int // bytes that were made up behind the end
}

// fill holds at least 56 bits afterwards. A byte 0xff is followed by a zero, or is a marker: before one, and at the
// end, zeros are made up.
func (b *bits) fill() {
	if b.at+8 <= len(b.data) {
		next := binary.BigEndian.Uint64(b.data[b.at:])
		const ones, tops = 0x0101010101010101, 0x8080808080808080
		if inverse := ^next; (inverse-ones)&next&tops == 0 { // no byte is 0xff
			taken := (64 - b.held) / 8
			b.top |= next >> b.held
			b.at += int(taken)
			b.held += 8 * taken
			// Bits of the byte after the last whole one are there already; the same come again.
			b.top &= ^uint64(0) << (64 - b.held)
			return
		}
	}
	for b.held <= 56 {
		value := byte(0)
		switch {
		case b.at+1 >= len(b.data) || b.data[b.at] == 0xff && b.data[b.at+1] != 0:
			b.beyond++
		case b.data[b.at] == 0xff:
			value = 0xff
			b.at += 2
		default:
			value = b.data[b.at]
			b.at++
		}
		b.top |= uint64(value) << (56 - b.held)
		b.held += 8
	}
}

// marker goes behind a restart marker. All bits before it must have been used.
func (b *bits) marker() bool {
	unused := int(b.held)/8 - b.beyond
	if unused > 0 || b.at+2 > len(b.data) || b.data[b.at] != 0xff || b.data[b.at+1]&^7 != 0xd0 {
		return false
	}
	b.at += 2
	b.top, b.held, b.beyond = 0, 0, 0
	return true
}

// overrun tells whether more was read than there is.
func (b *bits) overrun() bool { return int(b.held)/8 < b.beyond }

// take reads up to 16 bits.
func (b *bits) take(count uint) int32 {
	if b.held < 32 {
		b.fill()
	}
	v := int32(b.top >> (64 - count))
	b.top <<= count
	b.held -= count
	return v
}

// code reads a code, with enough bits held behind it for its value; 0 is none.
func (b *bits) code(c *codes) (run, size uint, ok bool) {
	if b.held < 32 {
		b.fill()
	}
	entry := c.table[b.top>>(64-looked)]
	if entry == 0 {
		entry = c.search(b.top)
	}
	length := uint(entry & 0xff)
	b.top <<= length
	b.held -= length
	return uint(entry >> 16), uint(entry >> 8 & 0xff), entry != 0
}

// difference reads the first frequency of a block, as a difference to that of the block before.
func (b *bits) difference(p *part) bool {
	_, size, ok := b.code(p.first)
	if ok && size > 0 {
		p.last += value(b.top, size)
		b.top <<= size
		b.held -= size
	}
	return ok
}

// value reads a number of 1 to 16 bits at the top of a word: one that begins with a zero is negative.
func value(top uint64, size uint) int32 {
	negative := ^int32(int64(top) >> 63)
	return int32(top>>((64-size)&63)) - negative&(1<<(size&31)-1)
}
