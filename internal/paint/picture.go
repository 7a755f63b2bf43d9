package paint

import (
	"encoding/binary"
	"image"

	"cuecard.app/internal/look"
	"golang.org/x/image/draw"
)

type fittedKey struct {
	of   *Picture
	size image.Point
}

// fitted is a picture in the size that it is drawn in, and its place.
type fitted struct {
	pixels *image.RGBA // nil: there is nothing to draw
	opaque bool
	box    image.Rectangle
	corner quarter
}

// fit brings a picture into its box. One that was decoded in the very size is taken as it is.
func (p *Painter) fit(picture *Picture, box image.Rectangle, radius float64) fitted {
	if picture == nil || box.Empty() {
		return fitted{}
	}
	key := fittedKey{picture, box.Size()}
	f, ok := p.fitted.get(key)
	if !ok {
		held := len(picture.Pixels.Pix)
		f.pixels = picture.Pixels
		if f.pixels.Rect.Size() != key.size {
			f.pixels = image.NewRGBA(image.Rectangle{Max: key.size})
			draw.CatmullRom.Scale(f.pixels, f.pixels.Rect, picture.Pixels, picture.Pixels.Rect, draw.Src, nil)
			held += len(f.pixels.Pix)
		}
		f.opaque = f.pixels.Opaque()
		p.fitted.put(key, f, held)
	}
	f.box, f.corner = box, p.quarter(radius)
	return f
}

// covers is where nothing of what is behind the picture can be seen: all of an opaque one but the rows of its corners.
func (f *fitted) covers() image.Rectangle {
	area := f.box
	area.Min.Y += f.corner.side
	area.Max.Y -= f.corner.side
	if !f.opaque || area.Empty() {
		return image.Rectangle{}
	}
	return area
}

// draw draws a part of the picture with rounded corners.
func (f *fitted) draw(dst *image.RGBA, part image.Rectangle) {
	if f.pixels == nil {
		return
	}
	part = part.Intersect(f.box)
	left := min(f.box.Min.X+f.corner.side, f.box.Max.X)
	right := max(f.box.Max.X-f.corner.side, left)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		if min(y-f.box.Min.Y, f.box.Max.Y-1-y) >= f.corner.side {
			f.straight(dst, y, part.Min.X, part.Max.X)
			continue
		}
		f.round(dst, y, part.Min.X, min(left, part.Max.X))
		f.straight(dst, y, max(left, part.Min.X), min(right, part.Max.X))
		f.round(dst, y, max(right, part.Min.X), part.Max.X)
	}
}

// straight draws a row between two columns.
func (f *fitted) straight(dst *image.RGBA, y, from, to int) {
	if from >= to {
		return
	}
	out, row := f.row(dst, y, from, to)
	if f.opaque {
		copy(out, row)
		return
	}
	for i := 0; i+4 <= len(row) && i+4 <= len(out); i += 4 {
		pixel := binary.LittleEndian.Uint32(row[i : i+4])
		switch {
		case pixel == 0:
		case pixel>>24 == 255:
			binary.LittleEndian.PutUint32(out[i:i+4], pixel)
		default:
			lay(out[i:i+4:i+4], row[i:i+4:i+4])
		}
	}
}

// round draws a row between two columns of its corners. All four parts of a pixel shrink alike, so no fringe is left.
func (f *fitted) round(dst *image.RGBA, y, from, to int) {
	if from >= to {
		return
	}
	out, row := f.row(dst, y, from, to)
	for x := from; x < to; x++ {
		covered := f.corner.coverage(x, y, f.box)
		var pixel [4]byte
		for i := range pixel {
			pixel[i] = uint8((uint32(row[i])*covered + 127) / 255)
		}
		lay(out[:4:4], pixel[:])
		out, row = out[4:], row[4:]
	}
}

// row is that of dst and the picture's own, between two columns.
func (f *fitted) row(dst *image.RGBA, y, from, to int) (out, row []byte) {
	o := dst.PixOffset(from, y)
	at := f.pixels.Rect.Min.Add(image.Pt(from, y)).Sub(f.box.Min)
	r := f.pixels.PixOffset(at.X, at.Y)
	return dst.Pix[o : o+4*(to-from)], f.pixels.Pix[r : r+4*(to-from)]
}

// lay lays a premultiplied pixel over another.
func lay(out, pixel []byte) {
	const most = 0xFFFF
	through := (most - uint32(pixel[3])*0x101) * 0x101
	out[0] = uint8((uint32(out[0])*through/most + uint32(pixel[0])*0x101) >> 8)
	out[1] = uint8((uint32(out[1])*through/most + uint32(pixel[1])*0x101) >> 8)
	out[2] = uint8((uint32(out[2])*through/most + uint32(pixel[2])*0x101) >> 8)
	out[3] = uint8((uint32(out[3])*through/most + uint32(pixel[3])*0x101) >> 8)
}

func radii() (icon, image float64) {
	numbers := look.Numbers()
	return numbers.IconRadius, numbers.ImageRadius
}
