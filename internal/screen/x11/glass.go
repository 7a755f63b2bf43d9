package x11

import (
	"image"
	"math"

	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
)

// glass is the pane under a compositor: its pixels have an opacity, and the compositor does the rest.
type glass struct {
	x       *server
	win     xproto.Window
	gc      xproto.Gcontext
	colours xproto.Colormap
	last    frame
	shown   bool
}

func newGlass(x *server) *glass {
	g := &glass{x: x, colours: xproto.Colormap(x.id())}
	xproto.CreateColormap(x.Conn, xproto.ColormapAllocNone, g.colours, x.root, x.argb)
	g.win = x.newWindow(32, x.argb, g.colours, xproto.BackPixmapNone)
	g.gc = x.newGC(xproto.Drawable(g.win), 0)
	x.introduce(g.win)
	return g
}

func (g *glass) window() xproto.Window { return g.win }

func (g *glass) prepare(frame) {}

// show draws with the server to itself, so that no compositor sees a half of it.
func (g *glass) show(f frame) {
	source, free := g.upload(f)
	area := f.area()
	dim := uint32(math.Round(f.dim*255)) << 24
	xproto.ChangeGC(g.x.Conn, g.gc, xproto.GcForeground, []uint32{dim})
	xproto.GrabServer(g.x.Conn)
	moved := !g.shown || area != g.last.area()
	if moved {
		g.x.place(g.win, area)
	}
	if !g.shown {
		xproto.MapWindow(g.x.Conn, g.win)
	}
	source(f.changed.Min.Sub(area.Min))
	if f.dim > 0 {
		var rest []xproto.Rectangle
		switch {
		case moved || f.dim != g.last.dim:
			rest = around(area.Sub(area.Min), f.sheet.Sub(area.Min))
		case f.sheet != g.last.sheet:
			rest = around(g.last.sheet.Sub(area.Min), f.sheet.Sub(area.Min))
		}
		if len(rest) > 0 {
			xproto.PolyFillRectangle(g.x.Conn, xproto.Drawable(g.win), g.gc, rest)
		}
	}
	xproto.UngrabServer(g.x.Conn)
	free()
	g.last, g.shown = f, true
}

// upload brings pixels that the server cannot read by itself to it, before everybody has to wait. What it returns draws them.
func (g *glass) upload(f frame) (draw func(at image.Point), free func()) {
	if f.canvas.shared {
		return func(at image.Point) { f.canvas.put(xproto.Drawable(g.win), g.gc, 32, f.changed, at) }, func() {}
	}
	copied := g.x.newPixmap(32, f.changed.Size())
	f.canvas.put(xproto.Drawable(copied), g.gc, 32, f.changed, image.Point{})
	draw = func(at image.Point) {
		xproto.CopyArea(g.x.Conn, xproto.Drawable(copied), xproto.Drawable(g.win), g.gc, 0, 0, int16(at.X), int16(at.Y), uint16(f.changed.Dx()), uint16(f.changed.Dy()))
	}
	return draw, func() { xproto.FreePixmap(g.x.Conn, copied) }
}

func (g *glass) settle() {}

func (g *glass) hide() {
	xproto.UnmapWindow(g.x.Conn, g.win)
	g.shown = false
}

func (g *glass) restacked()                                {}
func (g *glass) damaged(map[damage.Damage]image.Rectangle) {}

// exposed draws all again: a compositor has let go of the window for a while.
func (g *glass) exposed(image.Rectangle) {
	f := g.last
	f.changed = f.sheet
	g.last = frame{}
	g.show(f)
}

func (g *glass) close() {
	xproto.DestroyWindow(g.x.Conn, g.win)
	xproto.FreeGC(g.x.Conn, g.gc)
	xproto.FreeColormap(g.x.Conn, g.colours)
}
