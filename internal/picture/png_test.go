package picture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"
	"time"

	"compress/zlib"
)

func TestEveryKindOfPNGIsDecoded(t *testing.T) {
	plain := quarters(48, 32)
	deep := image.NewNRGBA64(plain.Rect)
	draw.Draw(deep, plain.Rect, plain, image.Point{}, draw.Src)
	palette := image.NewPaletted(plain.Rect, color.Palette{red, green, blue, cream})
	draw.Draw(palette, plain.Rect, plain, image.Point{}, draw.Src)
	for name, data := range map[string][]byte{
		"8 bit": encodePNG(t, plain), "16 bit": encodePNG(t, deep), "palette": encodePNG(t, palette), "interlaced": fixture(t, "interlaced.png"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []image.Point{{48, 32}, {30, 20}, {12, 8}} {
				picture := mustDecode(t, data, size.X, size.Y)
				wantSize(t, picture.Frames[0].Image, size.X, size.Y)
				wantQuarters(t, picture.Frames[0].Image, 3)
			}
		})
	}
	grey := image.NewGray16(image.Rect(0, 0, 4, 4))
	grey.SetGray16(1, 1, color.Gray16{0x8080})
	wantColour(t, mustDecode(t, encodePNG(t, grey), 9, 9).Frames[0].Image, 1, 1, color.NRGBA{0x80, 0x80, 0x80, 255}, 0)
}

func TestAlphaIsPremultiplied(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{255, 100, 0, 128})
	deep := image.NewNRGBA64(img.Rect)
	deep.SetNRGBA64(0, 0, color.NRGBA64{0xffff, 0x6464, 0, 0x8080})
	palette := image.NewPaletted(img.Rect, color.Palette{color.NRGBA{255, 100, 0, 128}, color.NRGBA{}})
	palette.SetColorIndex(1, 0, 1)
	for _, one := range []image.Image{img, deep, palette} {
		seen := mustDecode(t, encodePNG(t, one), 2, 2).Frames[0].Image
		if seen.RGBAAt(0, 0) != (color.RGBA{128, 50, 0, 128}) || seen.RGBAAt(1, 0) != (color.RGBA{}) {
			t.Errorf("%T: %v", one, seen.Pix)
		}
	}
}

func TestWhatIsTransparentLeavesNoFringe(t *testing.T) {
	// A white disc on transparent black, and one on transparent red: neither colour may be seen in the edge.
	for _, hidden := range []color.NRGBA{{0, 0, 0, 0}, {255, 0, 0, 0}} {
		img := image.NewNRGBA(image.Rect(0, 0, 400, 400))
		for y := range 400 {
			for x := range 400 {
				img.SetNRGBA(x, y, hidden)
				if (x-200)*(x-200)+(y-200)*(y-200) < 150*150 {
					img.SetNRGBA(x, y, color.NRGBA{255, 255, 255, 255})
				}
			}
		}
		for _, side := range []int{50, 170, 390} {
			seen := mustDecode(t, encodePNG(t, img), side, side).Frames[0].Image
			for i := 0; i < len(seen.Pix); i += 4 {
				if p := seen.Pix[i : i+4]; p[0] != p[3] || p[1] != p[3] || p[2] != p[3] {
					t.Fatalf("a pixel of the edge is %v", p)
				}
			}
		}
	}
}

// pngOf makes a PNG of one colour without an image in memory.
func pngOf(width, height uint32, depth, kind byte) []byte {
	chunk := func(name string, body []byte) []byte {
		out := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), name...)
		out = append(out, body...)
		return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	header = append(header, depth, kind, 0, 0, 0)
	var pixels bytes.Buffer
	deflate := zlib.NewWriter(&pixels)
	row := make([]byte, 1+int(width)*int(depth)/8)
	for range height {
		deflate.Write(row)
	}
	deflate.Close()
	return bytes.Join([][]byte{[]byte(pngSignature), chunk("IHDR", header), chunk("IDAT", pixels.Bytes()), chunk("IEND", nil)}, nil)
}

func TestABombIsRefusedByItsHeader(t *testing.T) {
	bomb := pngOf(30_000, 30_000, 1, 0)
	if len(bomb) > 150_000 {
		t.Errorf("the bomb is %d bytes", len(bomb))
	}
	var said string
	used := allocated(func() { said = mustFail(t, bomb, FactoryLimits()) })
	quickest := time.Hour // of a few: other programs run too
	for range 20 {
		began := time.Now()
		mustFail(t, bomb, FactoryLimits())
		quickest = min(quickest, time.Since(began))
	}
	if quickest > time.Millisecond || used > 64<<10 {
		t.Errorf("it took %v and %d bytes", quickest, used)
	}
	if said != "the picture is 30000 x 30000, more than the 64 megapixels allowed" {
		t.Error(said)
	}
	if _, err := ReadHeader(bomb, FactoryLimits()); err == nil {
		t.Error("its header passes")
	}
}

func TestAPictureOfOneEndlessRowIsRefused(t *testing.T) {
	if said := mustFail(t, pngOf(5_000_000, 1, 8, 0), FactoryLimits()); !strings.Contains(said, "no side") {
		t.Error(said)
	}
}

func TestTheMemoryThatIsAllowedIsNotExceeded(t *testing.T) {
	data := encodePNG(t, quarters(2000, 1500))
	limits := patient()
	limits.Bytes = 11 << 20 // one MB less than its pixels are
	used := allocated(func() { mustFail(t, data, limits) })
	if used > 1<<20 {
		t.Errorf("refused with %d bytes", used)
	}
	limits.Bytes = 14 << 20
	var err error
	used = allocated(func() { _, err = Decode(t.Context(), data, image.Pt(400, 300), limits) })
	if err != nil || used > limits.Bytes {
		t.Errorf("%d bytes, %v", used, err)
	}
}

func TestATurnedPNGStandsUpright(t *testing.T) {
	data := encodePNG(t, quarters(48, 32))
	tiff := exif(binary.BigEndian, "MM", 6)
	chunk := append([]byte("eXIf"), tiff...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk))
	chunk = append(binary.BigEndian.AppendUint32(nil, uint32(len(tiff))), chunk...)
	turned := bytes.Join([][]byte{data[:33], chunk, data[33:]}, nil)
	picture := mustDecode(t, turned, 100, 100)
	wantSize(t, picture.Frames[0].Image, 32, 48)
	wantQuarters(t, picture.Frames[0].Image, 0, blue, red, cream, green)
}

// withProfile puts an iCCP chunk behind the header of a PNG.
func withProfile(data, icc []byte) []byte {
	var packed bytes.Buffer
	deflate := zlib.NewWriter(&packed)
	deflate.Write(icc)
	deflate.Close()
	chunk := append([]byte("iCCPa profile\x00\x00"), packed.Bytes()...)
	chunk = append(binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4)), chunk...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return bytes.Join([][]byte{data[:33], chunk, data[33:]}, nil)
}
