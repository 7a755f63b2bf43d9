package page

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cuecard.app/client"
)

// start opens the start page of a TV called Living room and waits until it says how the TV is.
func start(t testing.TB) *tv {
	t.Helper()
	return startOn(t, hd)
}

// text is the words that are seen in an element of the start page.
func (w *window) text(id string) string {
	w.t.Helper()
	return read[string](w, `document.getElementById('`+id+`').innerText`)
}

func (w *window) untilText(id, text string) {
	w.t.Helper()
	quoted, _ := json.Marshal(text)
	w.until(`document.getElementById('` + id + `').innerText === ` + string(quoted))
}

// tabTo presses Tab until the element has the focus, as somebody without a mouse does.
func (w *window) tabTo(selector string) {
	w.t.Helper()
	for range 60 {
		if read[bool](w, `document.activeElement.matches('`+selector+`')`) {
			return
		}
		w.do(chromedp.KeyEvent(kb.Tab))
	}
	w.t.Fatalf("%s cannot be reached with the Tab key", selector)
}

func (w *window) typed(keys string) {
	w.t.Helper()
	w.do(chromedp.KeyEvent(keys))
}

func (tv *tv) showing() *client.ShownCard {
	tv.t.Helper()
	state, err := tv.client().Cards(tv.t.Context())
	if err != nil {
		tv.t.Fatal(err)
	}
	return state.Showing
}

func TestStartPageShowsTheTVsNameAndState(t *testing.T) {
	tv := start(t)
	info, err := tv.client().Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tv.text("send-heading"), "Send a card to Living room"; got != want {
		t.Errorf("the heading is %q, want %q", got, want)
	}
	for _, want := range []string{"Living room", "1920 × 1080", "version " + info.Version} {
		if got := tv.text("tvs"); !strings.Contains(got, want) {
			t.Errorf("of the TV the page says %q, want %q in it", got, want)
		}
	}
	if read[bool](tv.window, `document.getElementById('token').checkVisibility()`) {
		t.Error("the page asks for a token that is not set")
	}
}

func TestCardIsSentByKeyboardAlone(t *testing.T) {
	tv := start(t)
	tv.tabTo("#title")
	tv.typed("Dinner")
	tv.tabTo("#message")
	tv.typed("It is ready.\nCome <b>now</b>!")
	tv.tabTo("#send-button")
	tv.typed(kb.Enter)
	tv.untilText("result", "On screen.")
	if card := tv.showing(); card == nil || card.Title != "Dinner" || card.Message != "It is ready.\nCome <b>now</b>!" {
		t.Errorf("the TV shows %+v", card)
	}

	tv.typed(kb.Enter)
	tv.untilText("result", "Waiting: another card is showing.")
}

func TestControlAndEnterSendTheCardFromItsMessage(t *testing.T) {
	tv := start(t)
	tv.tabTo("#message")
	tv.typed("It is ready.")
	tv.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	tv.untilText("result", "On screen.")
	if card := tv.showing(); card == nil || card.Title != "" || card.Message != "It is ready." {
		t.Errorf("the TV shows %+v", card)
	}
}

func TestErrorStandsAtItsField(t *testing.T) {
	tv := start(t)
	tv.forgive("status of 400")
	tv.tabTo("#title")
	tv.typed("Dinner" + kb.Enter)
	tv.untilText("message-error", "This must be a non-empty string")
	if !read[bool](tv.window, `document.activeElement.id === 'message' && document.activeElement.getAttribute('aria-invalid') === 'true'`) {
		t.Error("the field with the error has not got the focus")
	}
	if got := tv.text("result"); got != "Not sent: look at the field with the error." {
		t.Errorf("the result is %q", got)
	}

	tv.typed("It is ready.")
	tv.tabTo("#send-button")
	tv.typed(kb.Enter)
	tv.untilText("result", "On screen.")
	if read[bool](tv.window, `document.getElementById('message-error').checkVisibility() || document.querySelector('[aria-invalid=true]') !== null`) {
		t.Error("the error stays when the card is sent")
	}
}

func TestStartPageAsksForTheToken(t *testing.T) {
	tv := start(t)
	tv.newToken()
	tv.tabTo("#message")
	tv.typed("Open")
	tv.tabTo("#send-button")
	tv.typed(kb.Enter)
	tv.untilText("result", "This TV asks for its token first.")
	tv.untilText("light", "On, and locked.")

	tv.tabTo("#token")
	tv.typed("wrong" + kb.Enter)
	tv.untilText("token-error", "That is not the TV’s token.")

	tv.typed(tv.token + kb.Enter)
	tv.untilText("light", "On, and ready for cards.")
	tv.tabTo("#send-button")
	tv.typed(kb.Enter)
	tv.untilText("result", "On screen.")

	tv.do(chromedp.Reload())
	tv.untilText("light", "On, and ready for cards.")
}

func TestStartPageShowsTheGrantCommand(t *testing.T) {
	tv := start(t)
	tv.forgive("status of 503")
	tv.owner("overlay", "deny")
	tv.tabTo("#message")
	tv.typed("Open")
	tv.tabTo("#send-button")
	tv.typed(kb.Enter)
	tv.untilText("light", "On, but not allowed to draw cards yet.")
	if got := tv.text("result"); !strings.Contains(got, "cuecard overlay allow") {
		t.Errorf("the page says %q", got)
	}
}

func TestStartPageSaysThatTheTVIsGone(t *testing.T) {
	tv := start(t)
	tv.forgive(lostConnection)
	tv.house.Kill()
	tv.tabTo("#message")
	tv.typed("Open")
	tv.tabTo("#send-button")
	tv.typed(kb.Enter)
	tv.untilText("result", "The TV does not answer. Is it on, and in this network?")
	tv.untilText("light", "The TV does not answer.")
}
