package text

import (
	"encoding/binary"
	"math"
)

// The four channels of a pixel are worked on together, in 16 bits each of one word: a sum of 8-bit values with weights that
// add up to 256 just fits.
const (
	lanes = 0x00ff00ff00ff00ff
	half  = 0x0080008000800080
)

func lane(r, g, b, a uint8) uint64 {
	return uint64(r) | uint64(g)<<16 | uint64(b)<<32 | uint64(a)<<48
}

// quarter is a sum of four pixels as one.
func quarter(sum uint64) uint64 { return (sum + half>>6) >> 2 & lanes }

// taps are the source pixels of every pixel of one side, with their weights in 1/256.
type taps struct {
	from, to int
	first    []int32
	weight   []uint64 // count of them for every pixel
	count    int
}

// set spreads from pixels over to others by a tent about as wide as the pixels are apart.
func (t *taps) set(from, to int) {
	if t.from == from && t.to == to {
		return // one emoji is as large as the next
	}
	t.from, t.to = from, to
	ratio := float64(from) / float64(to)
	reach := max(0.8*ratio, 1)
	t.count = min(int(math.Ceil(2*reach)), from) // no more of them are inside of the tent
	t.first = resize(t.first, to)
	t.weight = resize(t.weight, to*t.count)
	for i := range to {
		centre := (float64(i)+0.5)*ratio - 0.5
		first := min(max(int(centre-reach+1), 0), from-t.count) // all of them are inside
		t.first[i] = int32(first)
		row := t.weight[i*t.count : (i+1)*t.count]
		tent := func(k int) float64 { return max(0, 1-max(float64(first+k)-centre, centre-float64(first+k))/reach) }
		sum := 0.0
		for k := range row {
			sum += tent(k)
		}
		left, most := uint64(256), 0
		for k := range row {
			row[k] = min(uint64(tent(k)/sum*256), left)
			left -= row[k]
			if row[k] > row[most] {
				most = k
			}
		}
		row[most] += left // every row adds up to one: an even area stays even
	}
}

// source is a picture that is read row by row, premultiplied.
type source struct {
	width, height int
	read          func(to []uint64, y int)
	readHalf      func(to []uint64, y, width int) // two rows at half their size; nil: read has to do
}

// scaler scales pictures. Its buffers are used again.
type scaler struct {
	across, down taps
	all, row     []uint64
}

// scale fills dst, width × height premultiplied pixels: first down, where whole rows are added, then across.
func (s *scaler) scale(dst []byte, width, height int, src source) {
	w, h := src.width, src.height
	if w >= 2*width && h >= 2*height {
		w, h = s.halve(src)
	} else {
		s.all = resize(s.all, w*h)
		for y := range h {
			src.read(s.all[y*w:(y+1)*w], y)
		}
	}
	s.across.set(w, width)
	s.down.set(h, height)
	s.row = resize(s.row, w)
	for y := range height {
		s.addRows(y)
		s.narrow(dst[4*width*y : 4*width*(y+1)])
	}
}

// narrow scales s.row across.
func (s *scaler) narrow(out []byte) {
	row, count := s.row, s.across.count
	if count == 2 { // as most have
		weights := s.across.weight[:2*len(s.across.first)]
		for x, first := range s.across.first {
			p := row[first : first+2 : first+2]
			store(out[4*x:], p[0]*weights[2*x]+p[1]*weights[2*x+1]+half)
		}
		return
	}
	for x, first := range s.across.first {
		v := uint64(half)
		weights := s.across.weight[x*count:][:count]
		for k, p := range row[first:][:count] {
			v += p * weights[k]
		}
		store(out[4*x:], v)
	}
}

// store writes a weighted sum of pixels as one.
func store(to []byte, v uint64) {
	v = v >> 8 & lanes
	v |= v >> 8 // two bytes are side by side, twice
	binary.LittleEndian.PutUint32(to, uint32(v&0xffff|v>>16&0xffff0000))
}

// halve reads the source at half its size, which saves most of the work for the usual sizes of text.
func (s *scaler) halve(src source) (w, h int) {
	w, h = src.width/2, src.height/2
	s.all = resize(s.all, w*h)
	s.row = resize(s.row, 2*src.width)
	above, below := s.row[:src.width], s.row[src.width:]
	for y := range h {
		out := s.all[y*w : (y+1)*w]
		if src.readHalf != nil {
			src.readHalf(out, y, src.width)
			continue
		}
		src.read(above, 2*y)
		src.read(below, 2*y+1)
		for x := range out {
			a, b := above[2*x:2*x+2:2*x+2], below[2*x:2*x+2:2*x+2]
			out[x] = quarter(a[0] + a[1] + b[0] + b[1])
		}
	}
	return w, h
}

// addRows sets s.row to the rows of the source that make the row y.
func (s *scaler) addRows(y int) {
	row, w := s.row, len(s.row)
	weights := s.down.weight[y*s.down.count : (y+1)*s.down.count]
	from := s.all[int(s.down.first[y])*w:]
	if len(weights) == 2 {
		a, b := from[:len(row)], from[w:][:len(row)]
		for x := range row {
			row[x] = (a[x]*weights[0] + b[x]*weights[1] + half) >> 8 & lanes
		}
		return
	}
	for x := range row {
		row[x] = half
	}
	for k, weight := range weights {
		if weight == 0 {
			continue
		}
		for x, v := range from[k*w:][:len(row)] {
			row[x] += v * weight
		}
	}
	for x := range row {
		row[x] = row[x] >> 8 & lanes
	}
}
