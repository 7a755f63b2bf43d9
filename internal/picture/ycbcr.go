package picture

import "image"

// A mix is how brightness and the two colour differences become red, green and blue, in units of 1/65536.
type mix struct {
	black           int32 // the brightness of black
	y, r, gb, gr, b int32
}

// fullRange is JPEG's, the other is WebP's: both are BT.601, but WebP keeps the range of video, 16 to 235.
var (
	fullRange  = mix{0, 65536, 91881, 22554, 46802, 116130}
	videoRange = mix{16, 76309, 104597, 25675, 53279, 132201}
)

// planes is an image whose colours may be stored at a lower resolution than its brightness.
type planes struct {
	*image.YCbCr
	mix
}

func (p *planes) source() source { return source{p.Rect.Size(), p.rows(), p} }

// rows are those of the image as large as it is. Its colours are smoothed between their samples, as other decoders do:
// without it the edges of colours show steps.
func (p *planes) rows() func(int, []byte) {
	size := p.Rect.Size()
	blue, red := newChroma(p.YCbCr, p.Cb), newChroma(p.YCbCr, p.Cr)
	return func(y int, into []byte) {
		p.mix.row(into, p.Y[y*p.YStride:][:size.X], blue.row(y), red.row(y))
	}
}

// reduced are the rows of the image as small as it is wanted. Filtering comes before mixing: there is less to filter
// in planes, and less to mix afterwards.
func (p *planes) reduced(wanted image.Point) func(int, []byte) {
	size, unit := p.Rect.Size(), unitOf(p.SubsampleRatio)
	bright := newSieve(1, size, image.Pt(1, 1), wanted, func(y int) []byte { return p.Y[y*p.YStride:][:size.X] })
	colour := func(plane []byte) *sieve {
		return newSieve(1, size, unit, wanted, func(y int) []byte { return plane[y*p.CStride:][:parts(size, unit).X] })
	}
	blue, red := colour(p.Cb), colour(p.Cr)
	return func(y int, into []byte) { p.filtered(into, bright.row(y), blue.row(y), red.row(y)) }
}

// filtered mixes values that have a fraction.
func (m mix) filtered(into []byte, bright, blue, red []int32) {
	const drop = 4 // bits of the mix, lest it overflow
	const bits = 16 - drop + fraction
	blue, red = blue[:len(bright)], red[:len(bright)]
	weight, r, gb, gr, b := m.y>>drop, m.r>>drop, m.gb>>drop, m.gr>>drop, m.b>>drop
	for x, value := range bright {
		y := (value-m.black<<fraction)*weight + 1<<(bits-1)
		cb, cr := blue[x]-128<<fraction, red[x]-128<<fraction
		pixel := into[4*x:][:4]
		pixel[0] = clamp((y + r*cr) >> bits)
		pixel[1] = clamp((y - gb*cb - gr*cr) >> bits)
		pixel[2] = clamp((y + b*cb) >> bits)
		pixel[3] = 255
	}
}

func (m mix) row(into, bright, blue, red []byte) {
	blue, red = blue[:len(bright)], red[:len(bright)]
	for x, value := range bright {
		y := (int32(value)-m.black)*m.y + 1<<15
		cb, cr := int32(blue[x])-128, int32(red[x])-128
		pixel := into[4*x:][:4]
		pixel[0] = clamp((y + m.r*cr) >> 16)
		pixel[1] = clamp((y - m.gb*cb - m.gr*cr) >> 16)
		pixel[2] = clamp((y + m.b*cb) >> 16)
		pixel[3] = 255
	}
}

func clamp(v int32) byte {
	if uint32(v) <= 255 {
		return byte(v)
	}
	return byte(^(v >> 31)) // below 0 is 0, above is 255
}

// chroma gives one colour difference at the resolution of the brightness.
type chroma struct {
	plane          []byte
	stride         int
	size           image.Point // of the plane
	wide, high     int         // pixels of brightness for one of colour
	blended, wide2 []byte
}

func newChroma(img *image.YCbCr, plane []byte) *chroma {
	unit := unitOf(img.SubsampleRatio)
	c := &chroma{plane: plane, stride: img.CStride, wide: unit.X, high: unit.Y}
	c.size = parts(img.Rect.Size(), unit)
	c.blended = make([]byte, c.size.X)
	c.wide2 = make([]byte, c.size.X*c.wide)
	return c
}

// unitOf is how many pixels of brightness, across and down, share one of colour.
func unitOf(ratio image.YCbCrSubsampleRatio) image.Point {
	switch ratio {
	case image.YCbCrSubsampleRatio422:
		return image.Pt(2, 1)
	case image.YCbCrSubsampleRatio420:
		return image.Pt(2, 2)
	case image.YCbCrSubsampleRatio440:
		return image.Pt(1, 2)
	case image.YCbCrSubsampleRatio411:
		return image.Pt(4, 1)
	case image.YCbCrSubsampleRatio410:
		return image.Pt(4, 2)
	}
	return image.Pt(1, 1)
}

func (c *chroma) row(y int) []byte {
	line := c.plane[y/c.high*c.stride:][:c.size.X]
	if c.high == 2 {
		// The nearer row counts three times as much as the farther.
		other := min(max(y/2+y%2*2-1, 0), c.size.Y-1)
		far := c.plane[other*c.stride:][:c.size.X]
		for x, near := range line {
			c.blended[x] = byte((3*uint32(near) + uint32(far[x]) + 2) / 4)
		}
		line = c.blended
	}
	switch c.wide {
	case 2:
		last := len(line) - 1
		for x, near := range line {
			before, after := line[max(x-1, 0)], line[min(x+1, last)]
			c.wide2[2*x] = byte((3*uint32(near) + uint32(before) + 2) / 4)
			c.wide2[2*x+1] = byte((3*uint32(near) + uint32(after) + 2) / 4)
		}
		return c.wide2
	case 4:
		for x, near := range line {
			copy(c.wide2[4*x:], []byte{near, near, near, near})
		}
		return c.wide2
	}
	return line
}
