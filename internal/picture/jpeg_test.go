package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"
)

func encodeJPEG(t testing.TB, img image.Image, quality int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// withSegment puts a segment behind the start of a JPEG.
func withSegment(data []byte, marker byte, body []byte) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2))
	return bytes.Join([][]byte{data[:2], segment, body, data[2:]}, nil)
}

// exif is the least that says how a picture is turned.
func exif(order binary.AppendByteOrder, mark string, turned uint16) []byte {
	tiff := order.AppendUint16([]byte(mark), 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	for _, entry := range [][2]uint16{{0x0100, 7}, {0x0112, turned}} {
		tiff = order.AppendUint16(order.AppendUint16(tiff, entry[0]), 3)
		tiff = order.AppendUint32(tiff, 1)
		tiff = order.AppendUint16(order.AppendUint16(tiff, entry[1]), 0)
	}
	return order.AppendUint32(tiff, 0)
}

func TestEveryKindOfJPEGIsDecodedAsTheStandardLibraryDoes(t *testing.T) {
	kinds := map[string][]byte{
		"baseline 4:2:0": encodeJPEG(t, quarters(48, 32), 90),
		"odd size":       encodeJPEG(t, quarters(45, 31), 90),
		"baseline grey":  encodeJPEG(t, image.NewGray(image.Rect(0, 0, 9, 9)), 90),
	}
	for _, name := range []string{"progressive.jpg", "cmyk.jpg", "cmyk-wide.jpg", "grey.jpg", "restart.jpg", "rgb.jpg", "wide.jpg"} {
		kinds[name] = fixture(t, name)
	}
	// The same inks, said to be stored as brightness and colour differences.
	for _, name := range []string{"cmyk.jpg", "cmyk-wide.jpg"} {
		ycck := bytes.Clone(kinds[name])
		ycck[bytes.Index(ycck, []byte("Adobe"))+11] = 2
		kinds["ycck of "+name] = ycck
	}
	for name, data := range kinds {
		t.Run(name, func(t *testing.T) {
			want, err := jpeg.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			seen := mustDecode(t, data, 4000, 4000).Frames[0].Image
			wantSize(t, seen, want.Bounds().Dx(), want.Bounds().Dy())
			for y := 2; y < want.Bounds().Dy(); y += 4 {
				for x := 2; x < want.Bounds().Dx(); x += 4 {
					// The edges are left out: colours are smoothed there, which the standard library does not do.
					if x%24 > 4 && x%24 < 20 && y%16 > 4 && y%16 < 12 {
						wantColour(t, seen, x, y, color.NRGBAModel.Convert(want.At(x, y)).(color.NRGBA), 6)
					}
				}
			}
		})
	}
}

func TestAPhotographIsUprightInAllEightOrientations(t *testing.T) {
	// Where the stored corners (top left, top right, bottom left, bottom right) are seen.
	seen := map[uint16][]color.NRGBA{
		1: {red, green, blue, cream}, 2: {green, red, cream, blue}, 3: {cream, blue, green, red}, 4: {blue, cream, red, green},
		5: {red, blue, green, cream}, 6: {blue, red, cream, green}, 7: {cream, green, blue, red}, 8: {green, cream, red, blue},
	}
	plain := encodeJPEG(t, quarters(96, 64), 95)
	for turned, corners := range seen {
		for _, tiff := range [][]byte{exif(binary.BigEndian, "MM", turned), exif(binary.LittleEndian, "II", turned)} {
			data := withSegment(plain, 0xe1, append([]byte("Exif\x00\x00"), tiff...))
			width, height := 96, 64
			if turned >= 5 {
				width, height = 64, 96
			}
			header, err := ReadHeader(data, FactoryLimits())
			if err != nil || header != (Header{"JPEG", width, height, 1}) {
				t.Errorf("orientation %d: %v %v", turned, header, err)
			}
			picture := mustDecode(t, data, width/2, 1000)
			if picture.Natural != image.Pt(width, height) {
				t.Errorf("orientation %d: natural size %v", turned, picture.Natural)
			}
			wantSize(t, picture.Frames[0].Image, width/2, height/2)
			wantQuarters(t, picture.Frames[0].Image, 8, corners...)
		}
	}
}

func TestAnOddOrientationMeansUpright(t *testing.T) {
	for _, tiff := range [][]byte{nil, []byte("II*\x00"), exif(binary.BigEndian, "MM", 9), exif(binary.BigEndian, "MM", 0),
		exif(binary.BigEndian, "II", 6), exif(binary.LittleEndian, "II", 6)[:20], []byte("II*\x00\xff\xff\xff\xff")} {
		if found := readTurn(tiff); found != 1 {
			t.Errorf("%x: %d", tiff, found)
		}
	}
}

func TestAPhotographIsNeverHeldWhole(t *testing.T) {
	data := encodeJPEG(t, image.NewYCbCr(image.Rect(0, 0, 6000, 4000), image.YCbCrSubsampleRatio420), 50)
	limits := patient()
	limits.Bytes = 32 << 20
	var err error
	used := allocated(func() { _, err = Decode(t.Context(), data, image.Pt(1152, 432), limits) })
	if err != nil || used > limits.Bytes {
		t.Errorf("%d bytes, %v", used, err)
	}
}

func TestAnOddProgressivePhotographThatNeedsTooMuchIsRefused(t *testing.T) {
	data := bytes.Clone(fixture(t, "progressive.jpg"))
	at := bytes.Index(data, []byte{0xff, 0xc2})
	binary.BigEndian.PutUint16(data[at+5:], 7000)
	binary.BigEndian.PutUint16(data[at+7:], 9000)
	var said string
	if used := allocated(func() { said = mustFail(t, data, FactoryLimits()) }); used > 32<<20 {
		t.Errorf("%d bytes", used)
	}
	if !strings.Contains(said, "MB to decode, more than the 167 MB allowed") {
		t.Error(said)
	}
}

func TestAJPEGWithArithmeticCodingIsNamed(t *testing.T) {
	if said := mustFail(t, fixture(t, "arithmetic.jpg"), FactoryLimits()); !strings.Contains(said, "arithmetic") {
		t.Error(said)
	}
}
