package sound

import "math/bits"

// bitReader takes bits as Vorbis packs them, the lowest of a byte first. Beyond the end there are zeros.
type bitReader struct {
	data []byte
	at   uint64
}

// take reads up to 64 bits.
func (b *bitReader) take(count uint64) (value uint64) {
	for i := range count {
		if place := b.at + i; place/8 < uint64(len(b.data)) {
			value |= uint64(b.data[place/8]>>(place%8)&1) << i
		}
	}
	b.at += count
	return value
}

func (b *bitReader) skip(count uint64) { b.at += count }

// overrun tells that more was read than there is.
func (b *bitReader) overrun() error {
	if b.at > 8*uint64(len(b.data)) {
		return errCodebook
	}
	return nil
}

func bitLength(n uint64) uint64 { return uint64(bits.Len64(n)) }
