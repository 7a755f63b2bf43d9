package x11_test

import (
	"context"
	"errors"
	"image"
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
		for frame := 1; frame < 7; frame += 2 {
			compositor := h.compose(t)
			h.told(t)
			h.draw(t, dim, s)
			h.sees(t, "a compositor has begun", frame-1, dim, s)
			h.plays(t, frame)
			h.sees(t, "the film plays with a compositor", frame, dim, s)
			compositor.Kill()
			h.told(t)
			h.draw(t, dim, s)
			h.sees(t, "the compositor has ended", frame, dim, s)
			h.plays(t, frame+1)
			h.sees(t, "the film plays without a compositor", frame+1, dim, s)
		}
	}
}

func TestTheCardIsRightOnAMonitorThatChanges(t *testing.T) {
	for _, where := range everywhere[:2] {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited)
			h.draw(t, 0.5, sheet(image.Rect(50, 25, 200, 125), red))
			h.Run(t, "xrandr", "--newmode", "small", "10", "200", "210", "220", "230", "120", "123", "126", "130")
			h.Run(t, "xrandr", "--addmode", "screen", "small")
			h.Run(t, "xrandr", "--output", "screen", "--mode", "small")
			h.Run(t, "xrandr", "--fb", "200x120")
			for h.display.Size() != image.Pt(200, 120) {
				h.told(t)
			}
			s := sheet(image.Rect(20, 20, 120, 90), green)
			h.draw(t, 0.5, s)
			small := over(0, 0.5, s).SubImage(image.Rect(0, 0, 200, 120)).(*image.RGBA)
			wanted := image.NewRGBA(small.Rect)
			for y := range 120 {
				copy(wanted.Pix[wanted.PixOffset(0, y):][:800], small.Pix[small.PixOffset(0, y):])
			}
			h.eye.Waits(t, "the monitor is smaller", wanted, 2)
		})
	}
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
	wantReason(t, ":9999", "no X server answers at :9999", "cuecard doctor")
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
