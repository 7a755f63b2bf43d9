package paint

import (
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"cuecard.app/internal/card"
	"pgregory.net/rapid"
)

func TestTheIconStandsAtTheStartOfTheFirstLine(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		square, wide, tall := icon(sized(96, 96)), icon(sized(400, 200)), icon(sized(30, 60))
		place := at(card.TopLeft, 40) // 48 + 28 = 76 from the left, 328 inside, 76 from the top
		for _, c := range []struct {
			what                  string
			card                  goldenCard
			x, y, width, height   float64 // of the icon
			textX, textY, textEnd float64 // of the line beside it
		}{
			{"with a title", of("", "Door", "Open", place, square), 76, 76, 48, 48, 140, 82, 404},
			{"wide", of("", "Door", "Open", place, wide), 76, 88, 48, 24, 140, 82, 404},
			{"tall", of("", "Door", "Open", place, tall), 88, 76, 24, 48, 140, 82, 404},
			{"with two lines of title", of("", "Door\nGate", "Open", place, square), 76, 76, 48, 48, 140, 82, 404},
			{"without a title", of("", "", "Open", place, square), 76, 76, 48, 48, 140, 83.8, 404},
			{"with large text", of("", "Door", "Open", place, square, scaled(2)), 76, 88, 48, 48, 140, 76, 404},
			{"in Arabic", of("", "الباب", "مفتوح", place, square), 356, 76, 48, 48, 76, 82, 340},
			{"in Arabic without a title", of("", "", "مفتوح", place, wide), 356, 88, 48, 24, 76, 83.8, 340},
		} {
			l := layOut(t, p, on(c.card))
			l.box("the icon "+c.what, l.Icon, c.x, c.y, c.width, c.height)
			first := l.Title
			if first.Empty() {
				first = l.Message
			}
			l.near("the text's left "+c.what, first.Min.X, c.textX)
			l.near("the text's top "+c.what, first.Min.Y, c.textY)
			l.near("the text's right "+c.what, first.Max.X, c.textEnd)
		}
	})
}

func TestTheMessageBelowATitleHasTheWholeWidthAndClearsTheIcon(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for scale, top := range map[float64]float64{1: 82 + 36 + 12, 0.5: 76 + 48 + 6, 2: 76 + 72 + 12} {
			l := layOut(t, p, on(of("", "Door", "Open", at(card.TopLeft, 40), icon(sized(96, 96)), scaled(scale))))
			l.box(fmt.Sprint("message at ", scale), l.Message, 76, top, 328, 32.4*scale)
		}
		words := strings.Repeat("word ", 60)
		l := layOut(t, p, on(of("", words, words, at(card.TopLeft, 40), icon(sized(96, 96)))))
		if room := float64(l.Title.Dx()); l.titleText.Width > room || l.messageTx.Width <= room {
			t.Errorf("beside the icon are %v pixels: the title has lines of %v, the message of %v", room, l.titleText.Width, l.messageTx.Width)
		}
		// A single line beside the icon is lower than it: the card ends below the icon.
		l = layOut(t, p, on(of("", "", "Open", at(card.TopLeft, 40), icon(sized(96, 96)), showing(sized(4000, 40)))))
		l.near("image's top", l.Image.Min.Y, 76+48+20)
		l = layOut(t, p, on(of("", "", "Open", at(card.TopLeft, 40), icon(sized(96, 96)))))
		l.near("card's height", l.Card.Dy(), 28+48+28)
	})
}

func TestTheIconStandsAboveTheTextOfANarrowCard(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		// 199.9 dp wide: 159.9 inside and 95.9 beside the icon, where text needs 96.
		l := layOut(t, p, on(of("", "Hi", "Ok", at(card.TopLeft, 199.9/9.6), icon(sized(96, 96)))))
		l.box("icon", l.Icon, 68, 68, 48, 48)
		l.box("title", l.Title, 68, 68+48+12, 159.9, 36)
		l.near("card's height", l.Card.Dy(), 20+48+12+36+12+32.4+20)
		l = layOut(t, p, on(of("", "Hi", "Ok", at(card.TopLeft, 200.1/9.6), icon(sized(96, 96)))))
		l.box("title beside it", l.Title, 132, 74, 96.1, 36)
		l = layOut(t, p, on(of("", "باب", "Ok", at(card.TopLeft, 199.9/9.6), icon(sized(96, 96)))))
		l.near("icon's right in Arabic", l.Icon.Max.X, 48+199.9-20)
	})
}

