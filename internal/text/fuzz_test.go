package text

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// FuzzLay lays and draws any text at any width. `go test` runs its seeds.
func FuzzLay(f *testing.F) {
	for _, s := range hostile() {
		f.Add(s, 500.0, 24.0, 5, true)
		f.Add(s, 0.0, 30.0, 0, false)
	}
	for _, w := range words {
		f.Add(w.words, 300.0, 48.0, 2, true)
		f.Add(w.words, 20.0, 48.0, 0, false)
	}
	f.Add("", math.NaN(), math.Inf(1), -1, true)
	f.Add("a\x00\r\n\t\xff\u2028b", -1.0, -5.0, 1, false)
	f.Add("\u0600\u0600\u0601\u08e2", 10.0, 1e9, 3, true)
	system, err := Open(Options{System: true, CacheDir: f.TempDir()})
	if err != nil {
		f.Fatal(err)
	}
	embedded := embeddedFonts(f)
	dst := image.NewRGBA(image.Rect(0, 0, 200, 100))
	f.Fuzz(func(t *testing.T, s string, width, size float64, maxLines int, bold bool) {
		if len(s) > 8000 {
			return // a card's text is shorter
		}
		for _, fonts := range []*Fonts{system, embedded} {
			b := fonts.Lay(s, Style{size, size * 1.3, bold}, width, maxLines)
			if b.Lines < 1 || maxLines > 0 && b.Lines > maxLines || math.IsNaN(b.Width) || math.IsNaN(b.Height) || b.Height < 1 {
				t.Fatalf("%d lines, %v × %v", b.Lines, b.Width, b.Height)
			}
			if len(b.glyphs) > 8*len(s)+16 {
				t.Fatalf("%d glyphs of %d bytes", len(b.glyphs), len(s))
			}
			b.Draw(dst, image.Pt(5, 5), color.NRGBA{200, 100, 0, 250})
			if fonts.glyphs.used > glyphBytes+4*maxSide*maxSide || len(fonts.choices) > maxChoices {
				t.Fatalf("%d bytes of glyphs", fonts.glyphs.used)
			}
			for i := 0; i < len(dst.Pix); i++ {
				if dst.Pix[i] > dst.Pix[i|3] {
					t.Fatal("a colour is above its alpha")
				}
			}
		}
	})
}
