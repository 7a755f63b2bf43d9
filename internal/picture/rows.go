package picture

import (
	"image"
	"image/color"
)

// rowsOf reads a decoded image as premultiplied rows, without a second copy of the whole.
func rowsOf(img image.Image) source {
	bounds := img.Bounds()
	from := source{size: bounds.Size()}
	switch img := img.(type) {
	case *image.RGBA:
		from.row = func(y int, into []byte) { copy(into, img.Pix[y*img.Stride:]) }
	case *image.NRGBA:
		from.row = func(y int, into []byte) { premultiply(into, img.Pix[y*img.Stride:]) }
	case *image.Gray:
		colours := greys()
		from.row = func(y int, into []byte) { spread(into, img.Pix[y*img.Stride:], colours) }
	case *image.Paletted:
		from.row = palettedRows(img)
	case *image.YCbCr:
		return (&planes{img, fullRange}).source()
	case *image.CMYK:
		from.row = func(y int, into []byte) { inkRow(into, img.Pix[y*img.Stride:]) }
	default:
		// What is left has 16 bits a channel, and every Color of the standard library is premultiplied by RGBA.
		pixels, ok := img.(image.RGBA64Image)
		if !ok {
			panic("an image without pixels")
		}
		from.row = func(y int, into []byte) {
			for x := range bounds.Dx() {
				store(into[4*x:], pixels.RGBA64At(bounds.Min.X+x, bounds.Min.Y+y))
			}
		}
	}
	return from
}

func store(into []byte, c color.RGBA64) {
	for i, v := range [4]uint16{c.R, c.G, c.B, c.A} {
		into[i] = byte((uint32(v)*255 + 32767) / 65535)
	}
}

func premultiply(into, from []byte) {
	from = from[:len(into)]
	for i := 0; i+3 < len(into); i += 4 {
		a := uint32(from[i+3])
		if a == 255 {
			copy(into[i:i+4], from[i:i+4])
			continue
		}
		into[i] = share(uint32(from[i]), a)
		into[i+1] = share(uint32(from[i+1]), a)
		into[i+2] = share(uint32(from[i+2]), a)
		into[i+3] = byte(a)
	}
}

// share is v · a / 255, rounded.
func share(v, a uint32) byte { return byte((v*a + 127) / 255) }

func palettedRows(img *image.Paletted) func(int, []byte) {
	var colours [256][4]byte // an index beyond the palette is transparent
	for i, c := range img.Palette {
		r, g, b, a := c.RGBA()
		store(colours[i][:], color.RGBA64{R: uint16(r), G: uint16(g), B: uint16(b), A: uint16(a)})
	}
	return func(y int, into []byte) { spread(into, img.Pix[y*img.Stride:], &colours) }
}

func greys() *[256][4]byte {
	var colours [256][4]byte
	for i := range colours {
		colours[i] = [4]byte{byte(i), byte(i), byte(i), 255}
	}
	return &colours
}

func spread(into, indexes []byte, colours *[256][4]byte) {
	for x := 0; 4*x < len(into); x++ {
		*(*[4]byte)(into[4*x:]) = colours[indexes[x]]
	}
}

// inkRow mixes cyan, magenta, yellow and black without a profile, as browsers do for want of one.
func inkRow(into, inks []byte) {
	for i := 0; i+3 < len(into); i += 4 {
		light := 255 - uint32(inks[i+3])
		into[i] = share(255-uint32(inks[i]), light)
		into[i+1] = share(255-uint32(inks[i+1]), light)
		into[i+2] = share(255-uint32(inks[i+2]), light)
		into[i+3] = 255
	}
}
