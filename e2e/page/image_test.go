package page

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"

	"cuecard.app/client"
	"cuecard.app/internal/look"
)

const (
	imageJoined = `document.querySelector('.card:not(.going)')?.dataset.image === 'shown'`
	imageFailed = `document.querySelector('.card:not(.going)')?.dataset.image === 'failed'`
)

func TestImageThatArrivesLateJoinsTheCard(t *testing.T) {
	numbers := look.Numbers()
	whole := watchMoving(t, hd)
	for _, position := range positions {
		t.Run(string(position), func(t *testing.T) {
			tv, camera := whole.in(t), newCamera(t)
			tv.show(client.Card{ID: string(position), Title: "Door", Message: "Open", Image: camera.url, Position: position})
			<-camera.asks
			tv.settle()
			early := measure(tv.window)
			if early.Image != nil || early.MessageText != "Open" || !early.Card.near(hd.place(position, 60, twoLines(numbers.Padding))) {
				t.Errorf("before its image is there the card is %+v", early)
			}

			joining := tv.expect(imageJoined, motions)
			camera.let(plain(t, 300, 200))
			if card := of(seen[[]motion](joining), "card"); card == nil || card.Duration != float64(numbers.ResizeMs) || card.Height == "" {
				t.Errorf("the card grows as %+v", card)
			}
			tv.settle()
			late := measure(tv.window)
			wantAnchored(t, position, early, late)
			wantNear(t, "the card's growth", late.Card.height()-early.Card.height(), numbers.ImageGap*hd.dp()+late.Image.height())
			wantNear(t, "the gap over the image", late.Image.Top-late.Message.Bottom, numbers.ImageGap*hd.dp())
			wantNear(t, "the image's middle", late.Image.middle().x, late.Words.middle().x)
			wantNear(t, "the image's radius", length(tv.window, ".image", "border-top-left-radius"), numbers.ImageRadius*hd.dp())
			if !strings.HasPrefix(late.ImageAddress, "/tv/pictures/") {
				t.Errorf("the image is fetched from %s, want the service itself", late.ImageAddress)
			}
		})
	}
}

// wantAnchored checks that a card has grown away from its corner, or evenly in the centre.
func wantAnchored(t testing.TB, position client.Position, early, late layout) {
	t.Helper()
	switch {
	case strings.HasPrefix(string(position), "top"):
		wantNear(t, "the card's top", late.Card.Top, early.Card.Top)
		if !late.TitleInk.near(*early.TitleInk) || !late.MessageInk.near(*early.MessageInk) {
			t.Errorf("the text was at %v and %v, is at %v and %v", *early.TitleInk, *early.MessageInk, *late.TitleInk, *late.MessageInk)
		}
	case strings.HasPrefix(string(position), "bottom"):
		wantNear(t, "the card's bottom", late.Card.Bottom, early.Card.Bottom)
	default:
		wantNear(t, "the card's middle", late.Card.middle().y, early.Card.middle().y)
	}
}

func TestImageIsWholeAndOfTheRightSize(t *testing.T) {
	numbers := look.Numbers()
	for _, screen := range []size{hd, doubled} {
		whole := watch(t, screen)
		inside := float64(screen.width)*0.6 - 2*numbers.Padding*screen.dp()
		highest := numbers.ImageMaxHeight * float64(screen.height)
		for i, picture := range [][2]int{{40, 30}, {1600, 1200}, {3000, 300}, {60, 1500}, {1, 1}} {
			width, height := float64(picture[0]), float64(picture[1])
			t.Run(fmt.Sprintf("%s/%gx%g", screen, width, height), func(t *testing.T) {
				tv := whole.in(t)
				tv.show(client.Card{ID: fmt.Sprint("picture ", i), Message: "Open", Image: serving(t, plain(t, picture[0], picture[1]), "image/png")})
				tv.until(imageJoined)
				scale := min(inside/width, highest/height, numbers.ImageEnlarge)
				got := measure(tv.window)
				wantNear(t, "the width", got.Image.width(), width*scale)
				wantNear(t, "the height", got.Image.height(), height*scale)
				wantNear(t, "the middle", got.Image.middle().x, got.Card.middle().x)
				if !got.Image.inside(got.Card) {
					t.Errorf("the image at %v leaves the card at %v", *got.Image, got.Card)
				}
			})
		}
	}
}

