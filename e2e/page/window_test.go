package page

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for anything that a test waits for.
const patience = 20 * time.Second

// size is a screen in its own pixels.
type size struct {
	width, height int
	ratio         float64 // device pixels for one pixel of CSS
}

var (
	hd      = size{1280, 720, 1}
	fullHD  = size{1920, 1080, 1}
	ultraHD = size{3840, 2160, 1}
	// fullHD as most set-top boxes have it on a 4K television.
	doubled = size{3840, 2160, 2}
)

func (s size) String() string {
	if s.ratio == 1 {
		return fmt.Sprintf("%dx%d", s.width, s.height)
	}
	return fmt.Sprintf("%dx%d@%g", s.width, s.height, s.ratio)
}

// window is a page in a browser context of its own: it shares no storage with any other.
type window struct {
	t        testing.TB
	ctx      context.Context
	close    context.CancelFunc
	home     string   // the address of the service
	others   []string // addresses that the page may ask too
	forgiven []string // words of messages that the console may hold
	console  iter.Seq2[chromedp.ConsoleMessage, error]
	requests iter.Seq2[network.EventRequestWillBeSent, error]
}

// still is a window whose device asks for no motion, so that what it shows is in its place at once.
func still(t testing.TB, s size) *window {
	t.Helper()
	w := newWindow(t, s)
	w.prefer("prefers-reduced-motion", "reduce")
	return w
}

// newWindow opens an empty window. When the test ends, its console must be clean and it must
// have asked nobody but the service.
func newWindow(t testing.TB, s size) *window {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium.ctx, chromedp.WithNewBrowserContext())
	w := &window{t: t, ctx: ctx, close: cancel}
	t.Cleanup(func() {
		w.inspect()
		w.close()
	})
	w.console = chromedp.Console(ctx)
	w.requests = chromedp.Events(ctx, network.RequestWillBeSent)
	w.resize(s)
	return w
}

// visit loads a page of the service.
func (w *window) visit(home, path string) {
	w.t.Helper()
	w.home = home
	w.do(chromedp.Navigate(home + path))
}

func (w *window) resize(s size) {
	w.t.Helper()
	w.do(chromedp.EmulateViewport(int64(float64(s.width)/s.ratio), int64(float64(s.height)/s.ratio), chromedp.EmulateScale(s.ratio)))
}

// prefer sets a media feature, as the device's own settings do.
func (w *window) prefer(feature, value string) {
	w.t.Helper()
	w.do(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	}))
}

// block keeps the page from reaching paths.
func (w *window) block(paths ...string) {
	w.t.Helper()
	patterns := make([]*network.BlockPattern, len(paths))
	for i, path := range paths {
		patterns[i] = &network.BlockPattern{URLPattern: "*://*:*" + path, Block: true}
	}
	w.do(command(network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: patterns}))
}

// advance lets the page's clocks run ahead; then they stand still.
func (w *window) advance(by time.Duration) {
	w.t.Helper()
	w.do(command(emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: emulation.VirtualTimePolicyAdvance, Budget: new(float64(by.Milliseconds())),
	}))
}

// command is an action that gives the browser's own tools a command.
func command[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// do runs actions one after the other.
func (w *window) do(actions ...chromedp.Action[chromedp.Void]) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		w.t.Fatalf("the browser: %v", err)
	}
}

// read evaluates an expression in the page and waits for it when it is a promise.
func read[T any](w *window, expression string) T {
	w.t.Helper()
	value, err := evaluate[T](w, expression)
	if err != nil {
		w.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func evaluate[T any](w *window, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// until waits for a condition, which is looked at whenever the document changes.
func (w *window) until(condition string) {
	w.t.Helper()
	_, err := evaluate[bool](w, `new Promise((met) => {
		const look = () => { if (`+condition+`) { watch.disconnect(); met(true); } };
		const watch = new MutationObserver(look);
		watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
		look();
	})`)
	if err != nil {
		html, _ := evaluate[string](w, `document.body.outerHTML`)
		w.t.Fatalf("waiting for %s: %v; the page is\n%s", condition, err, html)
	}
}

// moment is something that a page is expected to do.
type moment struct{ *window }

// expect has the page wait for a condition and evaluate an expression the moment that it is met, before the
// browser paints. What makes it happen comes after expect, so that nothing is missed.
func (w *window) expect(condition, expression string) moment {
	w.t.Helper()
	read[chromedp.Void](w, `void (window.awaited = new Promise((met) => {
		const watch = new MutationObserver(() => {
			if (`+condition+`) { watch.disconnect(); met(`+expression+`); }
		});
		watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	}))`)
	return moment{w}
}

// seen waits for the moment and returns the expression's value.
func seen[T any](m moment) T {
	m.t.Helper()
	return read[T](m.window, `window.awaited`)
}

// settle waits until nothing moves any more and the screen has been painted.
func (w *window) settle() {
	w.t.Helper()
	read[bool](w, `(async () => {
		const frame = () => new Promise(requestAnimationFrame);
		await frame();
		await Promise.allSettled(document.getAnimations({ subtree: true }).map((animation) => animation.finished));
		await frame();
		return true;
	})()`)
}

// forgive names trouble that the test causes: words of messages that the browser itself writes to the console.
func (w *window) forgive(words ...string) { w.forgiven = append(w.forgiven, words...) }

// inspect looks at everything that the window said and asked for.
func (w *window) inspect() {
	if w.t.Failed() || w.ctx.Err() != nil {
		return
	}
	const last = "the test is over"
	read[chromedp.Void](w, `(console.debug('`+last+`'), void fetch('/health?over').catch(() => 0))`)
	for message, err := range w.console {
		if err != nil {
			w.t.Errorf("the console: %v", err)
			return
		}
		if message.Text == last {
			break
		}
		if !slices.ContainsFunc(w.forgiven, func(words string) bool { return strings.Contains(message.Text, words) }) {
			w.t.Errorf("the console of the page says: %s (%s %s)", message, message.Source, message.URL)
		}
	}
	for request, err := range w.requests {
		if err != nil {
			w.t.Errorf("the requests: %v", err)
			return
		}
		asked, err := url.Parse(request.Request.URL)
		if err != nil || asked.Scheme != "data" && !slices.Contains(append(w.others, w.home), "http://"+asked.Host) {
			w.t.Errorf("the page asked %s", request.Request.URL)
		}
		if asked.RawQuery == "over" {
			break
		}
	}
}
