package picture

import "image"

// A source gives the rows of a picture, from the top, as premultiplied RGBA. It is asked for each row once, in order.
type source struct {
	size   image.Point
	row    func(y int, into []byte)
	planes *planes // if the rows are mixed from such
}

// reduce makes the picture as small as it is wanted. Pixels are premultiplied throughout, so that what is transparent
// leaves no fringe.
func (j *job) reduce(from source) (*image.RGBA, error) {
	if from.size == j.size {
		return j.fill(from.row)
	}
	if from.planes != nil {
		return j.fill(from.planes.reduced(j.size))
	}
	line := make([]byte, 4*from.size.X)
	sieve := newSieve(4, from.size, image.Pt(1, 1), j.size, func(y int) []byte {
		from.row(y, line)
		return line
	})
	return j.fill(func(y int, into []byte) { storeRow(into, sieve.row(y)) })
}

// fill makes the result row by row, as long as somebody waits for it.
func (j *job) fill(row func(y int, into []byte)) (*image.RGBA, error) {
	to := image.NewRGBA(image.Rectangle{Max: j.size})
	for y := range j.size.Y {
		if err := j.ended(); err != nil {
			return nil, err
		}
		row(y, to.Pix[y*to.Stride:][:4*j.size.X])
	}
	return to, nil
}

// storeRow rounds. The filter overshoots at edges, and no colour may come out stronger than its alpha.
func storeRow(into []byte, sum []int32) {
	sum = sum[:len(into)]
	const half, bits = 1 << (fraction - 1), fraction
	for i := 0; i+3 < len(into); i += 4 {
		a := min(max(sum[i+3]+half, 0)>>bits, 255)
		into[i] = byte(min(max(sum[i]+half, 0)>>bits, a))
		into[i+1] = byte(min(max(sum[i+1]+half, 0)>>bits, a))
		into[i+2] = byte(min(max(sum[i+2]+half, 0)>>bits, a))
		into[i+3] = byte(a)
	}
}
