package text

import (
	"image"
	"image/draw"
	"math"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	"golang.org/x/image/vector"
)

// maxSide is the largest side of a glyph's pixels. A broken font may ask for anything.
const maxSide = 4096

// raster makes pixels of glyphs.
type raster struct {
	vector vector.Rasterizer
	unpack unpacker

	blueFirst bool
}

// draw makes the pixels that the key names. Glyphs without any, as spaces, get none.
func (r *raster) draw(fc *face, key glyphKey) *pixels {
	p := &pixels{key: key}
	if key.id > math.MaxUint16 {
		return p
	}
	scale := key.size / fc.upem
	if fc.colour && r.picture(p, fc, scale) {
		return p
	}
	if outline, ok := fc.font.GlyphDataOutline(tables.GlyphID(key.id)); ok {
		r.outline(p, outline.Segments, scale, float32(key.sub)/4)
	}
	return p
}

// outline fills a glyph's shape.
func (r *raster) outline(p *pixels, segments []font.Segment, scale, shift float32) {
	box := bounds(segments)
	left, right := floor(box.left*scale+shift), ceil(box.right*scale+shift)
	top, bottom := floor(-box.top*scale), ceil(-box.bottom*scale)
	width, height := right-left, bottom-top
	if width <= 0 || height <= 0 || width > maxSide || height > maxSide {
		return
	}
	p.left, p.top, p.width, p.height = left, top, width, height
	p.shade = make([]byte, width*height)
	r.vector.Reset(width, height)
	r.vector.DrawOp = draw.Src
	r.path(segments, scale, shift-float32(left), -float32(top))
	mask := image.Alpha{Pix: p.shade, Stride: width, Rect: image.Rect(0, 0, width, height)}
	r.vector.Draw(&mask, mask.Rect, image.Opaque, image.Point{})
}

type box struct{ left, bottom, right, top float32 }

func bounds(segments []font.Segment) box {
	if len(segments) == 0 {
		return box{}
	}
	b := box{math.MaxFloat32, math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32}
	for i := range segments {
		for _, at := range segments[i].ArgsSlice() {
			b.left, b.right = min(b.left, at.X), max(b.right, at.X)
			b.bottom, b.top = min(b.bottom, at.Y), max(b.top, at.Y)
		}
	}
	return b
}

// path gives the shape to the rasterizer, whose y grows downwards.
func (r *raster) path(segments []font.Segment, scale, x, y float32) {
	z := &r.vector
	at := func(p font.SegmentPoint) (float32, float32) { return p.X*scale + x, -p.Y*scale + y }
	open := false
	for i := range segments {
		s := &segments[i]
		ax, ay := at(s.Args[0])
		switch s.Op {
		case ot.SegmentOpMoveTo:
			if open {
				z.ClosePath()
			}
			open = true
			z.MoveTo(ax, ay)
		case ot.SegmentOpLineTo:
			z.LineTo(ax, ay)
		case ot.SegmentOpQuadTo:
			bx, by := at(s.Args[1])
			z.QuadTo(ax, ay, bx, by)
		case ot.SegmentOpCubeTo:
			bx, by := at(s.Args[1])
			cx, cy := at(s.Args[2])
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	if open {
		z.ClosePath()
	}
}

func floor(v float32) int { return int(math.Floor(clampPixel(v))) }
func ceil(v float32) int  { return int(math.Ceil(clampPixel(v))) }

func clampPixel(v float32) float64 { return max(-1<<20, min(1<<20, float64(v))) }
