package text

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"pgregory.net/rapid"
)

var black = color.NRGBA{A: 255}

func sheet(w, h int, c color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return m
}

// inked is the smallest area that holds everything unlike the ground.
func inked(m *image.RGBA) image.Rectangle {
	ground := m.RGBAAt(0, 0)
	var area image.Rectangle
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			if m.RGBAAt(x, y) != ground {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}

func TestTextIsDrawnWhereItStands(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		m := sheet(600, 200, color.White)
		f.Lay("HHHH", body, 500, 0).Draw(m, image.Pt(50, 40), black)
		area := inked(m)
		line := int(f.baseline(0, body)) + 40
		if area.Max.Y != line || area.Min.Y > line-33 || area.Min.Y < line-37 {
			t.Errorf("capitals from %d to %d, not on %d", area.Min.Y, area.Max.Y, line)
		}
		end := 50 + int(wide(f, "HHHH"))
		if area.Min.X < 50 || area.Min.X > 57 || area.Max.X > end || area.Max.X < end-7 {
			t.Errorf("capitals from %d to %d, not to %d", area.Min.X, area.Max.X, end)
		}
	}
}

func TestTallLettersReachOutOfTheirLine(t *testing.T) {
	f := embeddedFonts(t)
	m := sheet(300, 400, color.White)
	low := Style{Size: 100, LineHeight: 30}
	f.Lay("Ågj", low, 300, 0).Draw(m, image.Pt(20, 180), black)
	if area := inked(m); area.Dy() < 110 {
		t.Errorf("only %d rows are left of them", area.Dy())
	}
}

func TestNothingIsDrawnOutside(t *testing.T) {
	f := systemFonts(t)
	b := f.Lay("Someone 😀 is at\nthe front 👍🏽 door", body, 500, 0)
	whole := sheet(600, 300, color.White)
	b.Draw(whole, image.Pt(20, 20), black)
	for _, area := range []image.Rectangle{image.Rect(30, 30, 200, 90), image.Rect(150, 0, 260, 300), image.Rect(0, 0, 1, 1), {}} {
		m := sheet(600, 300, color.White)
		b.Draw(m.SubImage(area).(*image.RGBA), image.Pt(20, 20), black)
		want := sheet(600, 300, color.White)
		draw.Draw(want, area, whole, area.Min, draw.Src)
		if !bytes.Equal(m.Pix, want.Pix) {
			t.Errorf("inside of %v it is not the same, or there is something outside", area)
		}
	}
	b.Draw(whole, image.Pt(-5000, 1<<30), black)
}

func TestColoursMixAsTheyShould(t *testing.T) {
	f := systemFonts(t)
	b := f.Lay("Åg😀", body, 500, 0)
	b.Draw(sheet(200, 80, color.White), image.Pt(5, 5), black)
	rapid.Check(t, func(t *rapid.T) {
		channel := rapid.Uint8()
		ground := color.NRGBA{channel.Draw(t, "r"), channel.Draw(t, "g"), channel.Draw(t, "b"), channel.Draw(t, "a")}
		text := color.NRGBA{channel.Draw(t, "R"), channel.Draw(t, "G"), channel.Draw(t, "B"), channel.Draw(t, "A")}
		m := sheet(200, 80, ground)
		b.Draw(m, image.Pt(5, 5), text)
		want := sheet(200, 80, ground)
		for i := range b.glyphs {
			g := &b.glyphs[i]
			quarters := int(g.x*4 + 0.5)
			key := glyphKey{g.face.id, uint8(quarters & 3), g.id, b.size}
			x := quarters >> 2
			if g.face.colour {
				key.sub, x = 0, (quarters+2)>>2
			}
			p := f.glyphs.get(key)
			at := image.Rect(0, 0, p.width, p.height).Add(image.Pt(5+x+p.left, 5+int(g.y)+p.top))
			if p.shade != nil {
				mask := &image.Alpha{Pix: p.shade, Stride: p.width, Rect: image.Rect(0, 0, p.width, p.height)}
				draw.DrawMask(want, at, image.NewUniform(text), image.Point{}, mask, image.Point{}, draw.Over)
			} else if p.colour != nil {
				src := &image.RGBA{Pix: p.colour, Stride: 4 * p.width, Rect: image.Rect(0, 0, p.width, p.height)}
				draw.DrawMask(want, at, src, image.Point{}, image.NewUniform(color.Alpha{text.A}), image.Point{}, draw.Over)
			}
		}
		for i := range m.Pix {
			if d := int(m.Pix[i]) - int(want.Pix[i]); d > 3 || d < -3 {
				t.Fatalf("%v on %v: byte %d is %d, not %d", text, ground, i, m.Pix[i], want.Pix[i])
			}
			if m.Pix[i] > m.Pix[i|3] {
				t.Fatalf("%v on %v: a colour is above its alpha", text, ground)
			}
		}
	})
}

