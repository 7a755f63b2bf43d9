package text

import (
	"image"
	"image/color"
	"math"
)

// DrawPart draws what Draw does into a picture with the bounds of whole, but only in a part of it, for which dst has room:
// its pixels become the same, and no others are touched.
func (b *Block) DrawPart(dst *image.RGBA, whole, part image.Rectangle, at image.Point, colour color.NRGBA) {
	part = part.Intersect(dst.Rect)
	if part.Empty() {
		return
	}
	inside := image.RGBA{Pix: dst.Pix[dst.PixOffset(part.Min.X, part.Min.Y):], Stride: dst.Stride, Rect: part}
	b.drawWithin(&inside, whole, at, colour)
}

// Differs is where the block is not drawn as another of the same fonts, counted from the left upper corner of both:
// empty where both look alike. A block that is nil draws nothing.
func (b *Block) Differs(other *Block) image.Rectangle {
	var some, others []placed
	switch {
	case b == other:
		return image.Rectangle{}
	case b == nil:
		return other.inkOf(other.glyphs)
	case other == nil:
		return b.inkOf(b.glyphs)
	case b.size != other.size:
		return b.inkOf(b.glyphs).Union(other.inkOf(other.glyphs))
	default:
		some, others = apart(b.glyphs, other.glyphs)
	}
	if len(some) != len(others) {
		return b.inkOf(some).Union(other.inkOf(others))
	}
	// As many came as went, as when a digit is another: those between may be where they were.
	area := image.Rectangle{}
	for i := range some {
		if some[i] != others[i] {
			area = area.Union(b.inkOf(some[i : i+1])).Union(other.inkOf(others[i : i+1]))
		}
	}
	return area
}

// apart leaves out what two rows of glyphs begin and end with alike. What is left keeps its order, so glyphs that lie
// over each other are told from the same ones drawn in another order.
func apart(a, b []placed) (restA, restB []placed) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// inkOf is the box around the pixels of some of the block's glyphs.
func (b *Block) inkOf(glyphs []placed) (area image.Rectangle) {
	for i := range glyphs {
		p, x, y := b.inked(&glyphs[i])
		area = area.Union(image.Rect(x, y, x+p.width, y+p.height))
	}
	return area
}

// inked is a glyph's pixels and their place on the block. Letters stand on quarters of a pixel, pictures on whole ones.
func (b *Block) inked(g *placed) (p *pixels, x, y int) {
	f := b.fonts
	quarters := int(math.Floor(float64(g.x)*4 + 0.5))
	x, sub := quarters>>2, uint8(quarters&3)
	if g.face.colour {
		x, sub = (quarters+2)>>2, 0
	}
	key := glyphKey{face: g.face.id, sub: sub, id: g.id, size: b.size}
	p = f.glyphs.get(key)
	if p == nil {
		p = f.raster.draw(g.face, key)
		f.glyphs.put(p)
	}
	return p, x + p.left, int(g.y) + p.top
}
