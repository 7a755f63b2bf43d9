package wayland

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"testing"

	"cuecard.app/e2e/wayland/theatre"
	"cuecard.app/internal/card"
	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/overlay/sample"
)

func TestACardIsAsPaintedAtEveryScaleAndTurn(t *testing.T) {
	for _, test := range []struct {
		mode, scale, turn string
		size              image.Point
	}{
		{"1920x1080@60Hz", "1.5", "normal", image.Pt(1920, 1080)},
		{"1280x720@60Hz", "2", "normal", image.Pt(1280, 720)},
		{"1280x720@60Hz", "1.25", "180", image.Pt(1280, 720)},
		{"1280x720@60Hz", "1", "90", image.Pt(720, 1280)},
		{"1920x1080@60Hz", "1.5", "270", image.Pt(1080, 1920)},
	} {
		t.Run(fmt.Sprintf("%s×%s turned %s", test.mode, test.scale, test.turn), func(t *testing.T) {
			h := theatre.Start(t, theatre.Sway, theatre.Options{Mode: test.mode, Config: []string{"output * scale " + test.scale, "output * transform " + test.turn}})
			film, display := h.Play(t, ""), open(t, h, "")
			if display.Size() != test.size {
				t.Fatalf("the size is %v, want %v", display.Size(), test.size)
			}
			c := laundry()
			c.Position = card.BottomRight
			v := newPainting(t).of(c, display.Size())
			draw(t, display, v)
			shows(t, h, "", film, v)
		})
	}
}

func TestAnUpdateLeavesNothingOfTheCardBefore(t *testing.T) {
	for _, kind := range compositors {
		t.Run(string(kind), func(t *testing.T) {
			h := theatre.Start(t, kind, theatre.Options{})
			film, display, painting := h.Play(t, ""), open(t, h, ""), newPainting(t)
			for _, dim := range []float64{0.6, 0} {
				long := laundry()
				long.Dim, long.Message = dim, "The wash is done.\nIt was a long one.\nIt is waiting for you.\nWhoever finds it may keep it."
				short, elsewhere, narrow := long, long, long
				short.Message = "Done."
				elsewhere.Position = card.TopLeft
				narrow.WidthPercent, narrow.Position = 25, card.BottomRight
				for _, c := range []card.Card{long, short, elsewhere, short, narrow, long} {
					v := painting.of(c, display.Size())
					draw(t, display, v)
					shows(t, h, "", film, v)
				}
			}
		})
	}
}

// patches is a sheet that is repainted in parts.
func patches(bounds image.Rectangle) *sample.Sheet {
	return &sample.Sheet{Pixels: image.NewRGBA(bounds)}
}

func TestOnlyWhatHasChangedIsDrawnAndEveryBufferCatchesUp(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Config: []string{"output * scale 1.25"}})
	film, display := h.Play(t, ""), open(t, h, "")
	sheet := patches(image.Rect(401, 203, 801, 503)) // no multiple of the scale's
	fill := func(part image.Rectangle, shade uint8) overlay.View {
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				sheet.Pixels.SetRGBA(x, y, color.RGBA{shade, shade / 2, 0, 255})
			}
		}
		return overlay.View{Dim: 0.3, Sheet: sheet, Changed: part}
	}
	draw(t, display, fill(sheet.Pixels.Rect, 20))
	draw(t, display, overlay.View{})
	sheet = patches(image.Rect(403, 207, 797, 501)) // in the same memory, whose edges are of the one before
	draw(t, display, fill(sheet.Pixels.Rect, 20))
	var last overlay.View
	for i := range 17 {
		at := image.Pt(403+20*i, 207+10*i)
		last = fill(image.Rectangle{at, at.Add(image.Pt(33, 41))}, uint8(100+9*i))
		draw(t, display, last)
	}
	shows(t, h, "", film, last)

	// What is not said to have changed is not touched: this is what partial drawing saves.
	fill(image.Rect(403, 207, 413, 217), 250)
	untouched := overlay.View{Dim: 0.3, Sheet: sheet, Changed: image.Rectangle{}}
	before := image.RGBA{Pix: bytes.Clone(sheet.Pixels.Pix), Stride: sheet.Pixels.Stride, Rect: sheet.Pixels.Rect}
	for y := 207; y < 217; y++ {
		for x := 403; x < 413; x++ {
			before.SetRGBA(x, y, color.RGBA{100, 50, 0, 255})
		}
	}
	last.Sheet = &sample.Sheet{Pixels: &before}
	draw(t, display, untouched)
	shows(t, h, "", film, last)

	// The next card differs in a part from the one that went.
	draw(t, display, overlay.View{})
	part := image.Rect(500, 300, 540, 330)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			before.SetRGBA(x, y, color.RGBA{200, 100, 0, 255})
		}
	}
	draw(t, display, fill(part, 200))
	shows(t, h, "", film, last)
}

func TestCardAndDimComeAndGoInTheSameFrame(t *testing.T) {
	for _, kind := range compositors {
		t.Run(string(kind), func(t *testing.T) {
			h := theatre.Start(t, kind, theatre.Options{})
			film, display, painting := h.Play(t, ""), open(t, h, ""), newPainting(t)
			v := painting.of(laundry(), display.Size())
			bare, shown := film.Picture(), film.Picture()
			lay(shown, v)
			middle := painting.middle()
			corner := image.Pt(700, 20) // far from the card
			eye, err := h.OpenEye("", image.Rectangle{})
			if err != nil {
				t.Fatal(err)
			}
			defer eye.Close()
			for range 10 {
				for _, up := range []bool{true, false} {
					done := make(chan error, 1)
					go func() {
						if up {
							done <- display.Draw(v)
						} else {
							done <- display.Draw(overlay.View{})
						}
					}()
					want := bare
					if up {
						want = shown
					}
					for seen := false; !seen; {
						frame, _, err := eye.See(false)
						if err != nil {
							t.Fatal(err)
						}
						card, around := like(frame, want, middle), like(frame, want, corner)
						if card != around {
							t.Fatalf("a frame has the card as wanted: %v, and the dim as wanted: %v", card, around)
						}
						seen = card
					}
					if err := <-done; err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// like compares a pixel of the eye, whose blue is first, with one of a picture.
func like(frame, want *image.RGBA, at image.Point) bool {
	p, q := frame.RGBAAt(at.X, at.Y), want.RGBAAt(at.X, at.Y)
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 2 }
	return near(p.B, q.R) && near(p.G, q.G) && near(p.R, q.B)
}
