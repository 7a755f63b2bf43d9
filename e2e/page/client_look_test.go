package page

import (
	"context"
	"encoding/base64"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"cuecard.app/client"
)

// wholePage is the PNG file of a page from its top to its end.
func (w *window) wholePage() []byte {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	shot, err := chromedp.Call(ctx, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
	if err != nil {
		w.t.Fatal(err)
	}
	return shot.Data
}

// prefers sets the colour scheme and asks for no motion.
func (w *window) prefers(scheme string) {
	w.t.Helper()
	w.do(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}}))
}

func TestClientScreenshotsInLightAndDark(t *testing.T) {
	for name, screen := range map[string]size{"phone": phone, "laptop": hd, "television": fullHD} {
		t.Run(name, func(t *testing.T) {
			tv := startOn(t, screen)
			tv.enter("#title", "Dinner is ready 🍝")
			tv.enter("#message", "Come and get it before it gets cold.")
			tv.enter("#image", "http://tv.local/dinner.jpg")
			tv.press(".field[data-field=accent] .choices button:last-child")
			tv.enter(".field[data-field=dim] [type=number]", "0.4")
			tv.enter("#preset-name", "Gong")
			tv.press("#save-preset button")
			tv.post(client.Card{ID: "washer", Title: "Washing machine", Message: "12 minutes left", Accent: "#1F6FD6"})
			tv.post(client.Card{ID: "door", Title: "Somebody is at the door", Message: "Front door, 18:42", Duration: 40e9})
			tv.until(`document.querySelectorAll('.held').length === 2`)
			var backgrounds []string
			for _, scheme := range []string{"light", "dark"} {
				tv.prefers(scheme)
				read[chromedp.Void](tv.window, `void document.activeElement.blur()`)
				tv.settle()
				_, file := tv.screenshot()
				put(t, "client-"+name+"-"+scheme, file)
				put(t, "client-"+name+"-"+scheme+"-whole", tv.wholePage())
				backgrounds = append(backgrounds, read[string](tv.window, `getComputedStyle(document.body).backgroundColor`))
			}
			tv.openGroups()
			tv.settle()
			put(t, "client-"+name+"-open", tv.wholePage())
			if backgrounds[0] == backgrounds[1] {
				t.Errorf("light and dark have the same ground %s", backgrounds[0])
			}
		})
	}
}

func TestClientFirstLoadIsUnderAHundredKilobytes(t *testing.T) {
	tv := start(t)
	got := read[int](tv.window, `performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
		.filter(({ name }) => !/\/(info|cards|events)$/.test(name)).reduce((sum, { transferSize }) => sum + transferSize, 0)`)
	if got == 0 || got > 100<<10 {
		t.Errorf("the first load is %d bytes", got)
	}
}

func TestClientIsInstallable(t *testing.T) {
	tv := start(t)
	manifest := read[struct {
		Name, Display string
		StartURL      string `json:"start_url"`
		Icons         []struct{ Src string }
	}](tv.window, `fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())`)
	if manifest.Name != "Cuecard" || manifest.Display != "standalone" || manifest.StartURL != "/" || len(manifest.Icons) == 0 {
		t.Errorf("the manifest is %+v", manifest)
	}
	for _, icon := range manifest.Icons {
		if !read[bool](tv.window, `new Promise((done) => Object.assign(new Image(), { onload: () => done(true), onerror: () => done(false), src: '`+icon.Src+`' }))`) {
			t.Errorf("%s is no picture", icon.Src)
		}
	}
}

func TestClientDocsTryOutWhatTheyTell(t *testing.T) {
	tv := start(t)
	tv.forgive("status of 400", "status of 404", "status of 413")
	tv.visit(tv.house.URL, "/docs")
	tv.until(`document.getElementById('docs').dataset.ready`)
	for _, try := range []struct{ name, want string }{
		{"title", `200 {"id":"docs","result":"shown"}`},
		{"id", `200 {"id":"docs","result":"replaced"}`},
		{"queued", `200 {"id":"docs-next","result":"queued"}`},
		{"removed-from-queue", `200 {"id":"docs-next","result":"removed-from-queue"}`},
		{"dismissed", `200 {"id":"docs","result":"dismissed"}`},
		{"unknown", `404 {"id":"no-such-card","result":"unknown"}`},
		{"a wrong field", `400 {"error":"field 'dim' must be`},
		{"too large", `413 {"error"`},
		{"health", `200 {"status":"ok"`},
	} {
		tv.press(`[data-try="` + try.name + `"] button`)
		want := base64.StdEncoding.EncodeToString([]byte(try.want))
		tv.until(`document.querySelector('[data-try="` + try.name + `"]').closest('tr').querySelector('.answer').textContent.includes(atob('` + want + `'))`)
	}
	if read[bool](tv.window, `[...document.querySelectorAll('[data-try]')].some((one) => !one.querySelector('button'))`) {
		t.Error("a line has no button")
	}
}

func TestClientIsAccessibleWhileItIsUsed(t *testing.T) {
	tv := start(t)
	tv.forgive("status of 400")
	tv.openGroups()
	tv.enter("#message", "Dinner")
	tv.enter(".field[data-field=duration] [type=number]", "9999")
	tv.press(".field[data-field=accent] .choices button:last-child")
	tv.press(".field[data-field=sound] .choices button:last-child")
	tv.enter("#preset-name", "Gong")
	tv.press("#save-preset button")
	tv.post(client.Card{ID: "washer", Title: "Washing machine", Message: "12 minutes left"})
	tv.post(client.Card{ID: "door", Message: "Open", Duration: 3600e9})
	tv.dismiss("door")
	tv.until(`document.querySelectorAll('.held').length === 2`)
	tv.press("#send-button")
	tv.until(`!document.getElementById('duration-error').hidden`)
	for _, scheme := range []string{"light", "dark"} {
		tv.prefers(scheme)
		tv.settle()
		for _, complaint := range tv.complaints() {
			t.Errorf("in %s: %s", scheme, complaint)
		}
	}
}
