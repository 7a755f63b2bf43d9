package text

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

func TestPicturesAreReadAsImagePNGReadsThem(t *testing.T) {
	f := systemFonts(t)
	var u unpacker
	seen := 0
	for id := range 3000 {
		b, ok := f.emojiFace().font.GlyphDataBitmap(uint16(id))
		if !ok {
			continue
		}
		if id%9 != 0 {
			continue
		}
		got, ok := u.indexed(b.Data)
		if !ok {
			continue
		}
		want, ok := u.anyPNG(b.Data)
		if !ok || got.width != want.width || got.height != want.height {
			t.Fatalf("glyph %d: %d × %d, not %d × %d", id, got.width, got.height, want.width, want.height)
		}
		ours, theirs := make([]uint64, got.width), make([]uint64, got.width)
		for y := range got.height {
			got.read(ours, y)
			want.read(theirs, y)
			for x := range ours {
				for shift := 0; shift < 64; shift += 16 {
					if d := int(ours[x]>>shift&255) - int(theirs[x]>>shift&255); d > 1 || d < -1 {
						t.Fatalf("glyph %d at %d, %d: %x, not %x", id, x, y, ours[x], theirs[x])
					}
				}
			}
		}
		seen++
	}
	if seen < 200 {
		t.Errorf("only %d pictures are of the usual kind", seen)
	}
}

func TestEveryFilterOfAPictureIsUndone(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	m := image.NewPaletted(image.Rect(0, 0, 61, 47), nil)
	for i := range 256 {
		m.Palette = append(m.Palette, color.NRGBA{uint8(i), uint8(3 * i), uint8(7 * i), 255})
	}
	for i := range m.Pix {
		m.Pix[i] = uint8(random.IntN(256))
	}
	// What image/png writes has no filter for palettes: the filters are put on by hand.
	for kind := range 5 {
		rows := make([]byte, 0, 62*47)
		for y := range 47 {
			rows = append(rows, byte(kind))
			for x := range 61 {
				var a, b, c byte
				if x > 0 {
					a = m.Pix[61*y+x-1]
				}
				if y > 0 {
					b = m.Pix[61*(y-1)+x]
				}
				if x > 0 && y > 0 {
					c = m.Pix[61*(y-1)+x-1]
				}
				rows = append(rows, m.Pix[61*y+x]-[]byte{0, a, b, byte((int(a) + int(b)) / 2), paeth(a, b, c)}[kind])
			}
		}
		if !unfilter(rows, 62) {
			t.Fatal("refused")
		}
		for y := range 47 {
			if !bytes.Equal(rows[62*y+1:62*y+62], m.Pix[61*y:61*y+61]) {
				t.Fatalf("filter %d, row %d", kind, y)
			}
		}
	}
	if unfilter([]byte{5, 0}, 2) {
		t.Error("a filter that does not exist is taken")
	}
}

func TestABrokenPictureStaysEmpty(t *testing.T) {
	var whole bytes.Buffer
	m := image.NewPaletted(image.Rect(0, 0, 20, 20), color.Palette{color.White, color.Black})
	for i := range 256 {
		m.Palette = append(m.Palette[:min(i, 255)], color.Gray{uint8(i)})
	}
	if err := png.Encode(&whole, m); err != nil {
		t.Fatal(err)
	}
	var u unpacker
	for cut := range whole.Len() {
		p := &pixels{width: 10, height: 10, colour: make([]byte, 400)}
		u.fill(p, whole.Bytes()[:cut])
		broken := bytes.Clone(whole.Bytes())
		broken[cut] ^= 0xff
		u.fill(p, broken)
	}
}

func TestAnEvenAreaStaysEvenWhenItIsScaled(t *testing.T) {
	var s scaler
	even := source{width: 136, height: 128, read: func(to []uint64, _ int) {
		for x := range to {
			to[x] = lane(10, 100, 200, 255)
		}
	}}
	for _, size := range []image.Point{{57, 54}, {1, 1}, {136, 128}, {300, 280}, {7, 90}} {
		dst := make([]byte, 4*size.X*size.Y)
		s.scale(dst, size.X, size.Y, even)
		for i := 0; i < len(dst); i += 4 {
			if !bytes.Equal(dst[i:i+4], []byte{10, 100, 200, 255}) {
				t.Fatalf("%v: pixel %d is %v", size, i/4, dst[i:i+4])
			}
		}
	}
}
