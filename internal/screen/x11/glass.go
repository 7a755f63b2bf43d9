package x11

import (
	"image"
	"math"

	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
)

// largestParked is how many bytes the pixels of a window may have that stays mapped while nothing is shown: those of a
// screen of 1920 by 1080.
const largestParked = 4 * 1920 * 1080

// glass is the pane under a compositor: its pixels have an opacity, and the compositor does the rest.
//
// A card without a dim has a window of its size, one with a dim has another of the monitor's: a window that shrinks has
// the compositor draw all that it covered before.
type glass struct {
	x       *server
	gc      xproto.Gcontext
	colours xproto.Colormap
	card    slide
	whole   slide
	on      *slide // that is shown; nil: none
	last    frame
}

// slide is a window of the glass. It is not unmapped when it is no longer needed but moved out of sight, as it is: a
// compositor meets every window that is mapped anew, and that takes it longer than to draw it. The server keeps the pixels
// of windows that have an opacity, wherever they are.
type slide struct {
	win    xproto.Window
	mapped bool
	size   image.Point
	holds  frame // what its pixels show; the zero frame when that is not known
}

func newGlass(x *server) *glass {
	g := &glass{x: x, colours: xproto.Colormap(x.id())}
	xproto.CreateColormap(x.Conn, xproto.ColormapAllocNone, g.colours, x.root, x.argb)
	for _, s := range []*slide{&g.card, &g.whole} {
		s.win = x.newWindow(32, x.argb, g.colours, xproto.BackPixmapNone)
	}
	g.gc = x.newGC(xproto.Drawable(g.card.win), 0)
	return g
}

func (g *glass) window() xproto.Window {
	if g.on != nil {
		return g.on.win
	}
	return g.card.win
}

func (g *glass) prepare(frame)         {}
func (g *glass) under(f frame) float64 { return f.dim }

// show draws with the server to itself, so that no compositor sees a half of it.
func (g *glass) show(f frame) {
	source, free := g.upload(f)
	area := f.area()
	s, before := &g.card, g.on
	if f.dim > 0 {
		s = &g.whole
	}
	dim := uint32(math.Round(f.dim*255)) << 24
	xproto.ChangeGC(g.x.Conn, g.gc, xproto.GcForeground, []uint32{dim})
	xproto.GrabServer(g.x.Conn)
	if s != before || area != g.last.area() {
		g.bring(s, area)
	}
	source(xproto.Drawable(s.win), f.changed.Min.Sub(area.Min))
	if f.dim > 0 {
		if rest := s.rest(f); len(rest) > 0 {
			xproto.PolyFillRectangle(g.x.Conn, xproto.Drawable(s.win), g.gc, rest)
		}
	}
	if before != nil && s != before {
		g.park(before)
	}
	xproto.UngrabServer(g.x.Conn)
	free()
	s.holds, g.on, g.last = f, s, f
}

// bring shows the window there, above all others.
func (g *glass) bring(s *slide, area image.Rectangle) {
	g.x.place(s.win, area)
	if !s.mapped {
		xproto.MapWindow(g.x.Conn, s.win)
	}
	if !s.mapped || s.size != area.Size() {
		s.holds = frame{} // it has other memory
	}
	s.mapped, s.size = true, area.Size()
}

// park takes the window off the screen: left of it and above it, below all others.
func (g *glass) park(s *slide) {
	if 4*s.size.X*s.size.Y > largestParked {
		xproto.UnmapWindow(g.x.Conn, s.win)
		s.mapped = false
		return
	}
	xproto.ConfigureWindow(g.x.Conn, s.win, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowStackMode,
		[]uint32{uint32(-s.size.X), uint32(-s.size.Y), xproto.StackModeBelow})
}

// rest is what of the dim around a sheet is not there yet.
func (s *slide) rest(f frame) []xproto.Rectangle {
	area := f.area()
	if s.holds.dim != f.dim || s.holds.monitor != f.monitor {
		return around(area.Sub(area.Min), f.sheet.Sub(area.Min))
	}
	return around(s.holds.sheet.Sub(area.Min), f.sheet.Sub(area.Min))
}

// upload brings pixels that the server cannot read by itself to it, before everybody has to wait. What it returns draws them.
func (g *glass) upload(f frame) (draw func(to xproto.Drawable, at image.Point), free func()) {
	if f.canvas.shared {
		return func(to xproto.Drawable, at image.Point) { f.canvas.put(to, g.gc, 32, f.changed, at) }, func() {}
	}
	copied := g.x.newPixmap(32, f.changed.Size())
	f.canvas.put(xproto.Drawable(copied), g.gc, 32, f.changed, image.Point{})
	draw = func(to xproto.Drawable, at image.Point) {
		xproto.CopyArea(g.x.Conn, xproto.Drawable(copied), to, g.gc, 0, 0, int16(at.X), int16(at.Y), uint16(f.changed.Dx()), uint16(f.changed.Dy()))
	}
	return draw, func() { xproto.FreePixmap(g.x.Conn, copied) }
}

// settle has the server keep all windows whole, as the compositor has it do anyway: when that ends, this window hides all
// below it, and what nobody keeps of them is lost.
func (g *glass) settle() { g.x.keepAll() }

func (g *glass) hide() {
	if g.on != nil {
		g.park(g.on)
	}
	g.on = nil
}

func (g *glass) restacked()                                {}
func (g *glass) damaged(map[damage.Damage]image.Rectangle) {}

// exposed draws all again: a compositor has let go of the window for a while.
func (g *glass) exposed(image.Rectangle) {
	f := g.last
	f.changed = f.sheet
	g.on.holds = frame{}
	g.show(f)
}

func (g *glass) close() {
	xproto.DestroyWindow(g.x.Conn, g.card.win)
	xproto.DestroyWindow(g.x.Conn, g.whole.win)
	xproto.FreeGC(g.x.Conn, g.gc)
	xproto.FreeColormap(g.x.Conn, g.colours)
}
