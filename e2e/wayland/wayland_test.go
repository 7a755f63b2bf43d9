// Package wayland tests the built program on real Wayland compositors, over a film that fills the screen.
package wayland

import (
	"errors"
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
	"cuecard.app/e2e/wayland/theatre"
	"cuecard.app/internal/card"
	"cuecard.app/internal/paint"
	"cuecard.app/internal/text"
)

var cuecard house.Binary

func TestMain(m *testing.M) { os.Exit(cuecard.Test(m, "-race")) }

// start runs the service on the theatre's compositor, and waits until it draws there.
func start(t *testing.T, h *theatre.Theatre, flags ...string) *house.House {
	t.Helper()
	t.Setenv("WAYLAND_DISPLAY", h.Socket)
	service := cuecard.Start(t, append([]string{"--screen", "wayland"}, flags...)...)
	until(t, service, "it can draw", func(i client.Info) bool { return i.OverlayPermission })
	return service
}

// until waits until the service says something of itself.
func until(t *testing.T, service *house.House, what string, so func(client.Info) bool) client.Info {
	t.Helper()
	for began := time.Now(); time.Since(began) < 30*time.Second; {
		info, err := service.Client().Info(t.Context())
		if err != nil {
			t.Fatalf("the API does not answer: %v", err)
		}
		if so(info) {
			return info
		}
	}
	t.Fatalf("it did not come to be that %s:\n%s", what, service.Log())
	return client.Info{}
}

func laundry() client.Card {
	return client.Card{ID: "laundry", Title: "Laundry", Message: "The wash is done, and it is waiting for you.", Position: client.Center,
		Dim: new(0.6), Persistent: true, Sound: client.NoSound}
}

func post(t *testing.T, service *house.House, c client.Card) {
	t.Helper()
	if receipt := service.Post(t, c); receipt.Result != client.Shown && receipt.Result != client.Replaced {
		t.Fatalf("%+v\n%s", receipt, service.Log())
	}
}

func dismiss(t *testing.T, service *house.House, c client.Card) {
	t.Helper()
	if _, err := service.Client().Dismiss(t.Context(), c.ID); err != nil {
		t.Fatal(err)
	}
}

// painted is a card over the film, by the painter itself, and where the card is.
func painted(t *testing.T, film *theatre.Film, c client.Card) (*image.RGBA, image.Rectangle) {
	t.Helper()
	fonts, err := text.Open(text.Options{System: true, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	drawn := card.Card{ID: c.ID, Title: c.Title, Message: c.Message, Style: card.FactoryStyle()}
	drawn.Position, drawn.Dim = card.Position(c.Position), *c.Dim
	sheet := paint.New(fonts).Paint(paint.Scene{Card: &drawn, TextScale: 1, Screen: film.Size}, nil)
	picture := film.Picture()
	paint.Over(picture, drawn.Dim, sheet)
	return picture, sheet.Layout.Card
}

// size is that of the theatre's outputs.
var size = image.Pt(1280, 720)

func TestACardIsOverTheFilmAndTakesNothingFromIt(t *testing.T) {
	for _, kind := range []theatre.Kind{theatre.Sway, theatre.Phoc} {
		t.Run(string(kind), func(t *testing.T) {
			h := theatre.Start(t, kind, theatre.Options{})
			hand := h.Hand(t, size)
			film := h.Play(t, "")
			service := start(t, h)
			if info, err := service.Client().Info(t.Context()); err != nil || info.ScreenWidth != size.X || info.ScreenHeight != size.Y {
				t.Errorf("%+v, %v", info, err)
			}
			c := laundry()
			want, place := painted(t, film, c)
			post(t, service, c)
			h.Shows(t, "", want, film.Still())
			before := film.State().Frames
			film.Until(t, "more frames", func(s theatre.State) bool { return s.Frames > before+10 })

			film.Until(t, "the keyboard", func(s theatre.State) bool { return s.Focused })
			hand.Click(t, place.Min.Add(place.Max).Div(2))
			film.Until(t, "a click", func(s theatre.State) bool { return s.Inside && s.Clicks == 1 })
			h.Run(t, "wtype", "a")
			film.Until(t, "a key", func(s theatre.State) bool { return s.Focused && s.Keys == 1 })
			dismiss(t, service, c)
			if kind == theatre.Sway { // on phoc there is a cursor now
				h.Shows(t, "", film.Picture(), film.Still())
			}
		})
	}
}

func TestTheChosenOutputShowsTheCard(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Outputs: 2})
	first, second := h.Play(t, "HEADLESS-1"), h.Play(t, "HEADLESS-2")
	service := start(t, h, "--monitor", "HEADLESS-2")
	c := laundry()
	post(t, service, c)
	want, _ := painted(t, second, c)
	h.Shows(t, "HEADLESS-2", want, second.Still())
	h.Shows(t, "HEADLESS-1", first.Picture(), first.Still())
}

