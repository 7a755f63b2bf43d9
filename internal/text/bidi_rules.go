package text

import (
	"cmp"
	"slices"

	"github.com/go-text/typesetting/unicodedata"
	"golang.org/x/text/unicode/bidi"
)

// weak is W1 to W7 over l.sequence.
func (l *levels) weak(sos bidi.Class) {
	seq, class := l.sequence, l.class
	previous, word := sos, sos // the rune before; the strong rune before
	for _, i := range seq {    // W1, W2, W3
		c := class[i]
		if c == bidi.NSM {
			c = previous
			if isolates(c) || c == bidi.PDI {
				c = bidi.ON
			}
		}
		previous = c
		switch c {
		case bidi.L, bidi.R, bidi.AL:
			word = c
		case bidi.EN:
			if word == bidi.AL {
				c = bidi.AN
			}
		}
		if isolates(class[i]) || class[i] == bidi.PDI {
			previous = class[i]
		}
		class[i] = c
	}
	for _, i := range seq { // W3 waits until W2 has seen every AL
		if class[i] == bidi.AL {
			class[i] = bidi.R
		}
	}
	for k := 1; k < len(seq)-1; k++ { // W4
		c, a, b := class[seq[k]], class[seq[k-1]], class[seq[k+1]]
		if a == b && (c == bidi.CS && (a == bidi.EN || a == bidi.AN) || c == bidi.ES && a == bidi.EN) {
			class[seq[k]] = a
		}
	}
	for k := 0; k < len(seq); k++ { // W5
		if class[seq[k]] != bidi.ET {
			continue
		}
		end := k
		for end < len(seq) && class[seq[end]] == bidi.ET {
			end++
		}
		number := k > 0 && class[seq[k-1]] == bidi.EN || end < len(seq) && class[seq[end]] == bidi.EN
		for ; k < end; k++ {
			if number {
				class[seq[k]] = bidi.EN
			}
		}
		k--
	}
	word = sos
	for _, i := range seq { // W6, W7
		switch class[i] {
		case bidi.ES, bidi.ET, bidi.CS:
			class[i] = bidi.ON
		case bidi.L, bidi.R:
			word = class[i]
		case bidi.EN:
			if word == bidi.L {
				class[i] = bidi.L
			}
		}
	}
}

// brackets are the pairs of one sequence, as places in it.
type brackets struct {
	open  []bracket
	pairs [][2]int32
}

type bracket struct {
	closes rune
	at     int32
}

// pairs is N0.
func (l *levels) pairs(text []rune, sos bidi.Class, level uint8) {
	l.findPairs(text)
	toward := strong(level)
	for _, p := range l.brackets.pairs {
		found := bidi.ON
		for k := p[0] + 1; k < p[1]; k++ {
			if c := direction(l.class[l.sequence[k]]); c == toward {
				found = c
				break
			} else if c != bidi.ON {
				found = c
			}
		}
		if found == bidi.ON {
			continue
		}
		if found != toward {
			context := sos
			for k := p[0] - 1; k >= 0; k-- {
				if c := direction(l.class[l.sequence[k]]); c != bidi.ON {
					context = c
					break
				}
			}
			if context != found {
				found = toward
			}
		}
		for _, k := range p {
			l.class[l.sequence[k]] = found
			for m := int(k) + 1; m < len(l.sequence) && l.first[l.sequence[m]] == bidi.NSM; m++ {
				l.class[l.sequence[m]] = found
			}
		}
	}
}

// maxPairs bounds the work of N0, which looks at everything inside of every pair.
const maxPairs = 256

// findPairs is BD16.
func (l *levels) findPairs(text []rune) {
	b := &l.brackets
	b.open, b.pairs = b.open[:0], b.pairs[:0]
	for k, i := range l.sequence {
		if l.class[i] != bidi.ON {
			continue
		}
		p, _ := bidi.LookupRune(text[i])
		switch {
		case !p.IsBracket():
		case p.IsOpeningBracket():
			if len(b.open) == 63 {
				b.pairs = b.pairs[:0]
				return
			}
			closes, _ := unicodedata.LookupMirrorChar(text[i])
			b.open = append(b.open, bracket{canonical(closes), int32(k)})
		default:
			for o := len(b.open) - 1; o >= 0; o-- {
				if b.open[o].closes == canonical(text[i]) {
					b.pairs = append(b.pairs, [2]int32{b.open[o].at, int32(k)})
					b.open = b.open[:o]
					break
				}
			}
			if len(b.pairs) == maxPairs {
				b.open = b.open[:0]
				slices.SortFunc(b.pairs, func(x, y [2]int32) int { return cmp.Compare(x[0], y[0]) })
				return
			}
		}
	}
	slices.SortFunc(b.pairs, func(x, y [2]int32) int { return cmp.Compare(x[0], y[0]) })
}

// canonical makes the two angle brackets that Unicode has twice one.
func canonical(r rune) rune {
	if r == 0x232a {
		return 0x3009
	}
	return r
}

// direction is what a class counts as among neutrals: numbers are right to left.
func direction(c bidi.Class) bidi.Class {
	switch c {
	case bidi.L:
		return bidi.L
	case bidi.R, bidi.EN, bidi.AN:
		return bidi.R
	}
	return bidi.ON
}

// neutral is N1 and N2.
func (l *levels) neutral(sos, eos bidi.Class, level uint8) {
	seq := l.sequence
	before := sos
	for k := 0; k < len(seq); k++ {
		if c := direction(l.class[seq[k]]); c != bidi.ON {
			before = c
			continue
		}
		end, after := k, eos
		for ; end < len(seq); end++ {
			if c := direction(l.class[seq[end]]); c != bidi.ON {
				after = c
				break
			}
		}
		c := strong(level)
		if before == after {
			c = before
		}
		for ; k < end; k++ {
			l.class[seq[k]] = c
		}
		k--
	}
}
