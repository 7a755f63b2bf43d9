package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

const (
	listenersAtOnce = 64
	pagesAtOnce     = 32               // TV pages have seats of their own: listeners cannot keep them out
	heartbeat       = 15 * time.Second // a dead connection is noticed by both ends
	sendWithin      = 10 * time.Second // a listener that takes longer is dropped
)

// seats are the places for streams of one kind.
type seats struct{ taken atomic.Int32 }

func (s *seats) take(most int32) bool {
	if s.taken.Add(1) > most {
		s.taken.Add(-1)
		return false
	}
	return true
}

func (s *seats) leave() { s.taken.Add(-1) }

// stream writes server-sent events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	buffer  bytes.Buffer
}

// listen opens a stream in a seat of its kind, has it run, and closes it.
func listen(w http.ResponseWriter, r *http.Request, seats *seats, most int32, run func(context.Context, *stream)) error {
	if r.Method == http.MethodHead {
		w.Header().Set("Content-Type", "text/event-stream")
		return nil
	}
	if !seats.take(most) {
		return errFull
	}
	defer seats.leave()
	stayed(r)
	s := &stream{w: w, control: http.NewResponseController(w)}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	ctx, cancel := untilLeaving(r.Context())
	defer cancel()
	run(ctx, s)
	return nil
}

// send writes one event; an error means that the listener is gone or too slow.
func (s *stream) send(event, id string, data any) error {
	s.buffer.Reset()
	fmt.Fprintf(&s.buffer, "event: %s\n", event)
	if id != "" {
		fmt.Fprintf(&s.buffer, "id: %s\n", id)
	}
	body, err := json.Marshal(data)
	if err != nil {
		panic(err) // as in writeJSON
	}
	fmt.Fprintf(&s.buffer, "data: %s\n\n", body)
	return s.flush()
}

// beat writes a comment, which listeners ignore.
func (s *stream) beat() error {
	s.buffer.Reset()
	s.buffer.WriteString(": still here\n\n")
	return s.flush()
}

func (s *stream) flush() error {
	_ = s.control.SetWriteDeadline(time.Now().Add(sendWithin))
	if _, err := s.w.Write(s.buffer.Bytes()); err != nil {
		return err
	}
	return s.control.Flush()
}

// events tells of every transition, from what is on stage now.
func (a *API) events(w http.ResponseWriter, r *http.Request) error {
	l, err := a.Stage.Listen(r.Context())
	if err != nil {
		return err
	}
	defer l.Close()
	return listen(w, r, &a.listeners, listenersAtOnce, func(ctx context.Context, s *stream) {
		if s.send("state", "", a.onStage(l.Began)) != nil {
			return
		}
		beat := time.NewTicker(heartbeat)
		defer beat.Stop()
		for {
			changed := a.Settings.Changed()
			if !a.admits(token, r) {
				return
			}
			var err error
			select {
			case event, ok := <-l.Events:
				if !ok {
					return
				}
				err = s.send(string(event.Kind), "", event)
			case <-beat.C:
				err = s.beat()
			case <-changed:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	})
}
