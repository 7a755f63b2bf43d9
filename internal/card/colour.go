package card

import (
	"fmt"
	"strconv"
	"strings"
)

// Colour is 0xAARRGGBB, alpha not premultiplied.
type Colour uint32

// ParseColour reads RGB, ARGB, RRGGBB or AARRGGBB in hex digits, with or without a '#'.
func ParseColour(s string) (Colour, bool) {
	digits := strings.TrimPrefix(s, "#")
	switch len(digits) {
	case 3, 4:
		digits = doubled(digits)
	case 6, 8:
	default:
		return 0, false
	}
	if len(digits) == 6 {
		digits = "FF" + digits
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	return Colour(n), err == nil
}

func doubled(digits string) string {
	var b strings.Builder
	for i := range len(digits) {
		b.WriteByte(digits[i])
		b.WriteByte(digits[i])
	}
	return b.String()
}

// String is the shortest of #RRGGBB and #AARRGGBB that says it all.
func (c Colour) String() string {
	digits := 8
	if c>>24 == 0xFF {
		digits = 6
	}
	text := []byte{'#'}
	for digits--; digits >= 0; digits-- {
		text = append(text, "0123456789ABCDEF"[c>>(4*digits)&0xF])
	}
	return string(text)
}

// MarshalText writes the colour as the interface does.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (c *Colour) UnmarshalText(text []byte) error {
	parsed, ok := ParseColour(string(text))
	if !ok {
		return fmt.Errorf("%q is not a colour", text)
	}
	*c = parsed
	return nil
}

const hexColour = "a hex color such as #RGB, #RRGGBB, #ARGB or #AARRGGBB"

func colour(name string, to *Colour) Field {
	return Field{Name: name, Rule: Rule{Shape: Hex}, be: hexColour, isText: true, set: func(v value) (ok bool) {
		*to, ok = ParseColour(v.text)
		return ok && v.kind == textKind
	}}
}

// stripe is a colour, or one of the ways to say that there is none: "none", blank text, null.
func stripe(name string, to **Colour) Field {
	rule := Rule{Shape: Hex, Words: []string{"none"}}
	return Field{Name: name, Rule: rule, be: hexColour + `, "none" or null`, isText: true, keepsBlank: true, set: func(v value) bool {
		if v.blank() || v.kind == textKind && v.text == "none" {
			*to = nil
			return true
		}
		parsed, ok := ParseColour(v.text)
		*to = &parsed
		return ok && v.kind == textKind
	}}
}
