package x11_test

import (
	"image"
	"slices"
	"testing"
)

func TestClicksAndKeysReachTheFilmBelowTheCard(t *testing.T) {
	for _, where := range everywhere[:2] {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited)
			h.Run(t, "xdotool", "mousemove", "10", "10")
			before, heard := h.eye.Focus(t), len(h.film.Heard())
			for _, dim := range []float64{0.6, 0} {
				s := sheet(image.Rect(50, 25, 200, 125), red)
				h.draw(t, dim, s)
				h.sees(t, "the card came", 0, dim, s)
				if during := h.eye.Focus(t); during != before {
					t.Errorf("with a card: %s; before: %s", during, before)
				}
				h.Run(t, "xdotool", "mousemove", "125", "75", "click", "1", "key", "a")
				h.film.Hears(t, "button 1 125 75")
				h.film.Hears(t, "key 38")
				h.Run(t, "xdotool", "mousemove", "10", "10")
				h.draw(t, 0, nil)
				if after := h.eye.Focus(t); after != before {
					t.Errorf("after the card: %s; before: %s", after, before)
				}
			}
			if heard := h.film.Heard()[heard:]; slices.Contains(heard, "focus out") || slices.Contains(heard, "leave") {
				t.Errorf("the film has heard %q", heard)
			}
		})
	}
}

func TestAWindowThatIsRaisedOverTheCardIsCoveredAgain(t *testing.T) {
	for _, where := range everywhere[:2] {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited)
			s := sheet(image.Rect(50, 25, 200, 125), red)
			h.draw(t, 0.4, s)
			for range 5 {
				if err := h.film.Raise(); err != nil {
					t.Fatal(err)
				}
				h.sees(t, "the film was raised over the card", 0, 0.4, s)
			}
			other := h.Show(t, full()) // comes above all others
			h.sees(t, "another film began", 0, 0.4, s)
			if err := other.Frame(7); err != nil {
				t.Fatal(err)
			}
			h.sees(t, "the other film plays", 7, 0.4, s)
			other.End()
			h.plays(t, 3)
			h.sees(t, "the other film ended", 3, 0.4, s)
		})
	}
}
