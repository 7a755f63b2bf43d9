package paint

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"

	"cuecard.app/internal/card"
	"cuecard.app/internal/text"
	"pgregory.net/rapid"
)

// speckled is a picture in which no pixel is like the next.
func speckled(size image.Point, opaque bool, seed uint64) *Picture {
	pixels := image.NewRGBA(image.Rectangle{Max: size})
	r := rand.New(rand.NewPCG(seed, 0))
	for i := 0; i < len(pixels.Pix); i += 4 {
		alpha := 255
		if !opaque {
			alpha = min(255, max(0, r.IntN(512)-128)) // a quarter is clear, another solid
		}
		for k := range 3 {
			pixels.Pix[i+k] = uint8(r.IntN(alpha + 1))
		}
		pixels.Pix[i+3] = uint8(alpha)
	}
	return &Picture{Natural: size, Pixels: pixels}
}

func copyOf(sheet *Sheet) *image.RGBA {
	return &image.RGBA{Pix: slices.Clone(sheet.Pixels.Pix), Stride: sheet.Pixels.Stride, Rect: sheet.Pixels.Rect}
}

// deviation is the box around all pixels in which two pictures with the same bounds are different.
func deviation(a, b *image.RGBA) (area image.Rectangle) {
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		from, to := a.PixOffset(a.Rect.Min.X, y), a.PixOffset(a.Rect.Max.X, y)
		if bytes.Equal(a.Pix[from:to], b.Pix[from:to]) {
			continue
		}
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}

// scenes draws scenes at random. Most are the one before but for a detail or two, as updates are.
type scenes struct {
	texts    []string
	pictures []*Picture
}

func newScenes() scenes {
	return scenes{
		texts: []string{
			"The wash is done in 12 minutes", "The wash is done in 13 minutes", "The wash is done in 9 minutes", "Open", "",
			"الغسيل جاهز بعد 12 دقيقة", "الغسيل جاهز بعد 15 دقيقة", "مرحبا (abc) 3", "שלום 12:45", "﷽ ﷽ 1", "﷽ ﷽ 2",
			"🧺 12 %", "🧺 13 %", "👩‍👩‍👧 1️⃣ 🇩🇪", "AVAVAV Ťo̊ j", "AVAVAW Ťo̊ j",
			strings.Repeat("many words 1 ", 20), strings.Repeat("many words 1 ", 19) + "many words 2", strings.Repeat("ü", 300), "a\nb\nc", "a\nx\nc", "e" + strings.Repeat("\u0301", 30),
		},
		pictures: []*Picture{
			nil, speckled(image.Pt(120, 90), true, 1), speckled(image.Pt(120, 90), true, 2), speckled(image.Pt(120, 90), false, 3),
			speckled(image.Pt(40, 300), true, 4), speckled(image.Pt(500, 20), false, 5), speckled(image.Pt(3, 2), true, 6),
		},
	}
}

func (all scenes) first(t *rapid.T) Scene {
	s := wash()
	s.Screen = rapid.SampledFrom([]image.Point{{480, 270}, {320, 180}, {180, 320}}).Draw(t, "screen")
	for part := range parts {
		s = all.next(t, s, part)
	}
	return s
}

const parts = 9