func TestTheSettingMovesTheCardToAnotherOutput(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Outputs: 2})
	first, second := h.Play(t, "HEADLESS-1"), h.Play(t, "HEADLESS-2")
	service := start(t, h)
	c := laundry()
	post(t, service, c)
	want, _ := painted(t, first, c)
	h.Shows(t, "HEADLESS-1", want, first.Still())
	if result := service.Run(t, "settings", "monitor=HEADLESS-2"); result.Status != 0 {
		t.Fatalf("%+v", result)
	}
	h.Shows(t, "HEADLESS-2", want, second.Still())
	h.Shows(t, "HEADLESS-1", first.Picture(), first.Still())
}

func TestACompositorThatComesGoesAndComesAgain(t *testing.T) {
	gone := theatre.Start(t, theatre.Sway, theatre.Options{})
	gone.Kill()
	t.Setenv("WAYLAND_DISPLAY", gone.Socket)
	service := cuecard.Start(t, "--screen", "wayland") // before the compositor
	refused := func() {
		t.Helper()
		until(t, service, "nothing can be drawn", func(i client.Info) bool { return !i.OverlayPermission })
		_, err := service.Client().Notify(t.Context(), laundry())
		if !errors.Is(err, client.ErrNoOverlay) || !strings.Contains(err.Error(), "cuecard doctor") {
			t.Fatalf("answered %v", err)
		}
	}
	refused()
	for range 2 {
		h := theatre.Start(t, theatre.Sway, theatre.Options{Dir: gone.Dir})
		until(t, service, "it can draw", func(i client.Info) bool { return i.OverlayPermission })
		c := laundry()
		post(t, service, c)
		film := h.PlayUnseen(t, "")
		want, _ := painted(t, film, c)
		h.Shows(t, "", want, film.Still())
		h.Kill()
		refused()
	}
	h := theatre.Start(t, theatre.Sway, theatre.Options{Dir: gone.Dir})
	film := h.PlayUnseen(t, "")
	want, _ := painted(t, film, laundry())
	h.Shows(t, "", want, film.Still()) // what is due is shown, unasked
}

func TestWithoutAnOutputACardIsRefusedAndTheOneThatIsDueComesBack(t *testing.T) {
	h := theatre.Start(t, theatre.Phoc, theatre.Options{})
	service := start(t, h)
	c := laundry()
	post(t, service, c)
	off, err := h.Command("wlr-randr", "--output", "HEADLESS-1", "--off")
	if err != nil {
		t.Fatal(err)
	}
	_ = off.Run() // it says that it failed, and has done it
	until(t, service, "nothing can be drawn", func(i client.Info) bool { return !i.OverlayPermission })
	other := c
	other.ID = "other"
	if _, err := service.Client().Notify(t.Context(), other); !errors.Is(err, client.ErrNoOverlay) {
		t.Fatalf("answered %v", err)
	}
	h.Run(t, "wlr-randr", "--output", "HEADLESS-1", "--on")
	film := h.PlayUnseen(t, "")
	want, _ := painted(t, film, c)
	h.Shows(t, "", want, film.Still())
}
