package page

import (
	"math"
	"strings"
	"testing"
)

// box is a rectangle on the screen, in the screen's own pixels.
type box struct{ Left, Top, Right, Bottom float64 }

func (b box) width() float64  { return b.Right - b.Left }
func (b box) height() float64 { return b.Bottom - b.Top }

func (b box) middle() point { return point{(b.Left + b.Right) / 2, (b.Top + b.Bottom) / 2} }

type point struct{ x, y float64 }

// near reports whether two boxes are the same up to a pixel.
func (b box) near(other box) bool {
	return near(b.Left, other.Left) && near(b.Top, other.Top) && near(b.Right, other.Right) && near(b.Bottom, other.Bottom)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1 }

// inside reports whether the box lies in the other, up to a pixel.
func (b box) inside(other box) bool {
	return b.Left >= other.Left-1 && b.Top >= other.Top-1 && b.Right <= other.Right+1 && b.Bottom <= other.Bottom+1
}

// between reports whether the box lies between the left and the right of the other, up to a pixel. Letters may rise over
// their line and hang under it.
func (b box) between(other box) bool { return b.Left >= other.Left-1 && b.Right <= other.Right+1 }

// layout is where the parts of a card are; a part that is not shown is nil.
type layout struct {
	Dim                                              box
	Card                                             box
	Stripe, Icon, Title, Message, Image, MessageInk  *box
	TitleInk, Words                                  *box
	TitleText, MessageText, ImageState, ImageAddress string
}

// measure reads the boxes of all parts. The ink of a text is the box around its letters.
func measure(w *window) layout {
	w.t.Helper()
	return read[layout](w, `(() => {
		const find = (part) => document.querySelector('.card:not(.going)' + part);
		const scaled = ({ left, top, right, bottom, width }) => {
			const [Left, Top, Right, Bottom] = [left, top, right, bottom].map((side) => side * devicePixelRatio);
			return width > 0 ? { Left, Top, Right, Bottom } : null;
		};
		const box = (element) => element && scaled(element.getBoundingClientRect());
		const ink = (element) => {
			const letters = document.createRange();
			letters.selectNodeContents(element);
			return scaled(letters.getBoundingClientRect());
		};
		return {
			Dim: box(document.querySelector('.dim')),
			Card: box(find('')), Stripe: box(find(' .stripe')), Icon: box(find(' .icon img')),
			Title: box(find(' .title')), TitleInk: ink(find(' .title')), TitleText: find(' .title').textContent,
			Message: box(find(' .message')), MessageInk: ink(find(' .message')), MessageText: find(' .message').textContent,
			Words: box(find(' .text')),
			Image: box(find(' .image')), ImageState: find('').dataset.image,
			ImageAddress: find(' .image')?.getAttribute('src') ?? '',
		};
	})()`)
}

// style reads a computed property.
func style(w *window, selector, property string) string {
	w.t.Helper()
	return read[string](w, `getComputedStyle(document.querySelector('`+selector+`')).getPropertyValue('`+property+`')`)
}

// length reads a computed length, in the screen's own pixels.
func length(w *window, selector, property string) float64 {
	w.t.Helper()
	return read[float64](w, `parseFloat(getComputedStyle(document.querySelector('`+selector+`')).getPropertyValue('`+property+`')) * devicePixelRatio`)
}

func wantNear(t testing.TB, what string, got, want float64) {
	t.Helper()
	if !near(got, want) {
		t.Errorf("%s is %.2f, want %.2f", what, got, want)
	}
}

func wantStyle(w *window, selector, property, want string) {
	w.t.Helper()
	if got := style(w, selector, property); !strings.EqualFold(got, want) {
		w.t.Errorf("%s of %s is %q, want %q", property, selector, got, want)
	}
}
