package page

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cuecard.app/client"
)

func TestTheCodeCarriesTheTokenOnlyWhenTheOwnerAsks(t *testing.T) {
	h := cuecard.Start(t, "--listen", ":0", "--console", "127.0.0.1:0")
	d := &desk{&tv{house: h, window: still(t, hd)}}
	d.enter("address")
	if !read[bool](d.window, `document.querySelector('#carry-token').hidden`) {
		t.Error("without a token there is something to carry")
	}
	h.Run(t, "token", "new")
	d.until(`!document.querySelector('#carry-token').hidden`)
	const code = `document.querySelector('qr-code path').getAttribute('d')`
	plain := read[string](d.window, code)
	d.steer("#carry-token")
	d.typed(kb.Enter)
	d.until(`document.querySelector('#carry-token').getAttribute('aria-pressed') === 'true'`)
	if carrying := read[string](d.window, code); len(carrying) <= len(plain) {
		t.Error("the code holds no more than before")
	}
	d.typed(kb.Enter)
	d.until(`document.querySelector('#carry-token').getAttribute('aria-pressed') === 'false'`)
}

func TestTheClientTakesTheTokenFromTheCodeAndHidesIt(t *testing.T) {
	h := cuecard.Start(t)
	lines := strings.Split(strings.TrimSpace(h.Run(t, "token", "new").Out), "\n")
	token := lines[len(lines)-1]
	w := newWindow(t, hd)
	w.visit(h.URL, "/#token="+token)
	w.until(`document.querySelector('#light')?.innerText.includes('ready for cards')`)
	if address := read[string](w, `location.href`); strings.Contains(address, token) {
		t.Errorf("the address still holds the token: %s", address)
	}
	w.visit(h.URL, "/")
	w.until(`document.querySelector('#light')?.innerText.includes('ready for cards')`)
	if _, err := h.Client(client.WithToken(token)).Cards(t.Context()); err != nil {
		t.Error(err)
	}
}
