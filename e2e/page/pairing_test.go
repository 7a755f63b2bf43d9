package page

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cuecard.app/client"
)

const (
	showsCode = `/^\d{3} \d{3}$/.test(document.querySelector('.code').innerText)`
	showsCard = `document.querySelector('.card:not(.going)') && !document.querySelector('.pairing').checkVisibility()`
)

// code waits for the code that the page shows.
func (tv *tv) code() string {
	tv.t.Helper()
	tv.until(showsCode)
	return strings.ReplaceAll(read[string](tv.window, `document.querySelector('.code').innerText`), " ", "")
}

// newToken sets a token that cards are sent with from now on.
func (tv *tv) newToken() {
	tv.t.Helper()
	tv.forgive("status of 401")
	lines := strings.Fields(tv.owner("token", "new"))
	tv.token = lines[len(lines)-1]
}

func TestFreshPageNeedsTheOwnersApprovalWhileATokenIsSet(t *testing.T) {
	h, w := cuecard.Start(t), still(t, hd)
	tv := &tv{window: w, house: h}
	tv.newToken()
	tv.post(client.Card{ID: "door", Message: "Open"})
	tv.visit(h.URL, "/tv")
	code := tv.code()
	if len(code) != 6 {
		t.Errorf("the code is %q", code)
	}
	if want := "To show cards here, run “cuecard screens approve " + code + "” on the TV box."; read[string](w, `document.querySelector('.sentence').innerText`) != want {
		t.Errorf("the page says %q, want %q", read[string](w, `document.querySelector('.sentence').innerText`), want)
	}
	if read[int](w, `document.querySelectorAll('.card').length`) != 0 {
		t.Error("a page that was not approved shows the card")
	}

	tv.owner("screens", "approve", code)
	tv.until(showsCard)

	tv.do(chromedp.Reload())
	tv.until(showsCard)

	tv.owner("screens", "revoke", strings.Fields(tv.owner("screens", "list"))[0])
	if again := tv.code(); again == code {
		t.Errorf("the code %s was shown twice", code)
	}
	tv.until(`!document.querySelector('.card')`)
	tv.do(chromedp.Reload())
	tv.until(showsCode)
}

func TestTokenSetWhileAPageWatchesBringsACode(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Message: "Open"})
	tv.newToken()
	tv.code()
	tv.until(`!document.querySelector('.card')`)

	tv.owner("token", "clear")
	tv.until(showsCard)
}

func TestApprovedPageStaysWhenTheTokenChanges(t *testing.T) {
	tv := watch(t, hd)
	tv.newToken()
	tv.owner("screens", "approve", tv.code())
	tv.until(`!document.querySelector('.pairing').checkVisibility()`)
	tv.newToken()
	tv.show(client.Card{ID: "door", Message: "Open"})
	tv.until(showsCard)
}
