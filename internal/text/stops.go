package text

import (
	"unicode"

	"github.com/go-text/typesetting/segmenter"
)

// stop says whether a line may end before a rune; a greater one is a better place.
type stop uint8

const (
	inside stop = iota // of a grapheme: never
	edge               // of a grapheme: only in a word that is longer than the line
	soft               // a syllable begins, in a script that writes no spaces
	better             // a syllable begins there that likely begins a word
	free               // UAX 14 allows it
)

// So much may hang together in one grapheme: runes, and of these letters and pictures. More is no language, and would
// not fit a line.
const (
	maxGrapheme = 40
	maxLetters  = 8
)

// findStops fills p.stops from the segments.
func (p *paragraph) findStops() {
	p.stops = resize(p.stops, len(p.text))
	p.cut = resize(p.cut, len(p.text))
	clear(p.stops)
	clear(p.cut)
	for it := p.segments.GraphemeIterator(); it.Next(); {
		g := it.Grapheme()
		p.stops[g.Offset] = edge
		p.cutLong(g)
	}
	for it := p.segments.LineIterator(); it.Next(); {
		if at := it.Line().Offset; p.stops[at] == edge && !p.cut[at] {
			p.stops[at] = free
		}
	}
	for i := 1; i < len(p.text); i++ {
		if r := p.text[i]; r >= 0x0e00 && r < 0x1800 && p.stops[i] == edge {
			p.stops[i] = syllable(p.text, i)
		}
	}
	for i := 0; i < len(p.text); i++ {
		if start := i; thaiLetter(p.text[i]) {
			for i < len(p.text) && thaiLetter(p.text[i]) {
				i++
			}
			p.stopAtWords(start, i)
		}
	}
}

// stopAtWords lets lines end between the words of a stretch of Thai, and not inside of them. What is no word, as most names,
// keeps the stops of its syllables.
func (p *paragraph) stopAtWords(start, end int) {
	p.ways = resize(p.ways, end-start+1)
	may := func(at int) bool { return p.stops[start+at] != inside }
	p.fonts.words().cut(p.text[start:end], p.ways, may, func(from, to int, known bool) {
		if p.stops[start+from] != inside && start+from > 0 && from > 0 && (known || p.ways[from].known) {
			p.stops[start+from] = free
		}
		for i := from + 1; i < to && known; i++ {
			p.stops[start+i] = min(p.stops[start+i], edge)
		}
	})
}

// cutLong cuts a grapheme where it becomes too long.
func (p *paragraph) cutLong(g segmenter.Grapheme) {
	if len(g.Text) <= maxLetters {
		return
	}
	letters, runes := 0, 0
	for i, r := range g.Text {
		runes++
		if !unicode.Is(unicode.M, r) && !ignorable(r) {
			letters++
		}
		if letters > maxLetters || runes > maxGrapheme {
			p.stops[g.Offset+i] = edge
			p.cut[g.Offset+i] = true
			letters, runes = 1, 1
		}
	}
}

// syllable judges a place inside of Thai, Lao, Khmer or Burmese, which write no spaces between words. Only for Thai there is
// a list of words. The spelling alone tells where syllables begin, and most often where one certainly does not.
func syllable(text []rune, at int) stop {
	before, r := text[at-1], text[at]
	next := rune(0)
	if at+1 < len(text) {
		next = text[at+1]
	}
	switch {
	case r < 0x0f00 && before >= 0x0e00 && before < 0x0f00:
		return thai(before&0x7f, r&0x7f, next&0x7f)
	case r >= 0x1000 && r < 0x10a0 && before >= 0x1000 && before < 0x10a0:
		if r >= 0x1000 && r <= 0x102a && next != 0x103a && next != 0x1039 && before != 0x1039 && !asatAfterMark(text, at) {
			return soft
		}
	case r >= 0x1780 && r <= 0x17b3 && before >= 0x1780 && before < 0x17e0:
		return khmer(text, at)
	}
	return edge
}

// khmer judges the place before a consonant. A syllable begins with consonants, one under another, that have a vowel;
// without one they most often end the syllable before.
func khmer(text []rune, at int) stop {
	const coeng = 0x17d2 // the next consonant is written below
	if text[at-1] == coeng {
		return inside
	}
	end := at + 1
	for end+1 < len(text) && text[end] == coeng {
		end += 2
	}
	voiced := end < len(text) && (text[end] >= 0x17b6 && text[end] <= 0x17ca)
	closed := at >= 2 && text[at-2] >= 0x17b6 && text[at-2] <= 0x17ca && end == at+1 // the consonant before ends its syllable
	if voiced && (text[at-1] >= 0x17b4 || closed) {
		return soft
	}
	return edge
}

// asatAfterMark sees the Burmese final consonant whose killer follows a tone mark.
func asatAfterMark(text []rune, at int) bool {
	return at+2 < len(text) && text[at+1] == 0x1037 && text[at+2] == 0x103a
}

// thai works on Thai and Lao letters alike, which Unicode gives the same places: 01 to 2e are consonants, 30 to 3d follow
// or join them, 40 to 44 are vowels written before their consonant.
func thai(before, r, next rune) stop {
	const (
		ro, lo, wo, ho = 0x23, 0x25, 0x27, 0x2b
	)
	leads := func(r rune) bool { return r >= 0x40 && r <= 0x44 }
	consonant := func(r rune) bool { return r >= 0x01 && r <= 0x2e || r == 0x5c || r == 0x5d } // the last two: Lao's hn and hm
	switch {
	case leads(before), !leads(r) && !consonant(r):
		return inside // a vowel never parts from its consonant
	case leads(r):
		return better
	case before == 0x46 || before == 0x2f || before == 0x30 || before == 0x33 || before == 0x4c:
		return better // what only ends a word, or a syllable
	case !(next >= 0x30 && next <= 0x3d || next >= 0x47 && next <= 0x4e):
		return edge // a consonant alone most often ends a syllable
	case consonant(before) && (r == ro || r == lo || r == wo || before == ho):
		return edge // pr-, kl-, hm-: one sound
	}
	return soft
}
