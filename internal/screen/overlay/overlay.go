// Package overlay is what the screens of all display servers share: it waits for the server, paints frames, lets
// pictures join and play, and shows the TV's address.
//
// It knows frames, painting and time. It never knows the protocol of a display server, nor the rules that chose the card.
package overlay

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"sync"
	"time"

	"cuecard.app/internal/paint"
	"cuecard.app/internal/picture"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/text"
)

// Display is a connection to a display server, with one surface above everything on one monitor. One goroutine uses it.
type Display interface {
	// Size is that of the monitor in pixels; zero while there is none.
	Size() image.Point
	// Draw brings the view to the monitor in one step and returns when the server has it. An error is the end of the
	// display. Nothing is drawn while the size is zero.
	Draw(View) error
	// Changes holds a word when the size may be another, or when what was drawn is not right any more and has to be drawn
	// whole. It is closed when the server is gone.
	Changes() <-chan struct{}
	Close()
}

// View is all that a monitor shows of Cuecard.
type View struct {
	Dim   float64 // of everything behind the sheet, 0 to 1
	Sheet Sheet   // nil: nothing is shown. Good until Draw returns.
	// Changed is what of the sheet differs from the last one, in pixels of the monitor, though nothing may have been shown
	// since; all of it when that was another display. What the view before had elsewhere is the display's to clear.
	Changed image.Rectangle
}

// Sheet is what lies on the monitor. It has no pixels of its own: they are drawn where the display server reads them.
type Sheet interface {
	// Bounds are its place in pixels of the monitor; it may reach beyond that.
	Bounds() image.Rectangle
	// Solid is a part that nothing is seen through.
	Solid() image.Rectangle
	// Draw draws a part into dst, which has room for it at its place, and holds blue where its type has red. What is
	// seen through the sheet is black of that opacity, from 0 to 1.
	Draw(dst *image.RGBA, part image.Rectangle, under float64)
}

// Parts are what a screen is made of.
type Parts struct {
	Kind    string                                 // as clients are told
	Open    func(context.Context) (Display, error) // its error may be a *screen.NoOverlay
	Fonts   text.Options
	Limits  func() picture.Limits     // of the card's pictures
	Address func() (name, url string) // of the TV; an empty url is one that nobody can reach
	Log     *slog.Logger
}

const (
	// A server that is not there is looked for again after these.
	firstWait, longestWait = 250 * time.Millisecond, 5 * time.Second
	// steady is how long a display lasts that did not fail at once.
	steady = 5 * time.Second
)

// Screen is made by New and draws while Run does.
type Screen struct {
	parts   Parts
	queue   *screen.Queue
	reopen  chan struct{} // holds a word when the display has to be opened anew
	notices chan struct{} // holds a word when the address has to be shown
	known   chan struct{} // closed when it is known whether there is a display

	mu      sync.Mutex
	size    image.Point
	missing *screen.NoOverlay // why cards cannot be drawn; nil when they can
}

// New is a screen that has no display yet. Until it is known that there is none, cards wait for it.
func New(parts Parts) *Screen {
	return &Screen{parts: parts, queue: screen.NewQueue(), reopen: make(chan struct{}, 1), notices: make(chan struct{}, 1), known: make(chan struct{})}
}

// Known is closed when it is known whether there is a display, and how large it is.
func (s *Screen) Known() <-chan struct{} { return s.known }

// Show has the frame drawn.
func (s *Screen) Show(f screen.Frame, taken func(error)) { s.queue.Add(f, taken) }

// Ready is nil, or a *screen.NoOverlay while there is nothing to draw on.
func (s *Screen) Ready() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missing != nil {
		return s.missing
	}
	return nil
}

// Info is the monitor; a usual television's until there was one.
func (s *Screen) Info() screen.Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	info := screen.Info{Kind: s.parts.Kind, Width: 1920, Height: 1080}
	if s.size != (image.Point{}) {
		info.Width, info.Height = s.size.X, s.size.Y
	}
	return info
}

// Watched is always true: whoever is in front of the monitor watches.
func (s *Screen) Watched() bool { return true }

// ShowAddress shows the TV's address for a while, or until there is a card.
func (s *Screen) ShowAddress() { remind(s.notices) }

// Reopen opens the display anew: another monitor was chosen.
func (s *Screen) Reopen() { remind(s.reopen) }

func remind(of chan struct{}) {
	select {
	case of <- struct{}{}:
	default:
	}
}

// Run draws until ctx ends, on one display after the other as they come and go.
func (s *Screen) Run(ctx context.Context) error {
	defer s.queue.Abandon()
	options := s.parts.Fonts
	options.BlueFirst = true
	fonts, err := text.Open(options)
	if err != nil {
		s.lose(err)
		return err
	}
	p := newProjector(s, paint.New(fonts))
	defer p.close()
	var wait time.Duration
	for ctx.Err() == nil {
		if wait > 0 {
			s.refuse(ctx, p, wait)
		}
		display, err := s.parts.Open(ctx)
		if err != nil {
			if ctx.Err() == nil {
				s.lose(err)
			}
			wait = longer(wait)
			continue
		}
		began := time.Now()
		err = p.play(ctx, display)
		display.Close()
		wait = longer(wait)
		switch {
		case err == nil:
			wait = 0
		case time.Since(began) >= steady: // it may be there again already
			s.parts.Log.Warn("the display is gone and is looked for", "error", err)
			wait = 0
		default:
			s.lose(err)
		}
	}
	return nil
}

func longer(wait time.Duration) time.Duration { return min(longestWait, max(firstWait, 2*wait)) }

// refuse answers frames while there is no display. The last one is what is due when there is one again.
func (s *Screen) refuse(ctx context.Context, p *projector, wait time.Duration) {
	over := time.NewTimer(wait)
	defer over.Stop()
	for {
		for d := s.queue.Next(); d != nil; d = s.queue.Next() {
			p.take(d.Frame)
			if d.Card == nil {
				d.Taken(nil)
			} else {
				d.Taken(s.Ready())
			}
		}
		select {
		case <-s.queue.News:
		case <-s.reopen:
			return
		case <-over.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// lose notes why there is no display, and says so when that is news.
func (s *Screen) lose(err error) {
	missing := &screen.NoOverlay{Reason: err.Error(), Command: "cuecard doctor"}
	errors.As(err, &missing)
	s.mu.Lock()
	before := s.missing
	s.missing = missing
	s.learn()
	s.mu.Unlock()
	if before == nil || before.Reason != missing.Reason {
		s.parts.Log.Warn("cards cannot be drawn now", "reason", missing.Reason, "command", missing.Command)
	}
}

// meet notes the size of the monitor.
func (s *Screen) meet(size image.Point) {
	if size == (image.Point{}) {
		s.lose(&screen.NoOverlay{Reason: "no monitor is switched on", Command: "cuecard doctor"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.missing != nil || s.size != size {
		s.parts.Log.Info("cards are drawn on the display", "screen", s.parts.Kind, "width", size.X, "height", size.Y)
	}
	s.size, s.missing = size, nil
	s.learn()
}

// learn closes known, once.
func (s *Screen) learn() {
	select {
	case <-s.known:
	default:
		close(s.known)
	}
}
