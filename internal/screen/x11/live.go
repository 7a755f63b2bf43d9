package x11

import (
	"image"
	"math"
	"time"

	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/render"
	"github.com/jezek/xgb/xproto"
)

// everyFrame is how often the pane follows what is behind it.
const everyFrame = time.Second / 60

// live is the pane without a compositor. The server keeps the windows behind it whole, tells when they draw, and lays
// them, the dim and the card over each other into this window.
//
// A card is there before all of that is set up: over the pixels that the screen had when it came.
type live struct {
	x         *server
	win       xproto.Window
	picture   render.Picture // of the window
	gc        xproto.Gcontext
	inferiors xproto.Gcontext // copies from the root window what is on the screen
	alpha     xproto.Gcontext // draws on depth 32
	last      frame
	shown     bool

	// While something is shown.
	card    sheet         // the card
	mix     sheet         // what is behind, with dim and card over it
	was     xproto.Pixmap // what the screen had before, until the scene is set up; 0 when that is not needed
	unset   bool          // the scene is not set up yet
	scene   scene
	dirty   image.Rectangle // to be painted, on the root window
	stale   bool            // the scene is no longer what is behind
	painted time.Time
	timer   *time.Timer // of the next repaint
}

// sheet is a pixmap that is drawn with and on.
type sheet struct {
	pixmap  xproto.Pixmap
	picture render.Picture
}

func (x *server) newSheet(depth byte, visual xproto.Visualid, size image.Point) sheet {
	s := sheet{x.newPixmap(depth, size), render.Picture(x.id())}
	render.CreatePicture(x.Conn, s.picture, xproto.Drawable(s.pixmap), x.formats[visual], 0, nil)
	return s
}

func (s *sheet) free(x *server) {
	if s.pixmap != 0 {
		render.FreePicture(x.Conn, s.picture)
		xproto.FreePixmap(x.Conn, s.pixmap)
	}
	*s = sheet{}
}

func newLive(x *server) *live {
	l := &live{x: x, timer: time.NewTimer(0)}
	l.timer.Stop()
	l.win = x.newWindow(x.screen.RootDepth, x.screen.RootVisual, x.screen.DefaultColormap, xproto.BackPixmapNone)
	l.gc = x.newGC(xproto.Drawable(l.win), 0)
	l.inferiors = x.newGC(xproto.Drawable(x.root), xproto.GcSubwindowMode, xproto.SubwindowModeIncludeInferiors)
	small := x.newPixmap(32, image.Pt(1, 1))
	l.alpha = x.newGC(xproto.Drawable(small), 0)
	xproto.FreePixmap(x.Conn, small)
	l.picture = render.Picture(x.id())
	render.CreatePicture(x.Conn, l.picture, xproto.Drawable(l.win), x.formats[x.screen.RootVisual], 0, nil)
	l.scene.x = x
	return l
}

func (l *live) window() xproto.Window { return l.win }

// prepare has the server keep what is on the screen, for those that will be behind, while the pixels of the card are
// still on their way. Where it keeps all windows anyway, it only has to bring them to the screen: to copy a pixel does that.
func (l *live) prepare(f frame) {
	if !f.fresh {
		return
	}
	area := f.area()
	l.x.place(l.win, area)
	l.unset = true
	if !l.x.keepsAll {
		l.was = l.copy(area)
		return
	}
	composite.UnredirectWindow(l.x.Conn, l.win, composite.RedirectAutomatic) // it goes straight to the screen
	xproto.FreePixmap(l.x.Conn, l.copy(image.Rectangle{area.Min, area.Min.Add(image.Pt(1, 1))}))
}

// copy is what the screen shows in an area.
func (l *live) copy(area image.Rectangle) xproto.Pixmap {
	p := l.x.newPixmap(l.x.screen.RootDepth, area.Size())
	xproto.CopyArea(l.x.Conn, xproto.Drawable(l.x.root), xproto.Drawable(p), l.inferiors, int16(area.Min.X), int16(area.Min.Y), 0, 0, uint16(area.Dx()), uint16(area.Dy()))
	return p
}

// under is nothing: the server lays the dim over what is behind.
func (l *live) under(frame) float64 { return 0 }

func (l *live) show(f frame) {
	if f.fresh {
		l.appear(f)
		return
	}
	if f.place.Size() != l.last.place.Size() {
		l.card.free(l.x)
		l.card = f.canvas.sheet()
	}
	if f.area().Size() != l.last.area().Size() {
		l.mix.free(l.x)
	}
	l.load(f, f.changed)
	if f.sheet == l.last.sheet && f.area() == l.last.area() && f.dim == l.last.dim && !l.stale {
		l.paint(f.changed)
		return
	}
	l.last = f
	l.set()
	xproto.GrabServer(l.x.Conn)
	l.x.place(l.win, f.area())
	l.paint(f.area())
	xproto.UngrabServer(l.x.Conn)
}

// load brings a part of the card to the server, unless that reads it where it is.
func (l *live) load(f frame, part image.Rectangle) {
	if !f.canvas.isPixmap() {
		f.canvas.put(xproto.Drawable(l.card.pixmap), l.alpha, 32, part, part.Min.Sub(f.place.Min))
	}
}

