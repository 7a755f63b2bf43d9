package sound

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

const (
	wavInteger    = 1
	wavFloat      = 3
	wavExtensible = 0xfffe // the kind is told further on
)

// wavFormat is what the chunk "fmt " tells.
type wavFormat struct{ kind, channels, rate, bits int }

func openWAV(r *bufio.Reader) (*Sound, error) {
	if _, err := r.Discard(12); err != nil {
		return nil, err
	}
	var f wavFormat
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return nil, cutShort(err)
		}
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		switch string(head[:4]) {
		case "data":
			return f.sound(r, size)
		case "fmt ":
			var err error
			if f, err = readFormat(r, size); err != nil {
				return nil, err
			}
		default:
			if _, err := io.CopyN(io.Discard, r, size+size%2); err != nil {
				return nil, cutShort(err)
			}
		}
	}
}

func readFormat(r io.Reader, size int64) (f wavFormat, err error) {
	if size < 16 || size > 1024 {
		return f, errDamaged
	}
	chunk := make([]byte, size+size%2)
	if _, err := io.ReadFull(r, chunk); err != nil {
		return f, cutShort(err)
	}
	short := func(at int) int { return int(binary.LittleEndian.Uint16(chunk[at:])) }
	f = wavFormat{kind: short(0), channels: short(2), rate: int(binary.LittleEndian.Uint32(chunk[4:])), bits: short(14)}
	if f.kind == wavExtensible && size >= 26 {
		f.kind = short(24)
	}
	return f, nil
}

// sound is the data chunk. Programs that write to a pipe do not know its size, and say one of 2 GB or more, or none.
func (f wavFormat) sound(r io.Reader, size int64) (*Sound, error) {
	sample := f.sampler()
	switch {
	case f.channels < 1 || f.channels > mostChannels:
		return nil, fmt.Errorf("%w: it has %d channels", errDamaged, f.channels)
	case sample == nil:
		return nil, fmt.Errorf("is a WAV of a kind that cannot be played here (%d bits, kind %d)", f.bits, f.kind)
	}
	if size > 0 && size < 1<<31-1<<20 {
		r = io.LimitReader(r, size)
	}
	width := f.bits / 8
	read := blocks(r, width*f.channels)
	var out []int16
	s := &Sound{Rate: f.rate, Channels: f.channels, Kind: "WAV", next: func() ([]int16, error) {
		block, err := read()
		out = out[:0]
		for ; len(block) >= width; block = block[width:] {
			out = append(out, sample(block))
		}
		return out, err
	}}
	return fold(s, flacOrder), nil
}

// sampler turns the bytes of one sample into sixteen bits; nil if there is no way.
func (f wavFormat) sampler() func([]byte) int16 {
	little := binary.LittleEndian
	switch [2]int{f.kind, f.bits} {
	case [2]int{wavInteger, 8}:
		return func(b []byte) int16 { return (int16(b[0]) - 128) << 8 }
	case [2]int{wavInteger, 16}:
		return func(b []byte) int16 { return int16(little.Uint16(b)) }
	case [2]int{wavInteger, 24}:
		return func(b []byte) int16 { return int16(little.Uint16(b[1:])) }
	case [2]int{wavInteger, 32}:
		return func(b []byte) int16 { return int16(little.Uint16(b[2:])) }
	case [2]int{wavFloat, 32}:
		return func(b []byte) int16 { return fromFloat(math.Float32frombits(little.Uint32(b))) }
	case [2]int{wavFloat, 64}:
		return func(b []byte) int16 { return fromFloat(float32(math.Float64frombits(little.Uint64(b)))) }
	}
	return nil
}

// fromFloat takes what is no number for silence.
func fromFloat(v float32) int16 {
	switch {
	case v >= 1:
		return math.MaxInt16
	case v <= -1:
		return -math.MaxInt16
	case v != v:
		return 0
	}
	return int16(v * math.MaxInt16)
}

// blocks reads bytes as they come, in whole frames.
func blocks(r io.Reader, frame int) func() ([]byte, error) {
	buffer := make([]byte, 4096/frame*frame)
	return func() ([]byte, error) {
		n, err := io.ReadAtLeast(r, buffer, frame)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = io.EOF // part of a frame
		}
		if rest := n % frame; rest != 0 && err == nil {
			var more int
			more, err = io.ReadFull(r, buffer[n:n-rest+frame])
			n += more
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
		}
		return buffer[:n/frame*frame], err
	}
}

// cutShort is the reason for a file that ends within its header.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("breaks off before its first sample")
	}
	return err
}
