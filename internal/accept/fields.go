package accept

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"cuecard.app/internal/card"
)

// fields are the values of another app's request by their names: those of a JSON object, or the texts and files of a
// form. The first that is not what it should be is the error of them all.
type fields struct {
	values map[string]any
	files  map[string][]byte
	err    error
}

// readObject reads a JSON object. Numbers stay as they were written.
func readObject(body []byte) (*fields, error) {
	f := &fields{}
	reader := json.NewDecoder(bytes.NewReader(body))
	reader.UseNumber()
	if !utf8.Valid(body) || !json.Valid(body) || reader.Decode(&f.values) != nil || f.values == nil {
		return nil, &card.FieldError{Field: "body", Be: "a JSON object in UTF-8"}
	}
	return f, nil
}

// wrong notes that a field is not what it should be.
func (f *fields) wrong(name, be string) {
	if f.err == nil {
		f.err = &card.FieldError{Field: name, Be: be}
	}
}

// text is the first of some fields that says something. Numbers are text too: an id of 0 is "0".
func (f *fields) text(names ...string) string {
	for _, name := range names {
		if text := f.scalar(name, "a string"); strings.TrimSpace(text) != "" {
			return text
		}
	}
	return ""
}

// scalar is the text of a text or number.
func (f *fields) scalar(name, be string) string {
	switch v := f.values[name].(type) {
	case nil:
	case string:
		return v
	case json.Number:
		return v.String()
	default:
		f.wrong(name, be)
	}
	return ""
}

// number is a field that may be a number or the text of one.
func (f *fields) number(name string) (n float64, given bool) {
	text := strings.TrimSpace(f.scalar(name, "a number"))
	if text == "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		f.wrong(name, "a number")
		return 0, false
	}
	return n, true
}

// flag is a field that may be true or false, or the text or number of one.
func (f *fields) flag(name string, absent bool) bool {
	if value, ok := f.values[name].(bool); ok {
		return value
	}
	text := strings.TrimSpace(f.scalar(name, "true or false"))
	if text == "" {
		return absent
	}
	value, err := strconv.ParseBool(strings.ToLower(text))
	if err != nil {
		f.wrong(name, "true or false")
	}
	return value
}

// object are the fields of a field.
func (f *fields) object(name string) (inner *fields, given bool) {
	switch v := f.values[name].(type) {
	case nil:
		return nil, false
	case map[string]any:
		return &fields{values: v}, true
	default:
		f.wrong(name, "an object")
		return nil, false
	}
}
