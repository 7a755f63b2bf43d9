package text

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"slices"
	"strings"
)

// thaiWords is ICU's list of Thai words; thai/README.md says where it is from.
//
//go:embed thai/words.txt.gz
var thaiWords []byte

// wordList is a list of words in order, one after another, as the lower bytes of their runes.
type wordList struct {
	letters []byte
	starts  []uint32
}

// readWords unpacks the list. Lines that are not a Thai word are left out.
func readWords(packed []byte) (*wordList, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var list bytes.Buffer
	if _, err := list.ReadFrom(r); err != nil {
		return nil, err
	}
	lines := slices.DeleteFunc(strings.Split(list.String(), "\n"), func(line string) bool {
		return line == "" || strings.ContainsFunc(line, func(r rune) bool { return !thaiLetter(r) })
	})
	slices.Sort(lines)
	w := &wordList{letters: make([]byte, 0, list.Len()/3), starts: make([]uint32, 1, len(lines)+1)}
	for _, line := range lines {
		for _, r := range line {
			w.letters = append(w.letters, byte(r))
		}
		w.starts = append(w.starts, uint32(len(w.letters)))
	}
	return w, nil
}

func thaiLetter(r rune) bool { return r >= 0x0e01 && r <= 0x0e4e && r != 0x0e3f }

func (w *wordList) word(i int) []byte { return w.letters[w.starts[i]:w.starts[i+1]] }

// at tells the lengths of all words that the text begins with, the shortest first.
func (w *wordList) at(text []rune, found func(length int)) {
	from, to := 0, len(w.starts)-1 // the words that begin as the text does so far
	for n, r := range text {
		if !thaiLetter(r) {
			return
		}
		letter := int(r & 0xff)
		from += w.reach(from, to, n, letter)
		to = from + w.reach(from, to, n, letter+1)
		if from == to {
			return
		}
		if len(w.word(from)) == n+1 {
			found(n + 1)
		}
	}
}

// reach is how many of the words come before those that have at least this letter at the place n.
func (w *wordList) reach(from, to, n, letter int) int {
	low, high := from, to
	for low < high {
		middle := (low + high) / 2
		if word := w.word(middle); len(word) <= n || int(word[n]) < letter {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low - from
}

// way is the best way to cut a text up to some place: few letters in no word, then few words.
type way struct {
	strange, words int
	from           int  // where the last part begins
	known          bool // the last part is a word
}

func (a way) better(b way) bool {
	return a.strange < b.strange || a.strange == b.strange && a.words < b.words
}

// cut finds the words of a stretch of Thai. may says where one may begin; tell is told every part, from the last to the first.
func (w *wordList) cut(text []rune, ways []way, may func(at int) bool, tell func(from, to int, known bool)) {
	const unreached = 1 << 30
	ways = ways[:len(text)+1]
	ways[0] = way{}
	for i := range text {
		ways[i+1] = way{strange: unreached}
	}
	for i := range text {
		if ways[i].strange == unreached {
			continue
		}
		next := i + 1
		for next < len(text) && !may(next) {
			next++
		}
		relax := func(to int, by way) {
			if by.better(ways[to]) {
				ways[to] = by
			}
		}
		relax(next, way{ways[i].strange + next - i, ways[i].words + 1, i, false})
		w.at(text[i:], func(n int) {
			if to := i + n; to == len(text) || may(to) {
				relax(to, way{ways[i].strange, ways[i].words + 1, i, true})
			}
		})
	}
	for to := len(text); to > 0; to = ways[to].from {
		tell(ways[to].from, to, ways[to].known)
	}
}
