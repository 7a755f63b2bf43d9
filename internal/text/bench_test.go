package text

import (
	"image"
	"image/color"
	"strings"
	"testing"
)

const typical = "Someone is at the front door. The camera saw motion at 12:45 and recorded a clip of 14 seconds; open the app to see it, " +
	"or say “show the front door” to your speaker. Battery of the bell: 82 %, good. ✅"

// hostile texts cost at most twenty times a typical card.
func hostile() map[string]string {
	var emoji strings.Builder
	for r, n := rune(0x1f300), 0; n < 2000; r++ {
		if r > 0x1faff {
			r = 0x2600
		}
		emoji.WriteRune(r)
		n++
	}
	return map[string]string{
		"zalgo":    "a" + strings.Repeat("\u0301\u0323\u0336", 333) + strings.Repeat("b\u0302\u0330", 333),
		"emoji":    emoji.String(),
		"controls": strings.Repeat("\u202ea\u202db\u2067\u2068", 333),
		"closed":   strings.Repeat("\u202ea\u202c\u2067ب\u2069", 333),
		"brackets": strings.Repeat("(", 30) + strings.Repeat("[ا](a)", 300),
		"long":     strings.Repeat("abcdefghij", 200),
		"joined":   strings.Repeat("👩\u200d", 1000),
		"faces":    strings.Repeat("aبคक中", 400),
		"jamo":     strings.Repeat("\u1100", 2000),
		"missing":  strings.Repeat("\U00013000\ue000\U0003f000", 600),
	}
}

func benchmark(b *testing.B, f *Fonts, s string, warm, cold bool) {
	dst := image.NewRGBA(image.Rect(0, 0, 1152, 984))
	style := Style{Size: 48, LineHeight: 64.8}
	b.ReportAllocs()
	f.Lay(s, style, 1040, 14).Draw(dst, image.Pt(56, 56), color.NRGBA{A: 255})
	for b.Loop() {
		if !warm {
			f.blocks = blockCache{}
			f.blocks.init()
		}
		if cold {
			f.glyphs.init(glyphBytes)
		}
		f.Lay(s, style, 1040, 14).Draw(dst, image.Pt(56, 56), color.NRGBA{A: 255})
	}
}

func BenchmarkText(b *testing.B) {
	f, err := Open(Options{System: true, CacheDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("typical", func(b *testing.B) { benchmark(b, f, typical, false, false) })
	b.Run("drawn again", func(b *testing.B) { benchmark(b, f, typical, true, false) })
	b.Run("typical, first", func(b *testing.B) { benchmark(b, f, typical, false, true) })
	b.Run("emoji, first", func(b *testing.B) { benchmark(b, f, hostile()["emoji"], false, true) })
	for name, s := range hostile() {
		b.Run(name, func(b *testing.B) { benchmark(b, f, s, false, false) })
	}
}
