package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

var (
	red   = color.NRGBA{0xd0, 0x20, 0x20, 255}
	green = color.NRGBA{0x20, 0xc0, 0x40, 255}
	blue  = color.NRGBA{0x20, 0x40, 0xd0, 255}
	cream = color.NRGBA{0xf0, 0xe0, 0xc0, 255}
)

// quarters is a picture whose four corners differ.
func quarters(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	x, y := width/2, height/2
	for _, part := range []struct {
		where image.Rectangle
		what  color.Color
	}{
		{image.Rect(0, 0, x, y), red}, {image.Rect(x, 0, width, y), green},
		{image.Rect(0, y, x, height), blue}, {image.Rect(x, y, width, height), cream},
	} {
		draw.Draw(img, part.where, image.NewUniform(part.what), image.Point{}, draw.Src)
	}
	return img
}

// wantQuarters looks at the middles of the four parts.
func wantQuarters(t *testing.T, img *image.RGBA, tolerance int, colours ...color.NRGBA) {
	t.Helper()
	if len(colours) == 0 {
		colours = []color.NRGBA{red, green, blue, cream}
	}
	size := img.Rect.Size()
	for i, want := range colours {
		x, y := size.X/4+i%2*size.X/2, size.Y/4+i/2*size.Y/2
		wantColour(t, img, x, y, want, tolerance)
	}
}

func wantColour(t *testing.T, img *image.RGBA, x, y int, want color.NRGBA, tolerance int) {
	t.Helper()
	expected := color.RGBAModel.Convert(want).(color.RGBA)
	seen := img.RGBAAt(x, y)
	for _, d := range []int{int(seen.R) - int(expected.R), int(seen.G) - int(expected.G), int(seen.B) - int(expected.B), int(seen.A) - int(expected.A)} {
		if d > tolerance || d < -tolerance {
			t.Errorf("at %d,%d of %v: seen %v, wanted %v", x, y, img.Rect.Max, seen, expected)
			return
		}
	}
}

func wantSize(t *testing.T, img *image.RGBA, width, height int) {
	t.Helper()
	if img.Rect != image.Rect(0, 0, width, height) {
		t.Errorf("the picture is %v, wanted %d x %d", img.Rect, width, height)
	}
}

// patient are the factory's limits, but for the time: tests run on busy machines and with the race detector.
func patient() Limits {
	limits := FactoryLimits()
	limits.Time = 5 * time.Minute
	return limits
}

func mustDecode(t testing.TB, data []byte, width, height int) *Picture {
	t.Helper()
	picture, err := Decode(t.Context(), data, image.Pt(width, height), patient())
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// mustFail answers the sentence for the log.
func mustFail(t *testing.T, data []byte, limits Limits) string {
	t.Helper()
	_, err := Decode(t.Context(), data, image.Pt(640, 480), limits)
	if err == nil {
		t.Fatal("it was decoded")
	}
	return err.Error()
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// allocated is how many bytes were ever allocated while do ran: no less than what was held at any time.
func allocated(do func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}
