package paint

import (
	"fmt"
	"image"
	"math"
	"strings"
	"testing"

	"cuecard.app/internal/card"
)

// The numbers below are the look's, in dp, written down once more: a slip in the product's own copy must not slip in here.

// laid is a layout, measured in dp.
type laid struct {
	*Layout
	t  testing.TB
	dp float64
}

func layOut(t testing.TB, p *Painter, s Scene) laid {
	t.Helper()
	return laid{p.LayOut(s), t, float64(s.Screen.Y) / 540}
}

// near expects a length in dp, up to a pixel of the screen: every edge is rounded to one.
func (l laid) near(what string, got int, want float64) {
	l.t.Helper()
	if math.Abs(float64(got)-want*l.dp) > 1 {
		l.t.Errorf("%s is %.2f dp, want %.2f", what, float64(got)/l.dp, want)
	}
}

func (l laid) box(what string, got image.Rectangle, x, y, width, height float64) {
	l.t.Helper()
	l.near(what+", its left,", got.Min.X, x)
	l.near(what+", its top,", got.Min.Y, y)
	l.near(what+", its right,", got.Max.X, x+width)
	l.near(what+", its bottom,", got.Max.Y, y+height)
}

// onEveryScreen lays the same card out at 720p, 1080p and 4K. Pictures have as many more pixels as the screen has.
func onEveryScreen(t *testing.T, test func(t *testing.T, p *Painter, on func(goldenCard) Scene)) {
	p := painter(t)
	for _, screen := range goldenScreens {
		t.Run(screen.name, func(t *testing.T) {
			test(t, p, func(c goldenCard) Scene {
				s := c.scene
				s.Screen = screen.size
				return s
			})
		})
	}
}

func sized(width, height int) *Picture {
	return &Picture{Natural: image.Pt(width, height), Pixels: image.NewRGBA(image.Rect(0, 0, 8, 8))}
}

func TestACardIsAsWideAsItsPercentAndStandsInItsPlace(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		const height = 28 + 36 + 12 + 32.4 + 28
		for percent, width := range map[float64]float64{35: 336, 60: 576, 89: 854.4, 90: 864, 95: 864, 100: 864} {
			right, bottom := 960-48-width, 540-48-height
			for position, want := range map[card.Position][2]float64{card.TopLeft: {48, 48}, card.TopRight: {right, 48}, card.BottomLeft: {48, bottom}, card.BottomRight: {right, bottom}} {
				l := layOut(t, p, on(of("", "Door", "Open", at(position, percent))))
				l.box(fmt.Sprint(position, " ", percent, " %"), l.Card, want[0], want[1], width, height)
			}
		}
		for percent, width := range map[float64]float64{35: 336, 60: 576, 95: 912, 100: 960} {
			l := layOut(t, p, on(of("", "Door", "Open", at(card.Center, percent))))
			l.box(fmt.Sprint("center ", percent, " %"), l.Card, (960-width)/2, (540-height)/2, width, height)
		}
	})
}

func TestPaddingIsLessInACardNarrowerThan320Dp(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for percent, padding := range map[float64]float64{10: 20, 33.2: 20, 33.4: 28, 60: 28} {
			width := 9.6 * percent
			l := layOut(t, p, on(of("", "I", "I", at(card.TopLeft, percent))))
			l.box("title", l.Title, 48+padding, 48+padding, width-2*padding, 36)
			l.box("message", l.Message, 48+padding, 48+padding+36+12, width-2*padding, 32.4)
			l.near("card's height", l.Card.Dy(), 2*padding+36+12+32.4)
			l = layOut(t, p, on(of("", "I", "I", at(card.TopLeft, percent), striped)))
			l.box("striped title", l.Title, 48+10+padding, 48+padding, width-10-2*padding, 36)
		}
	})
}

func TestTheStripeIsTheLeftEdgeInRightToLeftTextToo(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for _, title := range []string{"Door", "الباب"} {
			l := layOut(t, p, on(of("", title, "1\n2\n3", at(card.TopRight, 40), striped)))
			l.box("stripe", l.Stripe, 528, 48, 10, 28+36+12+3*32.4+28)
			if l.Stripe.Min != l.Card.Min || l.Stripe.Max.Y != l.Card.Max.Y {
				t.Errorf("the stripe %v is not the edge of the card %v", l.Stripe, l.Card)
			}
			if l = layOut(t, p, on(of("", title, "1"))); !l.Stripe.Empty() {
				t.Errorf("a stripe nobody asked for at %v", l.Stripe)
			}
		}
		l := layOut(t, p, on(of("", "Door", "Open")))
		l.near("radius", round(l.Radius), 16)
	})
}

func TestATitleHasTwoLinesAtMost(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for title, want := range map[string]struct {
			lines int
			ends  bool
		}{"One": {1, false}, "One\nTwo": {2, false}, "One\nTwo\nThree": {2, true}, strings.Repeat("Donaudampfschiff ", 12): {2, true}} {
			l := layOut(t, p, on(of("", title, "Open", at(card.TopLeft, 40))))
			lines, _ := l.Lines()
			ends, _ := l.EndEarly()
			if lines != want.lines || ends != want.ends {
				t.Errorf("%q has %d lines and ends early: %v", title, lines, ends)
			}
			height := 36 * float64(want.lines)
			l.box("title", l.Title, 76, 76, 328, height)
			l.box("message", l.Message, 76, 76+height+12, 328, 32.4)
		}
	})
}

func TestTheMessageKeepsItsLinesAndTheCardFollows(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for message, lines := range map[string]float64{"a": 1, "a\nb": 2, "a\n\nb\n": 3, "a\r\nb\rc\u2028d": 4} {
			for _, title := range []string{"", " \n\t"} {
				l := layOut(t, p, on(of("", title, message, at(card.TopLeft, 40))))
				l.box("message", l.Message, 76, 76, 328, lines*32.4)
				l.box("card", l.Card, 48, 48, 384, 56+lines*32.4)
				if !l.Title.Empty() {
					t.Errorf("a blank title is drawn at %v", l.Title)
				}
			}
		}
		l := layOut(t, p, on(of("", "Door", strings.Repeat("Open ", 800))))
		_, lines := l.Lines()
		// 444 dp are 56 of padding, 48 of title and gap, and ten lines; one more would not fit.
		if _, ends := l.EndEarly(); lines != 10 || !ends {
			t.Errorf("%d lines of a long message, ends early: %v", lines, ends)
		}
		l.box("card", l.Card, 192, (540-428)/2, 576, 428)
	})
}

func TestOnlyTextFollowsTheTextScale(t *testing.T) {
	onEveryScreen(t, func(t *testing.T, p *Painter, on func(goldenCard) Scene) {
		for _, scale := range []float64{0.5, 1, 2} {
			l := layOut(t, p, on(of("", "Door", "Open", at(card.TopLeft, 60), scaled(scale), striped)))
			l.near("stripe", l.Stripe.Dx(), 10)
			l.box("title", l.Title, 86, 76, 510, 36*scale)
			l.box("message", l.Message, 86, 76+36*scale+12, 510, 32.4*scale)
			l.near("card's height", l.Card.Dy(), 56+12+68.4*scale)
		}
	})
}
