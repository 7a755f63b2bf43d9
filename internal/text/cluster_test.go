package text

import (
	"strings"
	"testing"
	"unicode"
)

func TestEmojiAreOneGlyphInColour(t *testing.T) {
	f := systemFonts(t)
	for _, s := range []string{"😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "👍🏽", "❤️", "1️⃣", "#️⃣", "☺️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨🏿‍🚀", "⚠️", "✅", "🫠", "⌚", "🌡️", "1⃣"} {
		b := f.Lay(s, body, 1000, 0)
		if len(b.glyphs) != 1 || b.glyphs[0].face != f.emojiFace() || b.glyphs[0].id == 0 {
			t.Errorf("%q is %d glyphs, the first of %s", s, len(b.glyphs), b.glyphs[0].face.family)
		}
	}
	equal(t, "the number of flags", len(f.Lay("🇩🇪🇯🇵🇺🇦", body, 1000, 0).glyphs), 3)
}

func TestWhatIsTextStaysText(t *testing.T) {
	f := systemFonts(t)
	for _, s := range []string{"❤", "☺︎", "⌚︎", "1", "#", "©", "™", "★", "♥", "→", "½", "②", "1\u20dd"} {
		for _, g := range f.Lay(s, body, 1000, 0).glyphs {
			if g.face.colour || g.id == 0 {
				t.Errorf("%q is drawn by %s as %d", s, g.face.family, g.id)
			}
		}
	}
}

func TestEveryScriptHasItsFamily(t *testing.T) {
	f := systemFonts(t)
	for s, family := range map[string]string{
		"abc": "NotoSans", "Жук": "NotoSans", "ΩΜΕΓΑ": "NotoSans", "مرحبا": "NotoSansArabic", "שלום": "NotoSansHebrew", "தமிழ்": "NotoSansTamil",
		"中文": "NotoSansCJK", "かな": "NotoSansCJK", "한글": "NotoSansCJK", "ไทย": "NotoSansThai", "，": "NotoSansCJK", "\u25cc\u0bc6": "NotoSansTamil", "𓀀": "notosansegyptianhieroglyphs",
	} {
		for _, g := range f.Lay(s, body, 1000, 0).glyphs {
			equal(t, "the family of "+s, g.face.family, family)
		}
	}
}

func TestHanHasTheFormsOfTheLanguageAroundIt(t *testing.T) {
	f := systemFonts(t)
	last := func(s string) uint32 {
		g := f.Lay(s, body, 1000, 0).glyphs
		return uint32(g[len(g)-1].id)
	}
	if last("骨") == last("か骨") || last("直") == last("か直") {
		t.Error("Chinese and Japanese forms are the same")
	}
}

func TestAClusterIsDrawnByOneFace(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		p := &f.paragraph
		for _, s := range []string{"e\u0301", "க்ஷௌ", "q\u0307\u0323", "ש\u05c1\u05b8", "가\u0301", "中\u0301", "a\u0b82", "\u25cc\u0bc6"} {
			p.set(f, s, body)
			for i := range p.text[1:] {
				if p.stops[i+1] == inside && p.faces[i] != p.faces[i+1] {
					t.Errorf("%q is of two faces", s)
				}
			}
		}
	}
}

func TestABoxStandsOnceForACluster(t *testing.T) {
	f := embeddedFonts(t)
	for _, s := range []string{"\U000f0000", "\U000f0000\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "中\u0301", "हि", "한"} {
		boxes := 0
		for _, g := range f.Lay(s, body, 1000, 0).glyphs {
			if g.id == 0 {
				boxes++
			}
		}
		equal(t, "the number of boxes of "+s, boxes, 1)
	}
	for _, g := range f.Lay("1️⃣ a\u0bcd ❤️", body, 1000, 0).glyphs {
		if g.id == 0 {
			t.Error("a mark that no font has is drawn as a box")
		}
	}
}

func TestControlsAreNeitherDrawnNorCounted(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		want := f.Lay("ab", body, 1000, 0)
		invisible := []rune{0, 1, 7, 8, 0x0e, 0x1b, 0x1f, 0x7f, 0x80, 0x9f, 0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202c, 0x2060, 0x2066, 0x2069, 0xfeff, 0xfffe, 0xe0041, 0xfe0f, 0xfe0e, 0x34f, 0x61c, 0x180e}
		for _, r := range invisible {
			got := f.Lay("a"+string(r)+"b", body, 1000, 0)
			if len(got.glyphs) != 2 || got.Width != want.Width && got.Width < want.Width-2 || got.Lines != 1 {
				t.Errorf("%U: %d glyphs, %v wide, not %v", r, len(got.glyphs), got.Width, want.Width)
			}
		}
		equal(t, "the width of a tab", wide(f, "a\tb"), wide(f, "a b"))
		equal(t, "the lines of bad UTF-8", f.Lay("a\xffb\xc3", body, 1000, 0).Lines, 1)
	}
}

func TestALetterKeepsThirtyMarks(t *testing.T) {
	equal(t, "the length", len([]rune(clean("a"+strings.Repeat("\u0301", 1000)+"b"))), 2+maxMarks)
}

func TestEmbeddedFontsServeFiveScripts(t *testing.T) {
	f := embeddedFonts(t)
	served := map[string]string{}
	for _, s := range f.Coverage() {
		served[s.Name] = s.Font
		if s.Package == "" || s.Sample == "" {
			t.Errorf("%s says too little", s.Name)
		}
	}
	for _, name := range []string{"Latin", "Greek", "Cyrillic", "Arabic", "Hebrew"} {
		equal(t, "the font of "+name, served[name], "DejaVu Sans")
	}
	for _, name := range []string{"Thai", "Chinese", "Emoji"} {
		equal(t, "the font of "+name, served[name], "")
	}
}

func TestSystemFontsServeEveryScript(t *testing.T) {
	for _, s := range systemFonts(t).Coverage() {
		if s.Font == "" {
			t.Errorf("no font serves %s", s.Name)
		}
	}
}

func TestNoMarkIsOverlooked(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if mark(r) != unicode.Is(unicode.Mn, r) {
			t.Fatalf("%U", r)
		}
	}
}
