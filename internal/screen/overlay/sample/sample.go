// Package sample is sheets of any pixels, for tests of displays.
package sample

import (
	"image"
	"math"
)

// Sheet is an overlay.Sheet that has its pixels.
type Sheet struct {
	Pixels  *image.RGBA // red first, with the sheet's bounds
	Opaque  image.Rectangle
	Changed image.Rectangle // for whoever draws it
}

func (s *Sheet) Bounds() image.Rectangle { return s.Pixels.Rect }
func (s *Sheet) Solid() image.Rectangle  { return s.Opaque }

// Draw copies, and touches nothing beside the part.
func (s *Sheet) Draw(dst *image.RGBA, part image.Rectangle, under float64) {
	black := math.Round(255 * under)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			c := s.Pixels.RGBAAt(x, y)
			c.R, c.B = c.B, c.R
			c.A += uint8(math.Round(black * float64(255-c.A) / 255))
			dst.SetRGBA(x, y, c)
		}
	}
}
