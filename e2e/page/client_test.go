package page

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cuecard.app/client"
)

// phone is a telephone held upright, in its own pixels.
var phone = size{750, 1624, 2}

// startOn opens the web client of a TV called Living room and waits until it says how the TV is.
func startOn(t testing.TB, s size) *tv {
	t.Helper()
	tv := &tv{house: cuecard.Start(t), window: newWindow(t, s)}
	tv.set("deviceName=Living room")
	tv.visit(tv.house.URL, "/")
	tv.untilText("light", "On, and ready for cards.")
	tv.until(`document.querySelector('card-view .card')`)
	return tv
}

// onEveryDevice runs a test of the web client on a television and on a telephone.
func onEveryDevice(t *testing.T, test func(t *testing.T, tv *tv)) {
	t.Helper()
	for name, screen := range map[string]size{"television": fullHD, "phone": phone} {
		t.Run(name, func(t *testing.T) { test(t, startOn(t, screen)) })
	}
}

// openGroups has the page open all groups of fields.
func (w *window) openGroups() {
	w.t.Helper()
	read[int](w, `[...document.querySelectorAll('details')].map((group) => (group.open = true)).length`)
}

// enter writes into a field as the keyboard does, at once.
func (w *window) enter(selector, text string) {
	w.t.Helper()
	quoted, _ := json.Marshal(text)
	read[bool](w, `(() => {
		const field = document.querySelector('`+selector+`');
		field.value = `+string(quoted)+`;
		return field.dispatchEvent(new Event('input', { bubbles: true }));
	})()`)
}

// press clicks.
func (w *window) press(selector string) {
	w.t.Helper()
	if !read[bool](w, `(() => { const one = document.querySelector('`+selector+`'); one?.click(); return Boolean(one); })()`) {
		w.t.Fatalf("the page has no %s", selector)
	}
}

func TestClientCardIsComposedAndSentByKeyboardAlone(t *testing.T) {
	onEveryDevice(t, func(t *testing.T, tv *tv) {
		tv.tabTo("#title")
		tv.typed("Dinner")
		tv.tabTo("#message")
		tv.typed("It is ready.")
		tv.tabTo("#more-fields summary")
		if !read[bool](tv.window, `document.activeElement.parentElement.open`) {
			tv.typed(kb.Enter)
		}
		tv.tabTo(".place.bottom-left")
		tv.typed(kb.Enter)
		tv.tabTo("#widthPercent")
		tv.typed(kb.ArrowLeft + kb.ArrowLeft)
		tv.until(`document.activeElement.closest('.field').querySelector('[type=number]').value === '58'`)
		tv.until(`document.querySelector('card-view .card').dataset.position === 'bottom-left'`)
		read[chromedp.Void](tv.window, `void document.querySelector('#title').focus()`)
		tv.tabTo("#send-button")
		tv.typed(kb.Enter)
		tv.untilText("result", "On screen.")
		card := tv.showing()
		if card == nil || card.Title != "Dinner" || card.Message != "It is ready." || card.Position != client.BottomLeft || card.WidthPercent != 58 {
			t.Errorf("the TV shows %+v", card)
		}
		if !read[bool](tv.window, `document.documentElement.scrollWidth <= innerWidth`) {
			t.Error("the page is wider than the screen")
		}
	})
}

func TestClientArrowKeysReachEverything(t *testing.T) {
	onEveryDevice(t, func(t *testing.T, tv *tv) {
		tv.post(client.Card{ID: "door", Message: "Open"})
		tv.until(`document.querySelector('.held')`)
		tv.openGroups()
		missed := read[[]string](tv.window, `(() => {
			const reached = new Set();
			const next = [document.querySelector('.brand')];
			while (next.length > 0) {
				const from = next.pop();
				if (reached.has(from)) continue;
				reached.add(from);
				for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
					from.focus();
					from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
					next.push(document.activeElement);
				}
			}
			const all = [...document.querySelectorAll('a, button, input:not([type=file]), textarea, summary, pre[tabindex]')];
			return all.filter((one) => one.checkVisibility() && !reached.has(one)).map((one) => one.outerHTML);
		})()`)
		if len(missed) > 0 {
			t.Errorf("the arrow keys do not reach %s", strings.Join(missed, "\n"))
		}
	})
}

func TestClientFieldThatIsLeftAloneIsNotSent(t *testing.T) {
	tv := start(t)
	tv.enter("#message", "Open")
	tv.openGroups()
	tv.press(".place.top-left")
	tv.press(".field[data-field=position] .reset")
	tv.enter(".field[data-field=duration] [type=number]", "99")
	tv.press(".field[data-field=duration] .reset")
	tv.set("widthPercent=33", "position=bottom-right", "background=#123456", "duration=77", "dim=0.4", "accent=#FF8A1F", "sound=none")
	tv.press("#send-button")
	tv.untilText("result", "On screen.")
	card := tv.showing()
	if card == nil || card.WidthPercent != 33 || card.Position != client.BottomRight || card.Background != "#123456" ||
		card.Duration.Seconds() != 77 || card.Dim == nil || *card.Dim != 0.4 || card.Accent != "#FF8A1F" || card.Sound != client.NoSound {
		t.Errorf("the TV shows %+v, want what its owner has set", card)
	}
}

