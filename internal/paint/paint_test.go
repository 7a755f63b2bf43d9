package paint

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"cuecard.app/internal/card"
)

// wash is a card in the middle of a usual television.
func wash() Scene {
	style := card.FactoryStyle()
	style.Accent = new(card.Colour(0xFFFF8A1F))
	return Scene{Card: &card.Card{ID: "wash", Title: "Laundry", Message: "The wash is done", Style: style}, TextScale: 1, Screen: image.Pt(1920, 1080)}
}

func expectPixel(t *testing.T, sheet *Sheet, x, y int, want color.RGBA) {
	t.Helper()
	if got := sheet.Pixels.RGBAAt(x, y); got != want {
		t.Errorf("pixel at %d, %d is %v, want %v", x, y, got, want)
	}
}

func TestColoursAreAsSent(t *testing.T) {
	s := wash()
	p := painter(t)
	sheet := p.Paint(s, nil)
	box := sheet.Layout.Card
	expectPixel(t, sheet, box.Max.X-10, box.Min.Y+box.Dy()/2, color.RGBA{255, 255, 255, 255})
	expectPixel(t, sheet, box.Min.X+5, box.Min.Y+box.Dy()/2, color.RGBA{0xFF, 0x8A, 0x1F, 255})
	expectPixel(t, sheet, sheet.Layout.Stripe.Max.X, box.Min.Y+box.Dy()/2, color.RGBA{255, 255, 255, 255})
	if darkest(sheet.Pixels, sheet.Layout.Message) > 0x20 {
		t.Error("the message is not drawn in its colour")
	}
}

// darkest is the least red in a box.
func darkest(pixels *image.RGBA, box image.Rectangle) uint8 {
	least := uint8(255)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			least = min(least, pixels.RGBAAt(x, y).R)
		}
	}
	return least
}

func TestATranslucentCardShowsTheFilmAndNotItsOwnShadow(t *testing.T) {
	s := wash()
	s.Card.Background, s.Card.Accent = 0x80FF0000, nil
	sheet := painter(t).Paint(s, nil)
	box := sheet.Layout.Card
	for _, y := range []int{box.Min.Y + 5, box.Min.Y + box.Dy()/2, box.Max.Y - 5} {
		expectPixel(t, sheet, box.Min.X+box.Dx()/2, y, color.RGBA{0x80, 0, 0, 0x80})
	}
}

func TestTheShadowFallsDownwardsAndFadesEvenly(t *testing.T) {
	sheet := painter(t).Paint(wash(), nil)
	box, middle := sheet.Layout.Card, sheet.Layout.Card.Min.X+sheet.Layout.Card.Dx()/2
	shade := func(x, y int) uint8 {
		c := sheet.Pixels.RGBAAt(x, y)
		if c.R != 0 || c.G != 0 || c.B != 0 {
			t.Errorf("the shadow at %d, %d is %v, not black", x, y, c)
		}
		return c.A
	}
	above, below := shade(middle, box.Min.Y-4), shade(middle, box.Max.Y+3)
	if above == 0 || below <= above || below > 90 {
		t.Errorf("opacity %d above, %d below", above, below)
	}
	for away := range 40 {
		if left, right := shade(box.Min.X-1-away, box.Min.Y+60), shade(box.Max.X+away, box.Min.Y+60); left != right {
			t.Errorf("%d pixels away: %d on the left, %d on the right", away, left, right)
		}
		if near, far := shade(middle, box.Max.Y+away), shade(middle, box.Max.Y+away+1); far > near {
			t.Errorf("%d pixels below it grows from %d to %d", away, near, far)
		}
	}
	edge := sheet.Pixels.Rect
	if a := shade(edge.Min.X, edge.Min.Y) + shade(middle, edge.Max.Y-1); a > 1 {
		t.Errorf("it ends abruptly: %d", a)
	}
}

func TestCornersAreRoundAndSmooth(t *testing.T) {
	s := wash()
	s.Card.Accent = nil
	sheet := painter(t).Paint(s, nil)
	box := sheet.Layout.Card
	if c := sheet.Pixels.RGBAAt(box.Min.X, box.Min.Y); c.R != 0 {
		t.Errorf("the tip of the corner is %v", c)
	}
	soft := 0
	for i := range int(sheet.Layout.Radius) {
		if c := sheet.Pixels.RGBAAt(box.Min.X+i, box.Min.Y+2); c.R > 0 && c.R < 255 {
			soft++
		}
	}
	if soft == 0 {
		t.Error("the corner has steps")
	}
}

