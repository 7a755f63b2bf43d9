package picture

import (
	"image"
	"testing"
)

// BenchmarkPhotograph decodes a photograph of 24 megapixels for a card at 1080p.
func BenchmarkPhotograph(b *testing.B) {
	benchmark(b, encodeJPEG(b, scene(6000, 4000), 88), image.Pt(1152, 432))
}

func BenchmarkSmallPhotograph(b *testing.B) {
	benchmark(b, encodeJPEG(b, scene(1280, 720), 88), image.Pt(1152, 432))
}

func BenchmarkScreenshot(b *testing.B) {
	benchmark(b, encodePNG(b, quarters(3840, 2160)), image.Pt(1152, 432))
}

func BenchmarkIcon(b *testing.B) {
	benchmark(b, []byte(bell), image.Pt(96, 96))
}

func benchmark(b *testing.B, data []byte, box image.Point) {
	b.ReportAllocs()
	for b.Loop() {
		mustDecode(b, data, box.X, box.Y)
	}
}
