package text

import (
	"encoding/binary"
	"image"
	"image/color"
)

// farthest is how far from its pen a glyph may reach, in sizes of the text. A glyph whose pen is farther from dst costs nothing.
const farthest = 4

// Draw draws the block with its left upper corner at the point, over what dst shows. What is outside of dst is left out.
func (b *Block) Draw(dst *image.RGBA, at image.Point, colour color.NRGBA) {
	b.drawWithin(dst, dst.Rect, at, colour)
}

// drawWithin draws the glyphs near to the area; dst may be a part of it.
func (b *Block) drawWithin(dst *image.RGBA, area image.Rectangle, at image.Point, colour color.NRGBA) {
	f := b.fonts
	ink := premultiply(f.raster.ordered(colour))
	if ink.a == 0 {
		return
	}
	near := area.Sub(at).Inset(-int(farthest * b.size))
	if b.pictures {
		f.prepare(b, near)
	}
	for i := range b.glyphs {
		g := &b.glyphs[i]
		if !(image.Point{X: int(g.x), Y: int(g.y)}.In(near)) {
			continue
		}
		p, x, y := b.inked(g)
		x, y = at.X+x, at.Y+y
		switch {
		case p.colour != nil:
			blend(dst, p, x, y, ink.a)
		case p.shade != nil:
			stain(dst, p, x, y, ink)
		}
	}
}

// ink is a premultiplied colour.
type ink struct{ r, g, b, a uint32 }

func premultiply(c color.NRGBA) ink {
	a := uint32(c.A)
	return ink{(uint32(c.R)*a + 127) / 255, (uint32(c.G)*a + 127) / 255, (uint32(c.B)*a + 127) / 255, a}
}

// clip is the part of the glyph inside of dst: from its column and row u, v on.
func clip(dst *image.RGBA, p *pixels, x, y int) (area image.Rectangle, u, v int) {
	area = image.Rect(x, y, x+p.width, y+p.height).Intersect(dst.Rect)
	return area, area.Min.X - x, area.Min.Y - y
}

// Two channels of a pixel are mixed in one word: red and blue, and green and alpha.
const pair = 0x00ff00ff

// stain draws a shade in one colour.
func stain(dst *image.RGBA, p *pixels, x, y int, c ink) {
	area, u, v := clip(dst, p, x, y)
	width := area.Dx()
	rb, ga := c.r|c.b<<16, c.g|c.a<<16
	full := c.r | c.g<<8 | c.b<<16 | c.a<<24
	for row := range area.Dy() {
		shade := p.shade[(v+row)*p.width+u:][:width]
		o := dst.PixOffset(area.Min.X, area.Min.Y+row)
		out := dst.Pix[o : o+4*width]
		for i := 0; i < len(shade); i++ {
			s := shade[i]
			if s == 0 {
				for i+8 < len(shade) && binary.LittleEndian.Uint64(shade[i+1:]) == 0 {
					i += 8
				}
				continue
			}
			d := out[4*i : 4*i+4 : 4*i+4]
			if s == 255 && c.a == 255 {
				binary.LittleEndian.PutUint32(d, full)
				continue
			}
			on := uint32(s) + uint32(s)>>7 // 256 is opaque
			off := 256 - (on*c.a+254)/255  // rounded so that no channel overflows
			was := binary.LittleEndian.Uint32(d)
			low := (was&pair*off + rb*on) >> 8 & pair
			high := (was>>8&pair*off + ga*on) & (pair << 8)
			binary.LittleEndian.PutUint32(d, low|high)
		}
	}
}

// opaquePair are the alphas of two pixels that hide what is below them.
const opaquePair = 0xff000000ff000000

// blend draws a picture, with the text's own alpha. Most pixels of one are opaque or not there at all: two of these
// are done at once.
func blend(dst *image.RGBA, p *pixels, x, y int, alpha uint32) {
	on := alpha + alpha>>7 // 256 is opaque
	area, u, v := clip(dst, p, x, y)
	width := area.Dx()
	for row := range area.Dy() {
		src := p.colour[4*((v+row)*p.width+u):][:4*width]
		o := dst.PixOffset(area.Min.X, area.Min.Y+row)
		out := dst.Pix[o : o+4*width]
		for len(src) >= 8 && len(out) >= 8 {
			switch two := binary.LittleEndian.Uint64(src); {
			case two&opaquePair == 0:
			case two&opaquePair == opaquePair && on == 256:
				binary.LittleEndian.PutUint64(out, two)
			default:
				mix(out, uint32(two), on)
				mix(out[4:], uint32(two>>32), on)
			}
			src, out = src[8:], out[8:]
		}
		if len(src) >= 4 {
			mix(out, binary.LittleEndian.Uint32(src), on)
		}
	}
}

// mix lays one pixel of a picture over another.
func mix(d []byte, now, on uint32) {
	was := binary.LittleEndian.Uint32(d)
	off := 256 - (now>>24*on+254)/255
	low := (was&pair*off + now&pair*on) >> 8 & pair
	high := (was>>8&pair*off + now>>8&pair*on) & (pair << 8)
	binary.LittleEndian.PutUint32(d, low|high)
}
