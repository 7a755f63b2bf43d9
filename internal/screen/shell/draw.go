package shell

import (
	"context"
	"errors"
	"time"

	"cuecard.app/internal/screen"
)

// answer is the app's word on the frame that it was given last.
type answer struct {
	seq uint64
	err chan error // holds one
}

// Show has the app draw the frame.
func (s *Screen) Show(f screen.Frame, taken func(error)) { s.queue.Add(f, taken) }

// draw gives the app one frame at a time, once it has told of its device.
func (s *Screen) draw(ctx context.Context) {
	defer s.queue.Abandon()
	select {
	case <-s.met:
	case <-ctx.Done():
		return
	}
	var drawn screen.Frame // what the app shows; zero when that is not known
	for {
		select {
		case <-s.queue.News:
		case <-ctx.Done():
			return
		}
		for d := s.queue.Next(); d != nil; d = s.queue.Next() {
			if s.wasBlanked() {
				drawn = screen.Frame{}
			}
			err := s.present(ctx, d.Frame, drawn)
			if drawn = d.Frame; err != nil {
				drawn = screen.Frame{}
			}
			d.Taken(err)
		}
	}
}

// wasBlanked reports whether what was drawn is gone since it was asked last.
func (s *Screen) wasBlanked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.blank
	s.blank = false
	return was
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
