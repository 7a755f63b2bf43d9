package paint

import (
	"image"
	"math"

	"cuecard.app/internal/look"
)

type shadowKey struct {
	size  image.Point
	shape shape
}

// cast is the shadow of a card: the blurred outline of the smallest one that has a middle, which is stretched.
type cast struct {
	pixels *image.Alpha
	size   image.Point // of the card that it is for
	small  image.Point // of the one that was blurred
	reach  int
}

// at is the shadow's opacity at a place counted from the outline's left upper corner.
func (c cast) at(x, y int) uint8 {
	around := 2 * c.reach
	x, y = shrunk(x+c.reach, c.size.X+around, c.small.X+around), shrunk(y+c.reach, c.size.Y+around, c.small.Y+around)
	if x < 0 || y < 0 || x >= c.pixels.Rect.Dx() || y >= c.pixels.Rect.Dy() {
		return 0
	}
	return c.pixels.Pix[y*c.pixels.Stride+x]
}

func (p *Painter) shadow(size image.Point, s shape) cast {
	least := 2*(int(math.Ceil(s.radius))+s.reach) + 1
	small := image.Pt(min(size.X, least), min(size.Y, least))
	key := shadowKey{small, s}
	pixels, ok := p.shadows.get(key)
	if !ok {
		pixels = blurred(small, s, p.quarter(s.radius))
		p.shadows.put(key, pixels, len(pixels.Pix))
	}
	return cast{pixels, size, small, s.reach}
}

// blurred is a rounded box after a Gaussian blur, at the shadow's opacity. Three box blurs in each direction are one,
// to the eye.
func blurred(size image.Point, s shape, corner quarter) *image.Alpha {
	w, h := size.X+2*s.reach, size.Y+2*s.reach
	field, other := make([]float32, w*h), make([]float32, w*h)
	box := image.Rectangle{Max: size}.Add(image.Pt(s.reach, s.reach))
	for i := range field {
		field[i] = float32(corner.coverage(i%w, i/w, box))
	}
	window := boxWidth(s.blur)
	for range 3 {
		boxBlur(field, other, w, h, window)
		boxBlur(other, field, h, w, window)
	}
	pixels := image.NewAlpha(image.Rect(0, 0, w, h))
	opacity := float32(look.Numbers().ShadowOpacity)
	for i, v := range field {
		pixels.Pix[i] = uint8(v*opacity + 0.5)
	}
	return pixels
}

// boxWidth is the odd width of which three boxes blur as a Gaussian with that standard deviation does.
func boxWidth(deviation float64) int {
	return int(math.Sqrt(4*deviation*deviation+1)/2)*2 + 1
}

// boxBlur blurs every row and writes it as a column: twice of it blurs both ways.
func boxBlur(from, to []float32, w, h, window int) {
	side := window / 2
	for y := range h {
		row, sum := from[y*w:(y+1)*w], float32(0)
		for x := range min(side, w) {
			sum += row[x]
		}
		for x := range w {
			if x+side < w {
				sum += row[x+side]
			}
			if x-side-1 >= 0 {
				sum -= row[x-side-1]
			}
			to[x*h+y] = sum / float32(window)
		}
	}
}
