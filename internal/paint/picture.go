package paint

import (
	"image"

	"cuecard.app/internal/look"
	"golang.org/x/image/draw"
)

// scaledKept is how many pictures are kept in the size and shape that they are drawn in.
const scaledKept = 4

type scaledKey struct {
	of     *image.RGBA
	size   image.Point
	radius float64
}

// drawPicture draws a picture into its box with rounded corners.
func (p *Painter) drawPicture(dst *image.RGBA, picture *Picture, box image.Rectangle, radius float64) {
	if picture == nil || box.Empty() {
		return
	}
	key := scaledKey{picture.Pixels, box.Size(), radius}
	scaled, ok := p.scaled[key]
	if !ok {
		if len(p.scaled) >= scaledKept {
			clear(p.scaled)
		}
		scaled = rounded(picture.Pixels, box.Size(), radius)
		p.scaled[key] = scaled
	}
	draw.Draw(dst, box, scaled, image.Point{}, draw.Over)
}

// rounded is a picture in that size, its corners cut off. Its pixels are premultiplied, so all four parts of one
// shrink alike and no fringe is left.
func rounded(of *image.RGBA, size image.Point, radius float64) *image.RGBA {
	scaled := image.NewRGBA(image.Rectangle{Max: size})
	if of.Rect.Size() == size {
		draw.Draw(scaled, scaled.Rect, of, of.Rect.Min, draw.Src)
	} else {
		draw.CatmullRom.Scale(scaled, scaled.Rect, of, of.Rect, draw.Src, nil)
	}
	corner := corners(radius)
	for _, y := range edges(corner.side, size.Y) {
		for _, x := range edges(corner.side, size.X) {
			covered := corner.coverage(x, y, scaled.Rect)
			at := scaled.PixOffset(x, y)
			for i := range 4 {
				scaled.Pix[at+i] = uint8((uint32(scaled.Pix[at+i])*covered + 127) / 255)
			}
		}
	}
	return scaled
}

// edges are the places at both ends of a length, each once.
func edges(side, length int) (all []int) {
	for i := range length {
		if i < side || i >= length-side {
			all = append(all, i)
		}
	}
	return all
}

func radii() (icon, image float64) {
	numbers := look.Numbers()
	return numbers.IconRadius, numbers.ImageRadius
}
