// Package x11 tests the built program on real X servers: what is seen, what reaches the film below, and what happens
// when the server, the compositor or the monitor goes.
package x11

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
	"cuecard.app/e2e/x11/cinema"
	"cuecard.app/internal/card"
	"cuecard.app/internal/paint"
	"cuecard.app/internal/text"
)

var cuecard house.Binary

func TestMain(m *testing.M) {
	cinema.Main()
	os.Exit(cuecard.Test(m, "-race"))
}

var size = image.Pt(640, 360)

// room is a television with a film on it, and the service.
type room struct {
	*cinema.Server
	*house.House
	eye  *cinema.Eye
	film *cinema.Film
}

func open(t *testing.T, composited bool, flags ...string) *room {
	t.Helper()
	r := &room{Server: cinema.Start(t, fmt.Sprintf("%dx%d", size.X, size.Y))}
	r.furnish(t)
	if composited {
		r.compose(t)
	}
	t.Setenv("DISPLAY", r.Display)
	r.House = cuecard.Start(t, append([]string{"--screen", "x11"}, flags...)...)
	return r
}

func (r *room) furnish(t *testing.T) {
	t.Helper()
	r.eye, r.film = r.Watch(t), r.Show(t, image.Rectangle{Max: size})
}

func (r *room) compose(t *testing.T) *cinema.Compositor {
	t.Helper()
	c, err := r.Compose(r.eye)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Kill)
	return c
}

// until asks the server until something is so; every time waits for its answer.
func until(t *testing.T, what string, happens func() bool) {
	t.Helper()
	for began := time.Now(); !happens(); {
		if time.Since(began) > cinema.Patience {
			t.Fatalf("not in %v: %s", cinema.Patience, what)
		}
	}
}

// post shows a card, once there is a display.
func (r *room) post(t *testing.T, c client.Card) {
	t.Helper()
	r.Says(t, "cards are drawn on the display")
	if receipt := r.Post(t, c); receipt.Result == client.Queued {
		t.Fatalf("%+v", receipt)
	}
}

func door(dim float64) client.Card {
	return client.Card{ID: "door", Title: "Front door", Message: "Someone is there", Dim: &dim, Sound: client.NoSound, Persistent: true, Background: "CC203040", TextColor: "FFFFFF"}
}

// picture is a frame of the film below the card of door, as paint has it.
func picture(t *testing.T, frame int, dim float64, screen image.Point) *image.RGBA {
	t.Helper()
	shot := image.NewRGBA(image.Rectangle{Max: screen})
	for y := range screen.Y {
		for x := range screen.X {
			shot.SetRGBA(x, y, cinema.Pixel(frame, size, x, y))
		}
	}
	lay(t, shot, dim)
	return shot
}

// lay lays the card of door over a picture of all that a monitor shows.
func lay(t *testing.T, shot *image.RGBA, dim float64) {
	t.Helper()
	fonts, err := text.Open(text.Options{System: true, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	c := card.Card{ID: "door", Title: "Front door", Message: "Someone is there", Style: card.FactoryStyle()}
	c.Background, c.TextColor, c.Dim = 0xCC203040, 0xFFFFFFFF, dim
	paint.Over(shot, dim, paint.New(fonts).Paint(paint.Scene{Card: &c, TextScale: 1, Screen: shot.Rect.Size()}, nil))
}

func (r *room) sees(t *testing.T, what string, frame int, dim float64) {
	t.Helper()
	r.eye.Waits(t, what, picture(t, frame, dim, size), 2)
}

func (r *room) plays(t *testing.T, frame int) {
	t.Helper()
	if err := r.film.Frame(frame); err != nil {
		t.Fatal(err)
	}
}

var everywhere = map[string]bool{"bare": false, "composited": true}

func TestTheCardIsAsPaintedOverAFilmThatPlaysOn(t *testing.T) {
	for name, composited := range everywhere {
		t.Run(name, func(t *testing.T) {
			r := open(t, composited)
			for _, dim := range []float64{0.6, 0} {
				r.post(t, door(dim))
				r.sees(t, "the card came", 0, dim)
				for frame := 1; frame < 4; frame++ {
					r.plays(t, frame)
					r.sees(t, "the film plays on", frame, dim)
				}
				r.plays(t, 0)
			}
			if _, err := r.Client().Dismiss(t.Context(), "door"); err != nil {
				t.Fatal(err)
			}
			r.eye.Waits(t, "the card went", film(0), 0)
		})
	}
}

func film(frame int) *image.RGBA {
	shot := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			shot.SetRGBA(x, y, cinema.Pixel(frame, size, x, y))
		}
	}
	return shot
}

func TestAClickAndAKeyReachTheFilmBelowTheCard(t *testing.T) {
	for name, composited := range everywhere {
		t.Run(name, func(t *testing.T) {
			r := open(t, composited)
			r.Server.Run(t, "xdotool", "mousemove", "320", "180")
			before := r.eye.Focus(t)
			r.post(t, door(0.5))
			if during := r.eye.Focus(t); during != before {
				t.Errorf("with a card: %s; before: %s", during, before)
			}
			r.Server.Run(t, "xdotool", "click", "1", "key", "a")
			r.film.Hears(t, "button 1 320 180")
			r.film.Hears(t, "key 38")
			if _, err := r.Client().Dismiss(t.Context(), "door"); err != nil {
				t.Fatal(err)
			}
			if after := r.eye.Focus(t); after != before {
				t.Errorf("after the card: %s; before: %s", after, before)
			}
		})
	}
}

