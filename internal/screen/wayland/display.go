package wayland

import (
	"context"
	"errors"
	"image"
	"sync"
	"time"

	"cuecard.app/internal/screen/wayland/wire"
)

var (
	errSilent   = errors.New("the Wayland compositor does not answer")
	errNoOutput = errors.New("the output was unplugged")
	errClosed   = errors.New("the Wayland compositor closes every layer at once")
)

// patience is how often a compositor may close a layer before it is given up.
const patience = 8

// display is a connection to a compositor. One goroutine reads; what it is told, and what Draw wants, is under one lock.
type display struct {
	conn    *wire.Conn
	choice  *choice
	changes chan struct{}
	news    chan struct{} // holds a word when something was read
	ended   chan struct{} // closed when nothing is read any more

	mu      sync.Mutex
	err     error // why the display has ended
	globals globals
	outputs []*output // in the compositor's order
	plugged bool      // outputs are not what they were

	drawing bool    // open was called
	output  *output // that cards are drawn on; nil while there is none
	size    image.Point
	layer   *layer // on the output, kept ready
	lost    bool   // a layer went with a card on it
	closes  int    // of layers, by the compositor, since one was good
	canvas  canvas
	dims    dims
}

// connect is a display whose compositor takes layers, with all outputs known.
func connect(ctx context.Context, name string, choice *choice) (*display, error) {
	path, err := socketPath(name)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	conn, err := wire.Dial(ctx, path)
	if err != nil {
		return nil, noCompositor(path, err)
	}
	d := &display{conn: conn, choice: choice, changes: make(chan struct{}, 1), news: make(chan struct{}, 1), ended: make(chan struct{})}
	d.canvas.display, d.dims.display = d, d
	d.globals.registry = conn.New(d.register)
	conn.Request(wire.Display, displayRegistry, d.globals.registry)
	go d.read()
	if err := d.meet(ctx); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// meet learns what the compositor has.
func (d *display) meet(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	stop := context.AfterFunc(ctx, func() { d.end(errSilent) })
	defer stop()
	if err := d.roundTrip(); err != nil { // the globals
		return err
	}
	if missing := d.globals.missing(); missing != "" {
		return noLayers(missing)
	}
	d.nameOutputs()
	return d.roundTrip() // their first words
}

// open gets the layer ready.
func (d *display) open() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drawing, d.plugged = true, true
	d.globals.nothing = d.conn.New(nil)
	d.conn.Request(d.globals.compositor, compositorRegion, d.globals.nothing)
	d.settle()
	ready, err := d.await(answerLimit, func() bool { return d.layer == nil || d.layer.configured })
	if err == nil && !ready {
		err = errSilent
	}
	select {
	case <-d.changes: // whoever opens asks for the size
	default:
	}
	return err
}

// read takes what the compositor says until the connection ends.
func (d *display) read() {
	defer close(d.ended)
	defer close(d.changes)
	for {
		err := d.conn.Receive()
		d.mu.Lock()
		if err == nil {
			err = d.conn.Dispatch()
		}
		if err == nil {
			d.settle()
			err = d.conn.Flush()
		}
		if d.err == nil {
			d.err = err
		}
		over := d.err != nil
		d.mu.Unlock()
		remind(d.news)
		if over {
			return
		}
	}
}

// settle brings the layer to where it belongs, and tells of it. Nothing is sent yet.
func (d *display) settle() {
	if !d.drawing {
		return
	}
	if d.plugged {
		d.plugged, d.closes = false, 0
		d.nameOutputs()
		d.output = d.choice.of(d.outputs)
	}
	if l := d.layer; l != nil && (l.closed || l.output != d.output) {
		if l.closed {
			d.closes++
		}
		d.lost = d.lost || l.shown
		d.tearDown()
	}
	if d.closes > patience {
		d.err = errClosed
		return
	}
	if d.layer == nil && d.output != nil {
		d.layer = d.newLayer(d.output)
	}
	size := d.output.size()
	if size != d.size || d.lost {
		d.size, d.lost = size, false
		remind(d.changes)
	}
}

// await waits until something is so, and tells whether it is; the lock is free meanwhile.
func (d *display) await(limit time.Duration, so func() bool) (bool, error) {
	if err := d.flush(); err != nil {
		return false, err
	}
	over := time.NewTimer(limit)
	defer over.Stop()
	for d.err == nil && !so() {
		d.mu.Unlock()
		select {
		case <-d.news:
			d.mu.Lock()
		case <-over.C:
			d.mu.Lock()
			return d.err == nil && so(), d.err
		}
	}
	return d.err == nil, d.err
}

// roundTrip returns when the compositor has dealt with all that it was told.
func (d *display) roundTrip() error {
	dealt := false
	done := d.conn.New(func(uint16, *wire.Event) { dealt = true })
	d.conn.Request(wire.Display, displaySync, done)
	ready, err := d.await(answerLimit, func() bool { return dealt })
	if err == nil && !ready {
		return errSilent
	}
	return err
}

// flush sends the requests. A compositor that has hung up may have said why.
func (d *display) flush() error {
	err := d.conn.Flush()
	if err == nil {
		return nil
	}
	d.mu.Unlock()
	select {
	case <-d.ended:
	case <-time.After(100 * time.Millisecond):
	}
	d.mu.Lock()
	if d.err != nil {
		return d.err
	}
	return err
}

// end ends the connection for a reason.
func (d *display) end(why error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil {
		d.err = why
	}
	d.conn.Close()
}

func (d *display) Size() image.Point {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.size
}

func (d *display) Changes() <-chan struct{} { return d.changes }

// Close leaves nothing: the compositor removes the surfaces of a connection that ends.
func (d *display) Close() {
	d.end(errors.New("the display was closed"))
	<-d.ended
	d.mu.Lock()
	defer d.mu.Unlock()
	d.canvas.close()
	d.dims.close()
}

func remind(of chan struct{}) {
	select {
	case of <- struct{}{}:
	default:
	}
}
