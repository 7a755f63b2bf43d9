package picture

import (
	"bytes"
	"image"
	"math"
	"testing"

	"github.com/gen2brain/jpegn"
)

// plainScan decodes by the plain decoder alone.
func plainScan(t *testing.T, data []byte, scale int) image.Image {
	t.Helper()
	p, err := readPhoto(data)
	if err != nil {
		t.Fatal(err)
	}
	img, err := (&job{file: &file{data: data}, ctx: t.Context()}).decodePlain(p, scale)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// waves are frequencies that are still there at a half: a block of two, one for each frequency that is kept.
func waves(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			across, down := float64(x/8%4), float64(y/8%4)
			wave := math.Cos((float64(x%8)+0.5)*across*math.Pi/8) * math.Cos((float64(y%8)+0.5)*down*math.Pi/8)
			img.Pix[y*img.Stride+x] = byte(128 + 100*wave)
		}
	}
	return img
}

func TestAPlainPhotographIsReducedByItsFrequencies(t *testing.T) {
	data := encodeJPEG(t, waves(128, 128), 100)
	for scale := 2; scale <= 8; scale *= 2 {
		img, ok := plainScan(t, data, scale).(*image.Gray)
		if !ok || img.Rect != image.Rect(0, 0, 128/scale, 128/scale) {
			t.Fatal("it is left to the general decoder")
		}
		n := 8 / scale
		for i, seen := range img.Pix {
			x, y := i%img.Stride, i/img.Stride
			across, down := x/n%4, y/n%4
			want := 128.0
			if across < n && down < n { // the same wave at fewer points
				want += 100 * math.Cos((float64(x%n)+0.5)*float64(across)*math.Pi/float64(n)) * math.Cos((float64(y%n)+0.5)*float64(down)*math.Pi/float64(n))
			}
			if math.Abs(float64(seen)-want) > 4 {
				t.Fatalf("a %dth: %d, %d is %d, wanted %.0f (frequency %d, %d)", scale, x, y, seen, want, across, down)
			}
		}
	}
}

func TestThePlainAndTheGeneralDecoderAgree(t *testing.T) {
	for name, data := range map[string][]byte{
		"scene": encodeJPEG(t, scene(333, 217), 80), "strong": encodeJPEG(t, scene(160, 120), 100), "weak": encodeJPEG(t, scene(160, 120), 5),
		"grey": fixture(t, "grey.jpg"), "progressive": fixture(t, "progressive.jpg"), "restart": fixture(t, "restart.jpg"), "wide": fixture(t, "wide.jpg"),
	} {
		for scale := 2; scale <= 8; scale *= 2 {
			plain := plainScan(t, data, scale)
			if plain == nil {
				t.Fatalf("%s is left to the general decoder", name)
			}
			general, err := jpegn.Decode(bytes.NewReader(data), &jpegn.Options{ScaleDenom: scale})
			if err != nil {
				t.Fatal(err)
			}
			a, b := rendered(plain), rendered(general)
			if a.Rect != b.Rect {
				t.Fatalf("%s, a %dth: %v and %v", name, scale, a.Rect, b.Rect)
			}
			if ratio := signalToNoise(a, b); ratio < 30 {
				t.Errorf("%s, a %dth: %.1f dB", name, scale, ratio)
			}
		}
	}
}

func TestAProgressivePhotographIsTheSameAsItsBaselineTwin(t *testing.T) {
	// The three have the same frequencies, rearranged without loss.
	for scale := 2; scale <= 8; scale *= 2 {
		want := plainScan(t, fixture(t, "plain.jpg"), scale)
		for _, name := range []string{"scans.jpg", "scans-restart.jpg"} {
			seen := plainScan(t, fixture(t, name), scale)
			if seen == nil {
				t.Fatalf("%s is left to the general decoder", name)
			}
			if !bytes.Equal(rendered(seen).Pix, rendered(want).Pix) {
				t.Errorf("%s differs at a %dth", name, scale)
			}
		}
	}
}

func TestAProgressivePhotographIsNotHeldWhole(t *testing.T) {
	// The size is made up, so the stream ends early; what is held until then is all that would be.
	data := bytes.Clone(fixture(t, "scans.jpg"))
	at := bytes.Index(data, []byte{0xff, 0xc2})
	data[at+5], data[at+6], data[at+7], data[at+8] = 4000>>8, 4000&0xff, 6000>>8, 6000&0xff
	if used := allocated(func() { plainScan(t, data, 2) }); used > 60<<20 {
		t.Errorf("%d bytes", used)
	}
}

func rendered(img image.Image) *image.RGBA {
	from := rowsOf(img)
	to := image.NewRGBA(image.Rectangle{Max: from.size})
	for y := range from.size.Y {
		from.row(y, to.Pix[y*to.Stride:][:4*from.size.X])
	}
	return to
}

func TestWhatIsNotPlainIsLeftToTheGeneralDecoder(t *testing.T) {
	for _, name := range []string{"cmyk.jpg", "rgb.jpg"} {
		if plainScan(t, fixture(t, name), 2) != nil {
			t.Errorf("%s is taken for plain", name)
		}
		if name != "cmyk.jpg" { // which has the colours of its inks
			wantQuarters(t, mustDecode(t, fixture(t, name), 12, 99).Frames[0].Image, 12)
		}
	}
	// A restart marker that is missing.
	data := bytes.Clone(fixture(t, "restart.jpg"))
	data[bytes.LastIndex(data, []byte{0xff, 0xd0})+1] = 0
	if plainScan(t, data, 2) != nil {
		t.Error("a stream without its marker is taken for plain")
	}
	// A stream that ends too early.
	data = encodeJPEG(t, scene(160, 120), 90)
	if plainScan(t, append(data[:len(data)/2:len(data)/2], 0xff, 0xd9), 2) != nil {
		t.Error("half of a stream is taken for plain")
	}
}
