package overlay

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/paint"
	"cuecard.app/internal/picture"
	"cuecard.app/internal/screen"
)

// server is a display server that the tests switch on and off, and one display of it at a time.
type server struct {
	mu      sync.Mutex
	off     error // why no display can be opened
	fails   error // of the next Draw
	size    image.Point
	views   []seen
	opened  int
	changes chan struct{}
}

func (s *server) open(context.Context) (Display, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened++
	if s.off != nil {
		return nil, s.off
	}
	s.changes = make(chan struct{}, 1)
	return &connection{s, s.changes}, nil
}

// seen is a view as it was drawn, in colours of which red is the first.
type seen struct {
	Dim     float64
	Sheet   *paint.Sheet
	Changed image.Rectangle
}

type connection struct {
	*server
	events chan struct{}
}

func (c *connection) Size() image.Point        { c.mu.Lock(); defer c.mu.Unlock(); return c.size }
func (c *connection) Changes() <-chan struct{} { return c.events }
func (c *connection) Close()                   {}

func (c *connection) Draw(v View) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.fails; err != nil {
		c.fails = nil
		return err
	}
	s := seen{Dim: v.Dim, Changed: v.Changed}
	if v.Sheet != nil {
		sheet := v.Sheet.(*paint.Sheet)
		pixels := image.NewRGBA(sheet.Bounds())
		sheet.Draw(pixels, pixels.Rect, 0)
		for pix := pixels.Pix; len(pix) > 0; pix = pix[4:] {
			pix[0], pix[2] = pix[2], pix[0]
		}
		s.Sheet = &paint.Sheet{Pixels: pixels, Layout: sheet.Layout}
	}
	c.views = append(c.views, s)
	return nil
}

// turn changes the server, which its display notices.
func (s *server) turn(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
	s.changes <- struct{}{}
}

// crash ends the display, and lets no other be opened when there is a reason.
func (s *server) crash(off error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.off = off
	close(s.changes)
}

// room is a screen in front of such a server.
type room struct {
	*Screen
	t      *testing.T
	server *server
	log    *strings.Builder
	seq    uint64
}

func inRoom(t *testing.T, server *server, story func(r *room)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if server.size == (image.Point{}) {
			server.size = image.Pt(640, 360)
		}
		log := new(strings.Builder)
		r := &room{t: t, server: server, log: log, Screen: New(Parts{Kind: "test", Open: server.open, Limits: picture.FactoryLimits,
			Address: func() (string, string) { return "Living room", "http://192.0.2.7:8090" }, Log: slog.New(slog.NewTextHandler(log, nil))})}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- r.Run(ctx) }()
		synctest.Wait()
		story(r)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// show gives the screen a frame and returns the screen's word on it.
func (r *room) show(f screen.Frame) error {
	r.t.Helper()
	taken := r.give(f)
	select {
	case err := <-taken:
		return err
	default:
		r.t.Fatal("the screen has said nothing of the frame")
		return nil
	}
}

func (r *room) give(f screen.Frame) <-chan error {
	r.seq++
	f.Seq, f.TextScale = r.seq, 1
	taken := make(chan error, 1)
	r.Show(f, func(err error) { taken <- err })
	synctest.Wait()
	return taken
}

func (r *room) last() seen {
	r.t.Helper()
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if len(r.server.views) == 0 {
		r.t.Fatal("nothing was drawn")
	}
	return r.server.views[len(r.server.views)-1]
}

func (r *room) drawn() int {
	synctest.Wait()
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return len(r.server.views)
}

func (r *room) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func note(id, message string) screen.Frame {
	c := card.Card{ID: id, Message: message, Style: card.FactoryStyle()}
	return screen.Frame{Card: &c}
}

func TestACardIsTakenOnceItIsOnTheDisplay(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		f := note("a", "Hello")
		f.Card.Dim = 0.5
		if err := r.show(f); err != nil {
			t.Fatal(err)
		}
		v := r.last()
		if v.Dim != 0.5 || v.Sheet == nil || v.Changed != v.Sheet.Pixels.Rect {
			t.Errorf("the display was given %+v", v)
		}
		if err := r.show(screen.Frame{}); err != nil || r.last().Sheet != nil {
			t.Errorf("the card did not go: %v", err)
		}
	})
}

func TestItIsKnownAfterTheFirstTryWhetherThereIsADisplay(t *testing.T) {
	for _, off := range []error{nil, errors.New("no server")} {
		inRoom(t, &server{off: off}, func(r *room) {
			select {
			case <-r.Known():
			default:
				t.Errorf("with %v, it is not known", off)
			}
			if info := r.Info(); off == nil && info.Width != 640 {
				t.Errorf("the screen is told as %+v", info)
			}
		})
	}
}

func TestNothingIsDrawnWhileNothingShows(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		_ = r.show(screen.Frame{})
		r.pass(time.Hour)
		if n := r.drawn(); n != 0 {
			t.Errorf("%d views", n)
		}
	})
}

func TestWithoutADisplayCardsAreRefusedWithTheReasonAndWhatHelps(t *testing.T) {
	missing := &screen.NoOverlay{Reason: "no server answers", Command: "startx"}
	s := &server{off: missing}
	inRoom(t, s, func(r *room) {
		if err := r.Ready(); err == nil || err.Error() != missing.Error() {
			t.Errorf("ready: %v", err)
		}
		if err := r.show(note("a", "Hello")); !errors.As(err, new(*screen.NoOverlay)) {
			t.Errorf("a card without a display: %v", err)
		}
		if err := r.show(screen.Frame{}); err != nil {
			t.Errorf("there is nothing to clear, and still: %v", err)
		}
	})
}

