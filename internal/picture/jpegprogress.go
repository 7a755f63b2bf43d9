package picture

import "image"

// A pass is one scan of a progressive JPEG: some frequencies of all blocks, or one more bit of them.
type pass struct {
	scan       *scan
	from, to   int  // the frequencies
	refines    bool // what was there before
	bit        uint // the place of the lowest bit that comes
	blocksLeft int  // blocks that have nothing more in this pass
}

// progress decodes scan after scan. Of the frequencies that a small picture does not have it keeps no more than
// whether they are zero, which later passes need to find their way in the stream: a small part of the whole.
func (s *scan) progress(j *job, start []byte, at int) (bool, error) {
	for start != nil {
		if !s.choose(start) {
			return false, nil
		}
		last := start[len(start)-3:]
		p := &pass{scan: s, from: int(last[0]), to: int(last[1]), refines: last[2]>>4 > 0, bit: uint(last[2] & 15)}
		if p.from > p.to || p.to > 63 || p.bit > 13 || p.from == 0 && p.to != 0 || p.from > 0 && start[0] != 1 {
			return false, nil
		}
		s.bits = bits{data: j.data[at:]}
		if p.from == 0 || s.keep > 0 {
			if ok, err := p.decode(j, start); !ok {
				return false, err
			}
		}
		end := s.bits.nextMarker(at)
		if end+2 <= len(j.data) && j.data[end+1] == 0xd9 {
			return s.finish(), nil
		}
		start, at = s.segments(j.data, end)
	}
	return false, nil // it does not end as it should
}

// nextMarker finds the end of a stream that began at a place in the file.
func (b *bits) nextMarker(began int) int {
	at := b.at
	for ; at+1 < len(b.data); at++ {
		if next := b.data[at+1]; b.data[at] == 0xff && next != 0 && next != 0xff && next&^7 != 0xd0 {
			break
		}
	}
	return began + at
}

// decode goes over the units of all parts, or over the blocks of one, which are fewer where a unit hangs over the edge.
func (p *pass) decode(j *job, start []byte) (bool, error) {
	s := p.scan
	count := s.units
	single := start[0] == 1
	if single {
		count = s.blocksOf(s.part(start, 0))
	}
	unit := 0
	for y := range count.Y {
		if err := j.ended(); err != nil {
			return false, err
		}
		for x := range count.X {
			if s.restart > 0 && unit > 0 && unit%s.restart == 0 {
				p.blocksLeft = 0
				if !s.restarted() {
					return false, nil
				}
			}
			unit++
			if single {
				if !p.block(s.part(start, 0), x, y) {
					return false, nil
				}
			} else if !p.unit(start, x, y) {
				return false, nil
			}
		}
	}
	return !s.bits.overrun(), nil
}

// blocksOf counts the blocks that a part has inside the picture.
func (s *scan) blocksOf(p *part) image.Point {
	first := s.parts[0]
	width := (s.size.X*p.wide + first.wide - 1) / first.wide
	height := (s.size.Y*p.high + first.high - 1) / first.high
	return image.Pt((width+7)/8, (height+7)/8)
}

func (p *pass) unit(start []byte, x, y int) bool {
	for i := range int(start[0]) {
		part := p.scan.part(start, i)
		for row := range part.high {
			for column := range part.wide {
				if !p.block(part, x*part.wide+column, y*part.high+row) {
					return false
				}
			}
		}
	}
	return true
}

func (p *pass) block(part *part, x, y int) bool {
	at := y*p.scan.units.X*part.wide + x
	kept := part.kept[at*(p.scan.keep+1):][:p.scan.keep+1]
	bits := &p.scan.bits
	switch {
	case p.from == 0 && p.refines:
		kept[0] |= int16(bits.take(1) << p.bit)
	case p.from == 0:
		if part.first == nil || !bits.difference(part) {
			return false
		}
		kept[0] = int16(part.last << p.bit)
	case part.others == nil:
		return false
	case p.refines:
		return p.refine(part.others, kept, &part.known[at])
	default:
		return p.add(part.others, kept, &part.known[at])
	}
	return true
}

// add reads frequencies for the first time.
func (p *pass) add(codes *codes, kept []int16, known *uint64) bool {
	if p.blocksLeft > 0 {
		p.blocksLeft--
		return true
	}
	bits := &p.scan.bits
	for at := p.from; at <= p.to; at++ {
		run, size, ok := bits.code(codes)
		if !ok || bits.overrun() {
			return false
		}
		if size == 0 && run < 15 {
			p.blocksLeft = p.run(run) - 1
			return true
		}
		at += int(run)
		if size == 0 {
			continue
		}
		if at > p.to {
			return false
		}
		v := value(bits.top, size)
		bits.take(size)
		*known |= 1 << at
		if at < len(kept) {
			kept[at] = int16(v << p.bit)
		}
	}
	return true
}

// run reads for how many blocks, this one included, there is nothing more.
func (p *pass) run(size uint) int {
	if size == 0 {
		return 1
	}
	return 1<<size + int(p.scan.bits.take(size))
}

// refine reads one more bit of the frequencies that are known, and those that appear with this bit between them.
func (p *pass) refine(codes *codes, kept []int16, known *uint64) bool {
	bits := &p.scan.bits
	at := p.from
	for p.blocksLeft == 0 && at <= p.to {
		run, size, ok := bits.code(codes)
		if !ok || size > 1 || bits.overrun() {
			return false
		}
		if size == 0 && run < 15 {
			p.blocksLeft = p.run(run)
			break
		}
		appears := int16(0)
		if size == 1 {
			appears = int16(2*bits.take(1)-1) << p.bit
		}
		at = p.pass(at, int(run), kept, *known)
		if size == 1 {
			if at > p.to {
				return false
			}
			*known |= 1 << at
			if at < len(kept) {
				kept[at] = appears
			}
		}
		at++
	}
	if p.blocksLeft > 0 {
		p.pass(at, 64, kept, *known)
		p.blocksLeft--
	}
	return true
}

// pass goes on over a number of zeros to the next, and refines what is known on the way.
func (p *pass) pass(at, zeros int, kept []int16, known uint64) int {
	for ; at <= p.to; at++ {
		if known>>at&1 == 0 {
			if zeros == 0 {
				break
			}
			zeros--
			continue
		}
		if p.scan.bits.take(1) == 1 && at < len(kept) {
			if kept[at] > 0 {
				kept[at] += 1 << p.bit
			} else {
				kept[at] -= 1 << p.bit
			}
		}
	}
	return at
}

// finish makes the pixels, now that all frequencies are there.
func (s *scan) finish() bool {
	for i := range s.parts {
		p := &s.parts[i]
		if s.quantity[p.quantity] == nil {
			return false
		}
		columns := s.units.X * p.wide
		for at := range p.known {
			var block [25]int32
			more := false
			for k, v := range p.kept[at*(s.keep+1):][:s.keep+1] {
				block[k] = int32(v) * s.quantity[p.quantity][k]
				more = more || k > 0 && v != 0
			}
			p.put((at/columns*p.stride+at%columns)*s.block, &block, more, s.block)
		}
	}
	return true
}
