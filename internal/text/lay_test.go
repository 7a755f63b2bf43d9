package text

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

func TestEveryLineHasTheHeightOfItsStyle(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		for _, s := range []string{"one", "one\ntwo", "བོད་ཡིག\nمرحبا\n😀\n中文", "a\u0301\u0301\u0301\n\n\nb"} {
			b := f.Lay(s, body, 1000, 0)
			equal(t, "the number of lines", b.Lines, strings.Count(s, "\n")+1)
			equal(t, "the height", b.Height, float64(b.Lines)*body.LineHeight)
		}
		p := f.Lay("H\nH\nH\nH", body, 1000, 0).glyphs
		for i := range p {
			first := float64(p[0].y)
			if d := float64(p[i].y) - first - float64(i)*body.LineHeight; math.Abs(d) > 1 {
				t.Errorf("line %d is %v pixels off", i, d)
			}
		}
	}
}

func TestAscentAndDescentHaveTheSameRoom(t *testing.T) {
	f := embeddedFonts(t)
	e, _ := f.main(false).font.FontHExtents()
	scale := body.Size / float64(f.main(false).upem)
	line := f.baseline(0, body)
	above, below := line-float64(e.Ascender)*scale, body.LineHeight-(line-float64(e.Descender)*scale)
	if math.Abs(above-below) > 1 {
		t.Errorf("%v above, %v below", above, below)
	}
}

func TestParagraphsAreKeptAndOneBreakAtTheEndIsNot(t *testing.T) {
	f := embeddedFonts(t)
	for s, lines := range map[string]int{
		"": 1, "a": 1, "a\n": 1, "a\n\n": 2, "a\nb": 2, "a\r\nb": 2, "a\rb": 2, "a\u2028b": 2, "a\u2029b": 2, "a\vb\fc": 3, "\n": 1, "\n\na": 3, "a\u0085b": 2,
	} {
		equal(t, "the lines of "+strings.ToValidUTF8(s, "?"), f.Lay(s, body, 1000, 0).Lines, lines)
	}
}

