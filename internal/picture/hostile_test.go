package picture

import (
	"bytes"
	"image"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/bmp"
)

const bell = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M21,19V20H3V19L5,17V11C5,7.9 7.03,5.17 10,4.29C10,4.19 ` +
	`10,4.1 10,4A2,2 0 0,1 12,2A2,2 0 0,1 14,4C14,4.1 14,4.19 14,4.29C16.97,5.17 19,7.9 19,11V17L21,19M14,21A2,2 0 0,1 12,23A2,2 0 0,1 10,21"/></svg>`

// samples is a small picture of each kind.
func samples(t testing.TB) map[string][]byte {
	all := map[string][]byte{
		"JPEG": encodeJPEG(t, quarters(64, 48), 90), "PNG": encodePNG(t, quarters(64, 48)), "GIF": story(t), "SVG": []byte(bell),
	}
	var out bytes.Buffer
	if err := bmp.Encode(&out, quarters(48, 32)); err != nil {
		t.Fatal(err)
	}
	all["BMP"] = out.Bytes()
	for _, name := range []string{"progressive.jpg", "cmyk.jpg", "cmyk-wide.jpg", "grey.jpg", "restart.jpg", "rgb.jpg", "wide.jpg", "scans-restart.jpg", "interlaced.png",
		"lossy.webp", "lossless.webp", "alpha.webp", "alpha-lossless.webp", "animated.webp"} {
		all[name] = fixture(t, name)
	}
	return all
}

func TestABMPIsDecoded(t *testing.T) {
	wantQuarters(t, mustDecode(t, samples(t)["BMP"], 24, 16).Frames[0].Image, 2)
}

func TestWhatIsCutShortIsRefusedWithASentence(t *testing.T) {
	for name, data := range samples(t) {
		for _, part := range []int{0, 1, 5, 10, 30, 50, 70, 90} {
			cut := data[:len(data)*part/100]
			_, err := Decode(t.Context(), cut, image.Pt(50, 50), FactoryLimits())
			if err == nil {
				t.Errorf("%s, %d %% of it, is decoded", name, part)
			} else if said := err.Error(); !strings.HasPrefix(said, "the ") || strings.Contains(said, ": ") {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
}

func TestOneWrongByteNeverStopsTheProgram(t *testing.T) {
	limits := patient()
	limits.Pixels, limits.Bytes = 4<<20, 4<<20
	for name, data := range samples(t) {
		step := max(1, len(data)/100)
		for at := 0; at < len(data); at += step {
			for _, wrong := range []byte{0, 0xff, data[at] ^ 0x10} {
				broken := bytes.Clone(data)
				broken[at] = wrong
				checkWithinLimits(t, name, broken, limits)
			}
		}
	}
}

// checkWithinLimits decodes whatever it is, and sees that nothing was over the limits.
func checkWithinLimits(t *testing.T, name string, data []byte, limits Limits) {
	t.Helper()
	box := image.Pt(60, 40)
	header, _ := ReadHeader(data, limits)
	var picture *Picture
	var err error
	used := allocated(func() { picture, err = Decode(t.Context(), data, box, limits) })
	// Of an animation it is not seen here that each frame is let go before the next is decoded.
	if header.Frames <= 1 && used > limits.Bytes+1<<20 {
		t.Errorf("%s: %d bytes", name, used)
	}
	if err != nil {
		return
	}
	if len(picture.Frames) < 1 || len(picture.Frames) > limits.Frames {
		t.Errorf("%s: %d frames", name, len(picture.Frames))
	}
	for _, frame := range picture.Frames {
		size := frame.Image.Rect.Size()
		if size.X < 1 || size.Y < 1 || size.X > box.X || size.Y > box.Y {
			t.Fatalf("%s: a frame is %v", name, size)
		}
		for i := 0; i < len(frame.Image.Pix); i += 4 {
			if p := frame.Image.Pix[i : i+4]; p[0] > p[3] || p[1] > p[3] || p[2] > p[3] {
				t.Fatalf("%s: a pixel is %v, stronger than its alpha", name, p)
			}
		}
	}
}

func TestAnUnknownFormatIsNamedAsOne(t *testing.T) {
	for said, data := range map[string][]byte{
		"the picture is in no format that can be shown":                                                 []byte("<html><body>404</body></html>"),
		"the picture is in the format AVIF, which cannot be drawn here; send JPEG, PNG or WebP instead": fixture(t, "quarters.avif"),
		"the picture is in the format HEIC, which cannot be drawn here; send JPEG, PNG or WebP instead": []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"),
	} {
		if seen := mustFail(t, data, FactoryLimits()); seen != said {
			t.Error(seen)
		}
	}
}

func TestABoxWithoutRoomIsAnError(t *testing.T) {
	if _, err := Decode(t.Context(), samples(t)["PNG"], image.Pt(0, 10), FactoryLimits()); err == nil {
		t.Error("it was decoded")
	}
}

func FuzzDecode(f *testing.F) {
	for _, data := range samples(f) {
		f.Add(data)
	}
	f.Add([]byte(`<svg><g transform="rotate(45 1 1)skewX(9)"><rect width="9" height="9" rx="2" stroke="red" fill="rgb(1,2,3)"/></g></svg>`))
	limits := Limits{Pixels: 4 << 20, Bytes: 4 << 20, Frames: 20, Time: 5 * time.Second}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkWithinLimits(t, "fuzz", data, limits)
		// The one place that catches panics must not hide a mistake of this package. jpegn is known to panic.
		_, err := Decode(t.Context(), data, image.Pt(60, 40), limits)
		if err != nil && strings.Contains(err.Error(), "decoder gave up") && !bytes.HasPrefix(data, []byte("\xff\xd8")) {
			t.Error(err)
		}
	})
}
