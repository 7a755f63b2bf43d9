package picture

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
)

// scene is a smooth picture with some texture, as photographs are.
func scene(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	random := rand.New(rand.NewPCG(1, 2))
	for y := range height {
		for x := range width {
			wave := func(f float64) float64 {
				return 128 + 90*math.Sin(f*float64(x)/float64(width))*math.Cos(f*0.7*float64(y)/float64(height))
			}
			noise := random.Float64()*40 - 20
			img.SetNRGBA(x, y, color.NRGBA{byte(wave(9) + noise), byte(wave(14) + noise), byte(wave(5) + noise), 255})
		}
	}
	return img
}

// boxed is the mean of each block: a plain reference for a whole factor.
func boxed(img *image.NRGBA, factor int) *image.RGBA {
	to := image.NewRGBA(image.Rect(0, 0, img.Rect.Dx()/factor, img.Rect.Dy()/factor))
	for i := range to.Pix {
		x, y := i/4%to.Rect.Dx()*factor, i/4/to.Rect.Dx()*factor
		sum := 0
		for dy := range factor {
			for dx := range factor {
				sum += int(img.Pix[img.PixOffset(x+dx, y+dy)+i%4])
			}
		}
		to.Pix[i] = byte((sum + factor*factor/2) / (factor * factor))
	}
	return to
}

// signalToNoise compares two pictures, in decibels.
func signalToNoise(a, b *image.RGBA) float64 {
	var sum float64
	for i := range a.Pix {
		d := float64(a.Pix[i]) - float64(b.Pix[i])
		sum += d * d
	}
	return 10 * math.Log10(255*255*float64(len(a.Pix))/sum)
}

func TestAReducedPictureIsCloseToTheMeanOfItsPixels(t *testing.T) {
	img := scene(960, 640)
	png, jpeg := encodePNG(t, img), encodeJPEG(t, img, 97)
	for _, factor := range []int{2, 4, 5, 8, 10, 16} {
		want := boxed(img, factor)
		for name, data := range map[string][]byte{"PNG": png, "JPEG": jpeg} {
			seen := mustDecode(t, data, want.Rect.Dx(), want.Rect.Dy()).Frames[0].Image
			wantSize(t, seen, want.Rect.Dx(), want.Rect.Dy())
			if ratio := signalToNoise(seen, want); ratio < 34 {
				t.Errorf("%s, a %dth: %.1f dB", name, factor, ratio)
			}
		}
	}
}

func TestReducingMovesNothing(t *testing.T) {
	// The middle of a ramp stays the middle, whatever the size: a filter that is off by half a pixel shows here.
	img := image.NewNRGBA(image.Rect(0, 0, 1000, 1000))
	for i := range img.Pix {
		img.Pix[i] = [4]byte{byte(i / 4 % 1000 / 4), byte(i / 4000 / 4), 0, 255}[i%4]
	}
	data := encodePNG(t, img)
	for _, side := range []int{999, 501, 500, 333, 250, 97, 51, 13} {
		seen := mustDecode(t, data, side, side).Frames[0].Image
		for i := side / 4; i < side*3/4; i++ {
			want := (float64(i)+0.5)*1000/float64(side)/4 - 0.5
			if c := seen.RGBAAt(i, i); math.Abs(float64(c.R)-want) > 1.2 || c.R != c.G {
				t.Fatalf("%d of %d is %v, wanted %.1f", i, side, c, want)
			}
		}
	}
}

func TestAPlainPictureStaysPlain(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 701, 503))
	for i := range img.Pix {
		img.Pix[i] = []byte{200, 100, 50, 255}[i%4]
	}
	data := encodePNG(t, img)
	for side := 3; side < 710; side += 37 {
		seen := mustDecode(t, data, side, side).Frames[0].Image
		for i, v := range seen.Pix {
			if v != img.Pix[i%4] {
				t.Fatalf("at side %d a byte is %d", side, v)
			}
		}
	}
}

func TestNoColourIsStrongerThanItsAlpha(t *testing.T) {
	// White stripes, half transparent: the filter overshoots beside them.
	img := image.NewNRGBA(image.Rect(0, 0, 90, 90))
	for i := range img.Pix {
		img.Pix[i] = byte(255 * (i / 4 % 90 / 9 % 2))
		if i%4 == 3 {
			img.Pix[i] = 128
		}
	}
	for i, pix := 0, mustDecode(t, encodePNG(t, img), 67, 67).Frames[0].Image.Pix; i < len(pix); i += 4 {
		if pix[i] > pix[i+3] {
			t.Fatalf("a pixel is %v", pix[i:i+4])
		}
	}
}

func TestAPictureFitsItsBoxAndIsNotEnlarged(t *testing.T) {
	for _, c := range []struct{ size, box, want image.Point }{
		{image.Pt(100, 50), image.Pt(400, 400), image.Pt(100, 50)},
		{image.Pt(6000, 4000), image.Pt(1152, 432), image.Pt(648, 432)},
		{image.Pt(4000, 6000), image.Pt(1152, 432), image.Pt(288, 432)},
		{image.Pt(3000, 2), image.Pt(300, 300), image.Pt(300, 1)},
		{image.Pt(1, 5000), image.Pt(300, 300), image.Pt(1, 300)},
		{image.Pt(48, 48), image.Pt(48, 48), image.Pt(48, 48)},
	} {
		if seen := contain(c.size, c.box); seen != c.want {
			t.Errorf("%v in %v is %v, wanted %v", c.size, c.box, seen, c.want)
		}
	}
}
