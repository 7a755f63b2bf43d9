package wayland

import (
	"context"
	"image"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cuecard.app/e2e/wayland/theatre"
	"cuecard.app/internal/screen/overlay"
)

var theatreSize = image.Pt(1280, 720)

// changed waits until the display says that something is another.
func changed(t *testing.T, d overlay.Display, so func() bool) {
	t.Helper()
	over := time.After(20 * time.Second)
	for !so() {
		select {
		case _, there := <-d.Changes():
			if !there {
				t.Fatal("the display is gone")
			}
		case <-over:
			t.Fatalf("the size is %v", d.Size())
		}
	}
}

func TestAnOutputIsSwitchedOffUnderACardAndOnAgain(t *testing.T) {
	h := theatre.Start(t, theatre.Phoc, theatre.Options{})
	film, display, painting := h.Play(t, ""), open(t, h, ""), newPainting(t)
	v := painting.of(laundry(), theatreSize)
	draw(t, display, v)
	for range 2 {
		off, err := h.Command("wlr-randr", "--output", "HEADLESS-1", "--off")
		if err != nil {
			t.Fatal(err)
		}
		_ = off.Run() // it says that it failed, and has done it
		changed(t, display, func() bool { return display.Size() == image.Point{} })
		if err := display.Draw(v); err == nil {
			t.Error("a card was drawn on no output")
		}
		h.Run(t, "wlr-randr", "--output", "HEADLESS-1", "--on")
		changed(t, display, func() bool { return display.Size() == theatreSize })
		draw(t, display, v)
	}
	film.Close() // it was on the output that went
	draw(t, display, overlay.View{})
	film = h.Play(t, "")
	draw(t, display, v)
	shows(t, h, "", film, v)
}

func TestAnOutputIsUnpluggedUnderACardAndAnotherIsPluggedIn(t *testing.T) {
	x := theatre.StartX(t)
	h := theatre.Start(t, theatre.Sway, theatre.Options{X11: x.Display, Outputs: 2, Mode: "1024x768"})
	display, painting := open(t, h, "X11-2"), newPainting(t)
	v := painting.of(laundry(), display.Size())
	draw(t, display, v)
	x.CloseNewest(t)
	// The other one is used instead, and what was drawn is lost.
	select {
	case <-display.Changes():
	case <-time.After(20 * time.Second):
		t.Fatal("the display does not tell that the card is lost")
	}
	film := h.Play(t, "X11-1")
	v = painting.of(laundry(), display.Size())
	draw(t, display, v)
	shows(t, h, "X11-1", film, v)
	x.CloseNewest(t)
	changed(t, display, func() bool { return display.Size() == image.Point{} })
	h.Run(t, "swaymsg", "create_output")
	changed(t, display, func() bool { return display.Size() != image.Point{} })
	film = h.Play(t, "")
	v = painting.of(laundry(), display.Size())
	draw(t, display, v)
	shows(t, h, "", film, v)
}

func TestAnotherResolutionAndScaleAreTold(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	display, painting := open(t, h, ""), newPainting(t)
	draw(t, display, painting.of(laundry(), display.Size()))
	h.Run(t, "swaymsg", "output * mode --custom 1920x1080@60Hz")
	changed(t, display, func() bool { return display.Size() == image.Pt(1920, 1080) })
	draw(t, display, painting.of(laundry(), display.Size()))
	h.Run(t, "swaymsg", "output * scale 1.5")
	select {
	case <-display.Changes():
	case <-time.After(20 * time.Second):
		t.Fatal("the display does not tell that the card is lost")
	}
	draw(t, display, overlay.View{})
	film := h.Play(t, "")
	v := painting.of(laundry(), display.Size())
	draw(t, display, v)
	shows(t, h, "", film, v)
}

func TestTheOwnerChoosesAmongTwoOutputs(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Outputs: 2, Config: []string{"output HEADLESS-2 mode --custom 800x600@60Hz"}})
	monitors, err := Monitors(t.Context(), h.Socket)
	want := []Monitor{{"HEADLESS-1", image.Pt(1280, 720), true}, {"HEADLESS-2", image.Pt(800, 600), false}}
	if err != nil || len(monitors) != 2 || monitors[0] != want[0] || monitors[1] != want[1] {
		t.Errorf("%v, %v", monitors, err)
	}
	films := map[string]*theatre.Film{"HEADLESS-1": h.Play(t, "HEADLESS-1"), "HEADLESS-2": h.Play(t, "HEADLESS-2")}
	for _, test := range [][2]string{{"", "HEADLESS-1"}, {"HEADLESS-2", "HEADLESS-2"}, {"HDMI-A-1", "HEADLESS-1"}} {
		wanted, got := test[0], test[1]
		display := open(t, h, wanted)
		v := newPainting(t).of(laundry(), display.Size())
		draw(t, display, v)
		for name, film := range films {
			if name == got {
				shows(t, h, name, film, v)
			} else {
				shows(t, h, name, film, overlay.View{})
			}
		}
		display.Close()
	}
}

func TestAWrongNameIsSaidOnceWithTheRightOnes(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Outputs: 2})
	log := new(told)
	opener := Opener(Options{Display: h.Socket, Monitor: func() string { return "HDMI-A-1" }, Log: log.logger()})
	for range 2 {
		display, err := opener(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		display.Close()
	}
	if said := log.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, `wanted=HDMI-A-1 monitors="[HEADLESS-1 HEADLESS-2]"`) {
		t.Error(said)
	}
}

// anOldCompositor is the theatre's, behind a socket that makes its outputs of version 3, which have no names.
func anOldCompositor(t *testing.T, h *theatre.Theatre) string {
	t.Helper()
	l, err := net.Listen("unix", filepath.Join(h.Dir, "old"))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		down, err := l.Accept()
		if err != nil {
			return
		}
		up, err := net.Dial("unix", h.Socket)
		if err != nil {
			return
		}
		go func() {
			_, _ = io.Copy(up, down)
			up.Close()
		}()
		piece := make([]byte, 1<<16)
		for {
			n, err := up.Read(piece)
			if err != nil {
				return
			}
			_, _ = down.Write([]byte(strings.ReplaceAll(string(piece[:n]), "wl_output\x00\x00\x00\x04", "wl_output\x00\x00\x00\x03")))
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-ended
	})
	return l.Addr().String()
}

func TestOutputsOfAnOldCompositorHaveNamesToo(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Outputs: 2})
	monitors, err := Monitors(context.Background(), anOldCompositor(t, h))
	if err != nil || len(monitors) != 2 || monitors[0].Name != "HEADLESS-1" || monitors[1].Name != "HEADLESS-2" {
		t.Errorf("%v, %v", monitors, err)
	}
}
