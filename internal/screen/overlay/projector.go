package overlay

import (
	"context"
	"errors"
	"image"
	"sync"
	"time"

	"cuecard.app/internal/paint"
	"cuecard.app/internal/screen"
)

var errGone = errors.New("the display server has ended the connection")

// projector holds the frame that is due and what it is drawn with, from one display to the next.
type projector struct {
	screen  *Screen
	painter *paint.Painter
	frame   screen.Frame
	image   *reel
	icon    *reel
	notice  notice
	timer   *time.Timer // of what moves next

	decoded chan decoded
	bench   chan struct{}  // held by the decoding under way
	working sync.WaitGroup // decodings
	stop    context.CancelFunc
	ctx     context.Context // ends with the projector

	// Of the display at hand.
	size  image.Point
	sheet *paint.Sheet
	blank bool // whatever the display has of a sheet is not right
	up    bool // the sheet is on the monitor
	dim   float64
}

func newProjector(s *Screen, painter *paint.Painter) *projector {
	p := &projector{screen: s, painter: painter, timer: time.NewTimer(0), decoded: make(chan decoded), bench: make(chan struct{}, 1)}
	p.timer.Stop()
	p.ctx, p.stop = context.WithCancel(context.Background())
	p.image, p.icon = p.newReel(), p.newReel()
	return p
}

func (p *projector) close() {
	p.stop()
	p.timer.Stop()
	p.working.Wait()
}

// play draws on a display until that is gone, with the reason; or, without one, until ctx ends or another is wanted.
func (p *projector) play(ctx context.Context, display Display) error {
	p.resize(display.Size())
	if err := p.perform(display); err != nil {
		return err
	}
	if !p.up { // no frame waited: the one from before is due
		if err := p.draw(display); err != nil {
			return err
		}
	}
	for {
		var err error
		select {
		case <-p.screen.queue.News:
			err = p.perform(display)
		case made := <-p.decoded:
			p.join(made)
			err = p.draw(display)
		case now := <-p.timer.C:
			p.image.turn(now)
			p.icon.turn(now)
			p.notice.turn(now)
			err = p.draw(display)
		case <-p.screen.notices:
			p.announce()
			err = p.draw(display)
		case _, there := <-display.Changes():
			if !there {
				return errGone
			}
			p.resize(display.Size())
			err = p.draw(display)
		case <-p.screen.reopen:
			return nil
		case <-ctx.Done():
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// perform draws the frames that wait. One that the display failed under stays for the next.
func (p *projector) perform(display Display) error {
	for d := p.screen.queue.Next(); d != nil; d = p.screen.queue.Next() {
		p.take(d.Frame)
		if err := p.draw(display); err != nil {
			p.screen.queue.Return(d)
			return err
		}
		if d.Card == nil {
			d.Taken(nil)
			continue
		}
		d.Taken(p.screen.Ready())
	}
	return nil
}

// take makes a frame the one that is due.
func (p *projector) take(f screen.Frame) {
	if f.Card != nil {
		p.notice = notice{}
	}
	if f.Card == nil || p.frame.Card == nil || f.Card.ID != p.frame.Card.ID {
		p.image.cancel()
		p.icon.cancel()
		p.image, p.icon = p.newReel(), p.newReel()
	}
	p.frame = f
}

// resize begins anew on a monitor of that size.
func (p *projector) resize(size image.Point) {
	p.size, p.blank, p.up = size, true, false
	p.screen.meet(size)
}

// draw brings what is due to the display.
func (p *projector) draw(display Display) error {
	if p.size == (image.Point{}) {
		return nil
	}
	view := p.view()
	if view.Sheet == nil && !p.up {
		p.wake()
		return nil
	}
	if view.Sheet != nil && p.blank {
		view.Changed, p.blank = view.Sheet.Bounds(), false
	}
	same := p.up && view.Sheet != nil && view.Changed.Empty() && view.Dim == p.dim
	p.up, p.dim = view.Sheet != nil, view.Dim
	p.wake()
	if same {
		return nil
	}
	return display.Draw(view)
}

func (p *projector) view() View {
	scene := paint.Scene{Card: p.frame.Card, TextScale: p.frame.TextScale, Screen: p.size}
	if scene.Card == nil {
		if p.notice.card == nil {
			return View{}
		}
		scene.Card, scene.Image, scene.TextScale = p.notice.card, p.notice.code(p.size), 1
	} else {
		imageRoom, iconRoom := scene.Rooms()
		scene.Image = p.project(p.image, p.frame.Image, imageRoom)
		scene.Icon = p.project(p.icon, p.frame.Icon, iconRoom)
		scene.IconComing = p.frame.Icon.State == screen.Coming || scene.Icon == nil && p.icon.working
	}
	p.sheet = p.painter.Lay(scene, p.sheet)
	return View{Dim: scene.Card.Dim, Sheet: p.sheet, Changed: p.sheet.Changed}
}

// wake sets the timer to the next thing that moves.
func (p *projector) wake() {
	p.timer.Stop()
	var next time.Time
	for _, due := range [...]time.Time{p.image.due, p.icon.due, p.notice.ends} {
		if !due.IsZero() && (next.IsZero() || due.Before(next)) {
			next = due
		}
	}
	if p.up && !next.IsZero() {
		p.timer.Reset(time.Until(next))
	}
}
