package picture

// skipped is how many bits are looked at to go over several codes at once, with their values. The table of them is as
// large as the fastest memory likes.
const skipped = 13

// An entry of skips has the bits to go over in its lowest five, then how many frequencies further the next one is, then
// whether the block ends there; 0 is none.
const (
	skipFurther = 5
	skipEnds    = 1 << 12
)

// prepareSkips lays out what every beginning of the stream goes over.
func (c *codes) prepareSkips() {
	c.skips = make([]uint16, 1<<skipped)
	for start := range c.skips {
		top := uint64(start) << (64 - skipped)
		used, further := uint(0), uint(0)
		for {
			entry := c.table[top<<used>>(64-looked)]
			length, next := uint(entry&0xff)+uint(entry>>8&0xff), uint(entry>>16)
			if entry == 0 || used+length > skipped {
				break
			}
			used += length
			if next == blockEnds {
				c.skips[start] = skipEnds
				break
			}
			if further += next; further > 63 {
				used, further = 0, 0 // no block has that many
				break
			}
		}
		c.skips[start] |= uint16(further<<skipFurther | used)
	}
}

// block reads the frequencies of a block up to the last that is kept, goes over the others, and tells whether there are
// any kept but the first.
func (b *bits) block(into *[25]int32, p *part, quantity *[64]int32, keep int) (more, ok bool) {
	if !b.difference(p) {
		return false, false
	}
	clear(into[:keep+1])
	into[0] = p.last * quantity[0]

	codes := p.others
	top, held := b.top, b.held
	for at := 1; at < 64; {
		if held < 32 {
			b.top, b.held = top, held
			b.fill()
			top, held = b.top, b.held
		}
		if at > keep {
			skip := codes.skips[top>>(64-skipped)]
			if next := at + int(skip>>skipFurther&63); skip != 0 && next < 64 {
				top <<= skip & 31
				held -= uint(skip & 31)
				if at = next; skip&skipEnds != 0 {
					break
				}
				continue
			}
		}
		entry := codes.table[top>>(64-looked)]
		if entry == 0 {
			if entry = codes.search(top); entry == 0 {
				return false, false
			}
		}
		at += int(entry >> 16)
		length, size := uint(entry&0xff), uint(entry>>8&0xff)
		top <<= length & 63
		if at <= keep+1 && size > 0 {
			into[at-1] = value(top, size) * quantity[(at-1)&63]
			more = true
		}
		top <<= size & 63
		held -= length + size
		if at > 64 && at < blockEnds { // only the end of the block may lie beyond it
			return false, false
		}
	}
	b.top, b.held = top, held
	return more, !b.overrun()
}