// next is a scene with one part drawn anew. It has a card of its own: that of the scene before stays as it was.
func (all scenes) next(t *rapid.T, s Scene, part int) Scene {
	c := *s.Card
	s.Card = &c
	colours := rapid.SampledFrom([]card.Colour{0xFFFFFFFF, 0x80123456, 0xFF111111, 0x00FFFFFF, 0x40FF0000})
	switch part {
	case 0:
		c.Message = rapid.SampledFrom(all.texts).Draw(t, "message")
	case 1:
		c.Title = rapid.SampledFrom(all.texts).Draw(t, "title")
	case 2:
		s.Image = rapid.SampledFrom(all.pictures).Draw(t, "image")
	case 3:
		s.Icon = rapid.SampledFrom(all.pictures).Draw(t, "icon")
		s.IconComing = rapid.Bool().Draw(t, "icon is coming")
	case 4:
		s.TextScale = rapid.SampledFrom([]float64{1, 0.5, 1.3, 2}).Draw(t, "text scale")
	case 5:
		c.Position = rapid.SampledFrom([]card.Position{card.Center, card.TopLeft, card.TopRight, card.BottomLeft, card.BottomRight}).Draw(t, "position")
	case 6:
		c.WidthPercent = rapid.SampledFrom([]float64{60, 25, 10, 95}).Draw(t, "width")
	case 7:
		c.Background, c.TextColor = colours.Draw(t, "background"), colours.Draw(t, "text colour")
	case 8:
		if c.Accent = nil; rapid.Bool().Draw(t, "stripe") {
			c.Accent = new(colours.Draw(t, "accent"))
		}
	}
	return s
}

