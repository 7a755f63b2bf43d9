package paint

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"
)

// Golden pictures are kept with every fifth shade of a channel: that makes them a third as large. So a colour may be
// off by half of it, and by one for processors that differ in the last bit of a product.
const (
	coarse = 5
	stray  = coarse/2 + 1
)

// difference is what two pictures do not have in common.
type difference struct {
	pixels int
	most   int             // of a channel
	inside image.Rectangle // from the left upper corner
}

// compare looks at every pixel, which the race detector would do slowly.
//
//go:norace
func compare(got, want *image.RGBA) difference {
	found := difference{}
	size := bothOf(got, want)
	for y := range size.Y {
		for x := range size.X {
			by := apart(got, want, x, y)
			if by <= stray {
				continue
			}
			found.pixels++
			found.most = max(found.most, by)
			found.inside = found.inside.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return found
}

func bothOf(a, b *image.RGBA) image.Point {
	return image.Pt(max(a.Rect.Dx(), b.Rect.Dx()), max(a.Rect.Dy(), b.Rect.Dy()))
}

// apart is the largest difference of a channel at a place; where one of them ends it is the whole.
//
//go:norace
func apart(a, b *image.RGBA, x, y int) (most int) {
	if x >= a.Rect.Dx() || y >= a.Rect.Dy() || x >= b.Rect.Dx() || y >= b.Rect.Dy() {
		return 255
	}
	p, q := a.Pix[y*a.Stride+4*x:][:4], b.Pix[y*b.Stride+4*x:][:4]
	for i := range p {
		by := int(p[i]) - int(q[i])
		most = max(most, by, -by)
	}
	return most
}

// shown is what both pictures have, pale, and what differs in red.
func shown(got, want *image.RGBA) *image.RGBA {
	size := bothOf(got, want)
	picture := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			by := apart(got, want, x, y)
			if by <= stray {
				c := want.RGBAAt(want.Rect.Min.X+x, want.Rect.Min.Y+y)
				pale := 0xC0 + (c.R/3+c.G/3+c.B/3)/4
				picture.SetRGBA(x, y, color.RGBA{pale, pale, pale, 255})
				continue
			}
			picture.SetRGBA(x, y, color.RGBA{255, uint8(150 - by*150/255), 0, 255})
		}
	}
	return picture
}

// coarsened has every fifth shade alone, with black and white among them.
//
//go:norace
func coarsened(picture *image.RGBA) *image.RGBA {
	less := image.NewRGBA(picture.Rect)
	for i, v := range picture.Pix {
		less.Pix[i] = uint8((int(v) + coarse/2) / coarse * coarse)
	}
	return less
}

// encoded is a PNG as small as the standard library makes it: most cards have few colours, and a byte is enough for one.
func encoded(t testing.TB, picture *image.RGBA) []byte {
	t.Helper()
	var file bytes.Buffer
	small := png.Encoder{CompressionLevel: png.BestCompression}
	var smaller image.Image = picture
	if indexed := fewColours(picture); indexed != nil {
		smaller = indexed
	}
	if err := small.Encode(&file, smaller); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// fewColours is the picture with a palette, or nil when it has too many colours for one.
func fewColours(picture *image.RGBA) *image.Paletted {
	indexed := image.NewPaletted(picture.Rect, nil)
	index := map[color.RGBA]uint8{}
	for i := 0; i < len(picture.Pix); i += 4 {
		c := color.RGBA{picture.Pix[i], picture.Pix[i+1], picture.Pix[i+2], picture.Pix[i+3]}
		at, known := index[c]
		if !known {
			if len(index) == 256 {
				return nil
			}
			at = uint8(len(index))
			index[c] = at
			indexed.Palette = append(indexed.Palette, c)
		}
		indexed.Pix[i/4] = at
	}
	return indexed
}

func plainRGBA(picture image.Image) *image.RGBA {
	plain := image.NewRGBA(picture.Bounds())
	if indexed, ok := picture.(*image.Paletted); ok {
		colours := make([]color.RGBA, len(indexed.Palette))
		for i, c := range indexed.Palette {
			colours[i] = color.RGBAModel.Convert(c).(color.RGBA)
		}
		for i, at := range indexed.Pix {
			c := colours[at]
			plain.Pix[4*i], plain.Pix[4*i+1], plain.Pix[4*i+2], plain.Pix[4*i+3] = c.R, c.G, c.B, c.A
		}
		return plain
	}
	draw.Draw(plain, plain.Rect, picture, plain.Rect.Min, draw.Src)
	return plain
}

func TestAShiftOfOnePixelIsSeen(t *testing.T) {
	for _, screen := range goldenScreens {
		s, p := small(screen.size), painter(t)
		sheet := p.Paint(s, nil)
		want := coarsened(onFilm(sheet, s))
		if found := compare(onFilm(sheet, s), want); found.pixels > 0 {
			t.Errorf("%s: a card differs from itself by %d", screen.name, found.most)
		}
		for _, by := range []image.Point{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}} {
			expectSeen(t, screen.name+", the card is shifted", shifted(s, sheet, by, image.Rectangle{Max: s.Screen}), want)
			expectSeen(t, screen.name+", the message is shifted", shifted(s, sheet, by, sheet.Layout.Message), want)
		}
	}
}

// small is a card that is compared soon.
func small(screen image.Point) Scene {
	s := wash()
	s.Screen, s.Card.WidthPercent, s.Card.Title, s.Card.Message = screen, 10, "", "I"
	return s
}

// shifted is a card on the film of which the pixels in a box come from elsewhere.
func shifted(s Scene, sheet *Sheet, by image.Point, box image.Rectangle) *image.RGBA {
	whole := onFilm(sheet, s)
	moved := image.NewRGBA(whole.Rect)
	copy(moved.Pix, whole.Pix)
	box = box.Intersect(whole.Rect)
	draw.Draw(moved, box, whole, box.Min.Sub(by), draw.Src)
	return moved
}

func TestAWrongColourIsSeen(t *testing.T) {
	const wrong = stray + coarse/2 + 1 // of 255, in one channel
	for _, screen := range goldenScreens {
		s, p := small(screen.size), painter(t)
		s.Card.Background, s.Card.TextColor, s.Card.Dim = 0xC0607080, 0xFF202020, 0.3
		want := coarsened(onFilm(p.Paint(s, nil), s))
		for name, tint := range map[string]func(){
			"background":         func() { s.Card.Background += 2 * wrong << 8 },
			"background's alpha": func() { s.Card.Background -= 2 * wrong << 24 },
			"text":               func() { s.Card.TextColor += wrong },
			"stripe":             func() { s.Card.Accent = new(*s.Card.Accent - wrong<<16) },
			"dim":                func() { s.Card.Dim += 0.1 },
		} {
			was := *s.Card
			tint()
			expectSeen(t, screen.name+", a wrong "+name, onFilm(p.Paint(s, nil), s), want)
			*s.Card = was
		}
	}
}

func expectSeen(t *testing.T, what string, got, want *image.RGBA) {
	t.Helper()
	if found := compare(got, want); found.pixels == 0 || found.inside.Empty() {
		t.Errorf("%s: nobody sees it", what)
	}
}
