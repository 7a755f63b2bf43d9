package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"slices"
	"strings"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/paint"
	"cuecard.app/internal/text"
)

const usualMessage = "Someone is at the front door. The camera saw motion at 12:45 and recorded a clip of 14 seconds; open the app to see it, " +
	"or say “show the front door” to your speaker. Battery of the bell: 82 %, good. ✅"

// hostileText is a message that nobody would write to be read.
type hostileText struct{ name, message string }

func hostileTexts() []hostileText {
	return []hostileText{
		{"a letter with 1,000 marks", "z" + strings.Repeat("\u0301\u0323\u0336\u0489", 250)},
		{"1,000 marks on 250 letters", strings.Repeat("z\u0301\u0323\u0336\u0489", 250)},
		{"2,000 different emoji", strings.Join(differentEmoji(2000), "")},
		{"2,000 bidi controls", strings.Repeat("\u202ea\u202db\u2067\u2068", 500)},
		{"one word of 2,000 letters", strings.Repeat("abcdefghij", 200)},
	}
}

// differentEmoji are so many emoji, no two alike: faces and things, then flags, then hands and people in five skins, and their
// professions.
func differentEmoji(count int) []string {
	var all []string
	for _, in := range [][2]rune{
		{0x1f600, 0x1f64f}, {0x1f680, 0x1f6c5}, {0x1f300, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c}, {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca},
		{0x1f3e0, 0x1f3f0}, {0x1f400, 0x1f43e}, {0x1f442, 0x1f4fc}, {0x1f4ff, 0x1f53d}, {0x1f5fb, 0x1f5ff}, {0x1f90c, 0x1f93a}, {0x1f947, 0x1f9ff},
	} {
		for r := in[0]; r <= in[1]; r++ {
			all = append(all, string(r))
		}
	}
	for a := rune(0x1f1e6); a <= 0x1f1ff; a++ {
		for b := rune(0x1f1e6); b <= 0x1f1ff; b++ {
			all = append(all, string(a)+string(b))
		}
	}
	for _, r := range "👋🤚🖐✋🖖👌🤏🤞🤟🤘🤙👈👉👆👇👍👎✊👊🤛🤜👏🙌👐🤲🙏💅🤳💪👂👃👶🧒👦👧🧑👱👨🧔👩🧓👴👵🙍🙎🙅🙆💁🙋🧏🙇🤦🤷👮💂👷" {
		for skin := rune(0x1f3fb); skin <= 0x1f3ff; skin++ {
			all = append(all, string(r)+string(skin))
		}
	}
	for _, person := range "👨👩🧑" {
		for skin := rune(0x1f3fb); skin <= 0x1f3ff; skin++ {
			for _, tool := range "🌾🍳🎓🎤🏫🏭💻💼🔧🔬🚀🚒" {
				all = append(all, string(person)+string(skin)+"\u200d"+string(tool))
			}
		}
	}
	return slices.Clip(all)[:count]
}

// canvas paints cards as a screen of 1080p shows them.
type canvas struct {
	painter *paint.Painter
	sheet   *paint.Sheet
	size    float64 // of the text, over what the look says
	painted int     // makes every typical text a new one
}

func newCanvas(cache string) (*canvas, error) {
	fonts, err := text.Open(text.Options{System: true, CacheDir: cache})
	if err != nil {
		return nil, err
	}
	return &canvas{painter: paint.New(fonts), size: 1}, nil
}

// paint paints a card and returns how long that took.
func (e *canvas) paint(message string) time.Duration {
	scene := paint.Scene{
		Card:      &card.Card{ID: "bench", Title: "Front door", Message: message, Style: card.FactoryStyle()},
		TextScale: e.size, Screen: image.Pt(1920, 1080),
	}
	var whole *paint.Sheet // has the memory of the one before, but none of its card: nothing is an update
	if e.sheet != nil {
		whole = &paint.Sheet{Pixels: e.sheet.Pixels}
	}
	start := time.Now()
	e.sheet = e.painter.Paint(scene, whole)
	return time.Since(start)
}

// typical is the least time of a card with a text that is new, in letters that are not: the least, since whatever else
// the machine does only adds to it.
func (e *canvas) typical(times int) time.Duration {
	e.size = 1
	took := make([]time.Duration, times)
	for i := range took {
		e.painted++
		took[i] = e.paint(fmt.Sprint(usualMessage, e.painted))
	}
	return slices.Min(took)
}

// text compares the painting of hostile texts with that of a typical one.
func (b *bench) text(context.Context) ([]row, error) {
	cache, err := os.MkdirTemp(b.dir, "fonts")
	if err != nil {
		return nil, err
	}
	e, err := newCanvas(cache)
	if err != nil {
		return nil, err
	}
	kinds := hostileTexts()
	e.typical(b.Typical)
	for _, kind := range kinds {
		e.paint(kind.message) // opens the fonts that it needs
	}
	overTypical := make([][]float64, len(kinds))
	unseen := 1.0
	for range b.Rounds {
		for i, kind := range kinds {
			typical := e.typical(b.Typical)
			took := make([]time.Duration, 10)
			for k := range took {
				unseen -= 0.0001 // a size that no glyph was drawn at
				e.size = unseen
				took[k] = e.paint(kind.message)
			}
			overTypical[i] = append(overTypical[i], slices.Min(took).Seconds()/typical.Seconds())
		}
	}
	var rows []row
	for i, kind := range kinds {
		rows = append(rows, row{fmt.Sprintf("Painting %s, no glyph drawn before, over a typical card", kind.name), figureOf(overTypical[i]), atMost(20)})
	}
	return rows, nil
}
