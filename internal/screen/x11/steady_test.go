package x11_test

import (
	"image"
	"testing"

	"cuecard.app/e2e/x11/cinema"
)

// looking takes pictures of the screen until stop, and returns those that are like none of the wanted.
func (h *house) looking(t *testing.T, like ...*image.RGBA) (stop func() (all int, odd []string)) {
	t.Helper()
	done, result := make(chan struct{}), make(chan []string)
	all := 0
	go func() {
		var odd []string
		for {
			select {
			case <-done:
				result <- odd
				return
			default:
			}
			seen, err := h.eye.See(full())
			if err != nil {
				odd = append(odd, err.Error())
				continue
			}
			all++
			wrong := ""
			for _, want := range like {
				if wrong = cinema.Differs(seen, want, 2); wrong == "" {
					break
				}
			}
			if wrong != "" {
				odd = append(odd, wrong)
			}
		}
	}()
	return func() (int, []string) {
		close(done)
		odd := <-result
		return all, odd
	}
}

func TestDimAndCardComeAndGoInOneFrame(t *testing.T) {
	for _, where := range everywhere {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited, where.args...)
			for _, dim := range []float64{0.6, 0} {
				s, other := sheet(image.Rect(50, 25, 200, 125), red), sheet(image.Rect(70, 35, 300, 165), green)
				stop := h.looking(t, over(0, 0, nil), over(0, dim, s), over(0, dim, other))
				for range 8 {
					h.draw(t, dim, s)
					h.sees(t, "the card came", 0, dim, s)
					h.draw(t, dim, other)
					h.sees(t, "another came", 0, dim, other)
					h.draw(t, dim, nil)
					h.sees(t, "the card went", 0, 0, nil)
				}
				if all, odd := stop(); len(odd) > 0 {
					t.Errorf("with dim %g, %d of %d pictures show a half of it: %v", dim, len(odd), all, odd)
				}
			}
		})
	}
}
