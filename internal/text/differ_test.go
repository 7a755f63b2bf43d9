package text

import (
	"bytes"
	"image"
	"image/color"
	"testing"
)

// shown is a block drawn on white.
func shown(b *Block, at image.Point) *image.RGBA {
	dst := whiteSheet()
	if b != nil {
		b.Draw(dst, at, black)
	}
	return dst
}

func whiteSheet() *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, 400, 120))
	for i := range dst.Pix {
		dst.Pix[i] = 255
	}
	return dst
}

// otherPixels is the box around what two pictures do not share.
func otherPixels(a, b *image.RGBA) (area image.Rectangle) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}

func TestBlocksDifferWhereTheirPixelsDo(t *testing.T) {
	f := embeddedFonts(t)
	style, at := Style{Size: 24, LineHeight: 32}, image.Pt(20, 10)
	lay := func(s string) *Block { return f.Lay(s, style, 340, 0) }
	for _, pair := range [][2]*Block{
		{lay("12 minutes"), lay("13 minutes")},
		{lay("12 minutes"), lay("9 minutes")},
		{lay("one\ntwo\nthree"), lay("one\nTwo\nthree")},
		{lay("one"), lay("one\ntwo")},
		{lay("مرحبا 12"), lay("مرحبا 13")},
		{lay("here"), lay("")},
		{lay("here"), nil},
		{nil, lay("here")},
		{lay("a"), f.Lay("a", Style{Size: 24.5, LineHeight: 32}, 340, 0)},
	} {
		differs := pair[0].Differs(pair[1]).Add(at)
		real := otherPixels(shown(pair[0], at), shown(pair[1], at))
		// A glyph's box may have a clear row or column at its edges.
		if real.Empty() || !real.In(differs) || !differs.In(real.Inset(-12)) {
			t.Errorf("it says %v, and the pixels %v", differs, real)
		}
		if back := pair[1].Differs(pair[0]).Add(at); back != differs {
			t.Errorf("the other way it is %v, not %v", back, differs)
		}
	}
}

func TestBlocksOfTheSameGlyphsDoNotDiffer(t *testing.T) {
	f := embeddedFonts(t)
	style := Style{Size: 24, LineHeight: 32}
	a, b := f.Lay("The same", style, 340, 0), f.Lay("The same ", style, 350, 0)
	for _, pair := range [][2]*Block{{a, a}, {a, b}, {nil, nil}} {
		if differs := pair[0].Differs(pair[1]); !differs.Empty() {
			t.Errorf("they differ at %v", differs)
		}
	}
}

func TestTheOrderInWhichGlyphsLieOverEachOtherCounts(t *testing.T) {
	f := embeddedFonts(t)
	a := f.Lay("xy", Style{Size: 24, LineHeight: 32}, 340, 0)
	b := *a
	b.glyphs = []placed{a.glyphs[1], a.glyphs[0]}
	if differs := a.Differs(&b); differs.Dx() < 20 {
		t.Errorf("they differ at %v only", differs)
	}
}

func TestAPartOfABlockIsDrawnAsTheWholeIs(t *testing.T) {
	f := embeddedFonts(t)
	b, at := f.Lay("Some text\nof two lines", Style{Size: 24, LineHeight: 32}, 340, 0), image.Pt(20, 10)
	// The first glyph reaches as far to the right as that of a whole sentence does.
	p, _, _ := b.inked(&b.glyphs[0])
	p.width, p.shade = 380, bytes.Repeat([]byte{200}, 380*p.height)
	want := shown(b, at)
	for _, part := range []image.Rectangle{image.Rect(0, 0, 400, 120), image.Rect(37, 21, 60, 50), image.Rect(300, 0, 500, 90), image.Rect(390, 5, 391, 119), {}} {
		got := whiteSheet()
		b.DrawPart(got, got.Rect, part, at, black)
		for y := range 120 {
			for x := range 400 {
				expected := color.RGBA{255, 255, 255, 255}
				if image.Pt(x, y).In(part) {
					expected = want.RGBAAt(x, y)
				}
				if got.RGBAAt(x, y) != expected {
					t.Fatalf("part %v: %v at %d, %d, want %v", part, got.RGBAAt(x, y), x, y, expected)
				}
			}
		}
	}
}
