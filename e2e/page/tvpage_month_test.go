package page

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"cuecard.app/internal/look"
)

// burden is what a page holds.
type burden struct{ Elements, Nodes, Listeners float64 }

// weigh counts after the browser has cleaned up.
func weigh(w *window) burden {
	w.t.Helper()
	w.do(command(performance.Enable, performance.EnableParams{}))
	w.do(command(heapprofiler.CollectGarbage, cdp.Empty{}))
	w.settle()
	w.do(command(heapprofiler.CollectGarbage, cdp.Empty{}))
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	metrics, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		w.t.Fatal(err)
	}
	named := func(name string) float64 {
		at := slices.IndexFunc(metrics.Metrics, func(m *performance.Metric) bool { return m.Name == name })
		if at < 0 {
			w.t.Fatalf("the browser has no metric %s", name)
		}
		return metrics.Metrics[at].Value
	}
	return burden{read[float64](w, `document.querySelectorAll('*').length`), named("Nodes"), named("JSEventListeners")}
}

// Cards come, are replaced, dim the screen, have pictures and go; the painter is handed one frame for each picture of
// the screen, so that none of the 10,000 is left out.
func TestTenThousandCardsLeaveNothingBehind(t *testing.T) {
	p := stand(t, hd)
	numbers, _ := json.Marshal(look.Numbers())
	play := func(from, to int) {
		t.Helper()
		for ; from < to; from += 500 {
			read[any](p.window, `(async () => {
				const [{ Painter }, look, from] = [await import('/painter.js'), `+string(numbers)+`, `+jsonOf(from)+`];
				// A screen that is as fast as the page, for the test's sake.
				window.requestAnimationFrame = queueMicrotask;
				const view = document.querySelector('card-view');
				view.look = look;
				window.painter = window.painter || new Painter(view);
				const picture = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"/>';
				const none = { state: 'none' };
				for (let seq = from; seq < from + 500; seq++) {
					const card = seq % 5 === 4 ? null : {
						id: 'card ' + Math.floor(seq / 2), title: seq % 3 ? 'Door' : null, message: 'Card ' + seq, dim: (seq % 4) / 4,
						position: seq % 2 ? 'center' : 'top-left', widthPercent: 40, background: '#FFFFFF', textColor: '#111111',
						accent: seq % 7 ? null : '#FF8A1F', image: 'image ' + seq, icon: null,
					};
					const image = seq % 50 ? none : { state: 'ready', src: picture };
					await new Promise((painted) => painter.draw({ seq, card, image, icon: none, textScale: 1 }, painted));
					if (image !== none) await new Promise((decoded) => setTimeout(decoded, 10));
				}
			})()`)
		}
		p.say("frame", map[string]any{"seq": to, "card": nil, "image": map[string]string{"state": "none"}, "icon": map[string]string{"state": "none"}, "textScale": 1})
		p.until(`document.querySelector('card-view').dataset.seq === '` + jsonOf(to) + `' && !document.querySelector('.card')`)
	}
	play(0, 1000)
	before := weigh(p.window)
	play(1000, 11000)
	after := weigh(p.window)
	if after.Elements != before.Elements || after.Nodes > before.Nodes+10 || after.Listeners > before.Listeners+2 {
		t.Errorf("after 10,000 cards the page holds %+v, before %+v", after, before)
	}
}

func TestThousandSoundsLeaveNothingBehind(t *testing.T) {
	p := standLoud(t, mouth)
	play := func(from, to int) {
		t.Helper()
		for n := from; n < to; n += 4 {
			for act, sound := range []string{"default", "/tv/sounds/endless", "/tv/sounds/short"} {
				p.play(n+act, sound)
				p.say("hush", map[string]any{"n": n + act})
				p.untilEnded(n + act)
			}
			p.speak(n+3, "Door")
			p.say("hush", map[string]any{"n": n + 3})
			p.untilEnded(n + 3)
		}
	}
	play(0, 100)
	before := weigh(p.window)
	play(100, 1100)
	if after := weigh(p.window); after.Nodes > before.Nodes+10 || after.Listeners > before.Listeners+5 {
		t.Errorf("after 1,000 sounds the page holds %+v, before %+v", after, before)
	}
}

func jsonOf(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}
