package x11

import (
	"encoding/binary"
	"image"
	"math"

	"cuecard.app/internal/paint"
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

// canvas is the pixels of a sheet as the server wants them, in memory that it reads itself where it can. What was put
// may be loaded anew only when the server has it.
type canvas struct {
	x      *server
	pixels []byte
	place  image.Rectangle // of the sheet, on the root window
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
	c.pixels, c.shared = nil, false
}

// load takes what changed of a sheet over from it; place is the sheet's on the root window. Where there is a dim, it is
// laid under the sheet. It returns a part of what changed that is opaque, the largest if the sheet is a card.
func (c *canvas) load(sheet *paint.Sheet, place, changed image.Rectangle, dim float64) (solid image.Rectangle) {
	c.reserve(4 * place.Dx() * place.Dy())
	c.place = place
	to := place.Min.Sub(sheet.Pixels.Rect.Min)
	solid = middle(sheet.Pixels, changed.Sub(to)).Add(to)
	under := dimmed(dim)
	opaque := ^uint64(0)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		at := sheet.Pixels.PixOffset(changed.Min.X-to.X, y-to.Y)
		source := sheet.Pixels.Pix[at : at+4*changed.Dx()]
		at = c.offset(changed.Min.X, y)
		target := c.pixels[at : at+4*changed.Dx()]
		switch left, right := 4*(solid.Min.X-changed.Min.X), 4*(solid.Max.X-changed.Min.X); {
		case dim > 0:
			swapOver(target, source, &under)
		case y >= solid.Min.Y && y < solid.Max.Y:
			swap(target[:left], source[:left])
			opaque &= swap(target[left:right], source[left:right])
			swap(target[right:], source[right:])
		default:
			swap(target, source)
		}
	}
	if full := uint64(0xff000000_ff000000); dim > 0 || opaque&full != full {
		return image.Rectangle{}
	}
	return solid
}

// middle is the rectangle around the middle of a part of a picture whose edges are opaque: a card without its shadow and
// without the height of its corners.
func middle(p *image.RGBA, part image.Rectangle) image.Rectangle {
	opaque := func(x, y int) bool { return p.Pix[p.PixOffset(x, y)+3] == 0xff }
	centre := part.Min.Add(part.Size().Div(2))
	if part.Empty() || !opaque(centre.X, centre.Y) {
		return image.Rectangle{}
	}
	r := image.Rectangle{centre, centre.Add(image.Pt(1, 1))}
	for r.Min.X > part.Min.X && opaque(r.Min.X-1, centre.Y) {
		r.Min.X--
	}
	for r.Max.X < part.Max.X && opaque(r.Max.X, centre.Y) {
		r.Max.X++
	}
	for r.Min.Y > part.Min.Y && opaque(r.Min.X, r.Min.Y-1) && opaque(r.Max.X-1, r.Min.Y-1) {
		r.Min.Y--
	}
	for r.Max.Y < part.Max.Y && opaque(r.Min.X, r.Max.Y) && opaque(r.Max.X-1, r.Max.Y) {
		r.Max.Y++
	}
	return r
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

// isPixmap is whether the server draws with the pixels where they are: all that is loaded is in the sheet at once.
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

// dimmed is, for each opacity of a pixel, the one that it has with black of that dim behind it.
func dimmed(dim float64) (table [256]byte) {
	black := int(math.Round(dim * 255))
	for a := range table {
		table[a] = byte(a + ((255-a)*black+127)/255)
	}
	return table
}

// swap turns RGBA into BGRA, two pixels at a time, and returns the bits that all pairs have.
func swap(to, from []byte) uint64 {
	all := ^uint64(0)
	to = to[:len(from)]
	i := 0
	for ; i+8 <= len(from); i += 8 {
		v := binary.LittleEndian.Uint64(from[i:])
		all &= v
		binary.LittleEndian.PutUint64(to[i:], v&0xff00ff00_ff00ff00|v>>16&0x000000ff_000000ff|v&0x000000ff_000000ff<<16)
	}
	if i < len(from) {
		v := binary.LittleEndian.Uint32(from[i:])
		all &= uint64(v)<<32 | uint64(v)
		binary.LittleEndian.PutUint32(to[i:], v&0xff00ff00|v>>16&0xff|v&0xff<<16)
	}
	return all
}

// swapOver is swap with another opacity.
func swapOver(to, from []byte, opacity *[256]byte) {
	to = to[:len(from)]
	for i := 0; i+4 <= len(from); i += 4 {
		v := binary.LittleEndian.Uint32(from[i:])
		binary.LittleEndian.PutUint32(to[i:], uint32(opacity[v>>24])<<24|v&0xff00|v>>16&0xff|v&0xff<<16)
	}
}
