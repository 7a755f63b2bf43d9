package e2e

import (
	"testing"

	"cuecard.app/e2e/house"
)

// picture is an image or icon in a frame.
type picture struct{ State, Src string }

// frame is what a TV page is given to draw.
type frame struct {
	id        string // of the event
	Seq       uint64
	Card      map[string]any
	Image     picture
	Icon      picture
	TextScale float64
	Remaining *float64
}

// tvPage opens a TV page's feed and returns its viewer's name.
func tvPage(t testing.TB, h *house.House, target string) (*stream, string) {
	t.Helper()
	feed := listen(t, h, target)
	var hello struct{ Viewer string }
	feed.next(t).of(t, "hello", &hello)
	if hello.Viewer == "" {
		t.Fatal("the page is not told which viewer it is")
	}
	return feed, hello.Viewer
}

// frame waits for the next frame.
func (s *stream) frame(t testing.TB) frame {
	t.Helper()
	var f frame
	e := s.next(t)
	for e.kind == "play" || e.kind == "hush" {
		e = s.next(t)
	}
	e.of(t, "frame", &f)
	f.id = e.id
	return f
}

// until waits for the first frame that is as wanted; frames may come in between.
func (s *stream) until(t testing.TB, wanted func(frame) bool) frame {
	t.Helper()
	for {
		if f := s.frame(t); wanted(f) {
			return f
		}
	}
}

// shows tells a frame with that card.
func shows(id string) func(frame) bool { return func(f frame) bool { return idOf(f.Card) == id } }

// draws sends a TV page's word that it has drawn a frame.
func draws(t testing.TB, h *house.House, viewer string, seq uint64, width, height int) {
	t.Helper()
	word := jsonOf(t, map[string]any{"viewer": viewer, "seq": seq, "width": width, "height": height})
	ask(t, h, "POST", "/tv/drawn", word).wants(t, 200, `{}`)
}
