package x11

import (
	"image"

	"cuecard.app/internal/screen/overlay"
	"github.com/jezek/xgb/shm"
	"github.com/jezek/xgb/xproto"
	"golang.org/x/sys/unix"
)

const (
	// longestRequest is how many bytes one request may have, less the head of the one that carries pixels.
	longestRequest = 262_116
	// largestKept is how many bytes stay reserved while nothing is shown.
	largestKept = 4 << 20
)

// canvas is the pixels of a sheet, painted into memory that the server reads itself where it can. What was put may be
// painted anew only when the server has it.
type canvas struct {
	x      *server
	pixels []byte
	place  image.Rectangle // of the sheet, on the root window
	dim    float64         // under the sheet
	shared bool            // pixels are a segment
	seg    shm.Seg
}

// reserve makes room for that many bytes.
func (c *canvas) reserve(bytes int) {
	if len(c.pixels) >= bytes {
		return
	}
	c.free()
	if c.x.hasShm && c.share(bytes) {
		return
	}
	c.pixels = make([]byte, bytes)
}

// share makes a segment. It has no name from the moment that both have it, so it ends with the last of them.
func (c *canvas) share(bytes int) bool {
	key, err := unix.SysvShmGet(unix.IPC_PRIVATE, bytes, unix.IPC_CREAT|0o600)
	if err != nil {
		return false
	}
	defer func() { _, _ = unix.SysvShmCtl(key, unix.IPC_RMID, nil) }()
	pixels, err := unix.SysvShmAttach(key, 0, 0)
	if err != nil {
		return false
	}
	seg := shm.Seg(c.x.id())
	if shm.AttachChecked(c.x.Conn, seg, uint32(key), false).Check() != nil {
		_ = unix.SysvShmDetach(pixels)
		c.x.hasShm = false // another machine, or another user
		return false
	}
	c.pixels, c.seg, c.shared = pixels, seg, true
	return true
}

func (c *canvas) free() {
	if c.shared {
		shm.Detach(c.x.Conn, c.seg)
		_ = unix.SysvShmDetach(c.pixels)
	}
	c.pixels, c.shared, c.place = nil, false, image.Rectangle{}
}

// paint makes the pixels those of a sheet whose place on the root window is that, with a dim under it, and of which a part
// differs from the one before. Only what is seen of it matters.
func (c *canvas) paint(sheet overlay.Sheet, place, seen, changed image.Rectangle, dim float64) {
	if place != c.place || dim != c.dim {
		changed = seen
	}
	c.reserve(4 * place.Dx() * place.Dy())
	c.place, c.dim = place, dim
	bounds := sheet.Bounds()
	dst := &image.RGBA{Pix: c.pixels, Stride: 4 * place.Dx(), Rect: bounds}
	sheet.Draw(dst, changed.Sub(place.Min.Sub(bounds.Min)), dim)
}

func (c *canvas) offset(x, y int) int {
	return 4 * ((y-c.place.Min.Y)*c.place.Dx() + x - c.place.Min.X)
}

// put brings a part of the sheet to a drawable of a depth whose pixels have 32 bits.
func (c *canvas) put(to xproto.Drawable, gc xproto.Gcontext, depth byte, part image.Rectangle, at image.Point) {
	if c.shared {
		from := part.Min.Sub(c.place.Min)
		shm.PutImage(c.x.Conn, to, gc, uint16(c.place.Dx()), uint16(c.place.Dy()), uint16(from.X), uint16(from.Y),
			uint16(part.Dx()), uint16(part.Dy()), int16(at.X), int16(at.Y), depth, xproto.ImageFormatZPixmap, 0, c.seg, 0)
		return
	}
	rows := max(1, longestRequest/(4*part.Dx()))
	for top := part.Min.Y; top < part.Max.Y; top += rows {
		stripe := image.Rect(part.Min.X, top, part.Max.X, min(top+rows, part.Max.Y))
		data := make([]byte, 0, 4*stripe.Dx()*stripe.Dy())
		for y := stripe.Min.Y; y < stripe.Max.Y; y++ {
			data = append(data, c.pixels[c.offset(stripe.Min.X, y):][:4*stripe.Dx()]...)
		}
		xproto.PutImage(c.x.Conn, xproto.ImageFormatZPixmap, to, gc, uint16(stripe.Dx()), uint16(stripe.Dy()),
			int16(at.X), int16(at.Y+top-part.Min.Y), 0, depth, data)
	}
}

// isPixmap is whether the server draws with the pixels where they are: all that is painted is in the sheet at once.
func (c *canvas) isPixmap() bool { return c.shared && c.x.hasShmPixmaps }

// sheet is what the server draws with that has the size of the canvas.
func (c *canvas) sheet() sheet {
	if !c.isPixmap() {
		return c.x.newSheet(32, c.x.argb, c.place.Size())
	}
	s := sheet{pixmap: xproto.Pixmap(c.x.id())}
	shm.CreatePixmap(c.x.Conn, s.pixmap, xproto.Drawable(c.x.root), uint16(c.place.Dx()), uint16(c.place.Dy()), 32, c.seg, 0)
	s.picture = c.x.newPicture(xproto.Drawable(s.pixmap), c.x.argb)
	return s
}
