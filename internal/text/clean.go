package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many marks one letter keeps: Unicode's stream-safe text has no more, and no language comes near.
const maxMarks = 30

// paragraphs cuts the text where lines are forced and cleans it: every separator of lines or paragraphs ends one (the
// one at the very end adds no empty line, as in CSS), a tab is a space, controls are gone, and what is no UTF-8 is U+FFFD.
func paragraphs(s string) []string {
	s = strings.TrimSuffix(clean(s), "\n")
	return strings.Split(s, "\n")
}

func clean(s string) string {
	if tidy(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	marks := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r == '\r' && i < len(s) && s[i] == '\n' {
			continue
		}
		if mark(r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case separates(r):
			b.WriteByte('\n')
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r), marks > maxMarks, r&0xfffe == 0xfffe, r >= 0xfdd0 && r <= 0xfdef:
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// mark says that a rune joins the letter before it. Most runes are where there are no marks, and need no search.
func mark(r rune) bool {
	if r < 0x300 || r >= 0x3100 && r < 0xa600 || r >= 0xac00 && r < 0xfb00 || r >= firstPic && r < 0xe0000 {
		return false
	}
	return unicode.Is(unicode.Mn, r)
}

// separates says which runes end a line: the paragraph separators of UAX 9 and the mandatory breaks of UAX 14.
func separates(r rune) bool {
	return r >= '\n' && r <= '\r' || r >= 0x1c && r <= 0x1e || r == 0x85 || r == 0x2028 || r == 0x2029
}

// tidy says that there is nothing to clean, as in most texts.
func tidy(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' && c != '\n' || c >= 0x7f {
			return false
		}
	}
	return true
}