func TestDrawingWithoutASizeOfItsOwnIsShown(t *testing.T) {
	const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="red"/></svg>`
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open", Image: serving(t, []byte(square), "image/svg+xml")})
	tv.until(imageJoined)
	if got := measure(tv.window); got.Image == nil || !near(got.Image.width(), got.Image.height()) {
		t.Errorf("the drawing is at %v", got.Image)
	}
}

func TestPictureThatFailsLeavesTheCardWithout(t *testing.T) {
	whole := watch(t, hd)
	for name, answer := range map[string][]byte{
		"not there":                  nil,
		"not a picture":              []byte("<html>"),
		"only begins like a picture": []byte("\x89PNG\r\n\x1a\nbut goes on like a letter"),
	} {
		t.Run(name, func(t *testing.T) {
			tv, camera := whole.in(t), newCamera(t)
			tv.show(client.Card{ID: name, Title: "Door", Message: "Open", Image: camera.url})
			early := measure(tv.window)
			camera.let(answer)
			tv.until(imageFailed)
			if late := measure(tv.window); late.Image != nil || late.Card != early.Card || late.MessageText != "Open" {
				t.Errorf("the card is %+v, was %+v", late, early)
			}
		})
	}
}

func TestPictureOfACameraStaysUntilTheNextOneIsThere(t *testing.T) {
	tv, camera := watch(t, hd), newCamera(t)
	card := client.Card{ID: "door", Message: "Open", Image: camera.url}
	tv.show(card)
	camera.let(plain(t, 300, 200))
	tv.until(imageJoined)
	<-camera.asks
	before := measure(tv.window)

	card.Message = "Closed"
	read[chromedp.Void](tv.window, `void new MutationObserver(() => { window.gap ||= !document.querySelector('.image'); })
		.observe(document.body, { subtree: true, childList: true })`)
	tv.show(card)
	<-camera.asks
	if meanwhile := measure(tv.window); meanwhile.MessageText != "Closed" || meanwhile.Image == nil || *meanwhile.Image != *before.Image {
		t.Errorf("while the next picture is fetched the card is %+v", meanwhile)
	}
	camera.let(plain(t, 100, 200))
	tv.until(`document.querySelector('.image')?.naturalWidth === 100`)
	if read[bool](tv.window, `window.gap === true`) {
		t.Error("the picture was gone for a moment")
	}
}

// A page that is slow to fetch a picture must not find it gone because the next one is already there.
func TestPictureCanBeHadAsLongAsAPageMayFetchIt(t *testing.T) {
	tv, camera := watch(t, hd), newCamera(t)
	paused := tv.holdPictures()
	card := client.Card{ID: "door", Message: "Open", Image: camera.url}
	tv.post(card)
	camera.let(plain(t, 300, 200))
	first := <-paused
	tv.post(card)
	camera.let(plain(t, 100, 200))
	second := <-paused

	for _, held := range []fetch.RequestID{first, second} {
		tv.do(command(fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: held}))
	}
	tv.until(`document.querySelector('.image')?.naturalWidth === 100`)
}

// holdPictures keeps the page's requests for pictures back and tells of each.
func (tv *tv) holdPictures() <-chan fetch.RequestID {
	tv.t.Helper()
	held := make(chan fetch.RequestID, 10)
	go func(requests iter.Seq2[fetch.EventRequestPaused, error]) {
		for request, err := range requests {
			if err != nil {
				return
			}
			held <- request.RequestID
		}
	}(chromedp.Events(tv.ctx, fetch.RequestPaused))
	tv.do(command(fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*/tv/pictures/*"}}}))
	return held
}
