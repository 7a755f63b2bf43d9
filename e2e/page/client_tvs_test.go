package page

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// add has the page know another TV, by keyboard.
func (tv *tv) add(address, name string) {
	tv.t.Helper()
	tv.others = append(tv.others, address)
	if !read[bool](tv.window, `document.querySelector('.add').open`) {
		tv.tabTo(".add summary")
		tv.typed(kb.Enter)
	}
	tv.tabTo("#tv-address")
	tv.typed(address)
	tv.tabTo("#tv-own-name")
	tv.typed(name + kb.Enter)
}

const outcomes = `[...document.querySelectorAll('.outcome')].map((one) => one.innerText).join('\n')`

func TestClientSendsToSeveralTVsAtOnceAndSaysEachResult(t *testing.T) {
	kitchen := cuecard.Start(t)
	tv := start(t)
	tv.add(kitchen.URL, "Kitchen")
	tv.until(`[...document.querySelectorAll('.tv .light')].every((one) => one.textContent === 'On, and ready for cards.') && document.querySelectorAll('.tv').length === 2`)
	tv.enter("#message", "Dinner")
	tv.press("#send-button")
	tv.until(outcomes + ` === 'Living room On screen.\nKitchen On screen.'`)
	state, err := kitchen.Client().Cards(t.Context())
	if err != nil || state.Showing == nil || state.Showing.Message != "Dinner" {
		t.Errorf("%v: the kitchen shows %+v", err, state.Showing)
	}
	if card := tv.showing(); card == nil || card.Message != "Dinner" {
		t.Errorf("the living room shows %+v", card)
	}
	tv.until(`document.querySelectorAll('.stage .held').length === 2`)

	tv.do(chromedp.Reload())
	tv.until(`document.querySelectorAll('.tv .light[data-light=good]').length === 2`)
	tv.press(".tv:first-child input")
	tv.untilText("send-heading", "Send a card to Kitchen")
	tv.press(".tv:last-child .quiet")
	tv.until(`document.querySelectorAll('.tv').length === 1`)
}

// silent is a TV that takes connections and never says a word.
func silent(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	return "http://" + listener.Addr().String()
}

func TestClientSaysWithinThreeSecondsThatATVCannotBeReachedAndKeepsTheText(t *testing.T) {
	address := silent(t)
	tv := start(t)
	tv.add(address, "Attic")
	tv.press(".tv:first-child input")
	tv.enter("#message", "Dinner")
	tv.press("#send-button")
	tv.advance(3 * time.Second) // by the page's own clock
	tv.until(`document.getElementById('result').innerText.includes('The TV does not answer.')`)
	if got := read[string](tv.window, `document.getElementById('message').value`); got != "Dinner" {
		t.Errorf("the text is %q", got)
	}
}

const hostile = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>${alert(1)}` + "\u202e'\""

// wantHarmless checks that a hostile text stands on the page as text, and that it broke nothing.
func (w *window) wantHarmless(times int) {
	w.t.Helper()
	w.settle()
	if got := read[int](w, `document.body.innerText.split('onerror=').length - 1`); got < times {
		w.t.Errorf("the text stands %d times on the page, want %d", got, times)
	}
	if read[bool](w, `document.title === 'hacked' || document.querySelector('img[src=x]') !== null || document.scripts.length !== 1`) {
		w.t.Error("a text has become markup")
	}
	if !read[bool](w, `document.documentElement.scrollWidth <= innerWidth`) {
		w.t.Error("a text has broken the layout")
	}
}

func TestClientHostileTextIsOnlyText(t *testing.T) {
	tv := startOn(t, phone)
	tv.openGroups()
	id := strings.ReplaceAll(hostile, "/", "")[:100] + strings.Repeat("W", 20)
	for selector, text := range map[string]string{"#title": hostile, "#message": hostile + strings.Repeat("W", 400), "#id": id, "#preset-name": hostile[:80]} {
		tv.enter(selector, text)
	}
	tv.press("#save-preset button")
	tv.until(`document.querySelector('.preset')`)
	tv.set("deviceName=" + hostile[:60])
	tv.press("#send-button")
	tv.untilText("result", "On screen.")
	tv.until(`document.querySelector('.held')`)
	tv.wantHarmless(6)
}

func TestClientErrorTextOfAnotherTVIsOnlyText(t *testing.T) {
	liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{"Origin": "*", "Methods": "GET, POST, DELETE, OPTIONS", "Headers": "Content-Type, Authorization"} {
			w.Header().Set("Access-Control-Allow-"+name, value)
		}
		switch {
		case r.Method == http.MethodOptions:
			w.WriteHeader(http.StatusNoContent)
		case r.URL.Path == "/info":
			_, _ = io.WriteString(w, `{"deviceName":"`+strings.ReplaceAll(hostile, `"`, `\"`)+`","version":"<b>1</b>","overlayPermission":true}`)
		default:
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, `{"error":"`+strings.ReplaceAll(hostile, `"`, `\"`)+`; run: `+strings.ReplaceAll(hostile, `"`, `\"`)+`"}`)
		}
	}))
	t.Cleanup(liar.Close)
	tv := start(t)
	tv.forgive("status of 503")
	tv.add(liar.URL, "")
	tv.until(`document.querySelectorAll('.tv .light[data-light=good]').length === 2`)
	tv.enter("#message", "Dinner")
	tv.press("#send-button")
	tv.until(`document.querySelector('.outcome .command code')`)
	tv.wantHarmless(4)
}
