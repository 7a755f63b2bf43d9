package picture

import (
	"image"
	"math"
	"testing"
)

// rainbow changes its brightness to the right and its colours to the right and down.
func rainbow(size image.Point, ratio image.YCbCrSubsampleRatio) *image.YCbCr {
	img := image.NewYCbCr(image.Rectangle{Max: size}, ratio)
	for y := range size.Y {
		for x := range size.X {
			across, down := float64(x)/float64(size.X), float64(y)/float64(size.Y)
			img.Y[img.YOffset(x, y)] = byte(90 + 70*across)
			img.Cb[img.COffset(x, y)] = byte(128 + 40*math.Sin(6*across))
			img.Cr[img.COffset(x, y)] = byte(128 + 40*math.Cos(5*down+2*across))
		}
	}
	return img
}

func TestFilteringPlanesIsFilteringTheirColours(t *testing.T) {
	for _, ratio := range []image.YCbCrSubsampleRatio{image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio422, image.YCbCrSubsampleRatio420,
		image.YCbCrSubsampleRatio440, image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410} {
		for _, mix := range []mix{fullRange, videoRange} {
			for _, wanted := range []image.Point{{299, 199}, {200, 133}, {97, 61}, {31, 20}, {5, 3}} {
				from := (&planes{rainbow(image.Pt(301, 201), ratio), mix}).source()
				j := &job{file: &file{}, ctx: t.Context(), size: wanted}
				seen, err := j.reduce(from)
				if err != nil {
					t.Fatal(err)
				}
				from.planes = nil
				want, err := j.reduce(from)
				if err != nil {
					t.Fatal(err)
				}
				if noise := signalToNoise(seen, want); noise < 48 {
					t.Errorf("%v to %v: %.1f dB", ratio, wanted, noise)
				}
			}
		}
	}
}
