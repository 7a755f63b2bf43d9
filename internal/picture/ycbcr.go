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

// ycbcrRows reads an image whose colours are stored at a lower resolution than its brightness. They are smoothed
// between, as other decoders do: without it the edges of colours show steps.
func ycbcrRows(img *image.YCbCr, m mix) func(int, []byte) {
	size := img.Rect.Size()
	blue, red := newChroma(img, img.Cb), newChroma(img, img.Cr)
	return func(y int, into []byte) {
		bright := img.Y[y*img.YStride:][:size.X]
		m.row(into, bright, blue.row(y), red.row(y))
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
	c := &chroma{plane: plane, stride: img.CStride, wide: 1, high: 1}
	switch img.SubsampleRatio {
	case image.YCbCrSubsampleRatio422:
		c.wide = 2
	case image.YCbCrSubsampleRatio420:
		c.wide, c.high = 2, 2
	case image.YCbCrSubsampleRatio440:
		c.high = 2
	case image.YCbCrSubsampleRatio411:
		c.wide = 4
	case image.YCbCrSubsampleRatio410:
		c.wide, c.high = 4, 2
	}
	size := img.Rect.Size()
	c.size = image.Pt((size.X+c.wide-1)/c.wide, (size.Y+c.high-1)/c.high)
	c.blended = make([]byte, c.size.X)
	c.wide2 = make([]byte, c.size.X*c.wide)
	return c
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
