package discovery

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const longestLabel = 63

// name is a DNS name by its labels, which may hold any bytes, dots too.
type name []string

func named(dotted string) name { return strings.Split(dotted, ".") }

// under is the name with a label before it.
func (n name) under(label string) name { return append(name{label}, n...) }

// key is the same for names that DNS holds to be the same.
func (n name) key() string {
	var b strings.Builder
	for _, label := range n {
		b.WriteByte(byte(len(label)))
		for i := range len(label) {
			c := label[i]
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (n name) is(other name) bool { return n.key() == other.key() }

// wire is the name as it is sent, uncompressed.
func (n name) wire() []byte {
	var b []byte
	for _, label := range n {
		b = append(append(b, byte(len(label))), label...)
	}
	return append(b, 0)
}

// labelOf is a text as one label: no control characters, cut where a letter ends, with room for what follows it.
func labelOf(text, suffix string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	text = strings.TrimSpace(text)
	if text == "" {
		text = "Cuecard"
	}
	room := longestLabel - len(suffix)
	for len(text) > room {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return strings.TrimSpace(text) + suffix
}
