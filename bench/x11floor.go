package main

import (
	"errors"
	"image"

	"cuecard.app/e2e/x11/cinema"
	"github.com/jezek/xgb/xproto"
)

// floor is the least that a dim can take under a compositor: a window of the screen's size that is there already, drawn and
// met by the compositor, and only has to be moved into sight. Nobody paints, nothing is sent.
func (r *room) floor() (*sender, error) {
	c, err := r.Look()
	if err != nil {
		return nil, err
	}
	r.close = append(r.close, c.Close)
	w, err := dimWindow(c)
	if err != nil {
		return nil, err
	}
	move := func(to image.Point) error {
		return xproto.ConfigureWindowChecked(c.Conn, w, xproto.ConfigWindowX|xproto.ConfigWindowY|xproto.ConfigWindowStackMode,
			[]uint32{uint32(to.X), uint32(to.Y), xproto.StackModeAbove}).Check()
	}
	s := &sender{name: "a dim alone", show: func(string) error { return move(image.Point{}) }, hide: func() error { return move(image.Point{}.Sub(tv.Max)) }}
	if err := s.hide(); err != nil {
		return nil, err
	}
	empty, err1 := still(r.eye)
	err2 := s.show("")
	there, err3 := still(r.eye)
	if err := errors.Join(err1, err2, err3, s.hide()); err != nil {
		return nil, err
	}
	middle := tv.Max.Div(2)
	s.look = gaze{eye: r.eye, place: image.Rectangle{Min: middle, Max: middle.Add(image.Pt(gazeWidth, gazeHeight))}}
	s.look.empty, s.look.there = cut(empty, s.look.place), cut(there, s.look.place)
	if farness(s.look.empty, s.look.there) == 0 {
		return nil, errors.New("the dim is not seen")
	}
	return s, nil
}

// dimWindow is a window of black that is not opaque, outside of the screen.
func dimWindow(c *cinema.Eye) (xproto.Window, error) {
	const black = 0x99000000
	var visual xproto.Visualid
	for _, depth := range xproto.Setup(c.Conn).DefaultScreen(c.Conn).AllowedDepths {
		if depth.Depth == 32 && len(depth.Visuals) > 0 {
			visual = depth.Visuals[0].VisualId
		}
	}
	w, err := xproto.NewWindowId(c.Conn)
	if err != nil {
		return 0, err
	}
	colours, err := xproto.NewColormapId(c.Conn)
	if err != nil {
		return 0, err
	}
	xproto.CreateColormap(c.Conn, xproto.ColormapAllocNone, colours, c.Root, visual)
	xproto.CreateWindow(c.Conn, 32, w, c.Root, int16(-tv.Max.X), int16(-tv.Max.Y), uint16(tv.Dx()), uint16(tv.Dy()), 0, xproto.WindowClassInputOutput, visual,
		xproto.CwBackPixel|xproto.CwBorderPixel|xproto.CwOverrideRedirect|xproto.CwColormap, []uint32{black, 0, 1, uint32(colours)})
	return w, xproto.MapWindowChecked(c.Conn, w).Check()
}
