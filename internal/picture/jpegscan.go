package picture

import (
	"encoding/binary"
	"image"
)

// A scan decodes the plain kind of JPEG that cameras write (grey, or brightness and two colour differences; baseline in
// one scan, or progressive) at a half, a quarter or an eighth. The general decoder makes all 64 pixels of a block and then takes
// their means; here the frequencies that a small picture does not have are skipped in the stream. Whatever is not
// plain, or not right, is left to the general decoder.
type scan struct {
	bits        bits
	progressive bool
	block       int // pixels of the result for eight stored ones: 4, 2 or 1
	keep        int // the last frequency that is used, in the order of the stream
	restart     int // units between restart markers, or 0
	size, units image.Point
	parts       []part
	quantity    [4]*[64]int32
	codes       [8]*codes // for the first frequency, then for the others
}

// A part is one component of the picture.
type part struct {
	id         byte
	wide, high int // blocks in a unit
	quantity   byte
	first      *codes
	others     *codes
	last       int32 // the first frequency of the block before
	stride     int
	pixels     []byte
	kept       []int16  // of a progressive picture: the frequencies that are used
	known      []uint64 // of a progressive picture: which frequencies of a block are not zero
}

// decodePlain answers nil for what is left to the general decoder.
func (j *job) decodePlain(p *photo, scale int) (image.Image, error) {
	if scale == 1 {
		return nil, nil
	}
	s := &scan{progressive: p.progressive, block: 8 / scale, keep: map[int]int{8: 0, 4: 4, 2: 24}[scale]}
	start, at := s.segments(j.data, 2)
	if start == nil || !s.makeRoom() {
		return nil, nil
	}
	decode := s.baseline
	if s.progressive {
		decode = s.progress
	}
	if ok, err := decode(j, start, at); !ok {
		return nil, err
	}
	return s.image(image.Pt((p.size.X+scale-1)/scale, (p.size.Y+scale-1)/scale)), nil
}

func (s *scan) baseline(j *job, start []byte, at int) (bool, error) {
	if !s.choose(start) || int(start[0]) != len(s.parts) {
		return false, nil
	}
	s.bits.data = j.data[at:]
	for y, unit := 0, 0; y < s.units.Y; y++ {
		if err := j.ended(); err != nil {
			return false, err
		}
		for x := 0; x < s.units.X; x, unit = x+1, unit+1 {
			if s.restart > 0 && unit > 0 && unit%s.restart == 0 && !s.restarted() {
				return false, nil
			}
			if !s.unit(x, y) {
				return false, nil
			}
		}
	}
	return true, nil
}

// segments reads up to the next start of a scan. It answers what that says and where its stream begins, or nothing when
// the picture is not plain or at its end.
func (s *scan) segments(data []byte, at int) (start []byte, stream int) {
	for at+4 <= len(data) {
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		if data[at] != 0xff || data[at+1] == 0xff || length < 2 || at+2+length > len(data) {
			return nil, 0
		}
		body := data[at+4 : at+2+length]
		at += 2 + length
		var plain bool
		switch marker := data[at-length-1]; marker {
		case 0xc0, 0xc1, 0xc2:
			plain = s.frame(body)
		case 0xc4:
			plain = s.readCodes(body)
		case 0xdb:
			plain = s.readQuantities(body)
		case 0xdd:
			plain = len(body) == 2
			if plain {
				s.restart = int(binary.BigEndian.Uint16(body))
			}
		case 0xda:
			return body, at
		case 0xee:
			plain = len(body) >= 12 && body[11] == 1 // Adobe's: the colours may be others
		default:
			plain = marker == 0xfe || marker >= 0xe0 && marker <= 0xef
		}
		if !plain {
			return nil, 0
		}
	}
	return nil, 0
}

func (s *scan) frame(body []byte) bool {
	if len(body) < 6 {
		return false
	}
	count := int(body[5])
	if s.parts != nil || len(body) != 6+3*count || count != 1 && count != 3 {
		return false
	}
	for i := range count {
		b := body[6+3*i:]
		s.parts = append(s.parts, part{id: b[0], wide: int(b[1] >> 4), high: int(b[1] & 15), quantity: b[2] & 3})
	}
	first := &s.parts[0]
	if count == 1 {
		first.wide, first.high = 1, 1 // a unit of one component is one block
	} else if first.wide > 2 || first.high > 2 || s.parts[0].id == 'R' {
		return false
	}
	for _, other := range s.parts[1:] {
		if other.wide != 1 || other.high != 1 {
			return false
		}
	}
	s.size = image.Pt(int(binary.BigEndian.Uint16(body[3:])), int(binary.BigEndian.Uint16(body[1:])))
	wide, high := 8*first.wide, 8*first.high
	s.units = image.Pt((s.size.X+wide-1)/wide, (s.size.Y+high-1)/high)
	return true
}

