package picture

import (
	"image"
	"image/color"
	"testing"
	"time"
)

func TestEveryKindOfWebPHasItsColours(t *testing.T) {
	wantQuarters(t, mustDecode(t, fixture(t, "lossless.webp"), 99, 99).Frames[0].Image, 0)
	// The lossy ones keep the range of video: read as JPEG's, colours would be off by up to 20.
	wantQuarters(t, mustDecode(t, fixture(t, "lossy.webp"), 99, 99).Frames[0].Image, 4)
	wantQuarters(t, mustDecode(t, fixture(t, "lossy.webp"), 24, 99).Frames[0].Image, 5)
}

func TestWebPWithAlphaIsPremultiplied(t *testing.T) {
	for name, tolerance := range map[string]int{"alpha.webp": 4, "alpha-lossless.webp": 0} {
		img := mustDecode(t, fixture(t, name), 99, 99).Frames[0].Image
		wantSize(t, img, 48, 32)
		for _, y := range []int{4, 8, 12, 20, 24, 28} {
			above := []color.NRGBA{red, blue}[y/16]
			above.A = byte(255 - (y*255+15)/31)
			wantColour(t, img, 12, y, above, tolerance+1)
		}
	}
}

func TestAnAnimatedWebPPlaysAsItIsStored(t *testing.T) {
	picture := mustDecode(t, fixture(t, "animated.webp"), 99, 99)
	if len(picture.Frames) != 3 || picture.Loops != 3 || picture.Natural != image.Pt(48, 32) {
		t.Fatalf("%d frames, %d loops, %v", len(picture.Frames), picture.Loops, picture.Natural)
	}
	inside, outside := image.Pt(16, 12), image.Pt(40, 28)
	blended := color.NRGBA{0x78, 0x30, 0x78, 255}
	for i, want := range [][2]color.NRGBA{{red, red}, {blended, red}, {green, green}} {
		wantColour(t, picture.Frames[i].Image, inside.X, inside.Y, want[0], 4)
		wantColour(t, picture.Frames[i].Image, outside.X, outside.Y, want[1], 0)
	}
	for i, want := range []time.Duration{120, 200, 100} { // five milliseconds are none
		if picture.Frames[i].Lasts != want*time.Millisecond {
			t.Errorf("frame %d lasts %v", i, picture.Frames[i].Lasts)
		}
	}
}

func TestAFrameThatLiesAboutItsSizeIsRefused(t *testing.T) {
	data := fixture(t, "animated.webp")
	for name, body := range chunks(data[12:]) {
		if name == "ANMF" {
			body[6]++ // one wider than its pixels
			break
		}
	}
	mustFail(t, data, FactoryLimits())
}

func TestAFrameMayTakeThePlaceOfWhatIsUnderIt(t *testing.T) {
	data := fixture(t, "animated.webp")
	frame := 0
	for name, body := range chunks(data[12:]) {
		if name == "ANMF" {
			if frame == 1 {
				body[15] |= 2
			}
			frame++
		}
	}
	half := blue
	half.A = 128
	wantColour(t, mustDecode(t, data, 99, 99).Frames[1].Image, 16, 12, half, 4)
}