func TestClientSaysTheTVsDefaults(t *testing.T) {
	tv := &tv{house: cuecard.Start(t), window: newWindow(t, hd)}
	tv.set("duration=90", "widthPercent=45", "accent=#FF8A1F", "position=top-right")
	tv.visit(tv.house.URL, "/")
	for field, want := range map[string]string{
		"duration": "TV default: 1 min 30 s", "widthPercent": "TV default: 45 %", "accent": "TV default: #FF8A1F", "position": "TV default: top right",
	} {
		tv.until(`document.querySelector('.field[data-field=` + field + `] .note').textContent === '` + want + `'`)
	}
	tv.until(`document.querySelector('card-view .card.striped')?.dataset.position === 'top-right'`)
}

func TestClientSendsEveryFieldThatWasSet(t *testing.T) {
	tv := start(t)
	tv.openGroups()
	for selector, text := range map[string]string{
		"#id": "door", "#title": "Door", "#message": "Open\nnow", "#image": "http://127.0.0.1:1/i.png", "#icon": "http://127.0.0.1:1/j.png",
		"#background": "#CC000000", "#textColor": "FFF",
		".field[data-field=dim] [type=number]":          "0.55",
		".field[data-field=duration] [type=number]":     "3597.5",
		".field[data-field=widthPercent] [type=number]": "45",
	} {
		tv.enter(selector, text)
	}
	tv.press(".place.top-right")
	tv.press(".field[data-field=accent] .choices button:last-child")
	tv.press(".field[data-field=accent] .swatch:nth-child(2)")
	tv.press(".field[data-field=sound] .choices button:nth-child(2)")
	tv.press("#speak")
	tv.press("#send-button")
	tv.untilText("result", "On screen.")
	card := tv.showing()
	want := client.Card{ID: "door", Title: "Door", Message: "Open\nnow", Image: "http://127.0.0.1:1/i.png", Icon: "http://127.0.0.1:1/j.png",
		Duration: 3597500 * time.Millisecond, Position: client.TopRight, WidthPercent: 45, Background: "#CC000000", TextColor: "#FFFFFF",
		Accent: "#E5392F", Dim: new(0.55), Sound: client.NoSound, Speak: true}
	if card == nil || !reflect.DeepEqual(card.Card, want) {
		t.Errorf("the TV has\n%+v, want\n%+v", card, want)
	}

	tv.press("#persistent")
	tv.press("#send-button")
	tv.untilText("result", "On screen, in place of the card before.")
	if card := tv.showing(); card == nil || !card.Persistent {
		t.Errorf("the TV has %+v", card)
	}
}

func TestClientErrorStandsBesideItsFieldAndOpensItsGroup(t *testing.T) {
	tv := start(t)
	tv.forgive("status of 400")
	tv.enter("#message", "Open")
	tv.enter(".field[data-field=duration] [type=number]", "9999")
	tv.press("#send-button")
	tv.until(`document.getElementById('duration-error').innerText.startsWith('This must be')`)
	if !read[bool](tv.window, `document.activeElement.closest('.field').dataset.field === 'duration'`) {
		t.Error("the field with the error has not got the focus")
	}
	tv.enter(".field[data-field=duration] [type=number]", "9")
	tv.until(`document.getElementById('duration-error').hidden`)
}

func TestClientPreviewShowsTheCardAndWarnsOfTextThatCannotBeRead(t *testing.T) {
	tv := start(t)
	tv.enter("#title", "Dinner <b>now</b>")
	tv.enter("#message", "It is\nready")
	tv.until(`document.querySelector('card-view .title').textContent === 'Dinner <b>now</b>' &&
		document.querySelector('card-view .message').textContent === 'It is\nready'`)
	if !read[bool](tv.window, `(() => { const { width, height } = document.querySelector('card-view').getBoundingClientRect(); return Math.abs(width / height - 16 / 9) < 0.01; })()`) {
		t.Error("the preview is not 16:9")
	}
	for colour, warned := range map[string]bool{"#949494": false, "#969696": true, "#FFFFFF": true, "#111111": false, "nonsense": false} {
		tv.enter("#textColor", colour)
		tv.until(`document.getElementById('contrast').hidden === ` + map[bool]string{true: "false", false: "true"}[warned])
	}
	tv.enter("#textColor", "#FFFFFF")
	tv.press("#send-button")
	tv.untilText("result", "On screen.")
}
