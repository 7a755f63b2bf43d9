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

// TestEveryPartStandsWhereTheLookSays holds the boxes against the very files that the TV page in Chromium and Android's
// views are held against, each up to a pixel of its screen, so no two drawers are further apart than two pixels: at
// 720p that is 1.5 dp. The README beside the files says where drawers differ.
func TestEveryPartStandsWhereTheLookSays(t *testing.T) {
	all, err := fixtures.Read("../../testdata/cards")
	if err != nil || len(all) < 30 {
		t.Fatalf("%d fixtures, %v", len(all), err)
	}
	for name, painter := range map[string]func(testing.TB) *Painter{"fonts of the program": painter, "fonts of the system": goldenPainter} {
		t.Run(name, func(t *testing.T) {
			p := painter(t)
			for _, f := range all {
				t.Run(f.Name, func(t *testing.T) { expectBoxes(t, p, f) })
			}
		})
	}
}

func expectBoxes(t *testing.T, p *Painter, f fixtures.Fixture) {
	t.Helper()
	s := scene(t, f)
	l := layOut(t, p, s)
	want := f.Expect
	near := func(part string, got image.Rectangle, box *fixtures.Box) {
		t.Helper()
		switch {
		case box != nil:
			l.box(part, got, box.X, box.Y, box.Width, box.Height)
		case !got.Empty():
			t.Errorf("%s is drawn at %v", part, got)
		}
	}
	near("card", l.Card, &want.Card)
	near("stripe", l.Stripe, want.Stripe)
	near("icon", l.Icon, want.Icon)
	near("image", l.Image, want.Image)
	expectText(t, l, "message", l.Message, l.messageTx, &want.Message)
	expectText(t, l, "title", l.Title, l.titleText, want.Title)
	inside := l.Stripe.Max.X
	if l.Stripe.Empty() {
		inside = l.Card.Min.X
	}
	if want.Icon == nil {
		l.near("padding", l.Message.Min.X-inside, want.Padding)
	}
	l.near("radius", round(l.Radius), want.CornerRadius)
	if s.Card.Dim != want.Dim {
		t.Errorf("dim is %v", s.Card.Dim)
	}
}

func expectText(t *testing.T, l laid, part string, box image.Rectangle, got *text.Block, want *fixtures.Text) {
	t.Helper()
	if want == nil || got == nil {
		if want != nil || got != nil {
			t.Errorf("%s is at %v, want %+v", part, box, want)
		}
		return
	}
	l.box(part, box, want.X, want.Y, want.Width, want.Height)
	if got.Lines != want.Lines || got.EndsEarly != want.EndsEarly || got.RightToLeft != want.RightToLeft {
		t.Errorf("%s: %d lines, ends early: %v, right to left: %v; want %+v", part, got.Lines, got.EndsEarly, got.RightToLeft, *want)
	}
	if line := got.Height / float64(got.Lines); math.Abs(line-want.LineHeight*l.dp) > 0.01 {
		t.Errorf("%s: a line is %v high, want %v", part, line, want.LineHeight*l.dp)
	}
}
