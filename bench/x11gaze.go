package main

import (
	"errors"
	"image"
	"math/rand/v2"
	"time"

	"cuecard.app/e2e/x11/cinema"
)

// gaze is on the place of a text: what is there without it, and with it.
type gaze struct {
	eye          *cinema.Eye
	place        image.Rectangle
	empty, there *image.RGBA
}

const (
	// A gaze is on a few pixels, so that looking costs little.
	gazeWidth, gazeHeight = 48, 6
	// stillFor is how long a picture has not changed that is final.
	stillFor = 300 * time.Millisecond
	// tooLong is when what was sent is not coming any more.
	tooLong = 5 * time.Second
)

// findText shows two texts: where their final pictures differ most, there is text.
func findText(eye *cinema.Eye, s *sender) (gaze, error) {
	empty, err := still(eye)
	if err != nil {
		return gaze{}, err
	}
	if err := s.show("IIII IIII IIII"); err != nil {
		return gaze{}, err
	}
	one, err := still(eye)
	if err != nil {
		return gaze{}, err
	}
	if err := s.hide(); err != nil {
		return gaze{}, err
	}
	if _, err := still(eye); err != nil {
		return gaze{}, err
	}
	if err := s.show(theText); err != nil {
		return gaze{}, err
	}
	other, err := still(eye)
	if err != nil {
		return gaze{}, err
	}
	g := gaze{eye: eye, place: mostApart(one, other, tv.Max)}
	if g.place.Empty() {
		return gaze{}, errors.New("no text is seen on the screen")
	}
	g.empty, g.there = cut(empty, g.place), cut(other, g.place)
	return g, s.hide()
}

// mostApart is the place of a gaze where two pictures of a screen differ most; empty when they do not.
func mostApart(one, other *image.RGBA, screen image.Point) (found image.Rectangle) {
	most := 0
	for y := 0; y+gazeHeight < screen.Y; y += gazeHeight / 2 {
		for x := 0; x+gazeWidth < screen.X; x += gazeWidth / 2 {
			place := image.Rect(x, y, x+gazeWidth, y+gazeHeight)
			if d := farness(cut(one, place), cut(other, place)); d > most {
				most, found = d, place
			}
		}
	}
	return found
}

const theText = "Someone is at the door"

// still waits until the screen does not change any more.
func still(eye *cinema.Eye) (*image.RGBA, error) {
	var last *image.RGBA
	since := time.Now()
	for began := since; ; time.Sleep(10 * time.Millisecond) {
		now, err := eye.See(tv)
		if err != nil {
			return nil, err
		}
		if last == nil || string(now.Pix) != string(last.Pix) {
			last, since = now, time.Now()
		}
		if time.Since(since) > stillFor {
			return last, nil
		}
		if time.Since(began) > tooLong {
			return nil, errors.New("the screen does not come to rest")
		}
	}
}

func cut(from *image.RGBA, place image.Rectangle) *image.RGBA {
	part := image.NewRGBA(place)
	for y := place.Min.Y; y < place.Max.Y; y++ {
		copy(part.Pix[part.PixOffset(place.Min.X, y):][:4*place.Dx()], from.Pix[from.PixOffset(place.Min.X, y):])
	}
	return part
}

// farness is how much two pictures differ.
func farness(a, b *image.RGBA) int {
	sum := 0
	for i := range a.Pix {
		sum += max(int(a.Pix[i])-int(b.Pix[i]), int(b.Pix[i])-int(a.Pix[i]))
	}
	return sum
}

// time sends once, and is how long it takes from just before that until the place of the text is half-way to its final
// pixels. Then it is hidden again.
func (g gaze) time(s *sender) (time.Duration, error) {
	sent := make(chan error, 1)
	began := time.Now()
	go func() { sent <- s.show(theText) }()
	err := g.until(g.there)
	took := time.Since(began)
	if err := errors.Join(err, <-sent); err != nil {
		return 0, err
	}
	// As long as it takes to see it, and never in step with anything.
	time.Sleep(20*time.Millisecond + rand.N(20*time.Millisecond))
	if err := s.hide(); err != nil {
		return 0, err
	}
	err = g.until(g.empty)
	time.Sleep(40*time.Millisecond + rand.N(40*time.Millisecond))
	return took, err
}

// until looks until the place is nearer to a picture than half of the way between the two.
func (g gaze) until(picture *image.RGBA) error {
	half := farness(g.empty, g.there) / 2
	for began := time.Now(); time.Since(began) < tooLong; {
		seen, err := g.eye.See(g.place)
		if err != nil {
			return err
		}
		if farness(seen, picture) <= half {
			return nil
		}
	}
	return errors.New("it was not seen")
}
