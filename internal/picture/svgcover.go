package picture

import (
	"image"
	"image/color"
	"math"
)

// cover adds up how much of each pixel lies inside polygons. A pixel holds how the area to the right of the lines
// changes there; the running sum along a row is the number of times that a pixel is inside, in parts where an edge
// goes through it.
//
// Pieces that overlap add up, also in the pixels that their common edge goes through, which then looks hard. So strokes,
// which are many pieces, are added up in finer pixels.
type cover struct {
	fine        int         // of these pixels side by side make one of the picture
	size        image.Point // in fine pixels
	stride      int
	change      []float32
	top, bottom int // the rows that were touched
}

func newCover(picture image.Point, fine int) *cover {
	size := picture.Mul(fine)
	stride := size.X + 2
	return &cover{fine: fine, size: size, stride: stride, change: make([]float32, stride*size.Y), top: size.Y}
}

func (c *cover) polygon(points []point, m matrix) {
	if len(points) < 2 {
		return
	}
	fine := float64(c.fine)
	m = matrix{fine, 0, 0, fine, 0, 0}.times(m)
	last := m.apply(points[len(points)-1])
	for _, p := range points {
		next := m.apply(p)
		c.line(last, next)
		last = next
	}
}

// line cuts off what is left or right of the picture: on the left it still counts, as an upright line at the edge.
func (c *cover) line(a, b point) {
	if math.IsNaN(a.x+a.y+b.x+b.y) || math.IsInf(a.x+a.y+b.x+b.y, 0) {
		return
	}
	right := float64(c.size.X)
	for _, edge := range []float64{0, right} {
		if (a.x < edge) != (b.x < edge) && a.x != edge && b.x != edge {
			middle := point{edge, a.y + (b.y-a.y)*(edge-a.x)/(b.x-a.x)}
			c.line(a, middle)
			c.line(middle, b)
			return
		}
	}
	a.x, b.x = min(max(a.x, 0), right), min(max(b.x, 0), right)
	way := float32(1)
	if a.y > b.y {
		a, b, way = b, a, -1
	}
	if a.y == b.y || b.y <= 0 || a.y >= float64(c.size.Y) {
		return
	}
	slope := (b.x - a.x) / (b.y - a.y)
	top, bottom := max(0, int(a.y)), min(c.size.Y, int(math.Ceil(b.y)))
	c.top, c.bottom = min(c.top, top), max(c.bottom, bottom)
	for y := top; y < bottom; y++ {
		from, to := max(a.y, float64(y)), min(b.y, float64(y+1))
		x0, x1 := a.x+(from-a.y)*slope, a.x+(to-a.y)*slope
		if x0 > x1 {
			x0, x1 = x1, x0
		}
		x0, x1 = min(max(x0, 0), right), min(max(x1, 0), right)
		c.span(c.change[y*c.stride:][:c.stride], x0, x1, way*float32(to-from))
	}
}

// span spreads the height of a line in one row over the pixels that it crosses there.
func (c *cover) span(row []float32, x0, x1 float64, height float32) {
	first, end := int(x0), int(math.Ceil(x1))
	if end <= first+1 {
		part := float32((x0+x1)/2 - float64(first))
		row[first] += height * (1 - part)
		row[first+1] += height * part
		return
	}
	each := height / float32(x1-x0)
	// What lies to the right of the line grows with the square of the way into the first pixel, evenly after it.
	enters := float32(float64(first+1) - x0)
	sum := each * enters * enters / 2
	row[first] += sum
	given := sum
	for x := first + 1; x < end-1; x++ {
		now := each * (float32(float64(x)-x0) + 0.5)
		row[x] += now - given
		given = now
	}
	leaves := float32(x1 - float64(end-1))
	now := height - each*leaves*leaves/2
	row[end-1] += now - given
	row[end] += height - now
}

// paint puts a colour where the polygons are and forgets them.
func (c *cover) paint(onto *image.RGBA, colour color.NRGBA, evenOdd bool) {
	alpha := float32(colour.A) / 255
	source := [4]float32{float32(colour.R) * alpha, float32(colour.G) * alpha, float32(colour.B) * alpha, 255 * alpha}
	parts := make([]float32, onto.Rect.Dx())
	for y := c.top / c.fine; y*c.fine < c.bottom; y++ {
		clear(parts)
		for row := range c.fine {
			c.sum(parts, y*c.fine+row, evenOdd)
		}
		for x, part := range parts {
			part /= float32(c.fine * c.fine)
			if part < 1.0/512 {
				continue
			}
			pixel := onto.Pix[onto.PixOffset(x, y):][:4]
			for i, v := range source {
				pixel[i] = byte(v*part + float32(pixel[i])*(1-alpha*part) + 0.5)
			}
		}
	}
	c.top, c.bottom = c.size.Y, 0
}

// sum adds to each pixel how much of it is inside in one fine row, and clears that.
func (c *cover) sum(parts []float32, y int, evenOdd bool) {
	row := c.change[y*c.stride:][:c.stride]
	var inside float32
	for x := range parts {
		for _, change := range row[x*c.fine:][:c.fine] {
			inside += change
			part := inside
			if part < 0 {
				part = -part
			}
			if evenOdd {
				part = float32(math.Mod(float64(part), 2))
				if part > 1 {
					part = 2 - part
				}
			}
			parts[x] += min(part, 1)
		}
	}
	clear(row)
}
