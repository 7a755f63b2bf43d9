package x11

import (
	"image"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xproto"
)

// pane is what dim and card are on together: one window at a time.
type pane interface {
	window() xproto.Window
	// prepare comes before the pixels of a frame are painted.
	prepare(frame)
	// under is the dim that is painted below the pixels of the sheet.
	under(frame) float64
	// show has the server asked for the frame.
	show(frame)
	// settle follows when the server has it.
	settle()
	hide()
	// restacked: other windows have come, gone, moved, or changed their order.
	restacked()
	// damaged: other windows have drawn.
	damaged(map[damage.Damage]image.Rectangle)
	// exposed: a part of the window has to be drawn again.
	exposed(image.Rectangle)
	close()
}

// frame is a view with its places on the root window.
type frame struct {
	monitor image.Rectangle
	place   image.Rectangle // of the sheet
	sheet   image.Rectangle // what of it is on the monitor
	changed image.Rectangle // of the sheet
	solid   image.Rectangle // of what changed: nothing is seen through it
	dim     float64
	fresh   bool // nothing is on this pane
	canvas  *canvas
}

// area is what the window has to cover.
func (f frame) area() image.Rectangle {
	if f.dim > 0 {
		return f.monitor
	}
	return f.sheet
}

// newWindow makes a window that is above others, that takes no input, and that nobody manages. It has no background: what
// is mapped shows what was there until it is drawn.
func (x *server) newWindow(depth byte, visual xproto.Visualid, colours xproto.Colormap, background uint32) xproto.Window {
	w := xproto.Window(x.id())
	xproto.CreateWindow(x.Conn, depth, w, x.root, 0, 0, 1, 1, 0, xproto.WindowClassInputOutput, visual,
		xproto.CwBackPixmap|xproto.CwBorderPixel|xproto.CwOverrideRedirect|xproto.CwEventMask|xproto.CwColormap,
		[]uint32{background, 0, 1, xproto.EventMaskExposure, uint32(colours)})
	shape.Rectangles(x.Conn, shape.SoSet, shape.SkInput, xproto.ClipOrderingUnsorted, w, 0, 0, nil)
	x.introduce(w)
	return w
}

// introduce tells window managers and compositors what the window is.
func (x *server) introduce(w xproto.Window) {
	const title, class = "Cuecard", "cuecard\x00Cuecard\x00"
	xproto.ChangeProperty(x.Conn, xproto.PropModeReplace, w, xproto.AtomWmName, xproto.AtomString, 8, uint32(len(title)), []byte(title))
	xproto.ChangeProperty(x.Conn, xproto.PropModeReplace, w, xproto.AtomWmClass, xproto.AtomString, 8, uint32(len(class)), []byte(class))
	for _, p := range []struct {
		name  string
		kind  xproto.Atom
		value uint32
	}{
		{"_NET_WM_WINDOW_TYPE", xproto.AtomAtom, uint32(x.atoms["_NET_WM_WINDOW_TYPE_NOTIFICATION"])},
		{"_NET_WM_BYPASS_COMPOSITOR", xproto.AtomCardinal, 2}, // never
		{"_COMPTON_SHADOW", xproto.AtomCardinal, 0},           // the card has its own
	} {
		value := make([]byte, 4)
		xgb.Put32(value, p.value)
		xproto.ChangeProperty(x.Conn, xproto.PropModeReplace, w, x.atoms[p.name], p.kind, 32, 1, value)
	}
}

// place moves a window, sizes it, and raises it above all others.
func (x *server) place(w xproto.Window, at image.Rectangle) {
	xproto.ConfigureWindow(x.Conn, w, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowWidth|xproto.ConfigWindowHeight|xproto.ConfigWindowStackMode,
		[]uint32{uint32(at.Min.X), uint32(at.Min.Y), uint32(at.Dx()), uint32(at.Dy()), xproto.StackModeAbove})
}

func (x *server) raise(w xproto.Window) {
	xproto.ConfigureWindow(x.Conn, w, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeAbove})
}

func (x *server) newPixmap(depth byte, size image.Point) xproto.Pixmap {
	p := xproto.Pixmap(x.id())
	xproto.CreatePixmap(x.Conn, depth, p, xproto.Drawable(x.root), uint16(size.X), uint16(size.Y))
	return p
}

func (x *server) newGC(on xproto.Drawable, mask uint32, values ...uint32) xproto.Gcontext {
	gc := xproto.Gcontext(x.id())
	// Nobody is told of copies that were not possible.
	xproto.CreateGC(x.Conn, gc, on, mask|xproto.GcGraphicsExposures, append(values, 0))
	return gc
}
