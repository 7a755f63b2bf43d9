package page

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestClientPresetIsBackAfterAReload(t *testing.T) {
	onEveryDevice(t, func(t *testing.T, tv *tv) {
		tv.enter("#message", "Dinner")
		tv.enter(".field[data-field=dim] [type=number]", "0.5")
		tv.tabTo("#preset-name")
		tv.typed("Gong" + kb.Enter)
		tv.until(`document.querySelector('.preset-use')?.textContent === 'Gong'`)

		tv.do(chromedp.Reload())
		tv.until(`document.querySelector('.preset-use')?.textContent === 'Gong'`)
		tv.tabTo(".preset-use")
		tv.typed(kb.Enter)
		tv.until(`document.getElementById('message').value === 'Dinner'`)
		tv.press("#send-button")
		tv.untilText("result", "On screen.")
		if card := tv.showing(); card == nil || card.Message != "Dinner" || *card.Dim != 0.5 {
			t.Errorf("the TV shows %+v", card)
		}
	})
}

func TestClientPresetsTravelAsAFile(t *testing.T) {
	tv := start(t)
	tv.enter("#message", "Dinner")
	tv.enter("#preset-name", "Gong")
	tv.press("#save-preset button")
	read[chromedp.Void](tv.window, `void (window.exported = new Promise((done) => {
		const create = URL.createObjectURL;
		URL.createObjectURL = (file) => { done(file.text()); return create.call(URL, file); };
		HTMLAnchorElement.prototype.click = () => {};
	}))`)
	tv.press("#presets-export")
	file := read[string](tv.window, `window.exported`)

	tv.press(".preset-remove")
	tv.until(`document.querySelectorAll('.preset').length === 0`)
	tv.give("no presets at all")
	tv.untilText("presets-said", "This is no file of presets.")
	tv.give(`{"presets": [7, {"name": "Odd", "card": {"message": {"a": 1}, "dim": "x", "nonsense": true}}]}`)
	tv.untilText("presets-said", "1 preset taken from the file.")
	tv.press(".preset-use")
	tv.until(`document.getElementById('message').value === ''`)
	tv.give(file)
	tv.until(`document.querySelectorAll('.preset').length === 2`)
	tv.press(".preset:last-child .preset-use")
	tv.until(`document.getElementById('message').value === 'Dinner'`)
}

// give has the page import a file.
func (w *window) give(text string) {
	w.t.Helper()
	read[bool](w, `(() => {
		const files = new DataTransfer();
		files.items.add(new File([`+"`"+text+"`"+`], 'presets.json'));
		const field = document.getElementById('presets-file');
		field.files = files.files;
		return field.dispatchEvent(new Event('change'));
	})()`)
}
