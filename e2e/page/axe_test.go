package page

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// complaints are the serious faults that axe-core finds in a page.
func (w *window) complaints() []string {
	w.t.Helper()
	axe, err := os.ReadFile("../../node_modules/axe-core/axe.min.js")
	if err != nil {
		w.t.Fatalf("axe-core is missing; make lint installs it: %v", err)
	}
	read[chromedp.Void](w, string(axe)+";undefined")
	return read[[]string](w, `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes.map(({ html }) => html).join(' ')))`)
}

func TestEveryPageIsAccessibleInLightAndDark(t *testing.T) {
	h := cuecard.Start(t, "--console", "127.0.0.1:0")
	console, key, _ := strings.Cut(h.Console, "/?")
	for _, page := range []struct{ home, path string }{
		{h.URL, "/"},
		{h.URL, "/docs"},
		{h.URL, "/tv"},
		{console, "/?" + key},
		{console, "/#settings"},
		{console, "/#address"},
	} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(page.path[:min(len(page.path), 12)]+" "+scheme, func(t *testing.T) {
				w := newWindow(t, hd)
				w.prefer("prefers-color-scheme", scheme)
				if page.home == console { // first in by the key
					w.visit(console, "/?"+key)
				}
				w.visit(page.home, page.path)
				w.settle()
				for _, complaint := range w.complaints() {
					t.Error(complaint)
				}
			})
		}
	}
}
