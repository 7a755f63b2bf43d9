package x11

import (
	"errors"
	"fmt"
	"image"
	"log/slog"
	"sync"
	"time"

	"cuecard.app/internal/screen/overlay"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// raiseEvery is how often the window may be raised: another that wants to be above all does not make it spin.
const raiseEvery = 50 * time.Millisecond

var errEnded = errors.New("the connection to the X server has ended")

// display is one monitor of a server. One goroutine owns all of it but what is said otherwise.
type display struct {
	x       *server
	wanted  func() string // the monitor's name
	log     *slog.Logger
	desk    desk
	asks    chan ask
	changes chan struct{}
	closing chan struct{}
	ended   sync.WaitGroup
	gone    chan struct{} // closed when nobody answers asks any more

	manager    xproto.Atom // the selection that a compositor owns
	composited bool
	pane       pane
	canvas     canvas
	monitor    image.Rectangle
	warned     string // of a monitor's name that is of none
	shown      bool
	last       frame
	drawn      time.Time
	drawnAt    uint16 // the request that was done last when the server had the last view
	raised     time.Time
	raising    *time.Timer

	mu   sync.Mutex
	size image.Point // guarded by mu
}

// ask is a view that is to be drawn.
type ask struct {
	view overlay.View
	done chan error
}

func open(x *server, o Options) (*display, error) {
	d := &display{x: x, wanted: o.Monitor, log: o.Log, desk: desk{word: make(chan struct{}, 1)}, asks: make(chan ask),
		closing: make(chan struct{}), gone: make(chan struct{}), canvas: canvas{x: x}, raising: time.NewTimer(0)}
	d.raising.Stop()
	if d.wanted == nil {
		d.wanted = func() string { return "" }
	}
	d.manager = x.atom(fmt.Sprintf("_NET_WM_CM_S%d", x.number))
	xfixes.SelectSelectionInput(x.Conn, x.root, d.manager,
		xfixes.SelectionEventMaskSetSelectionOwner|xfixes.SelectionEventMaskSelectionWindowDestroy|xfixes.SelectionEventMaskSelectionClientClose)
	if x.hasRandR {
		randr.SelectInput(x.Conn, x.root, randr.NotifyMaskScreenChange|randr.NotifyMaskCrtcChange|randr.NotifyMaskOutputChange)
	}
	owner, err := xproto.GetSelectionOwner(x.Conn, d.manager).Reply()
	if err != nil {
		return nil, x.lost(err)
	}
	d.meetCompositor(owner.Owner != xproto.WindowNone)
	if err := d.meetMonitors(); err != nil {
		return nil, x.lost(err)
	}
	if _, err := x.sync(); err != nil {
		return nil, x.lost(err)
	}
	d.changes = make(chan struct{}, 1) // nothing was drawn yet
	d.ended.Go(func() {
		defer close(d.gone)
		defer close(d.changes)
		d.run()
	})
	return d, nil
}

// Size is that of the monitor.
func (d *display) Size() image.Point {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.size
}

// Draw brings a view to the monitor.
func (d *display) Draw(v overlay.View) error {
	a := ask{v, make(chan error, 1)}
	select {
	case d.asks <- a:
	case <-d.gone:
		return errEnded
	}
	select {
	case err := <-a.done:
		return err
	case <-d.gone:
		return errEnded
	}
}

// Changes holds a word when the view has to be drawn anew, and is closed with the connection.
func (d *display) Changes() <-chan struct{} { return d.changes }

// Close ends the connection; the server restores what was changed.
func (d *display) Close() {
	close(d.closing)
	_ = d.x.wire.Close()
	d.ended.Wait()
}

// run acts on what is asked and on what happens, until the connection ends. A server that does not answer is one that is gone.
func (d *display) run() {
	reading := make(chan struct{})
	go func() {
		defer close(reading)
		d.desk.read(d.x)
	}()
	defer func() {
		_ = d.x.wire.Close()
		<-reading
		d.canvas.free()
	}()
	patient := time.AfterFunc(patience, func() { _ = d.x.wire.Close() })
	defer patient.Stop()
	for {
		patient.Stop()
		var err error
		select {
		case a := <-d.asks:
			patient.Reset(patience)
			err = d.draw(a.view)
			a.done <- err
			if err == nil && d.shown {
				d.pane.settle()
			}
		case <-d.desk.word:
			patient.Reset(patience)
			err = d.heed(d.desk.take())
		case <-d.paintDue():
			patient.Reset(patience)
			d.pane.(*live).repaint()
		case <-d.raising.C:
			patient.Reset(patience)
			err = d.stayOnTop()
		case <-reading:
			return
		case <-d.closing:
			return
		}
		if err != nil {
			return
		}
	}
}

// paintDue is when a pane wants to follow what is behind it.
func (d *display) paintDue() <-chan time.Time {
	if l, ok := d.pane.(*live); ok {
		return l.timer.C
	}
	return nil
}

// draw returns when the server has the view.
func (d *display) draw(v overlay.View) error {
	if v.Sheet == nil {
		return d.clear()
	}
	place := v.Sheet.Bounds().Add(d.monitor.Min)
	f := frame{monitor: d.monitor, place: place, sheet: place.Intersect(d.monitor), dim: v.Dim, fresh: !d.shown || d.isRaw(), canvas: &d.canvas}
	if f.sheet.Empty() {
		return nil // of a monitor that is another by now
	}
	changed := v.Changed.Add(d.monitor.Min).Intersect(f.sheet)
	whole := f.fresh || f.sheet != d.last.sheet || f.dim != d.last.dim || place != d.last.place || f.monitor != d.last.monitor
	if f.changed = changed; whole {
		f.changed = f.sheet
	} else if changed.Empty() {
		return nil
	}
	d.x.wire.hold()
	defer d.x.wire.release()
	if f.fresh {
		d.watch(xproto.EventMaskSubstructureNotify)
		d.fit()
	}
	d.pane.prepare(f)
	d.x.wire.flush()
	d.canvas.paint(v.Sheet, place, f.sheet, changed, d.pane.under(f))
	f.solid = v.Sheet.Solid().Add(d.monitor.Min).Intersect(f.changed)
	d.pane.show(f)
	d.shown, d.last = true, f
	var err error
	d.drawnAt, err = d.x.sync()
	d.drawn = time.Now()
	return err
}

// clear takes everything off the monitor.
func (d *display) clear() error {
	if !d.shown {
		return nil
	}
	d.x.wire.hold()
	defer d.x.wire.release()
	d.watch(xproto.EventMaskNoEvent)
	d.pane.hide()
	d.x.keepNone()
	d.shown = false
	d.fit()
	d.raising.Stop()
	_, err := d.x.sync()
	if len(d.canvas.pixels) > largestKept {
		d.canvas.free()
	}
	return err
}

// watch asks to be told of other windows, or not to be.
func (d *display) watch(events uint32) {
	xproto.ChangeWindowAttributes(d.x.Conn, d.x.root, xproto.CwEventMask, []uint32{events})
}

// heed acts on news.
func (d *display) heed(n news) error {
	if n.compositor {
		d.meetCompositor(n.composited)
	}
	if n.monitors {
		if err := d.meetMonitors(); err != nil {
			return err
		}
	}
	if !d.shown || d.isRaw() { // all is drawn anew, or nothing
		return nil
	}
	if n.restacked {
		if err := d.stayOnTop(); err != nil {
			return err
		}
		d.pane.restacked()
	}
	if len(n.damaged) > 0 {
		d.pane.damaged(n.damaged)
	}
	later := int16(n.exposedAt-d.drawnAt) > 0 // than what was drawn: the window's own coming exposes it, too
	if !n.exposed.Empty() && (later || time.Since(d.drawn) > time.Second) {
		d.pane.exposed(n.exposed)
	}
	return nil
}

// renew has the view drawn anew: what is shown is not right any more.
func (d *display) renew() {
	select {
	case d.changes <- struct{}{}:
	default: // there is one, or nobody was given it yet
	}
}

// meetCompositor acts on the compositor, or its absence. What is shown stays under one that starts: a pane that draws all
// that is seen through it is right there, too, and the next card has the other.
func (d *display) meetCompositor(there bool) {
	d.composited = there
	switch {
	case !d.shown:
		d.fit()
	case d.isRaw():
		d.renew()
	}
}

// isRaw is whether the pane needs a compositor, and there is none.
func (d *display) isRaw() bool { return !d.composited && !d.fits() }

// fits is whether the pane is the one for the compositor, or its absence.
func (d *display) fits() bool {
	_, glass := d.pane.(*glass)
	return glass == d.composited
}

// fit makes the pane that fits. In place of one that is shown it does so with the server to itself, until the other is shown.
func (d *display) fit() {
	if d.pane != nil {
		if d.fits() {
			return
		}
		if d.shown {
			xproto.GrabServer(d.x.Conn)
			d.pane.hide()
		}
		d.pane.close()
	}
	if d.composited {
		d.pane = newGlass(d.x)
	} else {
		d.pane = newLive(d.x)
	}
}

// meetMonitors finds the monitor to draw on.
func (d *display) meetMonitors() error {
	all, err := d.x.monitors()
	if err != nil {
		return err
	}
	name := d.wanted()
	chosen, known := choose(all, name)
	if !known && d.warned != name {
		d.log.Warn("there is no monitor of that name; cards are drawn on the primary one", "monitor", name, "monitors", names(all), "primary", chosen.name)
		d.warned = name
	}
	if chosen.place == d.monitor {
		return nil
	}
	if chosen.place.Empty() {
		err = d.clear()
	}
	d.monitor = chosen.place
	d.mu.Lock()
	d.size = chosen.place.Size()
	d.mu.Unlock()
	d.renew()
	return err
}

// stayOnTop raises the window when another is above it.
func (d *display) stayOnTop() error {
	if !d.shown {
		return nil
	}
	if wait := raiseEvery - time.Since(d.raised); wait > 0 {
		d.raising.Reset(wait)
		return nil
	}
	tree, err := xproto.QueryTree(d.x.Conn, d.x.root).Reply()
	if err != nil {
		return err
	}
	if last := len(tree.Children) - 1; last >= 0 && tree.Children[last] != d.pane.window() {
		d.raised = time.Now()
		d.x.raise(d.pane.window())
	}
	return nil
}
