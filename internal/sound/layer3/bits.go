package layer3

// bits takes numbers out of bytes, the highest bit first. Beyond the end there are zeros.
type bits struct {
	data  []byte
	at    int    // of the next byte that goes into the cache
	cache uint64 // the next bits, at the top
	held  int    // how many of them
}

func newBits(data []byte, from int) bits {
	b := bits{data: data, at: from / 8}
	b.skip(from % 8)
	return b
}

// fill makes sure of at least 32 bits.
func (b *bits) fill() {
	for b.held <= 56 {
		if b.at < len(b.data) {
			b.cache |= uint64(b.data[b.at]) << (56 - b.held)
		}
		b.at++
		b.held += 8
	}
}

// peek is the next 32 bits.
func (b *bits) peek() uint32 {
	if b.held < 32 {
		b.fill()
	}
	return uint32(b.cache >> 32)
}

func (b *bits) skip(count int) {
	if b.held < count {
		b.fill()
	}
	b.cache <<= count
	b.held -= count
}

// take reads up to 32 bits.
func (b *bits) take(count int) int {
	if count == 0 {
		return 0
	}
	value := b.peek() >> (32 - count)
	b.skip(count)
	return int(value)
}

// place is how many bits were taken, counted from the start of the data.
func (b *bits) place() int { return 8*b.at - b.held }
