package text

import (
	"golang.org/x/text/unicode/bidi"
)

// maxDepth is the deepest explicit level of UAX 9.
const maxDepth = 125

// levels gives every rune of one paragraph its embedding level by UAX 9 (P2 to I2). Its buffers are used again, and every
// loop is linear: a text of nothing but controls costs no more than any other.
//
// The bidi package of x/text knows the classes but tells only directions, not levels: a number after Arabic and the
// Latin word behind it would be one run, and stand in the wrong order.
type levels struct {
	of    []uint8 // the levels, one a rune
	base  uint8   // the paragraph's level: 1 is right to left
	given []uint8 // the levels that the controls alone give
	class []bidi.Class
	first []bidi.Class // the classes before the rules changed them
	mate  []int32      // an isolate's other end; -1: none

	stack    []embedding
	open     []int32 // isolates that wait for their end
	run      []int32 // the level run of a rune
	ends     []span  // the level runs
	sequence []int32 // the runes of one isolating run sequence
	brackets brackets
}

type embedding struct {
	level    uint8
	override bidi.Class // ON: none
	isolate  bool
}

type span struct{ start, end int32 }

// resolve sets l.of and l.base for the paragraph, whose first strong rune decides its direction.
func (l *levels) resolve(text []rune) {
	if plain(text) {
		l.base = 0
		l.of = resize(l.of, len(text))
		clear(l.of)
		return
	}
	l.classify(text)
	l.base = l.direction(0, len(text))
	l.explicit()
	l.sequences(text)
}

// classify looks up what the rules work on.
func (l *levels) classify(text []rune) {
	n := len(text)
	l.of = resize(l.of, n)
	l.class, l.first = resize(l.class, n), resize(l.first, n)
	for i, r := range text {
		p, _ := bidi.LookupRune(r)
		l.class[i] = p.Class()
		l.first[i] = l.class[i]
	}
	l.pair()
}

