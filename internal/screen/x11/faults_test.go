package x11_test

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cuecard.app/e2e/x11/cinema"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/overlay/sample"
	"cuecard.app/internal/screen/x11"
	"github.com/jezek/xgb/xproto"
)

// told waits for the word that the view has to be drawn anew.
func (h *house) told(t *testing.T) {
	t.Helper()
	select {
	case _, there := <-h.display.Changes():
		if !there {
			t.Fatal("the display is gone")
		}
	case <-time.After(cinema.Patience):
		t.Fatal("the display does not say that its view is lost")
	}
}

func TestACompositorMayStartAndStopUnderACard(t *testing.T) {
	for _, dim := range []float64{0.5, 0} {
		h := open(t, false)
		s := sheet(image.Rect(50, 25, 200, 125), red)
		h.draw(t, dim, s)
		for frame := 0; frame < 9; frame += 3 {
			h.compose(t)
			h.plays(t, frame+1)
			h.sees(t, "the film plays with a compositor", frame+1, dim, s)
			h.draw(t, dim, nil)
			h.sees(t, "the card went", frame+1, 0, nil)
			h.comesWithOpacity(t, dim, s)
			h.sees(t, "another came", frame+1, dim, s)
			h.plays(t, frame+2)
			h.sees(t, "the film plays below it", frame+2, dim, s)
			h.compositor.Kill()
			h.told(t)
			h.draw(t, dim, s)
			h.sees(t, "the compositor has ended", frame+2, dim, s)
			h.plays(t, frame+3)
			h.sees(t, "the film plays without a compositor", frame+3, dim, s)
		}
	}
}

func TestOnlyWhatIsBehindTheCardIsKeptAfterACompositor(t *testing.T) {
	h := open(t, true)
	beside := h.Show(t, image.Rect(260, 140, 310, 170))
	s := sheet(image.Rect(50, 25, 200, 125), red)
	h.draw(t, 0, s)
	h.compositor.Kill()
	h.told(t)
	h.draw(t, 0, s)
	h.until(t, "what is behind the card is kept, and nothing else", func() bool {
		return h.eye.Kept(h.film.Window) && !h.eye.Kept(beside.Window) && !h.eye.Kept(h.top(t))
	})
	h.draw(t, 0, nil)
	if h.eye.Kept(h.film.Window) {
		t.Error("the film is kept after the card")
	}
	h.compose(t)
	h.comesWithOpacity(t, 0, s)
	h.draw(t, 0, nil)
	h.compositor.Kill()
	h.until(t, "the film is kept neither for a card nor for a compositor that has gone", func() bool { return !h.eye.Kept(h.film.Window) })
}

// top is the window above all others.
func (h *house) top(t *testing.T) xproto.Window {
	t.Helper()
	tree, err := xproto.QueryTree(h.eye.Conn, h.eye.Root).Reply()
	if err != nil {
		t.Fatal(err)
	}
	return tree.Children[len(tree.Children)-1]
}

// comesWithOpacity has a card come until the pixels of its window have an opacity: the display knows of the compositor.
func (h *house) comesWithOpacity(t *testing.T, dim float64, s *sample.Sheet) {
	t.Helper()
	h.until(t, "a card's window has an opacity", func() bool {
		h.draw(t, 0, nil)
		h.draw(t, dim, s)
		is, err := xproto.GetGeometry(h.eye.Conn, xproto.Drawable(h.top(t))).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return is.Depth == 32
	})
}

func TestNothingOfAFilmIsLostWithTheCompositor(t *testing.T) {
	for _, dim := range []float64{0.5, 0} {
		h := open(t, false)
		h.compose(t)
		first := sheet(image.Rect(50, 25, 200, 125), red)
		h.comesWithOpacity(t, dim, first)
		h.draw(t, dim, first) // comes after all that followed the drawing before
		if err := h.film.Freeze(); err != nil {
			t.Fatal(err)
		}
		h.compositor.Kill()
		h.told(t)
		s := sheet(image.Rect(60, 35, 220, 135), green)
		h.draw(t, dim, s)
		h.sees(t, "the compositor has ended", 0, dim, s)
		h.draw(t, 0, nil)
		h.sees(t, "the card has gone", 0, 0, nil)
	}
}

