package paint

import (
	"bytes"
	"image"
	"image/color"
	"math"

	"cuecard.app/internal/card"
	"cuecard.app/internal/look"
)

// ground is all that a backdrop's pixels depend on. Its size is the least that has a middle row and a middle column to
// repeat, so most cards in the same colours share theirs.
type ground struct {
	size               image.Point
	stripe             int
	shape              shape
	background, accent color.NRGBA
	under              uint8 // opacity of the black below
}

func groundOf(c *card.Card, l *Layout) ground {
	s := shapeOf(l.dp)
	least := 2*s.band() + 1
	g := ground{
		size:       image.Pt(min(l.Card.Dx(), least), min(l.Card.Dy(), least)),
		stripe:     l.Stripe.Dx(),
		shape:      s,
		background: colour(c.Background),
	}
	if c.Accent != nil {
		g.accent = colour(*c.Accent)
	}
	return g
}

// shape is a card's outline with the room for its shadow.
type shape struct {
	blur   float64 // of the shadow, its standard deviation
	reach  int     // of the shadow beyond its edges
	down   int
	radius float64
}

func shapeOf(dp float64) shape {
	numbers := look.Numbers()
	return shape{
		blur:   numbers.ShadowBlur * dp / 2,
		reach:  int(math.Ceil(2.5 * numbers.ShadowBlur * dp / 2)), // what is farther away is less than half of a shade
		down:   round(numbers.ShadowDown * dp),
		radius: numbers.CornerRadius * dp,
	}
}

// reach is the card with its shadow.
func (l *Layout) reach() image.Rectangle { return shapeOf(l.dp).around(l.Card) }

func (s shape) around(outline image.Rectangle) image.Rectangle {
	return outline.Inset(-s.reach).Add(image.Pt(0, s.down)).Union(outline)
}

// band is how far from its edges a card differs from its middle: the blur of a corner ends there.
func (s shape) band() int { return int(math.Ceil(s.radius)) + s.reach + s.down }

// drawBackdrop draws shadow, background and stripe of a sheet with these bounds into a part of it, but for what is covered
// afterwards.
func (p *Painter) drawBackdrop(dst *image.RGBA, bounds, part, covered image.Rectangle, g ground) {
	t := p.template(g)
	if covered = covered.Intersect(part); covered.Empty() {
		stretch(dst, bounds, t, part)
		return
	}
	stretch(dst, bounds, t, image.Rect(part.Min.X, part.Min.Y, part.Max.X, covered.Min.Y))
	stretch(dst, bounds, t, image.Rect(part.Min.X, covered.Min.Y, covered.Min.X, covered.Max.Y))
	stretch(dst, bounds, t, image.Rect(covered.Max.X, covered.Min.Y, part.Max.X, covered.Max.Y))
	stretch(dst, bounds, t, image.Rect(part.Min.X, covered.Max.Y, part.Max.X, part.Max.Y))
}

// stretch draws a part of a template that is stretched to the bounds: of every row its left half, its middle as often as it
// takes, and its right half.
func stretch(dst *image.RGBA, bounds image.Rectangle, t *image.RGBA, part image.Rectangle) {
	width, columns := bounds.Dx(), t.Rect.Dx()
	from, to := part.Min.X-bounds.Min.X, part.Max.X-bounds.Min.X
	left := columns / 2
	right := width - (columns - left - 1) // from here on it is the right half
	var above, middle []byte              // of the row before
	for y := part.Min.Y; y < part.Max.Y && from < to; y++ {
		row := t.Pix[shrunk(y-bounds.Min.Y, bounds.Dy(), t.Rect.Dy())*t.Stride:][:4*columns]
		out := dst.Pix[dst.PixOffset(part.Min.X, y):][:4*(to-from)]
		if end := min(to, left); from < end {
			copy(out[:4*(end-from)], row[4*from:])
		}
		if start, end := max(from, left), min(to, right); start < end {
			pixel, line := row[4*left:4*left+4], out[4*(start-from):4*(end-from)]
			if bytes.Equal(pixel, middle) {
				copy(line, above)
			} else {
				repeat(line, pixel)
			}
			above, middle = line, pixel
		}
		if start := max(from, right); start < to {
			copy(out[4*(start-from):], row[4*(columns-width+start):])
		}
	}
}

// repeat fills out with a pixel.
func repeat(out, pixel []byte) {
	for done := copy(out, pixel); done < len(out); done *= 2 {
		copy(out[done:], out[:done])
	}
}

// shrunk maps a place along a length to that along a smaller one: the ends are alike, and all between is its middle.
func shrunk(at, length, small int) int {
	half := small / 2
	switch {
	case at < half:
		return at
	case at > length-small+half:
		return at - (length - small)
	default:
		return half
	}
}

func (p *Painter) template(g ground) *image.RGBA {
	t, ok := p.templates.get(g)
	if !ok {
		t = p.paintTemplate(g)
		p.templates.put(g, t, len(t.Pix))
	}
	return t
}

// paintTemplate paints a card's outline pixel by pixel. The shadow is cut out under the card, or a translucent card
// would show it.
func (p *Painter) paintTemplate(g ground) *image.RGBA {
	outline := image.Rectangle{Max: g.size}
	cast := p.shadow(g.size, g.shape)
	whole := g.shape.around(outline)
	t := image.NewRGBA(whole)
	background := p.premultiplied(g.background)
	stripe := over(p.premultiplied(g.accent), background)
	corner := p.quarter(g.shape.radius)
	for y := whole.Min.Y; y < whole.Max.Y; y++ {
		row := t.Pix[t.PixOffset(whole.Min.X, y):]
		for x := whole.Min.X; x < whole.Max.X; x++ {
			fill := background
			if x < g.stripe {
				fill = stripe
			}
			covered := corner.coverage(x, y, outline)
			shade := uint32(cast.at(x, y-g.shape.down)) * (255 - covered) / 255
			for i := range 4 {
				row[i] = uint8((uint32(fill[i])*covered + 127) / 255)
			}
			row[3] += uint8(shade)
			row[3] += uint8((uint32(g.under)*uint32(255-row[3]) + 127) / 255)
			row = row[4:]
		}
	}
	return t
}

// pixel is premultiplied, in the painter's order.
type pixel [4]uint8

func (p *Painter) premultiplied(c color.NRGBA) pixel {
	r, g, b, a := c.RGBA()
	if p.fonts.BlueFirst() {
		r, b = b, r
	}
	return pixel{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
}

func over(top, below pixel) pixel {
	for i := range top {
		top[i] += uint8((uint32(below[i])*uint32(255-top[3]) + 127) / 255)
	}
	return top
}