func TestTheFirstLetterWithADirectionDecidesTheIconsSide(t *testing.T) {
	p := painter(t)
	for _, c := range []struct {
		title, message string
		right          bool
	}{
		{"Door", "مفتوح", false},
		{"الباب", "Open", true},
		{"24", "مفتوح", true},
		{"24", "Open مفتوح", false},
		{"", "1:\n2:\nפתוח", true},
		{"\u2067פתוח\u2069 Open", "", false},
		{"24", "", false},
	} {
		s := of("", c.title, c.message, icon(sized(96, 96))).scene
		s.Screen = image.Pt(1920, 1080)
		if l := p.LayOut(s); (l.Icon.Min.X > 960) != c.right {
			t.Errorf("%q, %q: the icon is at %v", c.title, c.message, l.Icon)
		}
	}
}

func TestAnImageIsWholeAndNoLargerThanItMayBe(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		pixel := 540 / float64(on(goldenCard{}).Screen.Y) // in dp
		for _, c := range []struct {
			natural       image.Point
			width, height float64
		}{
			{image.Pt(4000, 3000), 288, 216},                  // 40 % of the screen's height
			{image.Pt(6000, 1000), 318, 53},                   // as wide as the content
			{image.Pt(40, 30), 80 * pixel, 60 * pixel},        // twice
			{image.Pt(300, 9000), 7.2, 216},                   // whole, however thin
			{image.Pt(1, 1), 2 * pixel, 2 * pixel},            // a dot
			{image.Pt(100_000, 10), 318, 318 / 10_000.0},      // a hair
			{image.Pt(10, 100_000), 216 / 10_000.0, 216},      // upright
			{image.Pt(12_000, 9000), 288, 216},                // a photograph
			{image.Pt(3180, 2160), 318, 216},                  // both at once
			{image.Pt(1000, 100), min(318, 2000*pixel), 31.8}, // wide
		} {
			l := layOut(t, p, on(of("", "Door", "Open", at(card.TopLeft, 40), showing(sized(c.natural.X, c.natural.Y)), striped)))
			l.box(fmt.Sprint("image of ", c.natural), l.Image, 86+(318-c.width)/2, 76+36+12+32.4+20, c.width, c.height)
			l.near(fmt.Sprint("card with an image of ", c.natural), l.Card.Dy(), 56+36+12+32.4+20+c.height)
		}
	})
}

func TestTooMuchOfEverything(t *testing.T) {
	long := strings.Repeat("T ", 99)
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for _, c := range []struct {
			title   string
			scale   float64
			lines   int
			kept    int
			image   float64
			titles  int
			natural image.Point
			because string
		}{
			{"T", 1, 3, 3, 216, 1, image.Pt(8000, 8000), "there is room for all"},
			{"T", 1, 4, 4, 190.4, 1, image.Pt(8000, 8000), "the image gives way"},
			{"T", 1, 6, 6, 125.6, 1, image.Pt(8000, 8000), "the image gives way"},
			{"T", 1, 7, 6, 108, 1, image.Pt(8000, 8000), "the image is at 20 %, and the message ends early"},
			{"T", 1, 99, 6, 108, 1, image.Pt(8000, 8000), "the image is at 20 %, and the message ends early"},
			{"T", 1, 99, 9, 27.04, 1, image.Pt(20000, 2000), "a low image is never taller than it wants to be"},
			{long, 1, 99, 5, 108, 2, image.Pt(8000, 8000), "the title stays"},
			{long, 2, 1, 1, 147.2, 2, image.Pt(8000, 8000), "a single line stays, and the image with it"},
			{long, 2, 2, 2, 0, 2, image.Pt(8000, 8000), "two lines stay, and the image goes"},
			{long, 2, 99, 3, 0, 2, image.Pt(8000, 8000), "three lines stay, and the image goes"},
			{long, 1.5, 99, 5, 0, 2, image.Pt(8000, 8000), "three lines would not fit beside it, and the image goes"},
			{"", 2, 99, 4, 108, 0, image.Pt(8000, 8000), "four lines leave room"},
			{"", 2, 99, 5, 0, 0, image.Point{}, "no image: as many lines as fit"},
		} {
			message := strings.TrimSuffix(strings.Repeat("a\n", c.lines), "\n")
			change := []func(*Scene){at(card.Center, 34), scaled(c.scale)}
			if c.natural != (image.Point{}) {
				change = append(change, showing(sized(c.natural.X, c.natural.Y)))
			}
			l := layOut(t, p, on(of("", c.title, message, change...)))
			titles, kept := l.Lines()
			_, ends := l.EndEarly()
			if titles != c.titles || kept != c.kept || ends != (kept < c.lines) {
				t.Errorf("%s: %d lines of title, %d of message, ends early: %v; want %d and %d", c.because, titles, kept, ends, c.titles, c.kept)
			}
			if c.image == 0 != l.Image.Empty() {
				t.Errorf("%s: the image is at %v", c.because, l.Image)
			}
			l.near(c.because+": image's height", l.Image.Dy(), c.image)
			if l.Card.Dy() > round(444*l.dp)+1 {
				t.Errorf("%s: the card is %d high", c.because, l.Card.Dy())
			}
		}
	})
}

