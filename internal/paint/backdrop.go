package paint

import (
	"image"
	"image/color"
	"math"

	"cuecard.app/internal/card"
	"cuecard.app/internal/look"
)

// templatesKept is how many backdrops are kept; a home has a handful of kinds of cards.
const templatesKept = 4

// templateKey is all that a backdrop depends on. Its height is the least that has a middle row to repeat.
type templateKey struct {
	width, height, stripe int
	radius, dp            float64
	background, accent    color.NRGBA
}

// shape is a card's outline with the room for its shadow.
type shape struct {
	reach  int // of the shadow beyond its edges
	down   int
	radius float64
}

func shapeOf(dp float64) shape {
	numbers := look.Numbers()
	return shape{
		reach:  int(math.Ceil(1.5 * numbers.ShadowBlur * dp)), // three standard deviations
		down:   round(numbers.ShadowDown * dp),
		radius: numbers.CornerRadius * dp,
	}
}

// reach is the card with its shadow.
func (l *Layout) reach() image.Rectangle {
	s := shapeOf(l.dp)
	return l.Card.Inset(-s.reach).Add(image.Pt(0, s.down)).Union(l.Card)
}

// band is how far from its upper and lower edge a card differs from its middle row.
func (s shape) band() int { return int(math.Ceil(s.radius)) + 2*s.reach }

// drawBackdrop fills a sheet with shadow, background and stripe: the template's upper and lower rows, and its middle
// row as often as it takes.
func (p *Painter) drawBackdrop(dst *image.RGBA, l *Layout, c *card.Card) {
	s := shapeOf(l.dp)
	height := min(l.Card.Dy(), 2*s.band()+1)
	key := templateKey{width: l.Card.Dx(), height: height, stripe: l.Stripe.Dx(), radius: l.Radius, dp: l.dp, background: colour(c.Background)}
	if c.Accent != nil {
		key.accent = colour(*c.Accent)
	}
	t := p.template(key, s)
	rows, all := t.Rect.Dy(), dst.Rect.Dy()
	upper := rows / 2
	lower := rows - upper - 1
	copy(dst.Pix, t.Pix[:upper*t.Stride])
	middle := t.Pix[upper*t.Stride : (upper+1)*t.Stride]
	for y := upper; y < all-lower; y++ {
		copy(dst.Pix[y*dst.Stride:], middle)
	}
	copy(dst.Pix[(all-lower)*dst.Stride:], t.Pix[(upper+1)*t.Stride:])
}

func (p *Painter) template(key templateKey, s shape) *image.RGBA {
	if t, ok := p.templates[key]; ok {
		return t
	}
	if len(p.templates) >= templatesKept {
		clear(p.templates)
	}
	t := p.paintTemplate(key, s)
	p.templates[key] = t
	return t
}

// paintTemplate paints a card's outline pixel by pixel. The shadow is cut out under the card, or a translucent card
// would show it.
func (p *Painter) paintTemplate(key templateKey, s shape) *image.RGBA {
	outline := image.Rect(0, 0, key.width, key.height)
	cast := p.shadow(outline.Size(), s)
	whole := outline.Inset(-s.reach).Add(image.Pt(0, s.down)).Union(outline)
	t := image.NewRGBA(whole)
	background := premultiplied(key.background)
	stripe := over(premultiplied(key.accent), background)
	corner := corners(s.radius)
	for y := whole.Min.Y; y < whole.Max.Y; y++ {
		row := t.Pix[t.PixOffset(whole.Min.X, y):]
		for x := whole.Min.X; x < whole.Max.X; x++ {
			fill := background
			if x < key.stripe {
				fill = stripe
			}
			covered := corner.coverage(x, y, outline)
			shade := uint32(cast.at(x, y-s.down)) * (255 - covered) / 255
			for i := range 4 {
				row[i] = uint8((uint32(fill[i])*covered + 127) / 255)
			}
			row[3] += uint8(shade)
			row = row[4:]
		}
	}
	return t
}

// pixel is premultiplied RGBA.
type pixel [4]uint8

func premultiplied(c color.NRGBA) pixel {
	r, g, b, a := c.RGBA()
	return pixel{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
}

func over(top, below pixel) pixel {
	for i := range top {
		top[i] += uint8((uint32(below[i])*uint32(255-top[3]) + 127) / 255)
	}
	return top
}

// quarter is how much of each pixel in a corner's square the rounded corner covers, from its outer tip.
type quarter struct {
	side int
	part []uint8
}

func corners(radius float64) quarter {
	const samples = 8 // a side of each pixel
	q := quarter{side: int(math.Ceil(radius))}
	q.part = make([]uint8, q.side*q.side)
	for i := range q.part {
		x, y := float64(i%q.side), float64(i/q.side)
		inside := 0
		for k := range samples * samples {
			dx := radius - (x + (float64(k%samples)+0.5)/samples)
			dy := radius - (y + (float64(k/samples)+0.5)/samples)
			if dx <= 0 || dy <= 0 || dx*dx+dy*dy <= radius*radius {
				inside++
			}
		}
		q.part[i] = uint8(inside * 255 / (samples * samples))
	}
	return q
}

// coverage of the pixel at x and y by a rounded box, from 0 to 255.
func (q quarter) coverage(x, y int, box image.Rectangle) uint32 {
	if !image.Pt(x, y).In(box) {
		return 0
	}
	x, y = min(x-box.Min.X, box.Max.X-1-x), min(y-box.Min.Y, box.Max.Y-1-y)
	if x >= q.side || y >= q.side {
		return 255
	}
	return uint32(q.part[y*q.side+x])
}
