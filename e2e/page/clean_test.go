package page

import (
	"image/color"
	"testing"

	"cuecard.app/client"
)

// newWindow's own inspection fails the test for any word on the console: errors, and what the content policy forbids.
func TestPagesLeaveTheConsoleClean(t *testing.T) {
	h := cuecard.Start(t)
	for _, path := range []string{"/", "/docs", "/tv", "/unknown/route"} {
		t.Run(path, func(t *testing.T) {
			w := newWindow(t, hd)
			w.visit(h.URL, path)
			w.settle()
			if read[int](w, `document.styleSheets.length`) == 0 {
				t.Error("the page has no style")
			}
		})
	}
}

func TestScreenIsBlackWhenNothingShows(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open", Dim: new(0.5)}) // until the first card it shows its address
	tv.dismiss("door")
	tv.until(`!document.querySelector('.card') && document.querySelector('.device').hidden`)
	tv.settle()
	tv.wantBlack()
}

func TestNothingIsDrawnWithoutTheOverlayPermission(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open", Dim: new(0.5)})
	tv.owner("overlay", "deny")
	tv.until(`!document.querySelector('.card') && !document.querySelector('.grant').hidden`)
	if command := read[string](tv.window, `document.querySelector('.grant .command').textContent`); command != "cuecard overlay allow" {
		t.Errorf("the page says %q", command)
	}
	tv.owner("overlay", "allow")
	tv.until(`document.querySelector('.message')?.textContent === 'Open'`)
}

func (w *window) wantBlack() {
	w.t.Helper()
	picture, _ := w.screenshot()
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if got := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA); got != (color.RGBA{0, 0, 0, 255}) {
				w.t.Fatalf("the pixel at %d, %d is %v", x, y, got)
			}
		}
	}
}

func TestPageHasNoCursorAndNoScrollBars(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Title: "Door", Message: long, WidthPercent: 100, Position: client.BottomRight})
	for _, element := range []string{"html", "body", "card-view", ".card", ".message", ".dim", ".pairing"} {
		wantStyle(tv.window, element, "cursor", "none")
	}
	for _, element := range []string{"html", "body", "card-view", ".card"} {
		wantStyle(tv.window, element, "overflow", "hidden")
	}
	if !read[bool](tv.window, `(scrollTo(1000, 1000), scrollX === 0 && scrollY === 0 && document.documentElement.scrollWidth === innerWidth)`) {
		t.Error("the page scrolls")
	}
}
