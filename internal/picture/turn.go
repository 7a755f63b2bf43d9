package picture

import (
	"encoding/binary"
	"image"
)

// A turn is an EXIF orientation, 1 to 8: how the stored picture is turned to stand upright.
type turn int

// sideways tells whether width and height change places.
func (t turn) sideways() bool { return t >= 5 }

func (t turn) upright(stored image.Point) image.Point {
	if t.sideways() {
		return image.Pt(stored.Y, stored.X)
	}
	return stored
}

// box is the wanted box, seen from the stored picture.
func (t turn) box(wanted image.Point) image.Point { return t.upright(wanted) }

// apply turns a picture upright.
func (t turn) apply(from *image.RGBA) *image.RGBA {
	if t <= 1 {
		return from
	}
	stored := from.Rect.Size()
	to := image.NewRGBA(image.Rectangle{Max: t.upright(stored)})
	for y := range stored.Y {
		for x := range stored.X {
			put := t.place(x, y, stored)
			copy(to.Pix[to.PixOffset(put.X, put.Y):][:4], from.Pix[from.PixOffset(x, y):][:4])
		}
	}
	return to
}

// place is where a stored pixel stands in the upright picture.
func (t turn) place(x, y int, stored image.Point) image.Point {
	right, below := stored.X-1-x, stored.Y-1-y
	switch t {
	case 2:
		return image.Pt(right, y)
	case 3:
		return image.Pt(right, below)
	case 4:
		return image.Pt(x, below)
	case 5:
		return image.Pt(y, x)
	case 6:
		return image.Pt(below, x)
	case 7:
		return image.Pt(below, right)
	case 8:
		return image.Pt(y, right)
	}
	return image.Pt(x, y)
}

// readTurn finds the orientation in the TIFF structure that EXIF is. Whatever is odd there means upright.
func readTurn(tiff []byte) turn {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			break
		}
		const orientation, short = 0x0112, 3
		if order.Uint16(entries) == orientation && order.Uint16(entries[2:]) == short {
			if found := turn(order.Uint16(entries[8:])); found >= 1 && found <= 8 {
				return found
			}
			break
		}
		entries = entries[12:]
	}
	return 1
}
