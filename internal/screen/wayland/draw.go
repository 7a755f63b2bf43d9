package wayland

import (
	"image"
	"math"
	"time"

	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/wayland/wire"
)

// frameLimit is how long a frame is waited for: more than any monitor takes, and short enough for one that is switched
// off and has none.
const frameLimit = 100 * time.Millisecond

// Draw shows the view within the compositor's next frame.
func (d *display) Draw(v overlay.View) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil {
		return d.err
	}
	if v.Sheet == nil {
		return d.hide()
	}
	level := uint8(math.Round(255 * min(max(v.Dim, 0), 1)))
	if l := d.layer; l != nil && l.shown && l.level == level && l.on.sheet == v.Sheet.Bounds() && v.Changed.Empty() {
		return nil
	}
	b, err := d.ready(v.Sheet.Bounds())
	if err != nil {
		return err
	}
	if err := d.darken(level); err != nil {
		return err
	}
	d.lay(b, v)
	d.closes = 0
	return d.roundTrip()
}

// hide removes card and dim, and makes the next layer.
func (d *display) hide() error {
	if d.layer == nil || !d.layer.shown {
		return nil
	}
	d.tearDown()
	d.layer = d.newLayer(d.output)
	return d.roundTrip()
}

// ready waits until the layer can take a card there: it is configured, the frame before is on the monitor, and a
// buffer is free.
func (d *display) ready(sheet image.Rectangle) (b *buffer, err error) {
	late := false
	so := func() bool {
		l := d.layer
		if l == nil {
			return true
		}
		if !l.configured || l.pending && !late {
			return false
		}
		place, _ := l.place(sheet)
		b, err = d.canvas.take(place, sheet)
		return b != nil || err != nil
	}
	if so() { // nothing is to be sent before, nor waited for
		return b, d.without(err)
	}
	is, waiting := d.await(frameLimit, so)
	if waiting == nil && !is {
		late = true
		is, waiting = d.await(answerLimit, so)
	}
	switch {
	case waiting != nil:
		return nil, waiting
	case !is:
		return nil, errSilent
	}
	return b, d.without(err)
}

// without is the error of there being no layer, or that one.
func (d *display) without(err error) error {
	if err == nil && d.layer == nil {
		return errNoOutput
	}
	return err
}

// darken brings the dim to a level, with the next commit. Without any it is too small to cost something.
func (d *display) darken(level uint8) error {
	l := d.layer
	black, err := d.dims.of(level)
	if err != nil {
		return err
	}
	if !l.shown || l.level != level {
		d.conn.Request(l.dim.id, surfaceAttach, black, 0, 0)
		d.conn.Request(l.dim.id, surfaceDamage, 0, 0, dimSide, dimSide)
	}
	size := l.logical
	if level == 0 {
		size = image.Pt(1, 1)
	}
	d.conn.Request(l.dim.viewport, viewportDestination, size.X, size.Y)
	l.level = level
	return nil
}

// lay draws a sheet, and commits all.
func (d *display) lay(b *buffer, v overlay.View) {
	l := d.layer
	d.canvas.draw(b, v.Sheet, v.Changed)
	changed := v.Changed
	if l.on == nil || l.on.place != b.place || l.on.sheet != b.sheet {
		changed = b.place
	}
	_, logical := l.place(b.sheet)
	d.conn.Request(l.subsurface, subsurfacePosition, logical.Min.X, logical.Min.Y)
	d.conn.Request(l.card.viewport, viewportDestination, logical.Dx(), logical.Dy())
	d.conn.Request(l.card.id, surfaceAttach, b.id, 0, 0)
	changed = changed.Intersect(b.place).Sub(b.place.Min)
	d.conn.Request(l.card.id, surfaceDamage, changed.Min.X, changed.Min.Y, changed.Dx(), changed.Dy())
	d.conn.Request(l.card.id, surfaceCommit)
	drawn := d.conn.New(func(uint16, *wire.Event) { l.pending = false })
	d.conn.Request(l.dim.id, surfaceFrame, drawn)
	d.conn.Request(l.dim.id, surfaceCommit)
	b.held, l.on, l.shown, l.pending = true, b, true, true
}
