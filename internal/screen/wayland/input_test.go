package wayland

import (
	"testing"

	"cuecard.app/e2e/wayland/theatre"
	"cuecard.app/internal/screen/overlay"
)

func TestKeysAndClicksReachTheFilmUnderTheCard(t *testing.T) {
	for _, kind := range compositors {
		t.Run(string(kind), func(t *testing.T) {
			h := theatre.Start(t, kind, theatre.Options{})
			hand := h.Hand(t, theatreSize)
			film, display, painting := h.Play(t, ""), open(t, h, ""), newPainting(t)
			h.Run(t, "wtype", "a") // a keyboard is there from now on
			film.Until(t, "a key", func(s theatre.State) bool { return s.Focused && s.Keys == 1 })
			hand.Click(t, theatreSize.Div(4))
			film.Until(t, "a click", func(s theatre.State) bool { return s.Inside && s.Clicks == 1 })
			before := film.State()

			v := painting.of(laundry(), display.Size())
			draw(t, display, v)
			hand.Click(t, painting.middle())
			film.Until(t, "a click at the card's centre", func(s theatre.State) bool { return s.Clicks == 2 })
			h.Run(t, "wtype", "b")
			film.Until(t, "a key under the card", func(s theatre.State) bool { return s.Keys == 2 })
			draw(t, display, overlay.View{})
			hand.Click(t, theatreSize.Div(2))
			film.Until(t, "a click after the card", func(s theatre.State) bool { return s.Clicks == 3 })

			// wtype's own keyboard comes and goes with it; nothing else may have moved the focus.
			after := film.State()
			if !after.Inside || !after.Focused || kind == theatre.Sway && after.Focusings > before.Focusings+2 {
				t.Errorf("before %+v, after %+v", before, after)
			}
		})
	}
}
