package speech

import (
	"os"
	"strings"
	"unicode"
)

// writing is a script that gives a language away, or at least one that reads it aloud. Where languages share a script, the
// one with letters of its own comes first.
type writing struct {
	language string
	scripts  []*unicode.RangeTable
	own      func(r rune) bool // nil: the script is enough
}

// writings are those of the TV page, and more that engines can read here.
func writings() []writing {
	one := func(language string, script *unicode.RangeTable) writing {
		return writing{language: language, scripts: []*unicode.RangeTable{script}}
	}
	among := func(letters string) func(rune) bool {
		return func(r rune) bool { return strings.ContainsRune(letters, r) }
	}
	kana := func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }
	return []writing{
		{"ja", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana, unicode.Han}, kana},
		one("zh", unicode.Han),
		one("ko", unicode.Hangul),
		{"uk", []*unicode.RangeTable{unicode.Cyrillic}, among("іїєґІЇЄҐ")},
		one("ru", unicode.Cyrillic),
		one("el", unicode.Greek),
		one("he", unicode.Hebrew),
		{"fa", []*unicode.RangeTable{unicode.Arabic}, among("پچژگ")},
		one("ar", unicode.Arabic),
		one("hi", unicode.Devanagari),
		one("bn", unicode.Bengali),
		one("ta", unicode.Tamil),
		one("te", unicode.Telugu),
		one("th", unicode.Thai),
		one("ka", unicode.Georgian),
		one("hy", unicode.Armenian),
		one("pa", unicode.Gurmukhi),
		one("gu", unicode.Gujarati),
		one("or", unicode.Oriya),
		one("kn", unicode.Kannada),
		one("ml", unicode.Malayalam),
		one("si", unicode.Sinhala),
		one("my", unicode.Myanmar),
		one("am", unicode.Ethiopic),
		one("chr", unicode.Cherokee),
	}
}

// language is the owner's choice, or a guess.
func language(text, chosen string) string {
	if chosen, ok := tag(chosen); ok {
		return chosen
	}
	return guess(text, deviceLanguage())
}

// guess finds the language of a text from the script of most of its letters. Latin letters say nothing, and the device's own
// language is the best guess then.
func guess(text, device string) string {
	language, most := "", count(text, unicode.Latin)
	for _, w := range writings() {
		if n := count(text, w.scripts...); n > most && (w.own == nil || strings.ContainsFunc(text, w.own)) {
			language, most = w.language, n
		}
	}
	if language == "" || family(device) == language {
		return device
	}
	return language
}

func count(text string, scripts ...*unicode.RangeTable) (n int) {
	for _, r := range text {
		if unicode.In(r, scripts...) {
			n++
		}
	}
	return n
}

// deviceLanguage is that of the system's messages.
func deviceLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := os.Getenv(name); value != "" {
			if language, ok := tag(value); ok {
				return language
			}
			break
		}
	}
	return "en"
}

// IsLanguage tells whether an owner may wish for a language by this name.
func IsLanguage(name string) bool {
	_, ok := tag(name)
	return ok
}

// tag makes one form of pt-BR, pt_BR.UTF-8 and so on. C is no language, nor is anything strange: a tag is part of commands.
func tag(name string) (string, bool) {
	if end := strings.IndexAny(name, ".@"); end >= 0 {
		name = name[:end]
	}
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	for i, part := range strings.Split(name, "-") {
		strange := func(r rune) bool { return (r < 'a' || r > 'z') && (i == 0 || r < '0' || r > '9') }
		if len(part) == 0 || len(part) > 8 || i == 0 && (len(part) < 2 || len(part) > 3) || strings.ContainsFunc(part, strange) {
			return "", false
		}
	}
	return name, len(name) < 40
}

// family is the language without its country.
func family(tag string) string {
	language, _, _ := strings.Cut(tag, "-")
	return language
}
