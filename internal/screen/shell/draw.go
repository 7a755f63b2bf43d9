package shell

import (
	"context"
	"errors"
	"time"

	"cuecard.app/internal/screen"
)

// drawing is a frame on its way to the app, with those that wait for its outcome.
type drawing struct {
	frame screen.Frame
	taken []func(error)
}

// answer is the app's word on the frame that it was given last.
type answer struct {
	seq uint64
	err chan error // holds one
}

// Show has the app draw the frame. One that waits is left out in favour of a later one of the same card.
func (s *Screen) Show(f screen.Frame, taken func(error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := &drawing{f, []func(error){taken}}
	if last := len(s.waiting) - 1; last >= 0 && sameCard(s.waiting[last].frame, f) {
		d.taken = append(s.waiting[last].taken, taken)
		s.waiting = s.waiting[:last]
	}
	s.waiting = append(s.waiting, d)
	select {
	case s.news <- struct{}{}:
	default:
	}
}

func sameCard(a, b screen.Frame) bool {
	if a.Card == nil || b.Card == nil {
		return a.Card == b.Card
	}
	return a.Card.ID == b.Card.ID
}

// draw gives the app one frame at a time, once it has told of its device.
func (s *Screen) draw(ctx context.Context) {
	defer s.abandon()
	select {
	case <-s.met:
	case <-ctx.Done():
		return
	}
	var drawn screen.Frame // what the app shows; zero when that is not known
	for {
		select {
		case <-s.news:
		case <-ctx.Done():
			return
		}
		for d := s.next(); d != nil; d = s.next() {
			if s.wasBlanked() {
				drawn = screen.Frame{}
			}
			err := s.present(ctx, d.frame, drawn)
			if drawn = d.frame; err != nil {
				drawn = screen.Frame{}
			}
			for _, taken := range d.taken {
				taken(err)
			}
		}
	}
}

func (s *Screen) next() *drawing {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting) == 0 {
		return nil
	}
	d := s.waiting[0]
	s.waiting = s.waiting[1:]
	return d
}

// wasBlanked reports whether what was drawn is gone since it was asked last.
func (s *Screen) wasBlanked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.blank
	s.blank = false
	return was
}

// abandon tells those that wait that there is nobody to draw any more.
func (s *Screen) abandon() {
	for d := s.next(); d != nil; d = s.next() {
		for _, taken := range d.taken {
			taken(screen.ErrEnding)
		}
	}
}

// present gives the app a frame and waits for its answer.
func (s *Screen) present(ctx context.Context, f, drawn screen.Frame) error {
	if err := s.Ready(); err != nil && f.Card != nil {
		return err
	}
	answer := &answer{f.Seq, make(chan error, 1)}
	s.mu.Lock()
	s.answer = answer
	s.mu.Unlock()
	s.tell(s.frame(f, drawn))
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case err := <-answer.err:
		return err
	case <-limit.C:
		return errSilent
	case <-ctx.Done():
		return screen.ErrEnding
	}
}

// frame is what the app is told to come from what it has drawn to f.
func (s *Screen) frame(f, drawn screen.Frame) any {
	if f.Card == nil {
		s.pictures.keep()
		return clearFrame{"clear", f.Seq}
	}
	s.pictures.keep(f.Image.File, f.Icon.File)
	image, icon := s.source(f.Image), s.source(f.Icon)
	if f.Card == drawn.Card && f.TextScale == drawn.TextScale {
		return pictureFrame{"picture", f.Seq, image, icon}
	}
	show := showFrame{Type: "show", Seq: f.Seq, Card: f.Card, Image: image, Icon: icon, TextScale: f.TextScale}
	if !f.Ends.IsZero() {
		show.Remaining = new(max(0, time.Until(f.Ends).Seconds()))
	}
	return show
}

func (s *Screen) source(p screen.Picture) source {
	if p.State != screen.Ready {
		return source{State: p.State}
	}
	path, err := s.pictures.path(p.File)
	if err != nil {
		s.log.Warn("a card is shown without its picture: it cannot be given to the app", "error", err)
		return source{State: screen.Failed}
	}
	return source{State: screen.Ready, Path: path, MIME: p.File.Type}
}

// drawn takes the app's word on a frame; only that of the one it was given last counts.
func (s *Screen) drawn(seq uint64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answer != nil && s.answer.seq == seq {
		s.answer.err <- err
		s.answer = nil
	}
}

// failure is the app's reason for not drawing.
func failure(reason string) error { return errors.New("the app could not draw: " + reason) }
