package text

import (
	"testing"
)

func TestMixedLinesStandInTheRightOrder(t *testing.T) {
	f := embeddedFonts(t)
	for s, want := range map[string]string{
		"abc אבג def":            "abc גבא def",
		"abc אבג 123 def":        "abc 123 גבא def",
		"abc عرب 123 def":        "abc 123 برع def",
		"אבג abc דהו":            "והד abc גבא",
		"אבג 123 דהו":            "והד 123 גבא",
		"אבג (abc) דהו":          "והד )abc( גבא",
		"אבג 12:45, 3%":          "3% ,12:45 גבא",
		"abc (אבג) def":          "abc (גבא) def",
		"אבג abc 123 דהו":        "והד abc 123 גבא",
		"אבג!":                   "!גבא",
		"123 אבג":                "גבא 123",
		"+1 (555) אבג":           "גבא )555( 1+",
		"a \u2067אבג, b\u2069 c": "a b ,גבא c",
		"\u202eabc\u202c":        "cba",
	} {
		got := ""
		for _, r := range seen(f, s) {
			if !ignorable(r) {
				got += string(r)
			}
		}
		if got != want {
			t.Errorf("%q is seen as %q, not %q", s, got, want)
		}
	}
}

func TestBracketsAreMirroredFromRightToLeft(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		for _, s := range []string{"(אבג)", "(عرب)", "[אבג]", "«עבר»", "{אבג}"} {
			b := f.Lay(s, body, 1000, 0)
			open := []rune(s)[0]
			first, last := b.glyphs[0], b.glyphs[len(b.glyphs)-1]
			opening, _ := first.face.font.NominalGlyph(open)
			if first.id != opening || last.id == opening {
				t.Errorf("%q: the glyph at the left is not that of %q", s, open)
			}
		}
	}
}

func TestParagraphsStartAtTheirOwnSide(t *testing.T) {
	f := embeddedFonts(t)
	const width = 900
	b := f.Lay("שלום\nabc\nabc שלום\nשלום abc\n123", body, width, 0)
	equal(t, "right to left", b.RightToLeft, true)
	var left [5]float32
	for i := len(b.glyphs) - 1; i >= 0; i-- {
		left[int(float64(b.glyphs[i].y)/body.LineHeight)] = b.glyphs[i].x
	}
	for i, right := range []bool{true, false, false, true, false} {
		if right != (left[i] > 0) {
			t.Errorf("line %d begins at %v", i, left[i])
		}
	}
	if end := left[0] + float32(wide(f, "שלום")); end < width-0.1 || end > width+0.1 {
		t.Errorf("a line from right to left ends at %v", end)
	}
	equal(t, "right to left", f.Lay("123 abc שלום", body, width, 0).RightToLeft, false)
	equal(t, "right to left", f.Lay("123, שלום abc", body, width, 0).RightToLeft, true)
}
