package text

import (
	"image"
	"image/color"
	"image/draw"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype/tables"
)

// foreground is the palette entry that stands for the colour of the text. Pixels are kept for every colour of text, so
// a neutral grey takes its place.
const foreground = 0xffff

// paintable says that what the face has for a rune is drawn here: pictures (CBDT, sbix) and flat layers (COLR version 0).
// The gradients of COLR version 1 are not: such a font counts as none, and the outlines of another stand for its emoji.
func paintable(fc *face, r rune) bool {
	id, _ := fc.font.NominalGlyph(r)
	if _, ok := fc.font.GlyphDataBitmap(tables.GlyphID(id)); ok {
		return true
	}
	c, ok := fc.font.GlyphDataColor(tables.GlyphID(id))
	if !ok {
		return false
	}
	_, ok = c.Paint.(tables.PaintColrLayersResolved)
	return ok
}

// picture makes the pixels of a glyph that has colours of its own; false: it has none.
func (r *raster) picture(p *pixels, fc *face, scale float32) bool {
	if data, ok := p.frame(fc, scale); ok {
		r.unpack.fill(p, data)
		return true
	}
	c, ok := fc.font.GlyphDataColor(tables.GlyphID(p.key.id))
	if !ok {
		return false
	}
	layers, ok := c.Paint.(tables.PaintColrLayersResolved)
	return ok && r.layers(p, fc, layers, scale)
}

// frame makes room for a glyph that is a picture in the font, and gives the picture.
func (p *pixels) frame(fc *face, scale float32) (data []byte, ok bool) {
	b, ok := fc.font.GlyphDataBitmap(tables.GlyphID(p.key.id))
	if !ok || b.Format != font.PNG {
		return nil, false
	}
	e, ok := fc.font.GlyphExtents(p.key.id)
	left, top := int(round(e.XBearing*scale)), int(round(-e.YBearing*scale))
	right, bottom := int(round((e.XBearing+e.Width)*scale)), int(round(-(e.YBearing+e.Height)*scale))
	if !ok || right <= left || bottom <= top || right-left > maxSide || bottom-top > maxSide {
		return nil, false
	}
	p.left, p.top, p.width, p.height = left, top, right-left, bottom-top
	p.colour = make([]byte, 4*p.width*p.height)
	return b.Data, true
}

// preparedBytes bounds the pictures that are made before any is drawn: those of one block do not push each other out.
const preparedBytes = glyphBytes / 2

// prepare makes the pictures that the block needs and that are not kept, on all cores: one takes as long as a hundred
// letters, and a text may be nothing else.
func (f *Fonts) prepare(b *Block, near image.Rectangle) {
	var jobs []unpacking
	bytes := 0
	for i := range b.glyphs {
		g := &b.glyphs[i]
		if !g.face.colour || !(image.Point{X: int(g.x), Y: int(g.y)}.In(near)) {
			continue
		}
		key := glyphKey{face: g.face.id, id: g.id, size: b.size}
		if bytes >= preparedBytes || f.glyphs.get(key) != nil {
			continue
		}
		p := &pixels{key: key}
		if data, ok := p.frame(g.face, b.size/g.face.upem); ok {
			f.glyphs.put(p)
			bytes += p.bytes()
			jobs = append(jobs, unpacking{p, data})
		}
	}
	if len(jobs) > 0 {
		f.unpack(jobs)
	}
}

// unpacking is a picture and the room for its pixels.
type unpacking struct {
	p    *pixels
	data []byte
}

func (f *Fonts) unpack(jobs []unpacking) {
	workers := min(runtime.GOMAXPROCS(0), (len(jobs)+3)/4)
	for len(f.unpackers) < workers {
		f.unpackers = append(f.unpackers, &unpacker{blueFirst: f.raster.blueFirst})
	}
	var all sync.WaitGroup
	var taken atomic.Int64 // by whoever is ready: a core may have other work
	for _, u := range f.unpackers[:workers] {
		all.Go(func() {
			for i := int(taken.Add(1)); i <= len(jobs); i = int(taken.Add(1)) {
				u.fill(jobs[i-1].p, jobs[i-1].data)
			}
		})
	}
	all.Wait()
}

// layers draws a glyph of COLR version 0: shapes of one colour each, one on another.
func (r *raster) layers(p *pixels, fc *face, layers tables.PaintColrLayersResolved, scale float32) bool {
	all := box{}
	for i, l := range layers {
		o, _ := fc.font.GlyphDataOutline(l.GlyphID)
		b := bounds(o.Segments)
		if i == 0 {
			all = b
		}
		all = box{min(all.left, b.left), min(all.bottom, b.bottom), max(all.right, b.right), max(all.top, b.top)}
	}
	left, right := floor(all.left*scale), ceil(all.right*scale)
	top, bottom := floor(-all.top*scale), ceil(-all.bottom*scale)
	if right <= left || bottom <= top || right-left > maxSide || bottom-top > maxSide {
		return false
	}
	p.left, p.top, p.width, p.height = left, top, right-left, bottom-top
	p.colour = make([]byte, 4*p.width*p.height)
	dst := image.RGBA{Pix: p.colour, Stride: 4 * p.width, Rect: image.Rect(0, 0, p.width, p.height)}
	for _, l := range layers {
		o, ok := fc.font.GlyphDataOutline(l.GlyphID)
		if !ok {
			continue
		}
		r.vector.Reset(p.width, p.height)
		r.vector.DrawOp = draw.Over
		r.path(o.Segments, scale, -float32(left), -float32(top))
		r.vector.Draw(&dst, dst.Rect, image.NewUniform(r.ordered(paletteColour(fc, l.PaletteIndex))), image.Point{})
	}
	return true
}

// ordered is a colour whose channels are in the order of what is drawn on.
func (r *raster) ordered(c color.NRGBA) color.NRGBA {
	if r.blueFirst {
		c.R, c.B = c.B, c.R
	}
	return c
}

func paletteColour(fc *face, i uint16) color.NRGBA {
	if i == foreground || len(fc.font.CPAL) == 0 || int(i) >= len(fc.font.CPAL[0]) {
		return color.NRGBA{128, 128, 128, 255}
	}
	c := fc.font.CPAL[0][i]
	return color.NRGBA{c.Red, c.Green, c.Blue, c.Alpha}
}
