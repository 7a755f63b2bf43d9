package paint

import (
	"image"
	"image/color"
	"math"
)

// picture is one whose colour at x and y, from 0 to 1, is known. Its shapes are flat, so that golden pictures stay small.
func picture(width, height int, colour func(x, y float64) color.NRGBA) *Picture {
	pixels := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			pixels.Set(x, y, colour((float64(x)+0.5)/float64(width), (float64(y)+0.5)/float64(height)))
		}
	}
	return &Picture{Natural: image.Pt(width, height), Pixels: pixels}
}

// porch is somebody with a parcel at a door.
func porch(width, height int) *Picture {
	shape := float64(width) / float64(height)
	return picture(width, height, func(x, y float64) color.NRGBA {
		x = math.Abs(x-0.5) * max(shape, 1)
		y = (y-0.5)*max(1/shape, 1) + 0.5
		switch {
		case x < 0.11 && y > 0.60 && y < 0.74:
			return color.NRGBA{186, 136, 84, 255} // the parcel
		case math.Hypot(x, y-0.36) < 0.09:
			return color.NRGBA{226, 184, 148, 255} // the face
		case x < 0.2 && y > 0.5:
			return color.NRGBA{58, 102, 156, 255} // the coat
		case x < 0.34 && y > 0.12 && (x > 0.31 || y < 0.15):
			return color.NRGBA{232, 214, 190, 255} // the door's frame
		}
		return color.NRGBA{38, 44, 66, 255}
	})
}

// bell is an icon.
func bell(side int) *Picture {
	return picture(side, side, func(x, y float64) color.NRGBA {
		x = math.Abs(x - 0.5)
		if y >= 0.37 && y < 0.68 && x < 0.17+0.12*math.Pow((y-0.37)/0.31, 2.5) || y < 0.37 && math.Hypot(x, y-0.37) < 0.17 ||
			y > 0.74 && math.Hypot(x, y-0.74) < 0.085 {
			return color.NRGBA{255, 255, 255, 255}
		}
		return color.NRGBA{255, 138, 31, 255}
	})
}

// rings are clear, half clear and opaque: black where nothing is seen, as careless programs leave it.
func rings(side int) *Picture {
	return picture(side, side, func(x, y float64) color.NRGBA {
		switch away := math.Hypot(x-0.5, y-0.5); {
		case away < 0.15:
			return color.NRGBA{200, 30, 30, 255}
		case away < 0.3:
			return color.NRGBA{30, 30, 200, 128}
		case away < 0.45:
			return color.NRGBA{30, 140, 60, 64}
		}
		return color.NRGBA{}
	})
}