func TestAnUpdateIsPixelForPixelAFullPaint(t *testing.T) {
	fonts, err := text.Open(text.Options{System: true, CacheDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	p, all := New(fonts), newScenes()
	inPlace := 0
	rapid.Check(t, func(t *rapid.T) {
		scene := all.first(t)
		sheet := p.Paint(scene, nil)
		for range 6 {
			for range rapid.IntRange(1, 2).Draw(t, "parts that differ") {
				// Texts and pictures are what updates are about.
				scene = all.next(t, scene, rapid.SampledFrom([]int{0, 0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8}).Draw(t, "part"))
			}
			was := copyOf(sheet)
			sheet = p.Paint(scene, sheet)
			fresh := p.Paint(scene, nil)
			if sheet.Pixels.Rect != fresh.Pixels.Rect || *sheet.Layout != *fresh.Layout {
				t.Fatalf("it lies at %v, not at %v", sheet.Pixels.Rect, fresh.Pixels.Rect)
			}
			if wrong := deviation(sheet.Pixels, fresh.Pixels); !wrong.Empty() {
				t.Fatalf("%v is wrong; %v was changed", wrong, sheet.Changed)
			}
			if !sheet.Changed.In(sheet.Pixels.Rect) || fresh.Changed != fresh.Pixels.Rect {
				t.Fatalf("changed: %v of %v, and %v when all was", sheet.Changed, sheet.Pixels.Rect, fresh.Changed)
			}
			if was.Rect != sheet.Pixels.Rect {
				if sheet.Changed != sheet.Pixels.Rect {
					t.Fatalf("a sheet in another place says that only %v of %v was changed", sheet.Changed, sheet.Pixels.Rect)
				}
				continue
			}
			if moved := deviation(was, sheet.Pixels); !moved.In(sheet.Changed) {
				t.Fatalf("%v was changed, and %v is said", moved, sheet.Changed)
			}
			if sheet.Changed != sheet.Pixels.Rect {
				inPlace++
			}
		}
	})
	if inPlace < 50 {
		t.Errorf("only %d updates were made in place", inPlace)
	}
}

func TestTheSameSceneAgainChangesNothing(t *testing.T) {
	p, s := painter(t), wash()
	s.Image = speckled(image.Pt(100, 80), true, 1)
	first := p.Paint(s, nil)
	if first.Changed != first.Pixels.Rect {
		t.Errorf("a new sheet says that %v of %v was changed", first.Changed, first.Pixels.Rect)
	}
	again := p.Paint(s, first)
	if !again.Changed.Empty() || again.Pixels != first.Pixels {
		t.Errorf("changed: %v", again.Changed)
	}
}

func TestADigitIsAllThatItsUpdateRepaints(t *testing.T) {
	p, s := painter(t), wash()
	s.Card.Message = "The wash is done in 12 minutes"
	sheet := p.Paint(s, nil)
	message := sheet.Layout.Message
	s.Card.Message = "The wash is done in 13 minutes"
	sheet = p.Paint(s, sheet)
	if size := sheet.Changed.Size(); sheet.Changed.Empty() || !sheet.Changed.In(message) || size.X > 40 || size.Y > 50 {
		t.Errorf("%v was changed, and the message is at %v", sheet.Changed, message)
	}
}

func TestTheNextFrameOfAPictureRepaintsItsBoxAlone(t *testing.T) {
	p, s := painter(t), wash()
	s.Image = speckled(image.Pt(320, 200), true, 1)
	sheet := p.Paint(s, nil)
	s.Image = speckled(image.Pt(320, 200), true, 2)
	if sheet = p.Paint(s, sheet); sheet.Changed != sheet.Layout.Image {
		t.Errorf("%v was changed, and the image is at %v", sheet.Changed, sheet.Layout.Image)
	}
}

func TestACardGrowsForAPictureThatJoins(t *testing.T) {
	p, s := painter(t), wash()
	small := p.Paint(s, nil)
	s.Image = speckled(image.Pt(320, 200), true, 1)
	large := p.Paint(s, small)
	if large.Changed != large.Pixels.Rect || large.Pixels.Rect.Dy() <= small.Pixels.Rect.Dy() {
		t.Errorf("it grew from %v to %v, of which %v was changed", small.Pixels.Rect, large.Pixels.Rect, large.Changed)
	}
	if wrong := deviation(large.Pixels, p.Paint(s, nil).Pixels); !wrong.Empty() {
		t.Errorf("%v is wrong", wrong)
	}
}

func TestASheetWhoseMemoryIsUsedIsNeverTakenForWhatItWas(t *testing.T) {
	p, s := painter(t), wash()
	first := p.Paint(s, nil)
	other := s
	other.Card = &card.Card{Title: "Door", Message: "Somebody is there", Style: s.Card.Style}
	p.Paint(other, first)
	for name, sheet := range map[string]*Sheet{"given away": first, "of another painter": painter(t).Paint(other, nil), "bare": {Pixels: first.Pixels}} {
		if wrong := deviation(p.Paint(s, sheet).Pixels, p.Paint(s, nil).Pixels); !wrong.Empty() {
			t.Errorf("a sheet that is %s: %v is wrong", name, wrong)
		}
	}
}

// largestAllocation is the size class of the largest thing that is allocated meanwhile; beyond the classes it is infinite.
func largestAllocation(do func()) float64 {
	read := func() *metrics.Float64Histogram {
		sample := []metrics.Sample{{Name: "/gc/heap/allocs-by-size:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Float64Histogram()
	}
	read() // whatever reading allocates the first time
	before := slices.Clone(read().Counts)
	do()
	after := read()
	for i := len(before) - 1; i >= 0; i-- {
		if after.Counts[i] > before[i] {
			return after.Buckets[i+1]
		}
	}
	return 0
}

func TestAnUpdateAllocatesNothingLarge(t *testing.T) {
	p, s := painter(t), wash()
	s.Screen, s.Image = image.Pt(3840, 2160), speckled(image.Pt(320, 200), true, 1)
	for name, message := range map[string]string{"typical": "The wash is done in %", "long": strings.Repeat("three lines of a message ", 8) + "%"} {
		digit := func(d string) { s.Card.Message = strings.ReplaceAll(message, "%", d) }
		digit("1")
		sheet := p.Paint(s, nil)
		for _, d := range []string{"2", "3"} { // the fonts' own memory finds its size
			digit(d)
			sheet = p.Paint(s, sheet)
		}
		digit("4")
		if largest := largestAllocation(func() { sheet = p.Paint(s, sheet) }); largest > 64<<10 {
			t.Errorf("%s: %.0f bytes at once", name, largest)
		}
	}
	if !math.IsInf(largestAllocation(func() { p.Paint(s, nil) }), 1) {
		t.Error("a new sheet is not seen: the test measures nothing")
	}
}
