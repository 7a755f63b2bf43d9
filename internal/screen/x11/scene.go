package x11

import (
	"image"

	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/render"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// scene is all that can be seen behind a pane, from bottom to top. The server keeps these windows whole while they are in it.
type scene struct {
	x      *server
	behind []*backdrop
}

// backdrop is a window behind the pane.
type backdrop struct {
	window xproto.Window
	damage damage.Damage
	drew   bool // since it was last heard
	own    bool // it stands for the root window's background

	// Of the scene as it was set last.
	place   image.Rectangle // with its border
	origin  image.Point     // of its inside
	pixmap  xproto.Pixmap
	picture render.Picture
	seen    render.Picture // what is drawn on, where this window is seen
}

// draw brings a part of the window, in coordinates of the root, to what begins at a point of it.
func (b *backdrop) draw(x *server, part image.Rectangle, begin image.Point) {
	if part = part.Intersect(b.place); part.Empty() {
		return
	}
	from, to := part.Min.Sub(b.place.Min), part.Min.Sub(begin)
	render.Composite(x.Conn, render.PictOpSrc, b.picture, 0, b.seen, int16(from.X), int16(from.Y), 0, 0, int16(to.X), int16(to.Y), uint16(part.Dx()), uint16(part.Dy()))
}

// set makes the scene that of an area, which is drawn on mix. Where was is given, it is what the screen had in the area
// before the pane covered it.
func (s *scene) set(area image.Rectangle, mix, was xproto.Pixmap) {
	xproto.GrabServer(s.x.Conn)
	defer xproto.UngrabServer(s.x.Conn)
	seen, covered := s.x.seen(area)
	before := map[xproto.Window]*backdrop{}
	for _, b := range s.behind {
		b.unname(s.x)
		before[b.window] = b
	}
	s.behind = nil
	if !covered {
		s.behind = append(s.behind, s.ground(before, area))
	}
	for _, w := range seen {
		b := before[w.id]
		if b == nil {
			b = &backdrop{window: w.id, damage: damage.Damage(s.x.id())}
			composite.RedirectWindow(s.x.Conn, w.id, composite.RedirectAutomatic)
			damage.Create(s.x.Conn, b.damage, xproto.Drawable(w.id), damage.ReportLevelBoundingBox)
		}
		delete(before, w.id)
		b.place, b.origin = w.place, w.origin
		b.name(s.x, w.visual)
		s.behind = append(s.behind, b)
	}
	for _, gone := range before {
		gone.release(s.x)
	}
	s.clip(area, mix, was)
}

// ground is a window that has the root window's background and that nobody sees: the root's own pixels are covered.
func (s *scene) ground(before map[xproto.Window]*backdrop, area image.Rectangle) *backdrop {
	var b *backdrop
	for id, known := range before {
		if known.own {
			b = known
			delete(before, id)
		}
	}
	if b == nil {
		const parents = 1 // background
		b = &backdrop{own: true, window: s.x.newWindow(s.x.screen.RootDepth, s.x.screen.RootVisual, s.x.screen.DefaultColormap, parents)}
		// Not manually: a compositor that starts has to have that for itself.
		composite.RedirectWindow(s.x.Conn, b.window, composite.RedirectAutomatic)
	}
	b.place, b.origin = area, area.Min
	s.x.place(b.window, area)
	xproto.ConfigureWindow(s.x.Conn, b.window, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeBelow})
	xproto.MapWindow(s.x.Conn, b.window)
	xproto.ClearArea(s.x.Conn, false, b.window, 0, 0, 0, 0)
	b.name(s.x, s.x.screen.RootVisual)
	return b
}

// clip finds where each window is seen, from top to bottom.
func (s *scene) clip(area image.Rectangle, mix, was xproto.Pixmap) {
	c := s.x.Conn
	free, seen := s.x.newRegion(area.Sub(area.Min)), s.x.newRegion(image.Rectangle{})
	for i := len(s.behind) - 1; i >= 0; i-- {
		b := s.behind[i]
		whole := xfixes.Region(s.x.id())
		xfixes.CreateRegionFromWindow(c, whole, b.window, shape.SkBounding)
		at := b.origin.Sub(area.Min)
		xfixes.TranslateRegion(c, whole, int16(at.X), int16(at.Y))
		xfixes.IntersectRegion(c, whole, free, seen)
		xfixes.SubtractRegion(c, free, whole, free)
		xfixes.DestroyRegion(c, whole)
		b.seen = s.x.newPicture(xproto.Drawable(mix), s.x.screen.RootVisual)
		xfixes.SetPictureClipRegion(c, b.seen, seen, 0, 0)
		if was != 0 {
			b.restore(s.x, seen, area, was)
		}
	}
	xfixes.DestroyRegion(c, free)
	xfixes.DestroyRegion(c, seen)
}