func (s *scan) readQuantities(body []byte) bool {
	for len(body) >= 65 {
		if body[0] > 3 { // numbers of 16 bits are left to the general decoder
			return false
		}
		var table [64]int32
		for i := range table {
			table[i] = int32(body[1+i])
		}
		s.quantity[body[0]] = &table
		body = body[65:]
	}
	return len(body) == 0
}

func (s *scan) readCodes(body []byte) bool {
	for len(body) >= 17 {
		kind, count := body[0], 0
		for _, n := range body[1:17] {
			count += int(n)
		}
		if kind&^0x13 != 0 || len(body) < 17+count {
			return false
		}
		table := newCodes(body[1:17], body[17:17+count], s.entry(kind>>4 == 0))
		if table == nil {
			return false
		}
		if kind>>4 == 1 && !s.progressive {
			table.prepareSkips()
		}
		s.codes[kind>>4<<2|kind&3] = table
		body = body[17+count:]
	}
	return len(body) == 0
}

// entry is how the codes of a table are read.
func (s *scan) entry(first bool) func(byte) (uint32, bool) {
	switch {
	case first:
		return firstEntry
	case s.progressive:
		return progressEntry
	}
	return baselineEntry
}

// makeRoom is for the pixels, and for the frequencies that wait for a later scan.
func (s *scan) makeRoom() bool {
	for i := range s.parts {
		p := &s.parts[i]
		p.stride = s.units.X * p.wide * s.block
		p.pixels = make([]byte, p.stride*s.units.Y*p.high*s.block)
		if s.progressive {
			blocks := s.units.X * p.wide * s.units.Y * p.high
			p.kept = make([]int16, blocks*(s.keep+1))
			p.known = make([]uint64, blocks)
		}
	}
	return len(s.parts) > 0
}

// choose gives the parts of a scan their tables.
func (s *scan) choose(start []byte) bool {
	if len(start) < 1 || start[0] < 1 || len(start) != 4+2*int(start[0]) || int(start[0]) > len(s.parts) {
		return false
	}
	for i := range int(start[0]) {
		p := s.part(start, i)
		if p == nil {
			return false
		}
		tables := start[2+2*i]
		p.first, p.others, p.last = s.codes[tables>>4&3], s.codes[4|tables&3], 0
		if tables&^0x33 != 0 || s.quantity[p.quantity] == nil || !s.progressive && (p.first == nil || p.others == nil) {
			return false
		}
	}
	return true
}

// part is the component that stands at a place in the start of a scan.
func (s *scan) part(start []byte, place int) *part {
	for i := range s.parts {
		if s.parts[i].id == start[1+2*place] && (int(start[0]) == 1 || i == place) {
			return &s.parts[i]
		}
	}
	return nil
}

// restarted goes on behind a restart marker, which must be here.
func (s *scan) restarted() bool {
	for i := range s.parts {
		s.parts[i].last = 0
	}
	return s.bits.marker()
}

// unit decodes the blocks of one unit.
func (s *scan) unit(x, y int) bool {
	var block [25]int32
	for i := range s.parts {
		p := &s.parts[i]
		quantity := s.quantity[p.quantity]
		for row := range p.high {
			at := ((y*p.high+row)*p.stride + x*p.wide) * s.block
			for range p.wide {
				more, ok := s.bits.block(&block, p, quantity, s.keep)
				if !ok {
					return false
				}
				p.put(at, &block, more, s.block)
				at += s.block
			}
		}
	}
	return true
}

func (s *scan) image(size image.Point) image.Image {
	bright := s.parts[0]
	if len(s.parts) == 1 {
		return &image.Gray{Pix: bright.pixels, Stride: bright.stride, Rect: image.Rectangle{Max: size}}
	}
	ratio := map[int]image.YCbCrSubsampleRatio{
		11: image.YCbCrSubsampleRatio444, 21: image.YCbCrSubsampleRatio422, 22: image.YCbCrSubsampleRatio420, 12: image.YCbCrSubsampleRatio440,
	}[10*bright.wide+bright.high]
	return &image.YCbCr{
		Y: bright.pixels, Cb: s.parts[1].pixels, Cr: s.parts[2].pixels, YStride: bright.stride, CStride: s.parts[1].stride,
		SubsampleRatio: ratio, Rect: image.Rectangle{Max: size},
	}
}
