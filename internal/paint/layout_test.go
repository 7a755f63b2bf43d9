package paint

import (
	"image"
	"math"
	"testing"

	"cuecard.app/e2e/fixtures"
	"cuecard.app/internal/card"
	"cuecard.app/internal/text"
)

// painter has the fonts of the program alone, so that a test says the same on every machine.
func painter(t testing.TB) *Painter {
	t.Helper()
	fonts, err := text.Open(text.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(fonts)
}

// scene is a fixture's.
func scene(t testing.TB, f fixtures.Fixture) Scene {
	t.Helper()
	c := &card.Card{Title: f.Card.Title, Message: f.Card.Message}
	c.Position, c.WidthPercent, c.Dim = card.Position(f.Card.Position), f.Card.WidthPercent, f.Card.Dim
	c.Background, c.TextColor = parse(t, f.Card.Background), parse(t, f.Card.TextColor)
	if f.Card.Accent != nil {
		c.Accent = new(parse(t, *f.Card.Accent))
	}
	return Scene{Card: c, TextScale: f.TextScale, Screen: image.Pt(f.Screen.Width, f.Screen.Height), Image: plain(f.Image), Icon: plain(f.Icon)}
}

func parse(t testing.TB, colour string) card.Colour {
	t.Helper()
	c, ok := card.ParseColour(colour)
	if !ok {
		t.Fatalf("%q is no colour", colour)
	}
	return c
}

// plain is a grey picture of that size.
func plain(size *fixtures.Size) *Picture {
	if size == nil {
		return nil
	}
	pixels := image.NewRGBA(image.Rect(0, 0, min(size.Width, 500), min(size.Height, 500)))
	for i := range pixels.Pix {
		pixels.Pix[i] = 0x80 | uint8(i&3/3*0x7F)
	}
	return &Picture{Natural: image.Pt(size.Width, size.Height), Pixels: pixels}
}

func TestEveryPartStandsWhereTheLookSays(t *testing.T) {
	all, err := fixtures.Read("../../testdata/cards")
	if err != nil || len(all) < 30 {
		t.Fatalf("%d fixtures, %v", len(all), err)
	}
	p := painter(t)
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) {
			l := p.LayOut(scene(t, f))
			want, dp := f.Expect, float64(f.Screen.Height)/540
			near := func(part string, got image.Rectangle, box *fixtures.Box) {
				t.Helper()
				if box == nil {
					if !got.Empty() {
						t.Errorf("%s is drawn at %v", part, got)
					}
					return
				}
				for side, pair := range map[string][2]float64{
					"left": {float64(got.Min.X), box.X * dp}, "top": {float64(got.Min.Y), box.Y * dp},
					"right": {float64(got.Max.X), (box.X + box.Width) * dp}, "bottom": {float64(got.Max.Y), (box.Y + box.Height) * dp},
				} {
					if math.Abs(pair[0]-pair[1]) > 1 {
						t.Errorf("%s, %s: %g, want %g", part, side, pair[0], pair[1])
					}
				}
			}
			near("card", l.Card, &want.Card)
			near("stripe", l.Stripe, want.Stripe)
			near("icon", l.Icon, want.Icon)
			near("image", l.Image, want.Image)
			near("message", l.Message, &want.Message.Box)
			titleLines, messageLines := l.Lines()
			titleEnds, messageEnds := l.EndEarly()
			if want.Title == nil {
				near("title", l.Title, nil)
			} else {
				near("title", l.Title, &want.Title.Box)
				if titleLines != want.Title.Lines || titleEnds != want.Title.EndsEarly {
					t.Errorf("title: %d lines, ends early: %v", titleLines, titleEnds)
				}
			}
			if messageLines != want.Message.Lines || messageEnds != want.Message.EndsEarly {
				t.Errorf("message: %d lines, ends early: %v; want %+v", messageLines, messageEnds, want.Message)
			}
		})
	}
}