func TestACompositorIsKilledUnderACard(t *testing.T) {
	r := open(t, false)
	r.post(t, door(0.5))
	compositor := r.compose(t)
	r.sees(t, "a compositor began", 0, 0.5)
	compositor.Kill()
	r.sees(t, "the compositor was killed", 0, 0.5)
	r.plays(t, 2)
	r.sees(t, "the film plays on", 2, 0.5)
}

func TestTheServerIsKilledAndStartsAgain(t *testing.T) {
	r := open(t, false)
	r.post(t, door(0.5))
	r.Server.Kill()
	missing := "no X server answers at " + r.Display
	r.Says(t, "cards cannot be drawn now", missing)
	if _, err := r.Client().Notify(t.Context(), client.Card{Message: "Now?", Sound: client.NoSound}); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("without a server a sender is told %v", err)
	}
	if info, err := r.Client().Info(t.Context()); err != nil || info.OverlayPermission {
		t.Errorf("%+v, %v", info, err)
	}
	r.Server = cinema.Start(t, fmt.Sprintf("%dx%d", size.X, size.Y), r.Display)
	r.furnish(t)
	r.sees(t, "the card that is due is shown again", 0, 0.5)
	r.post(t, door(0.2))
	r.sees(t, "the next card is right", 0, 0.2)
}

func TestTheServerStartsAfterTheService(t *testing.T) {
	first := cinema.Start(t, "640x360") // its name is free when it has ended
	first.Kill()
	t.Setenv("DISPLAY", first.Display)
	r := &room{House: cuecard.Start(t, "--screen", "x11")}
	if _, err := r.Client().Notify(t.Context(), door(0.5)); err == nil {
		t.Error("a card was shown without a server")
	}
	r.Server = cinema.Start(t, "640x360", first.Display)
	r.furnish(t)
	r.post(t, door(0.5))
	r.sees(t, "the card came", 0, 0.5)
}

func TestTheCardIsDrawnAnewForAnotherResolution(t *testing.T) {
	for name, composited := range everywhere {
		t.Run(name, func(t *testing.T) {
			r := open(t, composited)
			r.post(t, door(0.5))
			r.sees(t, "the card came", 0, 0.5)
			r.Server.Run(t, "xrandr", "--newmode", "small", "10", "480", "490", "500", "510", "270", "273", "276", "280")
			r.Server.Run(t, "xrandr", "--addmode", "screen", "small")
			r.Server.Run(t, "xrandr", "--output", "screen", "--mode", "small")
			r.eye.Waits(t, "the monitor is smaller", picture(t, 0, 0.5, image.Pt(480, 270)), 2)
			if info, err := r.Client().Info(t.Context()); err != nil || info.ScreenWidth != 480 || info.ScreenHeight != 270 {
				t.Errorf("%+v, %v", info, err)
			}
			r.Server.Run(t, "xrandr", "--output", "screen", "--mode", "640x360")
			r.sees(t, "the monitor is as before", 0, 0.5)
		})
	}
}

func TestNothingIsLeftOfAServiceThatIsKilled(t *testing.T) {
	r := open(t, false)
	r.post(t, door(0.5))
	r.sees(t, "the card came", 0, 0.5)
	pid := r.House.PID()
	r.House.Kill()
	r.eye.Waits(t, "the service was killed", film(0), 0)
	if r.eye.Kept(r.film.Window) {
		t.Error("the server still keeps the film apart from the screen")
	}
	segments, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(segments)) {
		if fields := strings.Fields(line); len(fields) > 4 && fields[4] == fmt.Sprint(pid) {
			t.Errorf("a segment of shared memory is left: %s", line)
		}
	}
}

func TestAThousandCardsLeaveNothingBehind(t *testing.T) {
	r := open(t, false)
	r.post(t, door(0.5))
	live := func(cards int) {
		for i := range cards {
			if i%2 == 0 {
				r.post(t, client.Card{ID: "door", Message: fmt.Sprintf("Someone is there (%d)", i), Dim: new(float64(i%3) / 4), Sound: client.NoSound})
			} else if _, err := r.Client().Dismiss(t.Context(), "door"); err != nil {
				t.Fatal(err)
			}
		}
	}
	live(2000) // by then the heap has found its size
	r.rests(t)
	before, pixmaps := r.eye.Resources(t, r.PID())
	files, memory := r.files(t), r.memory(t)
	if before["WINDOW"] == 0 {
		t.Errorf("the server holds %v", before)
	}
	live(2000)
	until(t, fmt.Sprintf("the server holds %v and %d bytes of pixmaps, as before", before, pixmaps), func() bool {
		after, pixmapsAfter := r.eye.Resources(t, r.PID())
		return fmt.Sprint(before) == fmt.Sprint(after) && pixmapsAfter <= pixmaps
	})
	if now := r.files(t); now > files {
		t.Errorf("%d files are open, before %d", now, files)
	}
	if now := r.memory(t); now > memory+memory/4 {
		t.Errorf("%d kB are resident, before %d", now, memory)
	}
}

// rests waits until the service has taken its last card off the screen.
func (r *room) rests(t *testing.T) {
	t.Helper()
	until(t, "nothing is shown", func() bool {
		held, _ := r.eye.Resources(t, r.PID())
		return held["PIXMAP"] == 0
	})
}

func (r *room) memory(t *testing.T) (kilobytes int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.PID()))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		t.Fatal(err)
	}
	return kilobytes
}

// PID is the service's process.
func (r *room) PID() int { return r.House.PID() }

func (r *room) files(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", r.PID()))
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}