// appear lays dim and card over what is on the screen. Where nothing is seen through the card, it goes straight there.
func (l *live) appear(f frame) {
	c, area := l.x.Conn, f.area()
	if !l.x.plain || !f.canvas.shared {
		f.solid = image.Rectangle{}
	}
	edges := split(f.sheet, f.solid)
	l.card = f.canvas.sheet()
	for _, r := range edges {
		l.load(f, r)
	}
	xproto.GrabServer(c)
	xproto.MapWindow(c, l.win)
	if f.dim > 0 {
		render.FillRectangles(c, render.PictOpOver, l.picture, render.Color{Alpha: share(f.dim)}, around(area.Sub(area.Min), f.solid.Sub(area.Min)))
	}
	for _, r := range edges {
		from, to := r.Min.Sub(f.place.Min), r.Min.Sub(area.Min)
		render.Composite(c, render.PictOpOver, l.card.picture, 0, l.picture, int16(from.X), int16(from.Y), 0, 0, int16(to.X), int16(to.Y), uint16(r.Dx()), uint16(r.Dy()))
	}
	if !f.solid.Empty() {
		f.canvas.put(xproto.Drawable(l.win), l.gc, l.x.screen.RootDepth, f.solid, f.solid.Min.Sub(area.Min))
	}
	xproto.UngrabServer(c)
	l.last, l.shown = f, true
}

// settle sets the scene behind a card that has just appeared.
func (l *live) settle() {
	if !l.unset {
		return
	}
	l.x.wire.hold()
	defer l.x.wire.release()
	if !l.last.solid.Empty() {
		l.load(l.last, l.last.solid)
	}
	l.set()
	l.x.keepNone()
	_, _ = l.x.sync() // a connection that has ended is noticed by its reader
}

// forget lets go of what the screen had.
func (l *live) forget() {
	if l.was != 0 {
		xproto.FreePixmap(l.x.Conn, l.was)
		l.was = 0
	}
}

// set makes the scene anew.
func (l *live) set() {
	area := l.last.area()
	if l.mix.pixmap == 0 {
		l.mix = l.x.newSheet(l.x.screen.RootDepth, l.x.screen.RootVisual, area.Size())
	}
	l.scene.set(area, l.mix.pixmap, l.was)
	l.forget()
	l.unset, l.stale = false, false
}

// paint makes a part of the window what is behind it now, dimmed, with the card over it. All is mixed elsewhere, so that
// nobody sees less than all of it.
func (l *live) paint(part image.Rectangle) {
	c, area := l.x.Conn, l.last.area()
	part = part.Intersect(area)
	for _, b := range l.scene.behind {
		b.draw(l.x, part, area.Min)
	}
	if l.last.dim > 0 {
		render.FillRectangles(c, render.PictOpOver, l.mix.picture, render.Color{Alpha: share(l.last.dim)}, []xproto.Rectangle{rectangle(part.Sub(area.Min))})
	}
	if over := part.Intersect(l.last.sheet); !over.Empty() {
		from, to := over.Min.Sub(l.last.place.Min), over.Min.Sub(area.Min)
		render.Composite(c, render.PictOpOver, l.card.picture, 0, l.mix.picture, int16(from.X), int16(from.Y), 0, 0, int16(to.X), int16(to.Y), uint16(over.Dx()), uint16(over.Dy()))
	}
	at := part.Sub(area.Min)
	xproto.CopyArea(c, xproto.Drawable(l.mix.pixmap), xproto.Drawable(l.win), l.gc, int16(at.Min.X), int16(at.Min.Y), int16(at.Min.X), int16(at.Min.Y), uint16(at.Dx()), uint16(at.Dy()))
}

func (l *live) restacked() {
	l.stale = true
	l.soil(l.last.area())
}

func (l *live) damaged(all map[damage.Damage]image.Rectangle) {
	for _, b := range l.scene.behind {
		if r, ok := all[b.damage]; ok {
			b.drew = true
			l.soil(r.Add(b.origin))
		}
	}
}

func (l *live) exposed(r image.Rectangle) { l.soil(r.Add(l.last.area().Min)) }

// soil has a part painted as soon as it is time for another frame.
func (l *live) soil(r image.Rectangle) {
	if r = r.Intersect(l.last.area()); r.Empty() || l.unset {
		return
	}
	first := l.dirty.Empty()
	l.dirty = l.dirty.Union(r)
	if first {
		l.timer.Reset(max(0, everyFrame-time.Since(l.painted)))
	}
}

// repaint paints what is dirty, and returns when the server has.
func (l *live) repaint() {
	if !l.shown || l.dirty.Empty() {
		return
	}
	l.painted = time.Now()
	l.x.wire.hold()
	defer l.x.wire.release()
	part := l.dirty
	l.dirty = image.Rectangle{}
	if l.stale {
		l.set()
		part = l.last.area()
	}
	l.scene.heard()
	l.paint(part)
	_, _ = l.x.sync() // a connection that has ended is noticed by its reader
}

func (l *live) hide() {
	xproto.GrabServer(l.x.Conn)
	xproto.UnmapWindow(l.x.Conn, l.win)
	l.scene.clear()
	xproto.UngrabServer(l.x.Conn)
	l.card.free(l.x)
	l.mix.free(l.x)
	l.forget()
	l.timer.Stop()
	l.dirty, l.unset, l.stale, l.shown = image.Rectangle{}, false, false, false
}

func (l *live) close() {
	l.timer.Stop()
	render.FreePicture(l.x.Conn, l.picture)
	for _, gc := range []xproto.Gcontext{l.gc, l.inferiors, l.alpha} {
		xproto.FreeGC(l.x.Conn, gc)
	}
	xproto.DestroyWindow(l.x.Conn, l.win)
}

// share is a part of the whole as the protocol has it.
func share(part float64) uint16 { return uint16(math.Round(part * 0xffff)) }
