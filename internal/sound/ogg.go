package sound

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"
)

// mostPacket is far more than the largest header of a real file.
const mostPacket = 1 << 20

// packet is one unit of an Ogg stream.
type packet struct {
	data []byte
	ends int64 // the frames of the stream up to its end, on its last packet; else -1
}

// ogg takes the packets of the first stream out of an Ogg file, each as soon as it is there: a page may be a second long.
type ogg struct {
	r      io.Reader
	serial uint32
	begun  bool

	head     []byte // of the page
	segments []byte // of the page, those to come
	ours     bool   // the page is of the stream
	sum      uint32 // of the page as far as it is read
	part     []byte // of a packet that goes on
}

const (
	oggContinued = 1 // the page begins within a packet
	oggLast      = 4 // the page is the stream's last
)

func openOgg(r io.Reader) (*Sound, error) {
	file := &ogg{r: r}
	first, err := file.next()
	if err != nil {
		return nil, cutShort(err)
	}
	switch {
	case bytes.HasPrefix(first.data, []byte("\x01vorbis")):
		return openVorbis(file, first.data)
	case bytes.HasPrefix(first.data, []byte("OpusHead")):
		return openOpus(file, first.data)
	}
	return nil, errors.New("is an Ogg file of neither Vorbis nor Opus; these two can be played here")
}

func (o *ogg) next() (packet, error) {
	for {
		if len(o.segments) == 0 {
			if o.ours && o.head[5]&oggLast != 0 {
				return packet{}, io.EOF
			}
			if err := o.page(); err != nil {
				return packet{}, err
			}
			continue
		}
		if whole, err := o.segment(); whole || err != nil {
			p := packet{o.part, o.end()}
			o.part = nil
			return p, err
		}
	}
}

// page reads the head of a page: what it is, and the sizes of its segments.
func (o *ogg) page() error {
	head := make([]byte, 27+255)
	if _, err := io.ReadFull(o.r, head[:27]); err != nil {
		return err
	}
	head = head[:27+int(head[26])]
	if _, err := io.ReadFull(o.r, head[27:]); err != nil {
		return err
	}
	if !bytes.HasPrefix(head, []byte("OggS\x00")) {
		return errDamaged
	}
	serial := binary.LittleEndian.Uint32(head[14:])
	if !o.begun {
		o.begun, o.serial = true, serial
	}
	o.head, o.segments, o.ours = head, head[27:], serial == o.serial
	blank := slices.Clone(head)
	clear(blank[22:26])
	o.sum = oggSum(0, blank)
	if o.ours && head[5]&oggContinued == 0 {
		o.part = nil
	}
	return nil
}

// segment reads one segment; one of less than 255 bytes makes a packet whole.
func (o *ogg) segment() (whole bool, err error) {
	size := int(o.segments[0])
	o.segments = o.segments[1:]
	bytes := make([]byte, size)
	if _, err := io.ReadFull(o.r, bytes); err != nil {
		return false, err
	}
	o.sum = oggSum(o.sum, bytes)
	if len(o.segments) == 0 && o.sum != binary.LittleEndian.Uint32(o.head[22:]) {
		return false, errDamaged
	}
	if !o.ours {
		return false, nil
	}
	if o.part = append(o.part, bytes...); len(o.part) > mostPacket {
		return false, errDamaged
	}
	return size < 255, nil
}

// end is the length of the stream if this was its last packet, else -1.
func (o *ogg) end() int64 {
	if o.head[5]&oggLast == 0 || slices.ContainsFunc(o.segments, func(s byte) bool { return s < 255 }) {
		return -1
	}
	return int64(binary.LittleEndian.Uint64(o.head[6:]))
}

// oggSum goes on with a checksum, which is the usual one with its bits the other way round.
func oggSum(sum uint32, data []byte) uint32 {
	turned := make([]byte, len(data))
	for i, b := range data {
		turned[i] = bits.Reverse8(b)
	}
	return bits.Reverse32(^crc32.Update(^bits.Reverse32(sum), crc32.IEEETable, turned))
}

// sound decodes packet by packet, leaves the first frames out, and ends where the file says.
func (o *ogg) sound(rate, channels, skip int, kind string, decode func([]byte) ([]int16, error)) *Sound {
	var given int64 // frames, with those left out
	s := &Sound{Rate: rate, Channels: channels, Kind: kind, next: func() ([]int16, error) {
		p, err := o.next()
		if err != nil {
			return nil, err
		}
		block, err := decode(p.data)
		frames := int64(len(block) / channels)
		if over := given + frames - p.ends; p.ends > 0 && over > 0 && over <= frames {
			block = block[:(frames-over)*int64(channels)]
		}
		if early := min(int64(skip)-given, frames); early > 0 {
			block = block[min(early*int64(channels), int64(len(block))):]
		}
		given += frames
		return block, err
	}}
	return fold(s, oggOrder)
}