func TestTheCardIsRightOnAMonitorThatChanges(t *testing.T) {
	for _, where := range everywhere[:2] {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited)
			s := sheet(image.Rect(20, 20, 120, 90), red)
			h.draw(t, 0.5, s)
			h.Run(t, "xrandr", "--newmode", "small", "10", "200", "210", "220", "230", "120", "123", "126", "130")
			h.Run(t, "xrandr", "--addmode", "screen", "small")
			resize := func(mode, size string, to image.Point) {
				t.Helper()
				h.Run(t, "xrandr", "--output", "screen", "--mode", mode)
				h.Run(t, "xrandr", "--fb", size)
				for h.display.Size() != to {
					h.told(t)
				}
			}
			resize("small", "200x120", image.Pt(200, 120))
			for _, next := range []*sample.Sheet{s, sheet(image.Rect(30, 10, 150, 100), green)} {
				s = next
				h.draw(t, 0.5, s)
				h.eye.Waits(t, "the monitor is smaller", cropped(over(0, 0.5, s), image.Pt(200, 120)), 2)
			}
			resize("320x180", "320x180", size)
			s.Changed = image.Rectangle{} // the same card, of which nothing is there
			h.draw(t, 0.5, s)
			h.sees(t, "the monitor is as it was", 0, 0.5, s)
		})
	}
}

// cropped is the upper left part of a picture.
func cropped(from *image.RGBA, size image.Point) *image.RGBA {
	part := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(part, part.Rect, from, image.Point{}, draw.Src)
	return part
}

func TestTheWindowIsOnlyOnTheChosenMonitor(t *testing.T) {
	h := open(t, false)
	h.display.Draw(overlay.View{})
	h.Run(t, "xrandr", "--setmonitor", "left", "160/10x180/10+0+0", "screen")
	h.Run(t, "xrandr", "--setmonitor", "right", "160/10x180/10+160+0", "none")
	all, err := x11.Monitors(t.Context(), h.Display)
	if err != nil || len(all) != 2 || all[0].Name != "left" || all[1] != (x11.Monitor{Name: "right", Size: image.Pt(160, 180)}) {
		t.Fatalf("%+v, %v", all, err)
	}
	for _, test := range []struct {
		wanted string
		at     image.Point
		warns  bool
	}{{"", image.Pt(0, 0), false}, {"right", image.Pt(160, 0), false}, {"HDMI-9", image.Pt(0, 0), true}} {
		h.monitor = test.wanted
		h.connect(t)
		if got := h.display.Size(); got != image.Pt(160, 180) {
			t.Fatalf("on %q: %v", test.wanted, got)
		}
		s := sheet(image.Rect(10, 20, 100, 100), red)
		h.draw(t, 0.5, s)
		moved := &sample.Sheet{Pixels: &image.RGBA{Pix: s.Pixels.Pix, Stride: s.Pixels.Stride, Rect: s.Pixels.Rect.Add(test.at)}}
		want, film := over(0, 0.5, moved), over(0, 0, nil)
		for y := range size.Y {
			for x := range size.X {
				if !image.Pt(x, y).In(image.Rect(0, 0, 160, 180).Add(test.at)) {
					want.SetRGBA(x, y, film.RGBAAt(x, y))
				}
			}
		}
		h.eye.Waits(t, "the monitor "+test.wanted, want, 2)
		h.draw(t, 0, nil)
		warned := strings.Contains(h.log.String(), "no monitor of that name") && strings.Contains(h.log.String(), "left, right")
		if warned != test.warns {
			t.Errorf("on %q: the log is %s", test.wanted, h.log)
		}
	}
}

func TestADisplayEndsWithItsServer(t *testing.T) {
	for _, shown := range []bool{false, true} {
		h := open(t, false)
		if shown {
			h.draw(t, 0.5, sheet(image.Rect(50, 25, 200, 125), red))
		}
		h.Kill()
		select {
		case _, there := <-h.display.Changes():
			if there {
				t.Error("there is a word before the end")
			}
		case <-time.After(cinema.Patience):
			t.Fatal("the display has not ended")
		}
		if err := h.display.Draw(overlay.View{Sheet: sheet(image.Rect(50, 25, 200, 125), red)}); err == nil {
			t.Error("a card was drawn without a server")
		}
		wantReason(t, h.Display, "no X server answers at "+h.Display, "cuecard doctor")
		again := &house{Server: cinema.Start(t, "320x180", h.Display), log: h.log}
		again.eye, again.film = again.Watch(t), again.Show(t, full())
		again.connect(t)
		s := sheet(image.Rect(50, 25, 200, 125), green)
		again.draw(t, 0.5, s)
		again.sees(t, "the server is back", 0, 0.5, s)
	}
}

