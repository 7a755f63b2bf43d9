package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"testing"
	"time"
)

var paints = color.Palette{color.RGBA{}, red, green, blue, cream}

func flat(where image.Rectangle, index uint8) *image.Paletted {
	img := image.NewPaletted(where, paints)
	draw.Draw(img, where, image.NewUniform(paints[index]), image.Point{}, draw.Src)
	return img
}

func encodeGIF(t testing.TB, g *gif.GIF) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, g); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// story is a GIF with all ways to go on after a frame: red everywhere, a blue square that goes back to the red, a
// green square that leaves a hole, a cream square that stays.
func story(t testing.TB) []byte {
	return encodeGIF(t, &gif.GIF{
		Image: []*image.Paletted{
			flat(image.Rect(0, 0, 40, 40), 1), flat(image.Rect(0, 0, 20, 20), 3), flat(image.Rect(20, 0, 40, 20), 2), flat(image.Rect(0, 20, 20, 40), 4),
		},
		Delay:     []int{10, 20, 0, 40},
		Disposal:  []byte{gif.DisposalNone, gif.DisposalPrevious, gif.DisposalBackground, gif.DisposalNone},
		LoopCount: 2,
	})
}

func TestAGIFPlaysAsItIsStored(t *testing.T) {
	none := color.NRGBA{}
	for _, side := range []int{40, 20} {
		picture := mustDecode(t, story(t), side, side)
		if len(picture.Frames) != 4 || picture.Loops != 3 || picture.Natural != image.Pt(40, 40) {
			t.Fatalf("%d frames, %d loops, %v", len(picture.Frames), picture.Loops, picture.Natural)
		}
		for i, want := range [][]color.NRGBA{{red, red, red, red}, {blue, red, red, red}, {red, green, red, red}, {red, none, cream, red}} {
			wantSize(t, picture.Frames[i].Image, side, side)
			wantQuarters(t, picture.Frames[i].Image, 0, want...)
		}
		for i, want := range []time.Duration{100, 200, 100, 400} {
			if picture.Frames[i].Lasts != want*time.Millisecond {
				t.Errorf("frame %d lasts %v", i, picture.Frames[i].Lasts)
			}
		}
	}
}

func TestLoopsAreHowOftenAnAnimationPlays(t *testing.T) {
	for stored, want := range map[int]int{0: 0, -1: 1, 1: 2} {
		g := &gif.GIF{Image: []*image.Paletted{flat(image.Rect(0, 0, 4, 4), 1), flat(image.Rect(0, 0, 4, 4), 2)}, Delay: []int{5, 5}, LoopCount: stored}
		if picture := mustDecode(t, encodeGIF(t, g), 9, 9); picture.Loops != want {
			t.Errorf("%d is played %d times, wanted %d", stored, picture.Loops, want)
		}
	}
}

func TestAStillGIFHasNoTime(t *testing.T) {
	picture := mustDecode(t, encodeGIF(t, &gif.GIF{Image: []*image.Paletted{flat(image.Rect(0, 0, 4, 4), 1)}, Delay: []int{50}}), 9, 9)
	if len(picture.Frames) != 1 || picture.Frames[0].Lasts != 0 {
		t.Errorf("%+v", picture.Frames)
	}
}

// manyFrames is a GIF of 500 frames of 2000 x 2000, small on the wire.
func manyFrames(t testing.TB) []byte {
	first := encodeGIF(t, &gif.GIF{Image: []*image.Paletted{flat(image.Rect(0, 0, 2000, 2000), 1)}, Delay: []int{4}})
	g, err := splitGIF(first)
	if err != nil {
		t.Fatal(err)
	}
	data := bytes.Clone(g.head)
	for range 500 {
		data = append(append(data, g.frames[0].control...), g.frames[0].image...)
	}
	return append(data, ';')
}

func TestAnAnimationIsCutToTheFramesThatFit(t *testing.T) {
	data := manyFrames(t)
	limits := patient()
	limits.Frames, limits.Bytes = 6, 64<<20
	picture, err := Decode(t.Context(), data, image.Pt(1152, 432), limits)
	if err != nil || len(picture.Frames) != 6 || picture.Loops != 1 {
		t.Fatalf("%v, %v", picture, err)
	}
	// 49 MB go to the canvas, what is under a frame and the frame; each result takes 0.75 MB, and one more is for turning.
	limits.Frames, limits.Bytes = 500, 44_000_000
	picture, err = Decode(t.Context(), data, image.Pt(432, 432), limits)
	if err != nil || len(picture.Frames) != 4 {
		t.Fatalf("%v, %v", picture, err)
	}
	limits.Bytes = 40_000_000
	mustFail(t, data, limits)
}

func TestAnAnimationTooSlowToDecodeIsCutByTheTime(t *testing.T) {
	limits := patient()
	limits.Time = 250 * time.Millisecond
	picture, err := Decode(t.Context(), manyFrames(t), image.Pt(1152, 432), limits)
	if err != nil && err != errTooSlow { // a slow machine may not finish a single frame
		t.Fatal(err)
	}
	if err == nil && (len(picture.Frames) >= 250 || picture.Loops != 1) {
		t.Errorf("%d frames, %d loops", len(picture.Frames), picture.Loops)
	}
}

func TestNobodyWaitingEndsTheDecoding(t *testing.T) {
	gone := errors.New("the card is gone")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	for name, data := range samples(t) {
		if _, err := Decode(ctx, data, image.Pt(99, 99), FactoryLimits()); !errors.Is(err, gone) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestADecoderIsGivenNoMoreBytesWhenTheTimeIsOver(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	reader := (&job{ctx: ctx}).reader(bytes.NewReader(make([]byte, 9)))
	if _, err := reader.Read(make([]byte, 4)); err != nil {
		t.Error(err)
	}
	cancel(errTooSlow)
	if _, err := reader.Read(make([]byte, 4)); err != errTooSlow {
		t.Error(err)
	}
}

func TestTheHeaderOfAnAnimationCountsItsFrames(t *testing.T) {
	for want, data := range map[Header][]byte{
		{"GIF", 40, 40, 4}:       story(t),
		{"GIF", 2000, 2000, 500}: manyFrames(t),
		{"WebP", 48, 32, 3}:      fixture(t, "animated.webp"),
	} {
		if header, err := ReadHeader(data, FactoryLimits()); err != nil || header != want {
			t.Errorf("%v, %v", header, err)
		}
	}
}
