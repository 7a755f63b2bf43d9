package text

import (
	"testing"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
)

// embeddedFonts are the fonts of a machine with nothing installed.
func embeddedFonts(t testing.TB) *Fonts {
	t.Helper()
	f, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// systemFonts are those of a machine with Debian's Noto packages.
func systemFonts(t *testing.T) *Fonts {
	t.Helper()
	f, err := Open(Options{System: true, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for family, pack := range map[string]string{"NotoSansThai": notoCore, "NotoSansCJK": notoCJK, "NotoColorEmoji": notoEmoji} {
		needs(t, pack, f.family(family, false) != nil)
	}
	return f
}

var body = Style{Size: 48, LineHeight: 64.8}

// parts are the lines of one paragraph, in the order of the text.
func parts(f *Fonts, s string, width float64) []string {
	p := &f.paragraph
	p.set(f, s, body)
	var lines []string
	for start := 0; start < len(p.text); {
		l := p.fit(start, float32(width))
		lines = append(lines, string(p.text[start:l.next]))
		start = l.next
	}
	return lines
}

// seen is a paragraph of one line as it is read from left to right.
func seen(f *Fonts, s string) string {
	p := &f.paragraph
	p.set(f, s, body)
	p.reach(len(p.text))
	var out []rune
	for _, part := range p.arrange(f, p.fit(0, 1e6)) {
		for _, g := range p.glyphs[part.run.first:part.run.last] {
			if at := int(g.cluster); at >= part.start && at < part.end {
				out = append(out, p.text[at])
			}
		}
	}
	return string(out)
}

func wide(f *Fonts, s string) float64 { return f.Lay(s, body, 1e6, 0).Width }

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

func TestWhatIsInTheBinaryIsSmall(t *testing.T) {
	if all := len(dejavusans.TTF) + len(dejavusansbold.TTF) + len(thaiWords); all > 3_000_000 {
		t.Errorf("fonts and words take %d bytes of the binary", all)
	}
}

func TestTheFirstFontThatIsOpenedIsTold(t *testing.T) {
	told := 0
	f, err := Open(Options{Opened: func() { told++ }})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "how often it is told before a text", told, 0)
	f.Lay("a", body, 100, 0)
	f.Lay("b", Style{48, 64, true}, 100, 0)
	equal(t, "how often it is told after two fonts", told, 1)
}
