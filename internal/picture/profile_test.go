package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"testing"
)

// iccProfile makes a profile of three colourants and one curve, with the numbers that the standards print.
func iccProfile(columns [3][3]float64, curve []byte) []byte {
	head := make([]byte, 128)
	copy(head[16:], "RGB XYZ ")
	table, body := binary.BigEndian.AppendUint32(nil, 6), []byte{}
	tag := func(name string, data []byte) {
		table = append(table, name...)
		table = binary.BigEndian.AppendUint32(table, uint32(128+4+6*12+len(body)))
		table = binary.BigEndian.AppendUint32(table, uint32(len(data)))
		body = append(body, data...)
	}
	for i, name := range []string{"r", "g", "b"} {
		xyz := []byte("XYZ \x00\x00\x00\x00")
		for _, v := range columns[i] {
			xyz = binary.BigEndian.AppendUint32(xyz, uint32(int32(v*65536+0.5)))
		}
		tag(name+"XYZ", xyz)
		tag(name+"TRC", curve)
	}
	return append(append(head, table...), body...)
}

// sRGBCurve is the third formula with the numbers of sRGB, which Display P3 shares.
func sRGBCurve() []byte {
	curve := []byte("para\x00\x00\x00\x00\x00\x03\x00\x00")
	for _, v := range []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045} {
		curve = binary.BigEndian.AppendUint32(curve, uint32(v*65536+0.5))
	}
	return curve
}

var (
	displayP3 = [3][3]float64{{0.51512, 0.24120, 0}, {0.29198, 0.69225, 0.04189}, {0.15710, 0.06657, 0.78407}}
	sRGB      = [3][3]float64{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410}}
)

func TestDisplayP3BecomesSRGB(t *testing.T) {
	convert := toSRGB(iccProfile(displayP3, sRGBCurve()))
	if convert == nil {
		t.Fatal("the profile is not understood")
	}
	img := image.NewRGBA(image.Rect(0, 0, 5, 1))
	for x, c := range []color.NRGBA{{255, 255, 255, 255}, {128, 128, 128, 255}, {200, 100, 50, 255}, {255, 0, 0, 255}, {200, 100, 50, 128}} {
		img.Set(x, 0, c)
	}
	convert(img)
	// Grey stays, colours become stronger: the numbers are those that the CSS specification's own code gives.
	wantColour(t, img, 0, 0, color.NRGBA{255, 255, 255, 255}, 1)
	wantColour(t, img, 1, 0, color.NRGBA{128, 128, 128, 255}, 1)
	wantColour(t, img, 2, 0, color.NRGBA{215, 93, 31, 255}, 2)
	wantColour(t, img, 3, 0, color.NRGBA{255, 0, 0, 255}, 0)
	wantColour(t, img, 4, 0, color.NRGBA{215, 93, 31, 128}, 2)
}

func TestSRGBAndProfilesOfOtherKindsChangeNothing(t *testing.T) {
	grey := iccProfile(sRGB, sRGBCurve())
	copy(grey[16:], "GRAY")
	for name, icc := range map[string][]byte{
		"none": nil, "sRGB": iccProfile(sRGB, sRGBCurve()), "grey": grey, "short": make([]byte, 131),
		"no curve": iccProfile(displayP3, []byte("curv\x00\x00\x00\x00\xff\xff\xff\xff")),
	} {
		if toSRGB(icc) != nil {
			t.Errorf("%s: colours are changed", name)
		}
	}
}

func TestCurvesOfEveryKindAreRead(t *testing.T) {
	gamma := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33\x00\x00")         // 2.2
	table := []byte("curv\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x40\x00\xff\xff") // a quarter at the middle
	power := []byte("para\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00")         // 2
	for want, tag := range map[float64][]byte{0.2195: gamma, 0.2529: table, 0.2520: power, 0.2158: sRGBCurve()} {
		curve, ok := readCurve(tag)
		if d := curve[128] - want; !ok || d > 0.001 || d < -0.001 {
			t.Errorf("%s: %v %f, wanted %f", tag[:4], ok, curve[128], want)
		}
	}
}

func TestAProfileIsFoundInEveryFormat(t *testing.T) {
	icc := iccProfile(displayP3, sRGBCurve())
	plain := image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for i := range plain.Pix {
		plain.Pix[i] = []byte{200, 100, 50, 255}[i%4]
	}
	jpeg := withSegment(encodeJPEG(t, plain, 100), 0xe2, append([]byte("ICC_PROFILE\x00\x01\x01"), icc...))
	for name, data := range map[string][]byte{"JPEG": jpeg, "PNG": withProfile(encodePNG(t, plain), icc)} {
		img := mustDecode(t, data, 16, 16).Frames[0].Image
		wantColour(t, img, 8, 8, color.NRGBA{215, 93, 31, 255}, 4)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}
