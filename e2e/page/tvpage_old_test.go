package page

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// newer is what televisions with Chromium 87 do not have: syntax, calls and styles, with the version that brought them.
var newer = map[string]string{
	`(?m)^(const .* = |let .* = )?await `: "await outside of a function, 89",
	`static\s*\{`:                         "static blocks, 94",
	`#\w+ in `:                            "a private name with in, 91",
	`\.at\(|\.findLast`:                   "at and findLast, 92 and 97",
	`Object\.hasOwn\b`:                    "hasOwn, 93",
	`structuredClone|randomUUID`:          "structuredClone and randomUUID, 98 and 92",
	`AbortSignal\.(timeout|any)`:          "signals of AbortSignal's own, 103 and 116",
	`Promise\.(try|withResolvers)`:        "withResolvers, 119",
	`Object\.groupBy|\.toSorted\(`:        "groupBy and toSorted, 117 and 110",
	`checkVisibility|showPopover`:         "checkVisibility and popovers, 105 and 114",
	`\{ cause:`:                           "the cause of an error, 93",
	`userActivation|audioSession`:         "not in all of them",
	`aspect-ratio|accent-color`:           "88 and 93",
	`:is\(|:where\(|:has\(`:               "88 and 105",
	`\d(dvh|svh|lvh|dvw|cqw)\b`:           "108",
	`color-mix|oklch|light-dark`:          "111 and later",
	`@layer|@container|@scope`:            "99 and later",
	`text-wrap|overflow: clip`:            "114 and 90",
	`(?m)^\s+(translate|scale|rotate):`:   "transforms of their own, 104",
	`(?m)^\s+&`:                           "nested styles, 112",
}

// filesOfTheTVPage is all that it loads, by path.
func filesOfTheTVPage(t testing.TB) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..", "internal", "web", "files")
	imports := regexp.MustCompile(`(?:from|import) '(\.{1,2}/[^']+)'`)
	loaded, next := map[string]string{}, []string{"tv.html", "tv.css", "card.css", "tv.js"}
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		if _, done := loaded[name]; done {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		loaded[name] = string(text)
		for _, found := range imports.FindAllStringSubmatch(loaded[name], -1) {
			next = append(next, filepath.Join(filepath.Dir(name), found[1]))
		}
	}
	return loaded
}

func TestTVPageUsesNothingNewerThanChromium87(t *testing.T) {
	loaded := filesOfTheTVPage(t)
	if len(loaded) < 20 {
		t.Fatalf("the TV page loads only %d files", len(loaded))
	}
	for expression, since := range newer {
		for name, text := range loaded {
			if found := regexp.MustCompile(expression).FindString(text); found != "" {
				t.Errorf("%s has %q (%s)", name, found, since)
			}
		}
	}
}

// Each of these is missing on some television, so the page has to ask before it uses them.
func TestPageShowsItsCardOnABrowserThatLacksTheRest(t *testing.T) {
	p := stand(t, hd, `delete Intl.Segmenter; delete window.AudioContext; delete window.speechSynthesis; delete Window.prototype.speechSynthesis;
		delete Navigator.prototype.wakeLock; Object.defineProperty(window, 'localStorage', { get() { throw new Error('none'); } });`)
	p.greet("TV", "http://192.168.1.20:8090")
	p.until(showsAddress)
	p.say("frame", map[string]any{"seq": 1, "textScale": 1, "image": map[string]string{"state": "none"}, "icon": map[string]string{"state": "none"},
		"card": map[string]any{"id": "door", "message": "Open", "position": "center", "widthPercent": 60, "background": "#FFFFFF", "textColor": "#111111", "dim": 0}})
	p.until(`document.querySelector('.card')?.innerText === 'Open' && !` + showsAddress)
	p.play(1, "default")
	p.untilEnded(1)
	p.speak(2, "Open")
	p.untilEnded(2)
}