func TestTheDisplayIsLookedForLessAndLessOften(t *testing.T) {
	s := &server{off: errors.New("no server")}
	inRoom(t, s, func(r *room) {
		r.pass(time.Minute)
		if s.opened < 10 || s.opened > 20 {
			t.Errorf("looked for %d times in a minute", s.opened)
		}
		if n := strings.Count(r.log.String(), "cards cannot be drawn now"); n != 1 {
			t.Errorf("the same reason was logged %d times", n)
		}
	})
}

func TestWhatIsDueIsShownWhenTheDisplayComes(t *testing.T) {
	s := &server{off: errors.New("no server")}
	inRoom(t, s, func(r *room) {
		_ = r.show(note("a", "Hello"))
		s.mu.Lock()
		s.off = nil
		s.mu.Unlock()
		r.pass(longestWait)
		if r.drawn() != 1 || r.last().Sheet == nil || r.Ready() != nil {
			t.Errorf("%d views, ready: %v", r.drawn(), r.Ready())
		}
	})
}

func TestADisplayThatDiesUnderACardIsReplacedAndTheCardDrawnWhole(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		_ = r.show(note("a", "Hello"))
		r.pass(time.Minute)
		s.crash(nil)
		r.pass(time.Millisecond)
		v := r.last()
		if r.drawn() != 2 || v.Changed != v.Sheet.Pixels.Rect {
			t.Errorf("%d views, the last changed %v", r.drawn(), v.Changed)
		}
	})
}

func TestACardThatTheDisplayFailedUnderIsDrawnOnTheNext(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		r.pass(time.Minute)
		s.fails = errors.New("broken pipe")
		if err := r.show(note("a", "Hello")); err != nil {
			t.Error(err)
		}
		if s.opened != 2 || r.drawn() != 1 {
			t.Errorf("%d displays, %d views", s.opened, r.drawn())
		}
	})
}

func TestACardThatTheServerDiedUnderIsRefused(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		r.pass(time.Minute)
		s.fails, s.off = errors.New("broken pipe"), errors.New("no server")
		if err := r.show(note("a", "Hello")); !errors.As(err, new(*screen.NoOverlay)) {
			t.Errorf("the card was taken: %v", err)
		}
	})
}

func TestAServerThatFailsAtOnceEveryTimeIsNotAskedWithoutPause(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		began := time.Now()
		for range 20 {
			s.crash(nil)
			synctest.Wait()
			for r.Ready() != nil {
				r.pass(time.Millisecond)
			}
		}
		if took := time.Since(began); took < 10*longestWait {
			t.Errorf("opened 20 times in %v", took)
		}
	})
}

func TestAnotherResolutionIsDrawnWhole(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		_ = r.show(note("a", "Hello"))
		small := r.last().Sheet.Layout.Card.Dx()
		s.turn(func() { s.size = image.Pt(1920, 1080) })
		r.pass(time.Millisecond)
		v := r.last()
		if v.Sheet.Layout.Card.Dx() != 3*small || v.Changed != v.Sheet.Pixels.Rect {
			t.Errorf("the card is %v", v.Sheet.Layout.Card)
		}
		if info := r.Info(); info.Width != 1920 || info.Height != 1080 || info.Kind != "test" {
			t.Errorf("the screen is told as %+v", info)
		}
	})
}

func TestWithoutAMonitorCardsAreRefusedAndComeWithTheMonitor(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		_ = r.show(note("a", "Hello"))
		s.turn(func() { s.size = image.Point{} })
		r.pass(time.Millisecond)
		if err := r.Ready(); err == nil || !strings.Contains(err.Error(), "monitor") {
			t.Errorf("ready: %v", err)
		}
		if err := r.show(note("b", "Hello")); err == nil {
			t.Error("a card was taken without a monitor")
		}
		before := r.drawn()
		s.turn(func() { s.size = image.Pt(640, 360) })
		r.pass(time.Millisecond)
		if r.drawn() != before+1 || r.Ready() != nil {
			t.Errorf("%d views, ready: %v", r.drawn()-before, r.Ready())
		}
	})
}

func TestAnotherMonitorIsOpenedAtOnce(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		_ = r.show(note("a", "Hello"))
		r.Reopen()
		r.pass(time.Millisecond)
		if s.opened != 2 || r.drawn() != 2 {
			t.Errorf("%d displays, %d views", s.opened, r.drawn())
		}
	})
}

func TestFramesLeftAtTheEndAreToldSo(t *testing.T) {
	s := New(Parts{})
	var told error
	s.Show(note("a", "Hello"), func(err error) { told = err })
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := s.Run(ctx); err != nil || !errors.Is(told, screen.ErrEnding) {
		t.Errorf("told %v, ended with %v", told, err)
	}
}

func TestTheAddressIsShownForAWhile(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		r.ShowAddress()
		r.pass(time.Second)
		v := r.last()
		if v.Sheet == nil || v.Sheet.Layout.Image.Empty() || v.Sheet.Layout.Title.Empty() {
			t.Fatal("no name, or no code")
		}
		r.pass(noticeLasts)
		if r.last().Sheet != nil {
			t.Error("the address stays")
		}
	})
}

func TestACardTakesThePlaceOfTheAddress(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		r.ShowAddress()
		r.pass(time.Second)
		_ = r.show(note("a", "Hello"))
		if !r.last().Sheet.Layout.Image.Empty() {
			t.Error("the code is still there")
		}
		r.ShowAddress()
		_ = r.show(screen.Frame{})
		r.pass(time.Second)
		if r.last().Sheet != nil {
			t.Error("the address came behind the card")
		}
	})
}
