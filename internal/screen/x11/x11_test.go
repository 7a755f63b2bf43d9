package x11_test

import (
	"bytes"
	"image"
	"image/color"
	"log/slog"
	"sync"
	"testing"
	"time"

	"cuecard.app/e2e/x11/cinema"
	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/overlay/sample"
	"cuecard.app/internal/screen/x11"
	"github.com/jezek/xgb/xproto"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	cinema.Main()
	goleak.VerifyTestMain(m)
}

var size = image.Pt(320, 180)

func full() image.Rectangle { return image.Rectangle{Max: size} }

// house is a server with a film, eyes, and a display of Cuecard.
type house struct {
	*cinema.Server
	eye     *cinema.Eye
	film    *cinema.Film
	display overlay.Display
	log     *log
	monitor string

	compositor *cinema.Compositor
}

type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func open(t *testing.T, composited bool, args ...string) *house {
	t.Helper()
	h := &house{Server: cinema.Start(t, "320x180", args...), log: &log{}}
	h.eye = h.Watch(t)
	h.film = h.Show(t, full())
	if composited {
		h.compose(t)
		h.plays(t, 1) // nobody but the compositor brings this to the screen
		h.sees(t, "the compositor works", 1, 0, nil)
		h.plays(t, 0)
		h.sees(t, "the compositor works", 0, 0, nil)
	}
	h.connect(t)
	return h
}

func (h *house) compose(t *testing.T) {
	t.Helper()
	var err error
	if h.compositor, err = h.Compose(h.eye); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.compositor.Kill)
}

func (h *house) connect(t *testing.T) {
	t.Helper()
	open := x11.Opener(x11.Options{Display: h.Display, Monitor: func() string { return h.monitor }, Log: slog.New(slog.NewTextHandler(h.log, nil))})
	display, err := open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h.display = display
	t.Cleanup(display.Close)
}

// until waits for something that the server does.
func (h *house) until(t *testing.T, what string, happens func() bool) {
	t.Helper()
	for began := time.Now(); !happens(); time.Sleep(time.Millisecond) {
		if time.Since(began) > cinema.Patience {
			t.Fatalf("not in %v: %s", cinema.Patience, what)
		}
	}
}

// sheet is a card with a transparent corner, a half transparent band, and the rest opaque in a colour.
func sheet(place image.Rectangle, ink color.RGBA) *sample.Sheet {
	pixels := image.NewRGBA(place)
	for y := place.Min.Y; y < place.Max.Y; y++ {
		for x := place.Min.X; x < place.Max.X; x++ {
			c := ink
			switch {
			case x < place.Min.X+10 && y < place.Min.Y+10:
				c = color.RGBA{}
			case y >= place.Max.Y-15:
				c = color.RGBA{ink.R / 2, ink.G / 2, ink.B / 2, 128}
			}
			pixels.SetRGBA(x, y, c)
		}
	}
	solid := place
	solid.Min.Y += 10
	solid.Max.Y -= 15
	return &sample.Sheet{Pixels: pixels, Opaque: solid, Changed: place}
}

var red, green = color.RGBA{220, 30, 60, 255}, color.RGBA{10, 200, 90, 255}

func (h *house) draw(t *testing.T, dim float64, s *sample.Sheet) {
	t.Helper()
	v := overlay.View{Dim: dim}
	if s != nil {
		v.Sheet, v.Changed = s, s.Changed
	}
	if err := h.display.Draw(v); err != nil {
		t.Fatal(err)
	}
}

// over is a frame of the film as it has to be seen below dim and card.
func over(frame int, dim float64, s *sample.Sheet) *image.RGBA {
	return laidOver(func(x, y int) color.RGBA { return cinema.Pixel(frame, size, x, y) }, dim, s)
}

func laidOver(behind func(x, y int) color.RGBA, dim float64, s *sample.Sheet) *image.RGBA {
	picture := image.NewRGBA(full())
	for y := range size.Y {
		for x := range size.X {
			film := behind(x, y)
			var c color.RGBA
			if s != nil {
				c = s.Pixels.RGBAAt(x, y)
			}
			through := (1 - dim) * float64(255-c.A) / 255
			mix := func(film, card uint8) uint8 { return uint8(float64(film)*through + float64(card) + 0.5) }
			picture.SetRGBA(x, y, color.RGBA{mix(film.R, c.R), mix(film.G, c.G), mix(film.B, c.B), 255})
		}
	}
	return picture
}

func (h *house) sees(t *testing.T, what string, frame int, dim float64, s *sample.Sheet) {
	t.Helper()
	h.eye.Waits(t, what, over(frame, dim, s), 2)
}

func (h *house) plays(t *testing.T, frame int) {
	t.Helper()
	if err := h.film.Frame(frame); err != nil {
		t.Fatal(err)
	}
}

var everywhere = []struct {
	name       string
	composited bool
	args       []string
}{{"bare", false, nil}, {"composited", true, nil}, {"bare and remote", false, []string{"-extension", "MIT-SHM"}}, {"composited and remote", true, []string{"-extension", "MIT-SHM"}}}

