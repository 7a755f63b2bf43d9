package e2e

import (
	"strings"
	"testing"
)

func TestDecision04ContentTypeIsNotEnforced(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	for _, kind := range []string{"application/json", "application/json; charset=utf-8", "application/x-www-form-urlencoded", "text/plain", "image/png",
		"multipart/form-data; boundary=x", "nonsense", ""} {
		post(t, h, lasting("a"), "replaced", "Content-Type: "+kind)
	}
}

func TestDecision04HowABodyIsRead(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, row := range []struct{ name, body, message string }{
		{"unknown fields are ignored", `{"id":"a","message":"m","colour":"red","nested":{"message":[1,{"id":2}]},"Duration":"x","DIM":9,"":0}`, "m"},
		{"of duplicate keys the last wins", `{"id":"z","message":5,"id":"a","message":"last"}`, "last"},
		{"a key may be written with escapes", `{"id":"a","m\u0065ssage":"m"}`, "m"},
		{"a leading byte order mark is skipped", "\xEF\xBB\xBF" + `{"id":"a","message":"m"}`, "m"},
		{"space around the object is no content", "\r\n\t {\"id\":\"a\",\n\"message\":\"m\"} \n\n", "m"},
		{"a lone surrogate is U+FFFD", `{"id":"a","message":"x\ud83dy\ude00z"}`, "x\uFFFDy\uFFFDz"},
		{"a pair of surrogates is a character", `{"id":"a","message":"\ud83d\ude00"}`, "😀"},
		{"control characters in escapes are kept", `{"id":"a","message":"\u0000\u0007m"}`, "\x00\x07m"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := post(t, h, row.body, "shown"); got != "a" {
				t.Errorf("the id is %q, want a", got)
			}
			if got := showing(t, h, "a")["message"]; got != row.message {
				t.Errorf("the message is %q, want %q", got, row.message)
			}
			dismiss(t, h, "a", "dismissed")
		})
	}
}

func TestDecision04WhatIsNoObjectInUTF8Is400(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	const good = `{"message":"m"}`
	for name, body := range map[string]string{
		"empty":                         "",
		"blank":                         " \n ",
		"a mark alone":                  "\xEF\xBB\xBF",
		"two marks":                     "\xEF\xBB\xBF\xEF\xBB\xBF" + good,
		"null":                          "null",
		"a number":                      "5",
		"a text":                        `"message"`,
		"an array":                      "[" + good + "]",
		"something behind the object":   good + "x",
		"another object behind it":      good + good,
		"a NUL behind it":               good + "\x00",
		"a brace behind it":             good + "}",
		"not UTF-8 in a text":           `{"message":"` + "\xff" + `"}`,
		"not UTF-8 in an unknown field": `{"message":"m","x":"` + "\xc3\x28" + `"}`,
		"a surrogate in UTF-8":          `{"message":"` + "\xed\xa0\x80" + `"}`,
		"UTF-16":                        "\xff\xfe{\x00}\x00",
		"a comment":                     `{"message":"m"/*c*/}`,
		"a control character":           "{\"message\":\"a\nb\"}",
		"cut short":                     `{"message":"m"`,
	} {
		t.Run(name, func(t *testing.T) {
			ask(t, h, "POST", "/notify", body).wants(t, 400, `{"error":"field 'body' must be a JSON object in UTF-8"}`)
		})
	}
	holds(t, h, "||")
}

func TestDecision05NullAndBlankCountAsAbsent(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	owner(t, h, "settings", "duration=20", "position=top-left", "accent=#FF8800", "sound=none", "dim=0.5")
	post(t, h, `{"id":"a","message":"m"}`, "shown")
	absent := showing(t, h, "a")
	for _, row := range fieldRows() {
		for _, blank := range []string{`null`, `""`, `"  "`, `"\t\n"`, `"\u00a0"`} {
			post(t, h, `{"id":"a","message":"m","`+row.field+`":`+blank+`}`, "replaced")
			want := absent[row.field]
			if row.field == "accent" {
				want = nil // these force no stripe
			}
			if got := showing(t, h, "a")[row.field]; got != want {
				t.Errorf("%s as %s is %v, want %v", row.field, blank, got, want)
			}
		}
	}
	for _, blank := range []string{`null`, `""`, `"  "`} {
		id := post(t, h, `{"message":"m","id":`+blank+`}`, "queued")
		if !isRandomUUID(id) {
			t.Errorf("the id %s became %q, want a new UUID", blank, id)
		}
		ask(t, h, "POST", "/notify", `{"message":`+blank+`}`).wants(t, 400, `{"error":"field 'message' must be a non-empty string"}`)
	}
}