func TestLinesBreakBetweenWords(t *testing.T) {
	f := embeddedFonts(t)
	width := wide(f, "Someone is at")
	got := parts(f, "Someone is at the front door", width)
	if want := []string{"Someone is at ", "the front door"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	got = parts(f, "Someone is at   the front door", width-0.5)
	if want := []string{"Someone is ", "at   the front ", "door"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := parts(f, "10\u00a0%", wide(f, "10")+5); slices.Equal(got, []string{"10\u00a0", "%"}) {
		t.Errorf("a line broke at a space that holds together: %q", got)
	}
}

func TestSpacesAtTheEndOfALineNeedNoRoom(t *testing.T) {
	f := embeddedFonts(t)
	b := f.Lay("word      word", body, wide(f, "word")+1, 0)
	equal(t, "the number of lines", b.Lines, 2)
	equal(t, "the width", b.Width, wide(f, "word"))
}

func TestALongWordBreaksAtAGrapheme(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		for _, unit := range []string{"e\u0301", "ffi", "👩‍👩‍👧‍👦", "🇩🇪", "1️⃣", "க்ஷௌ", "한", "각", "ש\u05c1\u05b8", "क्षि", "👍🏽", "ខ្មែ", "မြန်"} {
			s := strings.Repeat(unit, 60)
			got := parts(f, s, 300)
			equal(t, "the text of all lines", strings.Join(got, ""), s)
			edges := map[int]bool{}
			for at, rest, state := 0, s, -1; rest != ""; {
				var g string
				g, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
				at += len(g)
				edges[at] = true
			}
			at, runes := 0, 0
			for _, l := range got {
				if !f.paragraph.begun[runes] {
					t.Errorf("%q is broken inside of a glyph: %q", unit, l)
				}
				runes += len([]rune(l))
				if at += len(l); !edges[at] {
					t.Errorf("%q is broken inside of a grapheme: %q", unit, l)
				}
			}
			if len(got) < 4 {
				t.Errorf("%q: %d lines", unit, len(got))
			}
		}
	}
}

func TestALineOfNoWidthHoldsOneCluster(t *testing.T) {
	f := embeddedFonts(t)
	if got, want := parts(f, "office e\u0301", 0), []string{"o", "ffi", "c", "e ", "e\u0301"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestThaiAndItsNeighboursBreakAtSyllables(t *testing.T) {
	f := systemFonts(t)
	for s, bad := range map[string][2]string{
		"มีคนอยู่ที่ประตูหน้าบ้านกรุณาตรวจสอบกล้องวงจรปิดเพื่อความปลอดภัยของท่านและครอบครัว": {"ะาำๆฯ", "เแโใไ"},
		"ມີຄົນຢູ່ປະຕູໜ້າບ້ານກະລຸນາກວດສອບກ້ອງວົງຈອນປິດເພື່ອຄວາມປອດໄພ":                         {"ະາຳໆ", "ເແໂໃໄ"},
		"មានមនុស្សនៅមាត់ទ្វារសូមពិនិត្យមើលកាមេរ៉ាសុវត្ថិភាព":                                 {"", "្"},
		"တံခါးဝမှာလူရှိသည်ကင်မရာကိုကြည့်ပါသေချာစွာစစ်ဆေးပါ":                                  {"", "္"},
	} {
		for width := 200.0; width < 700; width += 17 {
			lines := parts(f, s, width)
			for i, l := range lines[:len(lines)-1] {
				if w := wide(f, l); w < width/2 && !thaiLetter([]rune(l)[0]) { // Thai has whole words
					t.Errorf("%q is %.0f of %.0f wide", l, w, width)
				}
				end, start := []rune(l), []rune(lines[i+1])
				if strings.ContainsRune(bad[0], start[0]) || strings.ContainsRune(bad[1], end[len(end)-1]) {
					t.Errorf("%q parts from %q", l, lines[i+1])
				}
			}
		}
	}
}

func TestNoLineIsWiderThanTheBlock(t *testing.T) {
	f := systemFonts(t)
	pieces := rapid.SampledFrom([]string{"a", "word ", "Wort\u00adtrennung", "مرحبا ", "שלום", "(", ")", "123 ", "中文", "ไทย", "हिन्दी", "😀", "👩‍👩‍👧‍👦", "\u202e", "\u2067", "\u2069", "e\u0301", "\u200b", "-", "/", "…", "\n", "🇩🇪", "\U000f0000", "👩\u200d", "\u1100", "\u0600"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(pieces, 0, 60).Draw(t, "text"), "")
		width := rapid.Float64Range(500, 1500).Draw(t, "width")
		lines := rapid.IntRange(0, 9).Draw(t, "lines")
		b := f.lay(s, body, float32(width), lines)
		if b.Width > width+0.1 {
			t.Fatalf("%v wide, not %v", b.Width, width)
		}
		if lines > 0 && b.Lines > lines {
			t.Fatalf("%d lines, not %d", b.Lines, lines)
		}
		if all := f.lay(s, body, float32(width), 0); all.EndsEarly || b.EndsEarly && b.Lines >= all.Lines && all.Lines > lines {
			t.Fatalf("%d of %d lines", b.Lines, all.Lines)
		}
	})
}

func TestAnEllipsisEndsTheLastLine(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		dots := f.tail(ellipsis, false)
		for _, s := range []string{
			"Someone is at the front door, and the camera saw motion",
			"هناك شخص عند الباب الأمامي الساعة 12:45 يرجى التحقق من الكاميرا",
			"מישהו נמצא בדלת הקדמית בשעה 12:45 נא לבדוק",
			"one\ntwo\nthree", "שלום\nעולם\nשלום",
		} {
			b := f.Lay(s, body, 400, 2)
			equal(t, "the number of lines", b.Lines, 2)
			equal(t, "ends early", b.EndsEarly, true)
			ends, left, right := 0, float32(1e9), float32(-1e9)
			var at float32
			for _, g := range b.glyphs {
				if g.y < int32(body.LineHeight) {
					continue
				}
				left, right = min(left, g.x), max(right, g.x)
				if g.id == dots.id && g.face == dots.face {
					ends++
					at = g.x
				}
			}
			equal(t, "the number of ellipses in "+s, ends, 1)
			if b.RightToLeft {
				equal(t, "the place of the ellipsis in "+s, at, left)
			} else {
				equal(t, "the place of the ellipsis in "+s, at, right)
			}
			if at < 0 || at+f.tailWidth(ellipsis, body) > 400.1 {
				t.Errorf("%q: the ellipsis stands at %v", s, at)
			}
		}
	}
}

func TestNothingIsCutThatFitsOrIsBlank(t *testing.T) {
	f := embeddedFonts(t)
	for _, s := range []string{"one", "one\ntwo", "one\ntwo\n", "one\ntwo\n\n \n", "one\ntwo      "} {
		if b := f.Lay(s, body, wide(f, "three"), 2); b.EndsEarly {
			t.Errorf("%q is cut", s)
		}
	}
}

func TestAnEllipsisLeavesWholeGraphemes(t *testing.T) {
	f := systemFonts(t)
	p := &f.paragraph
	for _, unit := range []string{"e\u0301\u0323", "👩‍👩‍👧‍👦", "🇩🇪", "क्षि", "ש\u05c1\u05b8"} {
		p.set(f, strings.Repeat(unit, 40), body)
		for width := float32(0); width < 900; width += 7 {
			l := p.cutShort(0, width)
			if n := len([]rune(unit)); l.end%n != 0 {
				t.Errorf("%q is cut after %d runes", unit, l.end)
			}
		}
	}
}

func TestASoftHyphenIsSeenWhereALineBreaks(t *testing.T) {
	f := embeddedFonts(t)
	const word = "Wohnungs\u00adtür"
	one := f.Lay(word, body, 1000, 0)
	equal(t, "the number of glyphs", len(one.glyphs), len([]rune(word))-1)
	two := f.Lay(word, body, wide(f, "Wohnungs-"), 0)
	equal(t, "the number of lines", two.Lines, 2)
	equal(t, "the number of glyphs", len(two.glyphs), len([]rune(word)))
	equal(t, "the glyph at the end of the line", two.glyphs[8].id, f.tail(hyphen, false).id)
	if narrow := wide(f, "Wohnungs-") - 1; f.Lay(word, body, narrow, 0).Width > narrow {
		t.Error("the hyphen stands outside")
	}
}
