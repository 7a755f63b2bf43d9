package sound

import (
	"errors"
	"fmt"

	"github.com/jfreymuth/vorbis"
)

// noComments is a comment header that says nothing. The file's own is left out: the decoder makes room for as many
// comments as it claims to have.
const noComments = "\x03vorbis\x00\x00\x00\x00\x00\x00\x00\x00\x01"

func openVorbis(file *ogg, head []byte) (*Sound, error) {
	if _, err := file.next(); err != nil {
		return nil, cutShort(err)
	}
	setup, err := file.next()
	if err != nil {
		return nil, cutShort(err)
	}
	if err := vetVorbis(head, setup.data); err != nil {
		return nil, err
	}
	var decoder vorbis.Decoder
	for _, header := range [][]byte{head, []byte(noComments), setup.data} {
		if err := decoder.ReadHeader(header); err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
	}
	floats, out := make([]float32, decoder.BufferSize()), make([]int16, decoder.BufferSize())
	return file.sound(decoder.SampleRate(), decoder.Channels(), 0, "Ogg Vorbis", func(packet []byte) ([]int16, error) {
		block, err := decoder.DecodeInto(packet, floats)
		for i, v := range block {
			out[i] = fromFloat(v)
		}
		return out[:len(block)], err
	}), nil
}

// mostNumbers bounds a codebook; real ones have some ten thousand.
const mostNumbers = 1 << 20

var errCodebook = errors.New("is damaged: a codebook makes no sense")

// vetVorbis looks at what the decoder believes: it takes memory for as much as the headers claim, and looks for a code
// in a book without any until the end of time.
func vetVorbis(head, setup []byte) error {
	if len(head) < 30 || head[11] < 1 || head[11] > mostChannels || len(setup) < 8 {
		return errDamaged
	}
	if small, large := head[28]&15, head[28]>>4; small < 6 || small > large || large > 13 {
		return errDamaged
	}
	b := &bitReader{data: setup[7:]}
	for range b.take(8) + 1 {
		if err := vetCodebook(b); err != nil {
			return err
		}
	}
	return nil
}

func vetCodebook(b *bitReader) error {
	const sign = 0x564342
	if b.take(24) != sign {
		return errCodebook
	}
	dimensions, entries := b.take(16), b.take(24)
	if dimensions == 0 || entries == 0 || dimensions*entries > mostNumbers {
		return errCodebook
	}
	if used := codes(b, entries); used == 0 {
		return errCodebook
	}
	kind := b.take(4)
	if kind == 0 {
		return b.overrun()
	}
	b.take(64)
	width := b.take(4) + 1
	b.take(1)
	values := dimensions * entries
	if kind == 1 {
		values = root(entries, dimensions)
	}
	b.skip(values * width)
	return b.overrun()
}

// codes reads the lengths of a book's codes and counts those in use; none if they make no sense.
func codes(b *bitReader, entries uint64) (used uint64) {
	if b.take(1) == 1 { // in the order of their lengths
		length := b.take(5) + 1
		for used < entries {
			if length > 32 {
				return 0
			}
			used += b.take(bitLength(entries - used))
			length++
		}
		if used > entries {
			return 0
		}
		return used
	}
	if b.take(1) == 0 {
		b.skip(5 * entries)
		return entries
	}
	for range entries {
		if b.take(1) == 1 {
			b.take(5)
			used++
		}
	}
	return used
}

// root is the largest number whose power does not exceed of.
func root(of, power uint64) uint64 {
	for r := uint64(1); ; r++ {
		product := uint64(1)
		for range power {
			if product *= r + 1; product > of {
				return r
			}
		}
	}
}