func TestDecision06AnIDIsKeptAsSent(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("é"), "shown")
	for _, id := range []string{" é", "é ", "É", "\té", "e\u0301", "é\u0000"} { // the fifth looks the same
		if got := post(t, h, jsonOf(t, map[string]string{"id": id, "message": "m"}), "queued"); got != id {
			t.Errorf("the id is %q, want %q", got, id)
		}
		dismiss(t, h, id, "removed-from-queue")
	}
}

func TestDecision07TheDurationOfAPersistentCardIsTypeCheckedOnly(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, duration := range []string{`0`, `-1`, `99999`, `1.5`, `null`, `""`} {
		post(t, h, `{"id":"p","message":"m","duration":`+duration+`,"persistent":true}`, "shown")
		if got := showing(t, h, "p")["remaining"]; got != nil {
			t.Errorf("%v s remain of a persistent card", got)
		}
		dismiss(t, h, "p", "dismissed")
	}
	for _, duration := range []string{`"5"`, `true`, `[]`, `{}`} {
		ask(t, h, "POST", "/notify", `{"message":"m","persistent":true,"duration":`+duration+`}`).refuses(t, 400, "field 'duration' must be ")
	}
	ask(t, h, "POST", "/notify", `{"message":"m","persistent":false,"duration":99999}`).refuses(t, 400, "field 'duration' must be ")
}

func TestDecision08ACutNeverFallsInsideAGraphemeCluster(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	const family = "👨‍👩‍👧" // five code points, one cluster
	for _, limit := range []struct {
		field      string
		characters int
	}{{"title", 200}, {"message", 2000}} {
		x := func(n int) string { return strings.Repeat("x", limit.characters-n) }
		for _, row := range []struct{ name, sent, kept string }{
			{"as long as may be", x(0), x(0)},
			{"one more", x(0) + "y", x(0)},
			{"code points, not bytes", strings.Repeat("é", limit.characters+1), strings.Repeat("é", limit.characters)},
			{"nor UTF-16", strings.Repeat("😀", limit.characters+1), strings.Repeat("😀", limit.characters)},
			{"a family fits", x(5) + family + "y", x(5) + family},
			{"a family does not", x(4) + family, x(4)},
			{"an accent does not", x(1) + "e\u0301", x(1)},
			{"a flag does not", x(1) + "🇩🇪", x(1)},
			{"a skin tone does not", x(1) + "👍🏽", x(1)},
			{"a line end does not", x(1) + "\r\n", x(1)},
			{"a syllable of Hindi does not", x(1) + "नि", x(1)},
		} {
			t.Run(limit.field+" "+row.name, func(t *testing.T) {
				card := map[string]any{"id": "a", "message": "m", "duration": 3600}
				card[limit.field] = row.sent
				post(t, h, jsonOf(t, card), "replaced")
				if got := showing(t, h, "a")[limit.field]; got != row.kept {
					t.Errorf("kept is …%q, want …%q", tail(got.(string)), tail(row.kept))
				}
			})
		}
	}
}

// tail is the last few characters of a text.
func tail(text string) string {
	runes := []rune(text)
	return string(runes[max(0, len(runes)-8):])
}

func TestDecision09HexColours(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	for sent, want := range map[string]string{"#abc": "#AABBCC", "8abc": "#88AABBCC", "#AbCdEf": "#ABCDEF", "01020304": "#01020304", "#0000": "#00000000"} {
		post(t, h, `{"id":"a","message":"m","background":"`+sent+`"}`, "replaced")
		if got := showing(t, h, "a")["background"]; got != want {
			t.Errorf("%s is %v, want %s", sent, got, want)
		}
	}
}