func wantReason(t *testing.T, display, reason, command string) {
	t.Helper()
	_, err := x11.Opener(x11.Options{Display: display})(t.Context())
	var missing *screen.NoOverlay
	if !errors.As(err, &missing) || missing.Reason != reason || missing.Command != command {
		t.Errorf("on %q: %v", display, err)
	}
}

func TestWhyThereIsNoDisplayIsSaidPlainly(t *testing.T) {
	t.Setenv("DISPLAY", "")
	wantReason(t, "", "no X display is named: DISPLAY is not set", "DISPLAY=:0 cuecard serve --screen x11")
	wantReason(t, "television", `"television" is no name of an X display, as :0 is`, "DISPLAY=:0 cuecard serve --screen x11")
	wantReason(t, ":999", "no X server answers at :999", "cuecard doctor")
	bare := cinema.Start(t, "320x180", "-extension", "Composite")
	wantReason(t, bare.Display, "the X server at "+bare.Display+" has no extension Composite", "cuecard serve --screen browser")
	wantReason(t, bare.Display+".3", "the X server at "+bare.Display+".3 has no screen 3", "DISPLAY=:0 cuecard serve --screen x11")
}

func TestAServerWantsTheUsersSecret(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "authority")
	entry := "\xff\xff\x00\x00\x00\x00\x00\x12MIT-MAGIC-COOKIE-1\x00\x10" + "sixteen letters!"
	if err := os.WriteFile(secret, []byte("\x01\x00\x00\x05other\x00\x00\x00\x12MIT-MAGIC-COOKIE-1\x00\x10xxxxxxxxxxxxxxxx"+entry), 0o600); err != nil {
		t.Fatal(err)
	}
	closed := cinema.Start(t, "320x180", "-auth", secret)
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	stderr := redirect(t)
	t.Setenv("XAUTHORITY", filepath.Join(dir, "none"))
	wantReason(t, closed.Display, "the X server at "+closed.Display+" does not let the user "+me.Username+" in", "DISPLAY="+closed.Display+" xhost +si:localuser:"+me.Username)
	t.Setenv("XAUTHORITY", secret)
	all, err := x11.Monitors(t.Context(), closed.Display)
	if err != nil || len(all) != 1 || all[0] != (x11.Monitor{Name: "screen", Size: size, Primary: all[0].Primary}) {
		t.Errorf("%+v, %v", all, err)
	}
	if printed := stderr(); printed != "" {
		t.Errorf("printed %q", printed)
	}
}

// redirect collects what is printed to standard error.
func redirect(t *testing.T) (printed func() string) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = file
	t.Cleanup(func() { os.Stderr = before; _ = file.Close() })
	return func() string {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

func TestOpeningEndsWithItsContext(t *testing.T) {
	h := cinema.Start(t, "320x180")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x11.Opener(x11.Options{Display: h.Display})(ctx); err == nil {
		t.Error("it was opened all the same")
	}
}

func TestAMonitorMayBeSwitchedOffAndOnUnderACard(t *testing.T) {
	h := open(t, false)
	s := sheet(image.Rect(50, 25, 200, 125), red)
	h.draw(t, 0.5, s)
	h.eye.SwitchOff(t)
	for h.display.Size() != (image.Point{}) {
		h.told(t)
	}
	h.draw(t, 0.5, s) // is for nobody
	h.Run(t, "xrandr", "--output", "screen", "--mode", "320x180")
	for h.display.Size() != size {
		h.told(t)
	}
	h.draw(t, 0.5, s)
	h.sees(t, "the monitor is on again", 0, 0.5, s)
}

func TestAServerThatDoesNotAnswerCountsAsGone(t *testing.T) {
	h := open(t, false)
	if err := syscall.Kill(h.Server.PID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if err := h.display.Draw(overlay.View{Sheet: sheet(image.Rect(50, 25, 200, 125), red)}); err == nil {
		t.Error("a card was drawn on a server that does nothing")
	}
	if _, there := <-h.display.Changes(); there {
		t.Error("the display goes on")
	}
	wantReason(t, h.Display, "the X server at "+h.Display+" does not answer", "cuecard doctor")
	h.Kill() // those who look at it would wait for ever
}
