package card

import (
	"encoding/json"
	"iter"
)

// members are the names and values of a valid JSON object, in order. It reads them
// where they stand: a map of them would cost more than the rest of a card's decoding.
func members(object []byte) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		at := pass(object, 1) // the brace
		for object[at] != '}' {
			name := object[at:endOfValue(object, at)]
			at = pass(object, at+len(name))
			at = pass(object, at+1) // the colon
			value := object[at:endOfValue(object, at)]
			if !yield(unquote(name), value) {
				return
			}
			at = pass(object, at+len(value))
			if object[at] == ',' {
				at = pass(object, at+1)
			}
		}
	}
}

// pass is the first place from at on that is not space.
func pass(text []byte, at int) int {
	for text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r' {
		at++
	}
	return at
}

// endOfValue is the place behind the value that begins at a place.
func endOfValue(text []byte, at int) int {
	depth := 0
	for {
		switch text[at] {
		case '"':
			at = endOfText(text, at)
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
		case ' ', '\t', '\n', '\r', ',', ':':
			at++
		default:
			at = endOfWord(text, at)
		}
		if depth == 0 {
			return at
		}
	}
}

func endOfText(text []byte, at int) int {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// endOfWord is the place behind a number, true, false or null.
func endOfWord(text []byte, at int) int {
	for {
		switch text[at] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return at
		}
		at++
	}
}
