package page

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// desk is a service and a window with its console.
type desk struct{ *tv }

// openConsole starts a service with a console, and then a window of that kind to enter it.
func openConsole(t testing.TB, kind func(testing.TB, size) *window, s size) *desk {
	t.Helper()
	h := cuecard.Start(t, "--console", "127.0.0.1:0")
	return &desk{&tv{house: h, window: kind(t, s)}}
}

// enter loads the console by the address with the key, at a view.
func (d *desk) enter(view string) {
	d.t.Helper()
	home, query, _ := strings.Cut(d.house.Console, "/?")
	d.visit(home, "/?"+query+"#"+view)
	d.untilView(view)
}

func (d *desk) untilView(view string) {
	d.t.Helper()
	last := map[string]string{"home": "test-card button", "setup": "#next", "settings": "#code", "address": "#show-address"}[view]
	d.until(`document.querySelector('` + view + `-view ` + last + `')`)
}

// untilFocus waits until an element has the focus.
func (d *desk) untilFocus(selector string) {
	d.t.Helper()
	d.until(`document.activeElement.matches('` + selector + `')`)
}

// says waits until an element's text holds words.
func (d *desk) says(selector, words string) {
	d.t.Helper()
	quoted, _ := json.Marshal(words)
	d.until(`document.querySelector('` + selector + `')?.innerText.includes(` + string(quoted) + `)`)
}

// steer presses the arrow keys of a remote until an element has the focus.
func (d *desk) steer(selector string) {
	d.t.Helper()
	const direction = `((to, from) => to === from ? 'there' : ((to, from) =>
		to.top >= from.bottom - 2 ? 'down' : to.bottom <= from.top + 2 ? 'up' : to.left >= from.right ? 'right' : 'left'
	)(to.getBoundingClientRect(), from.getBoundingClientRect()))`
	keys := map[string]string{"down": kb.ArrowDown, "up": kb.ArrowUp, "right": kb.ArrowRight, "left": kb.ArrowLeft}
	for range 60 {
		way := read[string](d.window, direction+`(document.querySelector('`+selector+`'), document.activeElement)`)
		if way == "there" {
			return
		}
		d.typed(keys[way])
	}
	d.t.Fatalf("%s cannot be reached with the arrow keys; the focus is on %s", selector,
		read[string](d.window, `document.activeElement.outerHTML`))
}

// consoleViews are the console's pages.
var consoleViews = []string{"home", "setup", "settings", "address"}

// graph follows every arrow key, and Enter on sliders, from every control to the next and counts the controls that are
// never come to. It starts where the view puts the focus.
const graph = `(() => {
	const controls = [...document.querySelectorAll('a[href], button, input')].filter((one) => one.getClientRects().length);
	const seen = new Set([document.activeElement]);
	for (const one of seen) {
		const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ...(one.type === 'range' ? ['Enter'] : [])];
		for (const key of keys) {
			one.focus();
			if (one.type === 'text') one.setSelectionRange(...(key === 'ArrowLeft' ? [0, 0] : [one.value.length, one.value.length]));
			one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
			seen.add(document.activeElement);
		}
	}
	return controls.filter((one) => !seen.has(one)).map((one) => one.outerHTML);
})()`

func TestArrowKeysReachEveryControlOfTheConsole(t *testing.T) {
	d := openConsole(t, still, fullHD)
	d.owner("token", "new")
	d.owner("overlay", "deny")
	for _, view := range consoleViews {
		d.enter(view)
		if lost := read[[]string](d.window, graph); len(lost) > 0 {
			t.Errorf("%s: the arrow keys never come to %q", view, lost)
		}
	}
}

func TestConsoleFitsTheSofaTheLaptopAndThePhone(t *testing.T) {
	d := openConsole(t, newWindow, fullHD)
	d.set("deviceName=Living room")
	for _, place := range []struct {
		screen size
		scheme string
	}{{fullHD, "light"}, {fullHD, "dark"}, {size{1100, 900, 1}, "light"}, {size{375, 812, 1}, "dark"}} {
		d.resize(place.screen)
		d.prefer("prefers-color-scheme", place.scheme)
		for _, view := range consoleViews {
			d.enter(view)
			d.settle()
			_, file := d.screenshot()
			put(t, "console-"+view+"-"+place.screen.String()+"-"+place.scheme, file)
			d.wantNothingTooWide(view)
		}
	}
}

func (d *desk) wantNothingTooWide(view string) {
	d.t.Helper()
	if wide := read[int](d.window, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		d.t.Errorf("%s is %d px too wide", view, wide)
	}
}

func TestConsoleIsAccessibleWithAllThatItSays(t *testing.T) {
	d := openConsole(t, newWindow, fullHD)
	d.owner("token", "new")
	d.owner("overlay", "deny")
	for _, scheme := range []string{"light", "dark"} {
		d.prefer("prefers-color-scheme", scheme)
		for _, view := range consoleViews {
			d.enter(view)
			d.settle()
			for _, complaint := range d.complaints() {
				t.Errorf("%s, %s: %s", view, scheme, complaint)
			}
		}
	}
}

func TestDeviceNameIsNeverMarkupInTheConsole(t *testing.T) {
	const name = `<img src=x onerror=alert(1)><b>&amp;"'</b>` + "WWWWWWWWWWWWWWWWWWWWW"
	d := openConsole(t, still, size{1100, 900, 1})
	d.set("deviceName=" + name)
	for _, view := range consoleViews {
		d.enter(view)
		d.says("#name", name)
		if read[int](d.window, `document.querySelectorAll('img[src=x], b').length`) > 0 {
			t.Errorf("%s: the name is markup", view)
		}
		d.wantNothingTooWide(view)
	}
	if got := read[string](d.window, `document.querySelector('address-sheet h1').textContent`); got != name {
		t.Errorf("the address page is headed %q", got)
	}
}

func TestConsoleSaysThatTheServiceIsGone(t *testing.T) {
	d := openConsole(t, still, fullHD)
	d.forgive(lostConnection)
	d.enter("home")
	d.house.Kill()
	d.says("trouble-list", "The service does not answer.")
}
