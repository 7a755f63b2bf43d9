package picture

import "image"

// fraction is how many bits behind the point a value has on its way through a sieve.
const fraction = 6

// A sieve makes the rows of a picture, or of one plane of it, as few and as short as they are wanted. Samples are
// averaged in whole blocks down to about twice the wanted size, then a Catmull-Rom filter does the rest: that is as
// sharp as the filter alone and several times as fast. Only the few rows that the filter spans are held.
type sieve struct {
	channels     int
	samples      image.Point
	read         func(y int) []byte
	block, count image.Point // of samples in a block, and of blocks
	across, down *kernel
	sums         []uint32
	means        []uint16
	held         [][]int32 // rows that the next one of the result still needs, in a ring
	next         int       // the row of blocks to be filtered next
	sum          []int32
}

// newSieve reads the rows of a picture of that size, in pixels, with a sample for each unit of pixels. Each row is
// asked for once, in order.
func newSieve(channels int, size, unit, wanted image.Point, read func(y int) []byte) *sieve {
	s := &sieve{channels: channels, read: read, samples: parts(size, unit)}
	s.block = image.Pt(max(1, s.samples.X/wanted.X/2), max(1, s.samples.Y/wanted.Y/2))
	s.count = parts(s.samples, s.block)
	s.across = newKernel(size.X, s.block.X*unit.X, s.count.X, wanted.X)
	s.down = newKernel(size.Y, s.block.Y*unit.Y, s.count.Y, wanted.Y)
	if s.block != image.Pt(1, 1) {
		s.sums = make([]uint32, channels*s.count.X)
		s.means = make([]uint16, channels*s.count.X)
	}
	s.held = make([][]int32, s.down.span)
	for i := range s.held {
		s.held[i] = make([]int32, channels*wanted.X)
	}
	s.sum = make([]int32, channels*wanted.X)
	return s
}

// parts is how many parts of a size cover a whole.
func parts(whole, each image.Point) image.Point {
	return image.Pt((whole.X+each.X-1)/each.X, (whole.Y+each.Y-1)/each.Y)
}

// row is the next row of the result, with a fraction.
func (s *sieve) row(y int) []int32 {
	first, weights := s.down.at(y)
	for ; s.next < first+len(weights); s.next++ {
		into := s.held[s.next%len(s.held)]
		if s.means == nil {
			filterRow(into, s.read(s.next), s.across, s.channels, weightBits-fraction)
		} else {
			s.average(s.next)
			filterRow(into, s.means, s.across, s.channels, weightBits)
		}
	}
	clear(s.sum)
	for i := 0; i < len(weights); i += 2 {
		row, weight := s.held[(first+i)%len(s.held)], weights[i]
		if i+1 == len(weights) {
			addRow(s.sum, row, weight)
			break
		}
		addRows(s.sum, row, s.held[(first+i+1)%len(s.held)], weight, weights[i+1])
	}
	for i, v := range s.sum {
		s.sum[i] = (v + 1<<(weightBits-1)) >> weightBits
	}
	return s.sum
}

// average makes one row of blocks. The last block of a row, and the last row, may be smaller.
func (s *sieve) average(row int) {
	clear(s.sums)
	top := row * s.block.Y
	bottom := min(top+s.block.Y, s.samples.Y)
	for y := top; y < bottom; y++ {
		line := s.read(y)
		if s.channels == 1 {
			sumOnes(s.sums, line, s.block.X)
		} else {
			sumFours(s.sums, line, s.block.X)
		}
	}
	last := s.samples.X - (s.count.X-1)*s.block.X
	for i, sum := range s.sums {
		width := s.block.X
		if i >= len(s.sums)-s.channels {
			width = last
		}
		area := uint64(width * (bottom - top))
		s.means[i] = uint16((uint64(sum)<<fraction + area/2) / area)
	}
}

func sumOnes(sums []uint32, line []byte, wide int) {
	for i := range sums {
		block := line[:min(wide, len(line))]
		for _, v := range block {
			sums[i] += uint32(v)
		}
		line = line[len(block):]
	}
}

func sumFours(sums []uint32, line []byte, wide int) {
	for ; len(sums) >= 4; sums = sums[4:] {
		block := line[:min(4*wide, len(line))]
		line = line[len(block):]
		var r, g, b, a uint32
		for ; len(block) >= 4; block = block[4:] {
			r += uint32(block[0])
			g += uint32(block[1])
			b += uint32(block[2])
			a += uint32(block[3])
		}
		sums[0] += r
		sums[1] += g
		sums[2] += b
		sums[3] += a
	}
}

// filterRow makes a row as short as it is wanted, and drops bits of the weights.
func filterRow[sample byte | uint16](into []int32, from []sample, k *kernel, channels int, drop uint) {
	if channels == 1 {
		filterOnes(into, from, k, drop)
	} else {
		filterFours(into, from, k, drop)
	}
}

func filterOnes[sample byte | uint16](into []int32, from []sample, k *kernel, drop uint) {
	all := k.weights
	into = into[:len(k.first)]
	for x, first := range k.first {
		samples := from[first:][:k.span]
		weights := all[:len(samples)]
		all = all[len(samples):]
		sum := int32(1) << (drop - 1)
		for i, v := range samples {
			sum += weights[i] * int32(v)
		}
		into[x] = sum >> (drop & 31)
	}
}

func filterFours[sample byte | uint16](into []int32, from []sample, k *kernel, drop uint) {
	half := int32(1) << (drop - 1)
	for x := range k.first {
		first, weights := k.at(x)
		r, g, b, a := half, half, half, half
		samples := from[4*first:][:4*len(weights)]
		for _, weight := range weights {
			r += weight * int32(samples[0])
			g += weight * int32(samples[1])
			b += weight * int32(samples[2])
			a += weight * int32(samples[3])
			samples = samples[4:]
		}
		pixel := into[4*x:][:4]
		pixel[0], pixel[1], pixel[2], pixel[3] = r>>(drop&31), g>>(drop&31), b>>(drop&31), a>>(drop&31)
	}
}

func addRow(sum, row []int32, weight int32) {
	row = row[:len(sum)]
	for i := range sum {
		sum[i] += weight * row[i]
	}
}

func addRows(sum, row, next []int32, weight, weightNext int32) {
	row, next = row[:len(sum)], next[:len(sum)]
	for i := range sum {
		sum[i] += weight*row[i] + weightNext*next[i]
	}
}