// restore gives a window back what the screen had of it: it was covered when the server began to keep it whole.
func (b *backdrop) restore(x *server, seen xfixes.Region, area image.Rectangle, was xproto.Pixmap) {
	if b.own {
		return
	}
	from := x.newPicture(xproto.Drawable(was), x.screen.RootVisual)
	part := area.Intersect(b.place)
	at, to := part.Min.Sub(area.Min), part.Min.Sub(b.place.Min)
	off := area.Min.Sub(b.place.Min)
	xfixes.SetPictureClipRegion(x.Conn, b.picture, seen, int16(off.X), int16(off.Y))
	render.Composite(x.Conn, render.PictOpSrc, from, 0, b.picture, int16(at.X), int16(at.Y), 0, 0, int16(to.X), int16(to.Y), uint16(part.Dx()), uint16(part.Dy()))
	render.ChangePicture(x.Conn, b.picture, render.CpClipMask, []uint32{0})
	render.FreePicture(x.Conn, from)
}

// heard has the windows that drew tell when they draw again.
func (s *scene) heard() {
	for _, b := range s.behind {
		if b.drew {
			damage.Subtract(s.x.Conn, b.damage, 0, 0)
			b.drew = false
		}
	}
}

// clear lets go of all windows.
func (s *scene) clear() {
	for _, b := range s.behind {
		b.unname(s.x)
		b.release(s.x)
	}
	s.behind = nil
}

// name takes hold of the window's pixels. The server has others for it after each change of its size.
func (b *backdrop) name(x *server, visual xproto.Visualid) {
	b.pixmap, b.picture = xproto.Pixmap(x.id()), render.Picture(x.id())
	composite.NameWindowPixmap(x.Conn, b.window, b.pixmap)
	render.CreatePicture(x.Conn, b.picture, xproto.Drawable(b.pixmap), x.formats[visual], 0, nil)
}

func (b *backdrop) unname(x *server) {
	for _, p := range []render.Picture{b.seen, b.picture} {
		if p != 0 {
			render.FreePicture(x.Conn, p)
		}
	}
	xproto.FreePixmap(x.Conn, b.pixmap)
}

// release lets go of a window whose pixels are not held.
func (b *backdrop) release(x *server) {
	if b.own {
		xproto.DestroyWindow(x.Conn, b.window)
		return
	}
	damage.Destroy(x.Conn, b.damage)
	composite.UnredirectWindow(x.Conn, b.window, composite.RedirectAutomatic)
}

// top is a window of the root.
type top struct {
	id     xproto.Window
	visual xproto.Visualid
	place  image.Rectangle // with its border
	origin image.Point     // of its inside
	shaped bool
}

// seen are the windows of others that are seen in an area, from bottom to top, and whether they cover all of it.
func (x *server) seen(area image.Rectangle) (list []top, covered bool) {
	ask := xproto.QueryTree(x.Conn, x.root)
	x.wire.flush()
	tree, err := ask.Reply()
	if err != nil {
		return nil, false
	}
	type asked struct {
		id         xproto.Window
		attributes xproto.GetWindowAttributesCookie
		geometry   xproto.GetGeometryCookie
		extents    shape.QueryExtentsCookie
	}
	var all []asked
	for _, id := range tree.Children {
		if !x.owns(id) {
			all = append(all, asked{id, xproto.GetWindowAttributes(x.Conn, id), xproto.GetGeometry(x.Conn, xproto.Drawable(id)), shape.QueryExtents(x.Conn, id)})
		}
	}
	x.wire.flush()
	for i := len(all) - 1; i >= 0; i-- {
		attributes, err1 := all[i].attributes.Reply()
		geometry, err2 := all[i].geometry.Reply()
		extents, err3 := all[i].extents.Reply()
		if err1 != nil || err2 != nil || err3 != nil || covered ||
			attributes.Class == xproto.WindowClassInputOnly || attributes.MapState != xproto.MapStateViewable {
			continue
		}
		border := int(geometry.BorderWidth)
		outer := image.Rect(0, 0, int(geometry.Width)+2*border, int(geometry.Height)+2*border).Add(image.Pt(int(geometry.X), int(geometry.Y)))
		if !outer.Overlaps(area) {
			continue
		}
		list = append([]top{{all[i].id, attributes.Visual, outer, outer.Min.Add(image.Pt(border, border)), extents.BoundingShaped}}, list...)
		covered = area.In(outer) && !extents.BoundingShaped
	}
	return list, covered
}

// newRegion is a rectangle as a region; an empty one where it is empty.
func (x *server) newRegion(r image.Rectangle) xfixes.Region {
	region := xfixes.Region(x.id())
	var list []xproto.Rectangle
	if !r.Empty() {
		list = append(list, rectangle(r))
	}
	xfixes.CreateRegion(x.Conn, region, list)
	return region
}

func (x *server) newPicture(of xproto.Drawable, visual xproto.Visualid) render.Picture {
	p := render.Picture(x.id())
	render.CreatePicture(x.Conn, p, of, x.formats[visual], 0, nil)
	return p
}
