package overlay

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"strings"
	"testing"
	"time"

	"cuecard.app/internal/screen"
)

var red, green, blue = color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}

func still(t *testing.T, c color.Color) *screen.File {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, flat(c)); err != nil {
		t.Fatal(err)
	}
	return &screen.File{Bytes: b.Bytes(), Type: "image/png"}
}

// moving is an animation of pictures that last a second each.
func moving(t *testing.T, loops int, colours ...color.Color) *screen.File {
	t.Helper()
	all := &gif.GIF{LoopCount: loops}
	for _, c := range colours {
		all.Image = append(all.Image, flat(c))
		all.Delay = append(all.Delay, 100)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, all); err != nil {
		t.Fatal(err)
	}
	return &screen.File{Bytes: b.Bytes(), Type: "image/gif"}
}

func flat(c color.Color) *image.Paletted {
	return image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{c})
}

func with(f screen.Frame, file *screen.File) screen.Frame {
	f.Image = screen.Picture{State: screen.Ready, File: file}
	return f
}

// image is the colour in the middle of the card's image, nil without one.
func (r *room) image() color.Color {
	r.t.Helper()
	r.pass(time.Millisecond)
	sheet := r.last().Sheet
	box := sheet.Layout.Image
	if box.Empty() {
		return nil
	}
	return sheet.Pixels.RGBAAt((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2)
}

func (r *room) sees(want color.Color) {
	r.t.Helper()
	if got := r.image(); got != want {
		r.t.Errorf("the image is %v, want %v", got, want)
	}
}

func TestAPictureJoinsTheCardWhenItIsDecoded(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		if err := r.show(with(note("a", "Hello"), still(t, red))); err != nil {
			t.Fatal(err)
		}
		r.sees(red)
		if first := r.server.views[0]; !first.Sheet.Layout.Image.Empty() {
			t.Error("the text waited for the picture")
		}
	})
}

func TestUntilTheNextPictureIsDecodedTheOneBeforeStays(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		_ = r.show(with(note("a", "Hello"), still(t, red)))
		r.sees(red)
		before := r.drawn()
		_ = r.show(with(note("a", "Hello"), still(t, green)))
		r.sees(green)
		for _, v := range r.server.views[before:] {
			if v.Sheet.Layout.Image.Empty() {
				t.Error("the image was away for a frame")
			}
		}
	})
}

func TestAnotherCardDoesNotShowThePictureOfTheOneBefore(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		_ = r.show(with(note("a", "Hello"), still(t, red)))
		r.sees(red)
		before := r.drawn()
		_ = r.show(with(note("b", "Hello"), still(t, green)))
		r.sees(green)
		if !r.server.views[before].Sheet.Layout.Image.Empty() {
			t.Error("the other card began with a picture that is not its own")
		}
	})
}

func TestAPictureThatIsTakenAwayGoes(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		_ = r.show(with(note("a", "Hello"), still(t, red)))
		r.sees(red)
		_ = r.show(note("a", "Hello"))
		r.sees(nil)
	})
}

func TestABrokenPictureLeavesTheCardWithoutItAndALineInTheLog(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		broken := &screen.File{Bytes: []byte("\x89PNG\r\n\x1a\nnothing"), Type: "image/png"}
		if err := r.show(with(note("a", "Hello"), broken)); err != nil {
			t.Error(err)
		}
		r.sees(nil)
		r.pass(time.Minute)
		if n := strings.Count(r.log.String(), "drawn without its picture"); n != 1 {
			t.Errorf("%d lines in the log:\n%s", n, r.log)
		}
	})
}

func TestAnAnimationPlaysAsOftenAsItSaysAndStaysOnItsLastFrame(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		_ = r.show(with(note("a", "Hello"), moving(t, 1, red, green, blue))) // once more after the first time
		for _, want := range []color.Color{red, green, blue, red, green, blue, blue} {
			r.sees(want)
			r.pass(time.Second)
		}
		before := r.drawn()
		r.pass(time.Hour)
		if n := r.drawn(); n != before {
			t.Errorf("%d views of what does not move", n-before)
		}
	})
}

func TestAnAnimationWithoutAnEndGoesOnUntilItsCardGoes(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		_ = r.show(with(note("a", "Hello"), moving(t, 0, red, green)))
		r.sees(red)
		r.pass(101 * time.Second)
		r.sees(green)
		_ = r.show(screen.Frame{})
		before := r.drawn()
		r.pass(time.Hour)
		if n := r.drawn(); n != before {
			t.Errorf("%d views after the card", n-before)
		}
	})
}

func TestAnUpdateOfTheTextDoesNotBeginTheAnimationAnew(t *testing.T) {
	inRoom(t, &server{}, func(r *room) {
		film := moving(t, 0, red, green, blue)
		_ = r.show(with(note("a", "Hello"), film))
		r.sees(red)
		r.pass(time.Second)
		_ = r.show(with(note("a", "Goodbye"), film))
		r.sees(green)
	})
}

func TestALargerMonitorHasItsPictureDecodedAnew(t *testing.T) {
	s := &server{}
	inRoom(t, s, func(r *room) {
		var b bytes.Buffer
		_ = png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 2000, 1000), color.Palette{red}))
		_ = r.show(with(note("a", "Hello"), &screen.File{Bytes: b.Bytes(), Type: "image/png"}))
		r.sees(red)
		small := r.last().Sheet.Layout.Image.Dx()
		s.turn(func() { s.size = image.Pt(1920, 1080) })
		r.sees(red)
		if large := r.last().Sheet.Layout.Image.Dx(); large < 3*small-3 {
			t.Errorf("the image is %d wide, and was %d", large, small)
		}
	})
}
