package speech

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// most is more than a card holds.
const most = 4000

const (
	mostMarks = 4 // on one letter; no language has more
	mostAlike = 3 // signs in a row: a line of dashes is not read dash by dash
)

// They change how Indian scripts and Persian are read.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// readable is what can be read of a text, lines apart; empty if nothing can. What engines take for their own commands is
// not in it: control characters, and two opening brackets in a row.
func readable(text string) string {
	var out strings.Builder
	var last rune
	var gap, marks, alike, length int
	something := false
	for _, r := range strings.ToValidUTF8(text, " ") {
		switch {
		case isBreak(r):
			gap |= 2
			continue
		case unicode.IsSpace(r) || unicode.Is(unicode.Cc, r):
			gap |= 1
			continue
		case !isPrinted(r) || r == joiner && unicode.Is(unicode.So, last):
			continue
		}
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if alike++; r != last || gap != 0 || isWord(r) {
			alike = 1
		}
		if marks > mostMarks || alike > mostAlike {
			continue
		}
		if length++; length > most {
			break
		}
		if r == '[' && last == '[' || apart(last, r) {
			gap |= 1
		}
		if gap&2 != 0 && out.Len() > 0 {
			out.WriteByte('\n')
		} else if gap != 0 && out.Len() > 0 {
			out.WriteByte(' ')
		}
		gap, last = 0, r
		something = something || isWord(r) || unicode.Is(unicode.S, r)
		out.WriteRune(r)
	}
	if !something {
		return ""
	}
	return out.String()
}

func isBreak(r rune) bool {
	return r >= '\n' && r <= '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// apart tells which pictures need a space between them: the Japanese voice of espeak-ng crashes over some pairs. Two letters
// that make a flag are one picture.
func apart(a, b rune) bool {
	return unicode.Is(unicode.So, a) && unicode.Is(unicode.So, b) && !(unicode.Is(unicode.Regional_Indicator, a) && unicode.Is(unicode.Regional_Indicator, b))
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// isPrinted leaves out what has no sound: characters for direction, variants and tags, those for private use, and those
// that Unicode does not know.
func isPrinted(r rune) bool {
	return r == nonJoiner || r == joiner || unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S) && !unicode.Is(unicode.Variation_Selector, r)
}

// longest is as much speech as a text can be worth: a minute, and what slow voices need for so many characters.
func (p phrase) longest() time.Duration {
	return time.Minute + time.Duration(float64(utf8.RuneCountInString(p.text))/p.rate*float64(100*time.Millisecond))
}