// plain says that no rune can be right to left: the short way for most cards.
func plain(text []rune) bool {
	for _, r := range text {
		if r >= 0x590 && (r < 0x900 || r >= 0x200e && r <= 0x2069 && (r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066) ||
			r >= 0xfb1d && r <= 0xfeff || r >= 0x10800 && r < 0x11000 || r >= 0x1e800 && r < 0x1f000) {
			return false
		}
	}
	return true
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

func isolates(c bidi.Class) bool { return c == bidi.LRI || c == bidi.RLI || c == bidi.FSI }

// pair finds the matching ends of isolates (BD9).
func (l *levels) pair() {
	l.mate = resize(l.mate, len(l.class))
	l.open = l.open[:0]
	for i, c := range l.class {
		l.mate[i] = -1
		switch {
		case isolates(c):
			l.open = append(l.open, int32(i))
		case c == bidi.PDI && len(l.open) > 0:
			from := l.open[len(l.open)-1]
			l.open = l.open[:len(l.open)-1]
			l.mate[from], l.mate[i] = int32(i), from
		}
	}
}

// direction is P2 and P3: the level that the first strong rune asks for. What is isolated does not count.
func (l *levels) direction(from, to int) uint8 {
	for i := from; i < to; i++ {
		switch c := l.first[i]; {
		case c == bidi.L:
			return 0
		case c == bidi.R || c == bidi.AL:
			return 1
		case isolates(c):
			if l.mate[i] < 0 {
				return 0
			}
			i = int(l.mate[i])
		}
	}
	return 0
}

// explicit is X1 to X8.
func (l *levels) explicit() {
	l.stack = append(l.stack[:0], embedding{l.base, bidi.ON, false})
	lostIsolates, lostEmbeddings, valid := 0, 0, 0
	for i, c := range l.class {
		top := l.stack[len(l.stack)-1]
		l.of[i] = top.level
		switch {
		case c == bidi.RLE || c == bidi.LRE || c == bidi.RLO || c == bidi.LRO:
			next := embedding{above(top.level, c == bidi.RLE || c == bidi.RLO), bidi.ON, false}
			if c == bidi.RLO {
				next.override = bidi.R
			} else if c == bidi.LRO {
				next.override = bidi.L
			}
			if next.level <= maxDepth && lostIsolates == 0 && lostEmbeddings == 0 {
				l.stack = append(l.stack, next)
			} else if lostIsolates == 0 {
				lostEmbeddings++
			}
		case isolates(c):
			l.override(i, top)
			right := c == bidi.RLI
			if c == bidi.FSI {
				end := len(l.class)
				if l.mate[i] >= 0 {
					end = int(l.mate[i])
				}
				right = l.direction(i+1, end) == 1
			}
			next := embedding{above(top.level, right), bidi.ON, true}
			if next.level <= maxDepth && lostIsolates == 0 && lostEmbeddings == 0 {
				valid++
				l.stack = append(l.stack, next)
			} else {
				lostIsolates++
			}
		case c == bidi.PDI:
			if lostIsolates > 0 {
				lostIsolates--
			} else if valid > 0 {
				lostEmbeddings = 0
				for !l.stack[len(l.stack)-1].isolate {
					l.stack = l.stack[:len(l.stack)-1]
				}
				l.stack = l.stack[:len(l.stack)-1]
				valid--
			}
			top = l.stack[len(l.stack)-1]
			l.of[i] = top.level
			l.override(i, top)
		case c == bidi.PDF:
			if lostIsolates > 0 {
				break
			}
			if lostEmbeddings > 0 {
				lostEmbeddings--
			} else if !top.isolate && len(l.stack) > 1 {
				l.stack = l.stack[:len(l.stack)-1]
			}
		case c == bidi.BN:
		default:
			l.override(i, top)
		}
	}
}

func (l *levels) override(i int, top embedding) {
	if top.override != bidi.ON {
		l.class[i] = top.override
	}
}

// above is the least level above this one that runs to the right, or to the left.
func above(level uint8, right bool) uint8 {
	if right {
		return (level + 1) | 1
	}
	return (level + 2) &^ 1
}

// removed says which runes X9 takes out of the text.
func removed(c bidi.Class) bool {
	switch c {
	case bidi.RLE, bidi.LRE, bidi.RLO, bidi.LRO, bidi.PDF, bidi.BN:
		return true
	}
	return false
}

// sequences is X10: it finds the isolating run sequences and resolves each.
func (l *levels) sequences(text []rune) {
	l.run = resize(l.run, len(text))
	l.given = append(l.given[:0], l.of...)
	l.ends = l.ends[:0]
	last := -1 // the last rune that X9 leaves
	for i := range text {
		if removed(l.first[i]) {
			continue
		}
		if last < 0 || l.of[i] != l.of[last] {
			l.ends = append(l.ends, span{int32(i), int32(i)})
		}
		last = i
		l.run[i] = int32(len(l.ends) - 1)
		l.ends[len(l.ends)-1].end = int32(i + 1)
	}
	for _, r := range l.ends {
		if l.first[r.start] == bidi.PDI && l.mate[r.start] >= 0 {
			continue // part of the sequence that its isolate began
		}
		l.sequence = l.sequence[:0]
		for at := r; ; {
			for i := at.start; i < at.end; i++ {
				if !removed(l.first[i]) {
					l.sequence = append(l.sequence, i)
				}
			}
			end := l.sequence[len(l.sequence)-1]
			if !isolates(l.first[end]) || l.mate[end] < 0 {
				break
			}
			at = l.ends[l.run[l.mate[end]]]
		}
		l.settle(text)
	}
	level := l.base
	for i := range text { // what X9 removed goes with its neighbour, so that it makes no run
		if removed(l.first[i]) {
			l.of[i] = level
		}
		level = l.of[i]
	}
}

// settle resolves the runes of l.sequence: W1 to I2.
func (l *levels) settle(text []rune) {
	seq := l.sequence
	level := l.of[seq[0]]
	before, after := l.base, l.base
	for i := seq[0] - 1; i >= 0; i-- {
		if !removed(l.first[i]) {
			before = l.given[i]
			break
		}
	}
	last := seq[len(seq)-1]
	if !isolates(l.first[last]) {
		for i := int(last) + 1; i < len(text); i++ {
			if !removed(l.first[i]) {
				after = l.given[i]
				break
			}
		}
	}
	sos, eos := strong(max(level, before)), strong(max(level, after))
	l.weak(sos)
	l.pairs(text, sos, level)
	l.neutral(sos, eos, level)
	for _, i := range seq {
		switch c := l.class[i]; {
		case level&1 == 0 && c == bidi.R, level&1 == 1 && (c == bidi.L || c == bidi.EN || c == bidi.AN):
			l.of[i] = level + 1
		case level&1 == 0 && (c == bidi.AN || c == bidi.EN):
			l.of[i] = level + 2
		}
	}
}

func strong(level uint8) bidi.Class {
	if level&1 == 1 {
		return bidi.R
	}
	return bidi.L
}
