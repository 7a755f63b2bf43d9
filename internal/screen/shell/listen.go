package shell

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine is how long a line from the app may be, in bytes.
const maxLine = 1 << 20

// read follows the app's lines until they end or ask for the end.
func (s *Screen) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := nextLine(lines)
		switch {
		case errors.Is(err, errTooLong):
			s.log.Warn("a line from the app is left out", "error", err)
		case len(line) > 0:
			if s.hear(line) {
				return ErrGone
			}
		}
		if err != nil && !errors.Is(err, errTooLong) {
			return ErrGone
		}
	}
}

var errTooLong = fmt.Errorf("it is longer than %d bytes", maxLine)

// nextLine is the next line, without its end; one that is too long is skipped.
func nextLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, more, err := r.ReadLine()
		if err != nil {
			return line, err
		}
		if tooLong = tooLong || len(line)+len(part) > maxLine; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if more {
			continue
		}
		if tooLong {
			return nil, errTooLong
		}
		return line, nil
	}
}

// hear follows one line and reports whether it asks for the end.
func (s *Screen) hear(line []byte) (stop bool) {
	var w word
	if err := json.Unmarshal(line, &w); err != nil {
		s.log.Warn("a line from the app is left out: it is not a frame", "error", err)
		return false
	}
	switch w.Type {
	case "device":
		var d Device
		if err := json.Unmarshal(line, &d); err != nil {
			s.log.Warn("the app's word on its device is left out", "error", err)
			return false
		}
		s.meet(d)
	case "drawn":
		s.drawn(w.Seq, nil)
	case "failed":
		s.drawn(w.Seq, failure(w.Error))
	case "ended":
		s.ended(w.Act)
	case "set", "token", "setUp", "test":
		select {
		case s.wishes <- w:
		default:
			s.tell(refusedFrame{"refused", w.Type, "too many wishes at once"})
		}
	case "stop":
		return true
	}
	return false
}

// obey fulfils the owner's wishes, one after the other. It is not done where lines are read: a test card is only
// shown once the app has said so.
func (s *Screen) obey(ctx context.Context, owner Owner) {
	for {
		select {
		case w := <-s.wishes:
			if w.Type == "test" {
				s.test(ctx, owner)
			} else if err := fulfil(w, owner); err != nil {
				s.tell(refusedFrame{"refused", w.Type, err.Error()})
			}
		case <-ctx.Done():
			return
		}
	}
}

func fulfil(w word, owner Owner) (err error) {
	switch {
	case w.Type == "set":
		err = owner.Set(w.Values)
	case w.Type == "setUp":
		err = owner.SetUp(w.Done)
	case w.Do == "generate":
		_, err = owner.NewToken()
	case w.Do == "clear":
		err = owner.ClearToken()
	default:
		err = errors.New("do must be generate or clear")
	}
	return err
}

func (s *Screen) test(ctx context.Context, owner Owner) {
	result, err := owner.SendTest(ctx)
	told := testedFrame{Type: "tested", Result: result}
	if err != nil {
		told = testedFrame{Type: "tested", Error: err.Error()}
	}
	s.tell(told)
}
