package card

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FieldError is bad input: which field, and what it must be.
type FieldError struct {
	Field string
	Be    string
}

func (e *FieldError) Error() string {
	return "field '" + e.Field + "' must be " + e.Be
}

// Field is one named value of a JSON object: the variable it is kept in and the rule it obeys.
type Field struct {
	Name string
	Rule Rule
	be   string           // the rule, in words
	set  func(value) bool // keeps a value that obeys the rule

	keepsBlank bool // null and blank text say something; elsewhere they count as absent
	isText     bool // on a command line its value is text; elsewhere a JSON literal
}

// Read keeps the JSON value if it obeys the field's rule.
func (f Field) Read(raw json.RawMessage) error { return f.keep(parse(raw)) }

// ReadText is Read for a value that somebody typed.
func (f Field) ReadText(typed string) error {
	if f.isText || strings.TrimSpace(typed) == "" {
		return f.keep(value{kind: textKind, text: typed})
	}
	if !json.Valid([]byte(typed)) {
		return f.broken()
	}
	return f.Read(json.RawMessage(strings.TrimSpace(typed)))
}

func (f Field) keep(v value) error {
	if v.blank() && !f.keepsBlank {
		return nil
	}
	if !f.set(v) {
		return f.broken()
	}
	return nil
}

func (f Field) broken() error { return &FieldError{Field: f.Name, Be: f.be} }

// Text is any text, cut behind so many characters.
func Text(name string, to *string, characters int) Field {
	rule := Rule{Shape: AnyText, Characters: characters}
	return Field{Name: name, Rule: rule, be: "a string", isText: true, set: func(v value) bool {
		*to = cut(v.text, characters)
		return v.kind == textKind
	}}
}

// Checked is text under a rule of its own. Blank text, which the rule is asked about too, is kept.
func Checked(name, be string, to *string, obeys func(string) bool) Field {
	return Field{Name: name, be: be, isText: true, keepsBlank: true, set: func(v value) bool {
		text := strings.TrimSpace(v.text)
		if v.kind != textKind && v.kind != nullKind || !obeys(text) {
			return false
		}
		*to = text
		return true
	}}
}

// spoken is text that has to be there and to say something.
func spoken(name string, to *string, characters int) Field {
	f := Text(name, to, characters)
	f.be, f.Rule.Required, f.keepsBlank = "a non-empty string", true, true
	set := f.set
	f.set = func(v value) bool { return set(v) && strings.TrimSpace(*to) != "" }
	return f
}

// Number is a number in a range, both ends included.
func Number(name string, to *float64, from, upTo float64) Field {
	rule := Rule{Shape: Numeric, From: from, UpTo: upTo}
	return Field{Name: name, Rule: rule, be: fmt.Sprintf("a number from %g to %g", from, upTo), set: func(v value) bool {
		n, err := strconv.ParseFloat(v.text, 64)
		if v.kind != numberKind || err != nil || n < from || n > upTo {
			return false
		}
		*to = n + 0 // of a negative zero makes a zero
		return true
	}}
}

// unless ignores the number, but not its type, when the condition holds.
func (f Field) unless(condition *bool) Field {
	f.Rule.Waived = true
	set := f.set
	f.set = func(v value) bool { return *condition && v.kind == numberKind || set(v) }
	return f
}

func flag(name string, to *bool) Field {
	return Field{Name: name, Rule: Rule{Shape: Flag}, be: "true or false", set: func(v value) bool {
		*to = v.text == "true"
		return v.kind == flagKind
	}}
}

// OneOf is one of some words.
func OneOf[T ~string](name string, to *T, words ...T) Field {
	list := fmt.Sprint(words) // "[a b c]"
	be := "one of " + strings.ReplaceAll(list[1:len(list)-1], " ", ", ")
	rule := Rule{Shape: Word}
	for _, word := range words {
		rule.Words = append(rule.Words, string(word))
	}
	return Field{Name: name, Rule: rule, be: be, isText: true, set: func(v value) bool {
		*to = T(v.text)
		return v.kind == textKind && slices.Contains(words, *to)
	}}
}

func identifier(name string, to *string, characters int) Field {
	be := fmt.Sprintf("a string of at most %d characters without '/'", characters)
	return Field{Name: name, Rule: Rule{Shape: Identifier, Characters: characters}, be: be, isText: true, set: func(v value) bool {
		*to = v.text
		return v.kind == textKind && utf8.RuneCountInString(v.text) <= characters && !strings.Contains(v.text, "/")
	}}
}

func link(name string, to *string) Field {
	return Field{Name: name, Rule: Rule{Shape: Link}, be: "an http or https URL", isText: true, set: func(v value) bool {
		*to = v.text
		return v.kind == textKind && isWebURL(v.text)
	}}
}

func sound(name string, to *string) Field {
	be := `"none", "default" or an http or https URL`
	rule := Rule{Shape: Link, Words: []string{SoundNone, SoundDefault}}
	return Field{Name: name, Rule: rule, be: be, isText: true, set: func(v value) bool {
		*to = v.text
		return v.kind == textKind && (v.text == SoundNone || v.text == SoundDefault || isWebURL(v.text))
	}}
}

func isWebURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
}
