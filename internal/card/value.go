package card

import (
	"bytes"
	"encoding/json"
	"strings"
)

// value is a JSON value as far as a field needs to know it.
type value struct {
	kind kind
	text string // of a text unquoted, of the other scalars as it stands
}

type kind int

const (
	nullKind kind = iota
	textKind
	numberKind
	flagKind
	nestedKind
)

// parse takes one valid JSON value without space around it.
func parse(raw json.RawMessage) value {
	switch raw[0] {
	case '"':
		return value{kind: textKind, text: unquote(raw)}
	case 'n':
		return value{kind: nullKind}
	case 't', 'f':
		return value{kind: flagKind, text: string(raw)}
	case '{', '[':
		return value{kind: nestedKind}
	default:
		return value{kind: numberKind, text: string(raw)}
	}
}

// unquote is the text that a valid JSON string stands for; a lone surrogate is U+FFFD.
func unquote(raw json.RawMessage) (text string) {
	if !bytes.Contains(raw, []byte{'\\'}) {
		return string(raw[1 : len(raw)-1])
	}
	_ = json.Unmarshal(raw, &text) // valid text always unquotes
	return text
}

// blank values are what templating clients send for "nothing".
func (v value) blank() bool {
	return v.kind == nullKind || v.kind == textKind && strings.TrimSpace(v.text) == ""
}