func TestACardGrowsAwayFromItsCornerWhenItsImageArrives(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for _, position := range []card.Position{card.TopLeft, card.TopRight, card.BottomLeft, card.BottomRight, card.Center} {
			before := layOut(t, p, on(of("", "Door", "Open", at(position, 40), striped)))
			after := layOut(t, p, on(of("", "Door", "Open", at(position, 40), striped, showing(sized(4000, 3000)))))
			grown := after.Card.Dy() - before.Card.Dy()
			after.near(fmt.Sprint(position, ": growth"), grown, 236)
			up := before.Card.Min.Y - after.Card.Min.Y
			want := map[card.Position]float64{card.TopLeft: 0, card.TopRight: 0, card.BottomLeft: 236, card.BottomRight: 236, card.Center: 118}[position]
			after.near(fmt.Sprint(position, ": growth upwards"), up, want)
			for _, pair := range [][2]image.Rectangle{{before.Title, after.Title}, {before.Message, after.Message}} {
				if pair[1].Add(image.Pt(0, up)) != pair[0] {
					t.Errorf("%s: the text goes from %v to %v on a card that grows up by %d", position, pair[0], pair[1], up)
				}
			}
		}
	})
}

func TestNoPartEverLeavesItsCard(t *testing.T) {
	p := painter(t)
	side := rapid.IntRange(1, 9000)
	rapid.Check(t, func(t *rapid.T) {
		s := of("", rapid.StringN(0, 60, -1).Draw(t, "title"), rapid.StringN(1, 400, -1).Draw(t, "message"),
			at(rapid.SampledFrom([]card.Position{card.Center, card.TopLeft, card.TopRight, card.BottomLeft, card.BottomRight}).Draw(t, "position"),
				rapid.Float64Range(10, 100).Draw(t, "percent")), scaled(rapid.Float64Range(0.5, 2).Draw(t, "scale"))).scene
		s.Screen = image.Pt(rapid.IntRange(600, 4000).Draw(t, "width"), rapid.IntRange(400, 2200).Draw(t, "height"))
		if rapid.Bool().Draw(t, "striped") {
			striped(&s)
		}
		if rapid.Bool().Draw(t, "has an icon") {
			s.Icon = sized(side.Draw(t, "icon's width"), side.Draw(t, "icon's height"))
		}
		if rapid.Bool().Draw(t, "has an image") {
			s.Image = sized(side.Draw(t, "image's width"), side.Draw(t, "image's height"))
		}
		l := p.LayOut(s)
		dp := float64(s.Screen.Y) / 540
		if _, lines := l.Lines(); lines > 1 && float64(l.Card.Dy()) > 444*dp+1 {
			t.Errorf("the card %v is too high", l.Card)
		}
		content := l.Card.Inset(round(20*dp) - 1)
		for name, box := range map[string]image.Rectangle{"icon": l.Icon, "title": l.Title, "message": l.Message, "image": l.Image} {
			if !box.Empty() && !box.In(content) && float64(l.Card.Dx()) > 52*dp { // less has no room for stripe and padding
				t.Errorf("%s %v leaves the card %v", name, box, l.Card)
			}
			if box.Overlaps(l.Stripe) {
				t.Errorf("%s %v is over the stripe %v", name, box, l.Stripe)
			}
		}
		for _, pair := range [][2]image.Rectangle{{l.Title, l.Message}, {l.Message, l.Image}, {l.Icon, l.Image}, {l.Icon, l.Title}, {l.Icon, l.Message}} {
			if over := pair[0].Intersect(pair[1]); over.Dy() > 1 && over.Dx() > 1 {
				t.Errorf("%v and %v overlap", pair[0], pair[1])
			}
		}
		if !l.Image.Empty() {
			shape := float64(s.Image.Natural.X) / float64(s.Image.Natural.Y)
			if width := shape * float64(l.Image.Dy()); math.Abs(width-float64(l.Image.Dx())) > 1+shape {
				t.Errorf("an image of %v is drawn at %v", s.Image.Natural, l.Image)
			}
		}
	})
}
