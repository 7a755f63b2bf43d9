package page

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"cuecard.app/client"
)

// afterEachWord looks at a condition whenever the service has answered a page's word on what it has drawn, until it is
// met. What causes the words is done first.
func (tv *tv) afterEachWord(do func(), met func() bool) {
	tv.t.Helper()
	ctx, cancel := context.WithTimeout(tv.ctx, patience)
	defer cancel()
	answers := chromedp.Events(ctx, network.ResponseReceived)
	do()
	for answer, err := range answers {
		if err != nil {
			tv.t.Fatalf("the service says %+v: %v", tv.screen(), err)
		}
		if strings.HasSuffix(answer.Response.URL, "/tv/drawn") && met() {
			return
		}
	}
}

// says reports whether the service tells people that size.
func (tv *tv) says(s size) bool {
	tv.t.Helper()
	info, err := tv.client().Info(tv.t.Context())
	if err != nil {
		tv.t.Fatal(err)
	}
	screen := tv.screen()
	return info.ScreenWidth == s.width && info.ScreenHeight == s.height && screen.Width == s.width && screen.Height == s.height
}

func TestServiceKnowsTheSizeOfThePageInItsOwnPixels(t *testing.T) {
	tv := watch(t, hd)
	if !tv.says(hd) {
		t.Errorf("the service says %+v, want %v", tv.screen(), hd)
	}
	for _, screen := range []size{fullHD, {1366, 768, 1}, doubled} {
		tv.afterEachWord(func() { tv.resize(screen) }, func() bool { return tv.says(screen) })
	}
}

func TestCardFollowsTheSizeOfThePage(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Position: client.BottomRight, WidthPercent: 40})
	for _, screen := range []size{fullHD, {720, 1280, 1}, hd} {
		tv.resize(screen)
		tv.settle()
		card := measure(tv.window).Card
		margin := 48 * screen.dp()
		wantNear(t, "the right margin on "+screen.String(), float64(screen.width)-card.Right, margin)
		wantNear(t, "the lower margin on "+screen.String(), float64(screen.height)-card.Bottom, margin)
		wantNear(t, "the width on "+screen.String(), card.width(), min(0.4*float64(screen.width), float64(screen.width)-2*margin))
	}
}

func TestImageFollowsThePixelsOfTheScreen(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open", Image: serving(t, plain(t, 90, 60), "image/png")})
	tv.until(imageJoined)
	for _, screen := range []size{doubled, hd} {
		tv.resize(screen)
		tv.settle()
		image := measure(tv.window).Image
		wantNear(t, "the width on "+screen.String(), image.width(), 180)
		wantNear(t, "the height on "+screen.String(), image.height(), 120)
	}
}

func TestServiceCountsThePagesThatWatchAndHaveDrawn(t *testing.T) {
	tv := watch(t, hd)
	second := open(tv.house, still(t, fullHD))
	card := client.Card{ID: "door", Message: "Open"}
	tv.afterEachWord(func() { tv.post(card) }, func() bool { return tv.screen().Viewers == 2 })
	second.afterEachWord(func() { second.post(card) }, func() bool {
		// The other page's word may be the later one.
		for second.screen().Drawn != 2 {
			tv.settle()
		}
		return true
	})

	second.close()
	for tv.screen().Viewers != 1 {
		tv.show(card)
	}
	tv.afterEachWord(func() { tv.show(card) }, func() bool { return tv.screen().Drawn == 1 })
}