func TestWhiteOnWhiteStaysWhite(t *testing.T) {
	f := embeddedFonts(t)
	b := f.Lay("White &%§", body, 500, 0)
	for alpha := range 256 {
		m := sheet(400, 80, color.White)
		b.Draw(m, image.Pt(5, 5), color.NRGBA{255, 255, 255, uint8(alpha)})
		for i, v := range m.Pix {
			if v < 254 {
				t.Fatalf("alpha %d: byte %d is %d", alpha, i, v)
			}
		}
	}
}

func TestDrawingAgainAllocatesNothing(t *testing.T) {
	f := systemFonts(t)
	m := sheet(600, 300, color.White)
	again := func() { f.Lay("Someone is 😀 at مرحبا", body, 500, 3).Draw(m, image.Pt(20, 20), black) }
	again()
	equal(t, "the number of allocations", testing.AllocsPerRun(20, again), 0)
}

func TestTheSameQuestionHasTheSameBlock(t *testing.T) {
	f := embeddedFonts(t)
	first := f.Lay("one", body, 100, 2)
	if f.Lay("one", body, 100, 2) != first || f.Lay("one", body, 101, 2) == first || f.Lay("one", Style{48, 64.8, true}, 100, 2) == first {
		t.Error("the block is not that of the question")
	}
	for i := range 2 * maxBlocks {
		f.Lay(string(rune('a'+i)), body, 100, 2)
	}
	if len(f.blocks.by) != maxBlocks || len(f.blocks.keys) != maxBlocks {
		t.Errorf("%d blocks are kept", len(f.blocks.by))
	}
}

func TestPixelsOfGlyphsAreBounded(t *testing.T) {
	f := embeddedFonts(t)
	f.glyphs.init(100 << 10)
	m := sheet(800, 200, color.White)
	for size := 20.0; size < 120; size += 0.5 {
		f.Lay("Someone is at the door", Style{Size: size, LineHeight: 80}, 800, 1).Draw(m, image.Point{}, black)
		sum, n := 0, 0
		for p := f.glyphs.ring.newer; p != &f.glyphs.ring; p = p.newer {
			sum += p.bytes()
			n++
		}
		if sum > 100<<10 || sum != f.glyphs.used || n != len(f.glyphs.by) {
			t.Fatalf("%d bytes in %d glyphs; %d are counted in %d", sum, n, f.glyphs.used, len(f.glyphs.by))
		}
	}
}

func TestBoldIsBolder(t *testing.T) {
	for _, f := range []*Fonts{embeddedFonts(t), systemFonts(t)} {
		ink := func(bold bool) (sum int) {
			m := sheet(500, 80, color.White)
			f.Lay("Some text", Style{48, 64, bold}, 500, 0).Draw(m, image.Point{}, black)
			for _, v := range m.Pix {
				sum += 255 - int(v)
			}
			return sum
		}
		if ink(true) < ink(false)*5/4 {
			t.Error("bold is not bold")
		}
	}
}
