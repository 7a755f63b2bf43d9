package card

import (
	"bytes"
	"encoding/json"
	"slices"
	"sync"
	"unicode/utf8"
)

// notAnObject is the error of a body that cannot be read at all.
var notAnObject = &FieldError{Field: "body", Be: "a JSON object in UTF-8"}

// byteOrderMark is what some editors put before UTF-8 text.
var byteOrderMark = []byte("\uFEFF")

// form is a card to be filled in. Binding the fields to it takes longer than reading
// a body into them, so forms are used again.
type form struct {
	card   Card
	fields []Field
	sent   []json.RawMessage // by field; nil where nothing was
}

var forms = sync.Pool{New: func() any {
	f := &form{}
	f.fields = f.card.fields()
	f.sent = make([]json.RawMessage, len(f.fields))
	return f
}}

// Decode reads the body of a post onto the owner's style: a field that is absent
// stays as the owner has it. The id is empty when none was sent.
func Decode(body []byte, style Style) (Card, error) {
	body = bytes.TrimLeft(bytes.TrimPrefix(body, byteOrderMark), " \t\r\n")
	if !utf8.Valid(body) || !bytes.HasPrefix(body, []byte{'{'}) || !json.Valid(body) {
		return Card{}, notAnObject
	}
	f := forms.Get().(*form)
	defer forms.Put(f)
	f.card = Card{Style: style}
	if err := f.fill(body); err != nil {
		return Card{}, err
	}
	return f.card, nil
}

func (f *form) fill(object []byte) error {
	clear(f.sent)
	// By exact name, where encoding/json would match in any case. Of duplicates the last counts.
	for name, value := range members(object) {
		if at := slices.IndexFunc(f.fields, func(f Field) bool { return f.Name == name }); at >= 0 {
			f.sent[at] = value
		}
	}
	for i, field := range f.fields {
		switch value := f.sent[i]; {
		case value != nil:
			if err := field.Read(value); err != nil {
				return err
			}
		case field.Rule.Required:
			return field.broken()
		}
	}
	return nil
}
