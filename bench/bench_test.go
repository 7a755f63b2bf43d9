package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestAFigureIsTheMedianOfItsRoundsAndTheirSpread(t *testing.T) {
	if got := figureOf([]float64{3, 1, 2}); got != (figure{2, 1, 3}) {
		t.Errorf("of three rounds: %v", got)
	}
	if got := figureOf([]float64{4, 1, 2, 3}); got != (figure{2.5, 1, 4}) {
		t.Errorf("of four rounds: %v", got)
	}
}

func TestOnlyAMedianBeyondItsLimitIsMissed(t *testing.T) {
	for _, test := range []struct {
		median  float64
		limit   limit
		verdict string
	}{
		{0.5, atLeast(0.5), "ok"},
		{0.49, atLeast(0.5), "MISSED"},
		{1.2, atMost(1.2), "ok"},
		{1.21, atMost(1.2), "MISSED"},
		{1000, limit{}, "–"},
	} {
		r := row{"measure", single(test.median), test.limit}
		if r.verdict() != test.verdict || (missed([]row{r}) != nil) != (test.verdict == "MISSED") {
			t.Errorf("%g %v: %s, %v", test.median, test.limit, r.verdict(), missed([]row{r}))
		}
	}
}

func TestAnAnswerIsReadByItsContentLength(t *testing.T) {
	const answer = "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 4\r\nDate: now\r\n\r\n{  }"
	for end := range len(answer) {
		if _, _, whole := parse([]byte(answer[:end])); whole {
			t.Fatalf("%q counts as whole", answer[:end])
		}
	}
	if status, body, whole := parse([]byte(answer + "HTTP")); status != 404 || string(body) != "{  }" || !whole {
		t.Errorf("%d %q %v", status, body, whole)
	}
}

func TestHostileBodiesAreAsLargeAsAllowed(t *testing.T) {
	for _, b := range bodies() {
		if len(b.json) > largest || len(b.json) < largest-32 {
			t.Errorf("%s: %d bytes", b.name, len(b.json))
		}
		if b.name != "nested arrays" && !json.Valid([]byte(b.json)) {
			t.Errorf("%s are not JSON", b.name)
		}
	}
}

func TestThePageHoldsTheTable(t *testing.T) {
	path := t.TempDir() + "/performance.md"
	rows := []row{{"This over that", figure{0.75, 0.7, 0.8}, atLeast(0.5)}}
	if err := writePage(path, fullPlan(), "ext4", rows); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(page), "| This over that | 0.75 | 0.7 to 0.8 | ≥ 0.5 | ok |\n\nMeasured on ") {
		t.Errorf("%v; the page is\n%s", err, page)
	}
}

func TestAPathIsOnTheDeepestMountThatHoldsIt(t *testing.T) {
	const mounts = "/dev/a / ext4 rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n/dev/b /tmp/disk xfs rw 0 0\n/dev/c /tmp/disk btrfs rw 0 0\n"
	for path, want := range map[string]string{"/": "ext4", "/tmpfiles": "ext4", "/tmp": "tmpfs", "/tmp/a": "tmpfs", "/tmp/disk/a": "btrfs"} {
		if got := kindAt(path, mounts); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestHostileTextsAreAsLongAsTheyClaim(t *testing.T) {
	emoji := differentEmoji(2000)
	seen := map[string]bool{}
	for _, e := range emoji {
		seen[e] = true
	}
	if len(seen) != 2000 {
		t.Errorf("%d different emoji", len(seen))
	}
	for _, kind := range hostileTexts() {
		if n := len([]rune(kind.message)); n < 1000 {
			t.Errorf("%s: %d runes", kind.name, n)
		}
	}
}

func TestEveryCardOfManyScriptsIsAnother(t *testing.T) {
	seen := map[string]bool{}
	for i := range 10_000 {
		seen[wording(scriptWords[i%len(scriptWords)], i)] = true
	}
	if len(seen) != 10_000 || len(scriptWords) != 20 {
		t.Errorf("%d cards in %d scripts", len(seen), len(scriptWords))
	}
}