func TestTheFilmPlaysOnThroughTheDimAndTheCard(t *testing.T) {
	for _, where := range everywhere {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited, where.args...)
			for _, dim := range []float64{0.6, 0, 1} {
				s := sheet(image.Rect(50, 25, 200, 125), red)
				h.draw(t, dim, s)
				h.sees(t, "the card came", 0, dim, s)
				for frame := 1; frame < 5; frame++ {
					h.plays(t, frame)
					h.sees(t, "the film plays on", frame, dim, s)
				}
				h.draw(t, 0, nil)
				h.sees(t, "the card went", 4, 0, nil)
				h.plays(t, 0)
				h.sees(t, "the film plays after it", 0, 0, nil)
			}
			if !where.composited && h.eye.Kept(h.film.Window) {
				t.Error("the server still keeps the film apart from the screen")
			}
		})
	}
}

func TestAnUpdateInPlaceChangesOnlyWhatChanged(t *testing.T) {
	for _, where := range everywhere {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited, where.args...)
			before, after := sheet(image.Rect(50, 25, 200, 125), red), sheet(image.Rect(50, 25, 200, 125), green)
			h.draw(t, 0.5, before)
			h.sees(t, "the card came", 0, 0.5, before)
			after.Changed = image.Rect(75, 30, 125, 122)
			h.draw(t, 0.5, after)
			mixed := &sample.Sheet{Pixels: image.NewRGBA(before.Pixels.Rect)}
			for y := 25; y < 125; y++ {
				for x := 50; x < 200; x++ {
					from := before
					if image.Pt(x, y).In(after.Changed) {
						from = after
					}
					mixed.Pixels.SetRGBA(x, y, from.Pixels.RGBAAt(x, y))
				}
			}
			h.sees(t, "a part of it changed", 0, 0.5, mixed)

			// So does a card that comes where the last one was, as often as another has come between.
			for range 2 {
				h.draw(t, 0.5, nil)
				h.draw(t, 0.5, after)
				h.sees(t, "a part of it differed from the one that went", 0, 0.5, mixed)
				h.draw(t, 0.5, nil)
				elsewhere := sheet(image.Rect(10, 25, 200, 125), green)
				h.draw(t, 0, elsewhere)
				h.sees(t, "another came", 0, 0, elsewhere)
				h.draw(t, 0.5, nil)
				h.draw(t, 0.5, before)
				h.sees(t, "the first came again", 0, 0.5, before)
			}
			same := *before
			same.Changed = image.Rectangle{}
			h.draw(t, 0.2, &same)
			h.sees(t, "only the dim is another", 0, 0.2, before)

			// What is too large is not kept.
			large := sheet(image.Rect(-500, -500, 600, 500), green)
			for range 2 {
				h.draw(t, 0.2, large)
				h.sees(t, "a card that is larger than the screen", 0, 0.2, large)
				h.draw(t, 0, nil)
				large.Changed = image.Rectangle{}
			}
		})
	}
}

func TestACardThatGrowsMovesOrLosesItsDimLeavesNothingBehind(t *testing.T) {
	for _, where := range everywhere {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited, where.args...)
			for frame, step := range []struct {
				place image.Rectangle
				dim   float64
			}{
				{image.Rect(50, 25, 200, 125), 0.5}, {image.Rect(50, 25, 200, 150), 0.5}, {image.Rect(150, 100, 315, 175), 0.5},
				{image.Rect(150, 100, 315, 175), 0}, {image.Rect(10, 10, 100, 50), 0}, {image.Rect(10, 10, 100, 50), 0.8}, {image.Rect(10, 10, 100, 50), 0.3},
				{image.Rect(-10, 10, 100, 50), 0.3},
			} {
				s := sheet(step.place, red)
				h.draw(t, step.dim, s)
				h.sees(t, "the next step", frame, step.dim, s)
				h.plays(t, frame+1)
				h.sees(t, "the film plays on", frame+1, step.dim, s)
			}
		})
	}
}

func TestADesktopIsSeenBesideItsWindows(t *testing.T) {
	h := &house{Server: cinema.Start(t, "320x180"), log: &log{}}
	h.eye = h.Watch(t)
	half := image.Rect(0, 0, 160, 180)
	h.film = h.Show(t, half)
	const grey = 0x80 // is what picom has for a desktop without a picture
	xproto.ChangeWindowAttributes(h.eye.Conn, h.eye.Root, xproto.CwBackPixel, []uint32{grey<<16 | grey<<8 | grey})
	xproto.ClearArea(h.eye.Conn, false, h.eye.Root, 0, 0, 0, 0)
	h.connect(t)
	desktop := func(frame int) func(x, y int) color.RGBA {
		return func(x, y int) color.RGBA {
			if image.Pt(x, y).In(half) {
				return cinema.Pixel(frame, half.Size(), x, y)
			}
			return color.RGBA{grey, grey, grey, 255}
		}
	}
	frame := 0
	for _, dim := range []float64{0.5, 0} {
		s := sheet(image.Rect(100, 25, 250, 125), red)
		sees := func(what string) {
			t.Helper()
			h.eye.Waits(t, what, laidOver(desktop(frame), dim, s), 2)
			frame++
			h.plays(t, frame)
			h.eye.Waits(t, what+", and the film plays", laidOver(desktop(frame), dim, s), 2)
		}
		h.draw(t, dim, s)
		sees("a card over a half of it")
		h.compose(t)
		sees("a compositor has begun")
		h.compositor.Kill()
		sees("the compositor has ended")
		h.draw(t, 0, nil)
		h.eye.Waits(t, "the card went", laidOver(desktop(frame), 0, nil), 2)
	}
}
