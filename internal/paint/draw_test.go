package paint

import (
	"image"
	"math"
	"slices"
	"testing"

	"cuecard.app/internal/text"
	"pgregory.net/rapid"
)

// swapped is a picture with red and blue in each other's place.
func swapped(of *image.RGBA) *image.RGBA {
	other := &image.RGBA{Pix: slices.Clone(of.Pix), Stride: of.Stride, Rect: of.Rect}
	for pix := other.Pix; len(pix) > 0; pix = pix[4:] {
		pix[0], pix[2] = pix[2], pix[0]
	}
	return other
}

// systemPainter has the system's fonts: with emoji in colour, which no font of the binary has.
func systemPainter(t *testing.T, blueFirst bool) *Painter {
	t.Helper()
	fonts, err := text.Open(text.Options{System: true, CacheDir: t.TempDir(), BlueFirst: blueFirst})
	if err != nil {
		t.Fatal(err)
	}
	return New(fonts)
}

func TestASheetIsTheSameWithBlueFirst(t *testing.T) {
	red, blue, all := systemPainter(t, false), systemPainter(t, true), newScenes()
	opposite := map[*Picture]*Picture{nil: nil}
	for _, p := range all.pictures[1:] {
		opposite[p] = &Picture{Natural: p.Natural, Pixels: swapped(p.Pixels)}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := all.first(t)
		want := swapped(red.Paint(s, nil).Pixels)
		s.Image, s.Icon = opposite[s.Image], opposite[s.Icon]
		if off := deviation(blue.Paint(s, nil).Pixels, want); !off.Empty() {
			t.Errorf("the pixels at %v are others", off)
		}
	})
}

func TestAPartIsDrawnWhereThereIsRoomForItAlone(t *testing.T) {
	p, all := systemPainter(t, false), newScenes()
	rapid.Check(t, func(t *rapid.T) {
		s := all.first(t)
		whole := copyOf(p.Paint(s, nil))
		between := func(low, high int, name string) int { return rapid.IntRange(low, high).Draw(t, name) }
		part := image.Rect(between(whole.Rect.Min.X, whole.Rect.Max.X, "left"), between(whole.Rect.Min.Y, whole.Rect.Max.Y, "top"),
			between(whole.Rect.Min.X, whole.Rect.Max.X, "right"), between(whole.Rect.Min.Y, whole.Rect.Max.Y, "bottom"))
		room := image.NewRGBA(part)
		p.Lay(s, nil).Draw(room, part, 0)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				if got, want := room.RGBAAt(x, y), whole.RGBAAt(x, y); got != want {
					t.Fatalf("at %d, %d of %v: %v, not %v", x, y, part, got, want)
				}
			}
		}
	})
}

func TestWhatIsSeenThroughASheetIsBlackOfTheDim(t *testing.T) {
	p, all := systemPainter(t, false), newScenes()
	rapid.Check(t, func(t *rapid.T) {
		s, dim := all.first(t), rapid.SampledFrom([]float64{0, 0.3, 0.6, 1}).Draw(t, "dim")
		sheet := p.Paint(s, nil)
		want := copyOf(sheet)
		got := image.NewRGBA(want.Rect)
		sheet.Draw(got, got.Rect, dim)
		within := 2
		if s.Card.TextColor>>24 < 255 {
			within = 40 // thirty marks on one letter, each of which is rounded
		}
		for i := 0; i < len(want.Pix); i += 4 {
			a := float64(want.Pix[i+3])
			want.Pix[i+3] = uint8(math.Round(a + (255-a)*dim))
			for k := range 4 {
				if d := int(got.Pix[i+k]) - int(want.Pix[i+k]); d < -within || d > within {
					t.Fatalf("pixel %d under a dim of %g: %v, not %v", i/4, dim, got.Pix[i:i+4], want.Pix[i:i+4])
				}
			}
		}
	})
}

func TestNothingIsSeenThroughWhatIsSolid(t *testing.T) {
	p, all := systemPainter(t, false), newScenes()
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		s := all.first(t)
		sheet := p.Paint(s, nil)
		solid := sheet.Solid()
		for y := solid.Min.Y; y < solid.Max.Y; y++ {
			for x := solid.Min.X; x < solid.Max.X; x++ {
				if c := sheet.Pixels.RGBAAt(x, y); c.A < 253 {
					t.Fatalf("at %d, %d: %v", x, y, c)
				}
			}
		}
		if !solid.Empty() {
			found++
		}
		if opaque := s.Card.Background>>24 == 255 && s.Card.TextColor>>24 == 255; opaque && sheet.Layout.Card.Dy() > 100 && solid.Dy() < sheet.Layout.Card.Dy()/2 || !opaque && !solid.Empty() {
			t.Errorf("a card in the colour %x and of %v is solid in %v", s.Card.Background, sheet.Layout.Card, solid)
		}
	})
	if found == 0 {
		t.Error("no card had a solid part")
	}
}
