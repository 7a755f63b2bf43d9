package card

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// notAnObject is the error of a body that cannot be read at all.
var notAnObject = &FieldError{Field: "body", Be: "a JSON object in UTF-8"}

// byteOrderMark is what some editors put before UTF-8 text.
var byteOrderMark = []byte("\uFEFF")

// Decode reads the body of a post onto the owner's style: a field that is absent
// stays as the owner has it. The id is empty when none was sent.
func Decode(body []byte, style Style) (Card, error) {
	// A map, since encoding/json matches the names of struct fields in any case. Of
	// duplicate names it keeps the last.
	var sent map[string]json.RawMessage
	body = bytes.TrimPrefix(body, byteOrderMark)
	if !utf8.Valid(body) || json.Unmarshal(body, &sent) != nil || sent == nil {
		return Card{}, notAnObject
	}
	c := Card{Style: style}
	for _, field := range c.fields() {
		raw, ok := sent[field.Name]
		switch {
		case !ok && field.mandatory:
			return Card{}, field.broken()
		case !ok:
			continue
		}
		if err := field.Read(raw); err != nil {
			return Card{}, err
		}
	}
	return c, nil
}
