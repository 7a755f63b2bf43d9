package wayland

import (
	"image"

	"cuecard.app/internal/screen/wayland/wire"
)

// layer is one tree of surfaces above everything on an output: the dim, and the card on it. What is committed on the
// card waits for the commit of the dim, so both change in the same frame. It is made before it is needed, and has no
// buffer until a card is shown: whoever makes it for the card has to wait for the compositor's word first.
type layer struct {
	output     *output
	dim, card  surface
	shell      wire.ID
	subsurface wire.ID

	configured bool
	closed     bool
	logical    image.Point // its size, in the compositor's units

	shown   bool
	pending bool // the compositor has not drawn the last commit
	level   uint8
	on      *buffer // on the card
}

// surface is drawn from a buffer of pixels in any size of the compositor's units.
type surface struct{ id, viewport wire.ID }

func (d *display) newSurface() surface {
	s := surface{d.conn.New(nil), d.conn.New(nil)}
	d.conn.Request(d.globals.compositor, compositorSurface, s.id)
	d.conn.Request(d.globals.viewporter, viewporterViewport, s.viewport, s.id)
	d.conn.Request(s.id, surfaceInput, d.globals.nothing)
	return s
}

func (d *display) destroy(s surface) {
	d.conn.Request(s.viewport, viewportDestroy)
	d.conn.Forget(s.viewport)
	d.conn.Request(s.id, surfaceDestroy)
	d.conn.Forget(s.id)
}

// newLayer makes a layer that waits for its card.
func (d *display) newLayer(o *output) *layer {
	l := &layer{output: o, dim: d.newSurface(), card: d.newSurface()}
	l.shell = d.conn.New(func(number uint16, e *wire.Event) {
		if number == 0 {
			d.configure(l, e.Uint(), image.Pt(int(e.Uint()), int(e.Uint())))
		} else {
			l.closed = true
		}
	})
	d.conn.Request(d.globals.shell, shellLayer, l.shell, l.dim.id, o.id, topmost, "cuecard")
	d.conn.Request(l.shell, layerSize, 0, 0)
	d.conn.Request(l.shell, layerAnchor, everyEdge)
	d.conn.Request(l.shell, layerExclusive, wholeOutput)
	d.conn.Request(l.shell, layerKeyboard, noKeyboard)
	l.subsurface = d.conn.New(nil)
	d.conn.Request(d.globals.subcompositor, subcompositorSubsurface, l.subsurface, l.card.id, l.dim.id)
	d.conn.Request(l.dim.id, surfaceCommit)
	return l
}

// configure hears of the layer's size.
func (d *display) configure(l *layer, serial uint32, logical image.Point) {
	if logical.X <= 0 || logical.Y <= 0 {
		logical = l.output.size()
	}
	d.conn.Request(l.shell, layerAcknowledge, serial)
	if l.shown {
		d.conn.Request(l.dim.id, surfaceCommit)
		d.lost = d.lost || logical != l.logical
	}
	l.configured, l.logical = true, logical
}

// tearDown removes the layer with all that it shows, at once.
func (d *display) tearDown() {
	l := d.layer
	d.layer = nil
	if l.shown && !l.closed {
		d.conn.Request(l.dim.id, surfaceAttach, wire.ID(0), 0, 0)
		d.conn.Request(l.dim.id, surfaceCommit)
	}
	d.conn.Request(l.subsurface, subsurfaceDestroy)
	d.conn.Forget(l.subsurface)
	d.destroy(l.card)
	d.conn.Request(l.shell, layerDestroy)
	d.conn.Forget(l.shell)
	d.destroy(l.dim)
	d.canvas.rest(l.on)
}

// place is the part of the monitor that a buffer has to have so that all of the sheet is in it, in pixels and in the
// compositor's units, which are whole numbers: at a scale of 1.5, every third pixel is one.
func (l *layer) place(sheet image.Rectangle) (pixels, logical image.Rectangle) {
	size := l.output.size()
	seen := sheet.Intersect(image.Rectangle{Max: size})
	if seen.Empty() { // a buffer has to have something
		seen = image.Rect(0, 0, 1, 1)
	}
	x, y := size.X/divisor(size.X, l.logical.X), size.Y/divisor(size.Y, l.logical.Y)
	pixels = image.Rect(seen.Min.X/x*x, seen.Min.Y/y*y, (seen.Max.X+x-1)/x*x, (seen.Max.Y+y-1)/y*y)
	unit := func(p image.Point) image.Point { return image.Pt(p.X*l.logical.X/size.X, p.Y*l.logical.Y/size.Y) }
	return pixels, image.Rectangle{Min: unit(pixels.Min), Max: unit(pixels.Max)}
}

// divisor is the greatest that two numbers have in common.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
