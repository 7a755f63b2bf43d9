package x11

import (
	"image"
	"image/draw"
	"strings"
	"testing"

	"cuecard.app/e2e/x11/cinema"
)

// halves are a television whose halves count as two monitors, called left and right.
func halves(t *testing.T) *room {
	t.Helper()
	r := &room{Server: cinema.Start(t, "640x360")}
	r.furnish(t)
	r.Server.Run(t, "xrandr", "--setmonitor", "left", "320/10x360/10+0+0", "screen")
	r.Server.Run(t, "xrandr", "--setmonitor", "right", "320/10x360/10+320+0", "none")
	t.Setenv("DISPLAY", r.Display)
	return r
}

// onlyOn is the film with the card on the monitor at that place alone.
func onlyOn(t *testing.T, monitor image.Rectangle) *image.RGBA {
	t.Helper()
	screen, part := film(0), image.NewRGBA(image.Rectangle{Max: monitor.Size()})
	draw.Draw(part, part.Rect, screen, monitor.Min, draw.Src)
	lay(t, part, 0.5)
	draw.Draw(screen, monitor, part, image.Point{}, draw.Src)
	return screen
}

var left, right = image.Rect(0, 0, 320, 360), image.Rect(320, 0, 640, 360)

func TestTheChosenMonitorShowsTheCard(t *testing.T) {
	r := halves(t)
	r.House = cuecard.Start(t, "--screen", "x11", "--monitor", "right")
	r.post(t, door(0.5))
	r.eye.Waits(t, "the card is on the right", onlyOn(t, right), 2)
	if info, err := r.Client().Info(t.Context()); err != nil || info.ScreenWidth != 320 || info.ScreenHeight != 360 {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestTheSettingMovesTheCardToAnotherMonitor(t *testing.T) {
	r := halves(t)
	r.House = cuecard.Start(t, "--screen", "x11")
	r.post(t, door(0.5))
	r.eye.Waits(t, "the card is on the first", onlyOn(t, left), 2)
	if result := r.House.Run(t, "settings", "monitor=right"); result.Status != 0 {
		t.Fatalf("%+v", result)
	}
	r.eye.Waits(t, "the card has moved", onlyOn(t, right), 2)
	if result := r.House.Run(t, "settings", "monitor=HDMI-7"); result.Status != 0 {
		t.Fatalf("%+v", result)
	}
	r.eye.Waits(t, "there is no such monitor", onlyOn(t, left), 2)
	r.Says(t, "no monitor of that name", "HDMI-7", "left", "right")
}

func TestTheDoctorListsTheMonitors(t *testing.T) {
	r := halves(t)
	r.House = cuecard.Start(t, "--screen", "x11")
	result := r.House.Run(t, "doctor")
	for _, want := range []string{"left", "right", "320", "360", "cuecard settings monitor=NAME"} {
		if !strings.Contains(result.Out, want) {
			t.Errorf("no %q in: %s", want, result.Out)
		}
	}
}

// A server that has no monitor cannot turn one. What it tells when one is turned is this: width and height have changed places.
func TestTheCardIsDrawnAnewOnAMonitorThatIsTurned(t *testing.T) {
	for name, composited := range everywhere {
		t.Run(name, func(t *testing.T) {
			r := &room{Server: cinema.Start(t, "640x640")}
			r.Server.Run(t, "xrandr", "--newmode", "lying", "10", "640", "650", "660", "670", "360", "363", "366", "370")
			r.Server.Run(t, "xrandr", "--newmode", "standing", "10", "360", "370", "380", "390", "640", "643", "646", "650")
			for _, mode := range []string{"lying", "standing"} {
				r.Server.Run(t, "xrandr", "--addmode", "screen", mode)
			}
			r.Server.Run(t, "xrandr", "--output", "screen", "--mode", "lying")
			both := image.Pt(640, 640)
			r.eye, r.film = r.Watch(t), r.Show(t, image.Rectangle{Max: both})
			if composited {
				r.compose(t)
			}
			sees := func(what string, screen image.Point) {
				t.Helper()
				want := image.NewRGBA(image.Rectangle{Max: screen})
				for y := range screen.Y {
					for x := range screen.X {
						want.SetRGBA(x, y, cinema.Pixel(0, both, x, y))
					}
				}
				lay(t, want, 0.5)
				r.eye.Waits(t, what, want, 2)
			}
			t.Setenv("DISPLAY", r.Display)
			r.House = cuecard.Start(t, "--screen", "x11")
			r.post(t, door(0.5))
			sees("the card came", image.Pt(640, 360))
			r.Server.Run(t, "xrandr", "--output", "screen", "--mode", "standing")
			sees("the monitor is turned", image.Pt(360, 640))
			r.Server.Run(t, "xrandr", "--output", "screen", "--mode", "lying")
			sees("the monitor is as before", image.Pt(640, 360))
		})
	}
}