func TestATallCardIsPaintedAsAShortOneStretched(t *testing.T) {
	s := wash()
	s.Card.Message = strings.Repeat("line\n", 12)
	sheet := painter(t).Paint(s, nil)
	row := func(y int) []byte {
		at := sheet.Pixels.PixOffset(sheet.Pixels.Rect.Min.X, y)
		return sheet.Pixels.Pix[at : at+4*(sheet.Layout.Stripe.Max.X-sheet.Pixels.Rect.Min.X)]
	}
	middle := (sheet.Layout.Card.Min.Y + sheet.Layout.Card.Max.Y) / 2
	for y := middle - 20; y < middle+20; y++ {
		if !bytes.Equal(row(y), row(middle)) {
			t.Fatalf("row %d differs from the middle", y)
		}
	}
	if bytes.Equal(row(sheet.Layout.Card.Max.Y-2), row(middle)) {
		t.Error("there is no lower edge")
	}
}

func TestAPictureHasRoundCornersWithoutAFringe(t *testing.T) {
	s := wash()
	white := image.NewRGBA(image.Rect(0, 0, 400, 300))
	draw.Draw(white, white.Rect, image.White, image.Point{}, draw.Src)
	s.Image, s.Card.Background = &Picture{Natural: image.Pt(400, 300), Pixels: white}, 0xFF000000
	sheet := painter(t).Paint(s, nil)
	box := sheet.Layout.Image
	expectPixel(t, sheet, box.Min.X+box.Dx()/2, box.Min.Y+box.Dy()/2, color.RGBA{255, 255, 255, 255})
	expectPixel(t, sheet, box.Min.X, box.Min.Y, color.RGBA{0, 0, 0, 255})
	for y := box.Min.Y; y < box.Min.Y+20; y++ {
		for x := box.Min.X; x < box.Min.X+20; x++ {
			if c := sheet.Pixels.RGBAAt(x, y); c.R != c.G || c.G != c.B || c.A != 255 {
				t.Fatalf("%v at %d, %d", c, x, y)
			}
		}
	}
}

func TestASheetThatIsUsedAgainIsAsNew(t *testing.T) {
	p := painter(t)
	long := wash()
	long.Card.Message = strings.Repeat("many words and ", 60)
	sheet := p.Paint(long, nil)
	memory := &sheet.Pixels.Pix[0]
	again, fresh := p.Paint(wash(), sheet), p.Paint(wash(), nil)
	if &again.Pixels.Pix[0] != memory {
		t.Error("its memory is not used")
	}
	if again.Pixels.Rect != fresh.Pixels.Rect || !bytes.Equal(again.Pixels.Pix, fresh.Pixels.Pix) {
		t.Error("something of the card before is left")
	}
}

func TestTheRoomOfAnIconIsKeptWhileItIsComing(t *testing.T) {
	p := painter(t)
	coming, there := wash(), wash()
	coming.IconComing = true
	there.Icon = &Picture{Natural: image.Pt(96, 48), Pixels: image.NewRGBA(image.Rect(0, 0, 96, 48))}
	before, after := p.LayOut(coming), p.LayOut(there)
	if before.Title != after.Title || before.Message != after.Message || before.Card != after.Card {
		t.Errorf("the text moves from %v to %v", before.Title, after.Title)
	}
	if !before.Icon.Empty() || after.Icon.Empty() || after.Icon.Dx() != 96 {
		t.Errorf("icon %v, then %v", before.Icon, after.Icon)
	}
}

func TestDimAndCardLieOverTheFilm(t *testing.T) {
	s := wash()
	sheet := painter(t).Paint(s, nil)
	film := image.NewRGBA(image.Rectangle{Max: s.Screen})
	draw.Draw(film, film.Rect, image.White, image.Point{}, draw.Src)
	Over(film, 0.5, sheet)
	if c := film.RGBAAt(0, 0); c.R < 126 || c.R > 128 {
		t.Errorf("the film is dimmed to %v", c)
	}
	box := sheet.Layout.Card
	if c := film.RGBAAt(box.Max.X-10, box.Min.Y+box.Dy()/2); c != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("the card is %v", c)
	}
}

func BenchmarkPaint(b *testing.B) {
	for name, screen := range map[string]image.Point{"1080p": {1920, 1080}, "4K": {3840, 2160}} {
		for kind, before := range map[string]func(*Sheet) *Sheet{
			"whole":  func(sheet *Sheet) *Sheet { return &Sheet{Pixels: sheet.Pixels} },
			"update": func(sheet *Sheet) *Sheet { return sheet },
		} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				p, s := painter(b), wash()
				s.Screen = screen
				sheet := p.Paint(s, nil)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					s.Card.Message = fmt.Sprintf("The wash is done in %d minutes", 10+i%90)
					sheet = p.Paint(s, before(sheet))
				}
			})
		}
	}
}
