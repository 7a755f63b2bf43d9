package picture

import (
	"image"
	"math"
)

// A source gives the rows of a picture, from the top, as premultiplied RGBA. It is asked for each row once, in order.
type source struct {
	size image.Point
	row  func(y int, into []byte)
}

// reduce makes the picture as small as it is wanted. Rows are averaged in whole blocks down to about twice the wanted
// size, then a Catmull-Rom filter does the rest: that is as sharp as the filter alone and several times as fast. Only
// the few rows that the filter spans are held. Pixels are premultiplied throughout, so that what is transparent leaves
// no fringe.
func (j *job) reduce(from source) (*image.RGBA, error) {
	to := image.NewRGBA(image.Rectangle{Max: j.size})
	if from.size == j.size {
		for y := range j.size.Y {
			if err := j.ended(); err != nil {
				return nil, err
			}
			from.row(y, to.Pix[y*to.Stride:][:4*j.size.X])
		}
		return to, nil
	}
	blocks := newBlocks(from, j.size)
	across := kernel(from.size.X, blocks.wide, blocks.columns, j.size.X)
	down := kernel(from.size.Y, blocks.high, blocks.rows, j.size.Y)

	held := newRing(4*j.size.X, down)
	next := 0 // the row of blocks to be filtered next
	sum := make([]float32, 4*j.size.X)
	for y := range j.size.Y {
		if err := j.ended(); err != nil {
			return nil, err
		}
		for ; next < down[y].first+len(down[y].weights); next++ {
			filterRow(held.row(next), blocks.read(next), across)
		}
		clear(sum)
		for i, weight := range down[y].weights {
			addRow(sum, held.row(down[y].first+i), weight)
		}
		storeRow(to.Pix[y*to.Stride:][:4*j.size.X], sum)
	}
	return to, nil
}

// blocks averages the pixels of a source in blocks of wide × high.
type blocks struct {
	from          source
	wide, high    int
	columns, rows int
	line          []byte
	sums          []uint32
	out           []float32
}

func newBlocks(from source, size image.Point) *blocks {
	b := &blocks{from: from, wide: max(1, from.size.X/size.X/2), high: max(1, from.size.Y/size.Y/2)}
	b.columns = (from.size.X + b.wide - 1) / b.wide
	b.rows = (from.size.Y + b.high - 1) / b.high
	b.line = make([]byte, 4*from.size.X)
	b.out = make([]float32, 4*b.columns)
	if b.wide > 1 || b.high > 1 {
		b.sums = make([]uint32, 4*b.columns)
	}
	return b
}

// read gives one row of blocks. The last block of a row, and the last row, may be smaller.
func (b *blocks) read(row int) []float32 {
	if b.sums == nil {
		b.from.row(row, b.line)
		for i, v := range b.line {
			b.out[i] = float32(v)
		}
		return b.out
	}
	clear(b.sums)
	top := row * b.high
	bottom := min(top+b.high, b.from.size.Y)
	for y := top; y < bottom; y++ {
		b.from.row(y, b.line)
		for column, line := 0, b.line; len(line) > 0; column++ {
			width := min(4*b.wide, len(line))
			var r, g, bl, a uint32
			for x := 0; x+3 < width; x += 4 {
				r += uint32(line[x])
				g += uint32(line[x+1])
				bl += uint32(line[x+2])
				a += uint32(line[x+3])
			}
			sum := b.sums[4*column:][:4]
			sum[0] += r
			sum[1] += g
			sum[2] += bl
			sum[3] += a
			line = line[width:]
		}
	}
	whole := 1 / float32(b.wide*(bottom-top))
	for i, v := range b.sums {
		b.out[i] = float32(v) * whole
	}
	if last := b.from.size.X - (b.columns-1)*b.wide; last < b.wide {
		for i := 4 * (b.columns - 1); i < len(b.out); i++ {
			b.out[i] *= float32(b.wide) / float32(last)
		}
	}
	return b.out
}

// taps is what one pixel of the result is made of.
type taps struct {
	first   int
	weights []float32
}

// kernel spreads the filter for a line of pixels that were averaged by block into count values.
func kernel(pixels, block, count, wanted int) []taps {
	scale := float64(pixels) / float64(block) / float64(wanted)
	all := make([]taps, wanted)
	for i := range all {
		centre := (float64(i) + 0.5) * scale
		first := max(0, int(math.Floor(centre-2*scale)))
		end := min(count, int(math.Ceil(centre+2*scale)))
		weights := make([]float32, end-first)
		var sum float32
		for k := range weights {
			weights[k] = float32(catmullRom((float64(first+k) + 0.5 - centre) / scale))
			sum += weights[k]
		}
		for k := range weights {
			weights[k] /= sum
		}
		all[i] = taps{first, weights}
	}
	return all
}

func catmullRom(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}

// A ring holds the filtered rows that the next row of the result still needs.
type ring struct {
	width int
	rows  [][]float32
}

func newRing(width int, down []taps) *ring {
	span := 1
	for _, t := range down {
		span = max(span, len(t.weights))
	}
	r := &ring{width: width, rows: make([][]float32, span+1)}
	for i := range r.rows {
		r.rows[i] = make([]float32, width)
	}
	return r
}

func (r *ring) row(y int) []float32 { return r.rows[y%len(r.rows)] }

func filterRow(into, from []float32, across []taps) {
	for x, t := range across {
		var r, g, b, a float32
		pixels := from[4*t.first:][:4*len(t.weights)]
		for _, weight := range t.weights {
			r += weight * pixels[0]
			g += weight * pixels[1]
			b += weight * pixels[2]
			a += weight * pixels[3]
			pixels = pixels[4:]
		}
		pixel := into[4*x:][:4]
		pixel[0], pixel[1], pixel[2], pixel[3] = r, g, b, a
	}
}

func addRow(sum, row []float32, weight float32) {
	row = row[:len(sum)]
	for i := range sum {
		sum[i] += weight * row[i]
	}
}

// storeRow rounds. The filter overshoots at edges, and no colour may come out stronger than its alpha.
func storeRow(into []byte, sum []float32) {
	sum = sum[:len(into)]
	for i := 0; i+3 < len(into); i += 4 {
		a := min(max(sum[i+3], 0), 255)
		into[i] = byte(min(max(sum[i], 0), a) + 0.5)
		into[i+1] = byte(min(max(sum[i+1], 0), a) + 0.5)
		into[i+2] = byte(min(max(sum[i+2], 0), a) + 0.5)
		into[i+3] = byte(a + 0.5)
	}
}
