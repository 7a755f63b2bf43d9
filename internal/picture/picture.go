// Package picture decodes a card's image or icon within a budget, no larger than it is shown.
//
// It knows the formats JPEG, PNG, GIF, WebP, BMP and plain SVG icons, turns a picture upright, brings its colours to
// sRGB, and reads a picture's header before it spends anything on it. It never knows where a picture came from, the
// card, the screen or the files of the system, and it keeps nothing between two pictures.
package picture

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"
)

// Limits is what one picture may cost.
type Limits struct {
	Pixels int64         // of the picture as it says it is
	Bytes  int64         // held at one time while decoding, the result included
	Frames int           // of an animation; those beyond are left out
	Time   time.Duration // for the whole decoding
}

// FactoryLimits are those of a service nobody has configured. The memory is what a screenshot of 8K takes; a
// photograph of 24 megapixels takes a tenth of it.
func FactoryLimits() Limits {
	return Limits{Pixels: 64_000_000, Bytes: 160 << 20, Frames: 250, Time: 10 * time.Second}
}

// A Header is what a picture says about itself.
type Header struct {
	Format        string // as people write it: "JPEG"
	Width, Height int    // upright
	Frames        int    // 1 is a still picture
}

// A Picture is decoded and ready to be drawn.
type Picture struct {
	Natural image.Point // the size of the original, upright
	Frames  []Frame     // at least one
	Loops   int         // how often an animation plays; 0 is for ever. It stays on its last frame.
}

// A Frame is one picture of an animation, or the only one.
type Frame struct {
	Image *image.RGBA   // premultiplied, from (0, 0)
	Lasts time.Duration // 0 for a still picture
}

// SwapRedBlue puts blue where red is, and red where blue is.
func (p *Picture) SwapRedBlue() {
	for _, f := range p.Frames {
		for pix := f.Image.Pix; len(pix) >= 4; pix = pix[4:] {
			pix[0], pix[2] = pix[2], pix[0]
		}
	}
}

// ReadHeader looks at a picture without decoding it, and refuses one that is over the limits.
func ReadHeader(data []byte, limits Limits) (header Header, err error) {
	defer brokenDecoder(&err)
	file, err := readFile(data, limits)
	if err != nil {
		return Header{}, err
	}
	return file.header(), nil
}

// Decode decodes a picture with no more pixels than a box of the size of fit needs. Only SVG is enlarged to fill the
// box. An animation that is over the limits is cut, plays once and stays on the last frame that was within them.
//
// The context and the time limit end a decoding between rows and frames. A decoder that cannot be interrupted is
// bounded by the pixels, which are known before it starts.
func Decode(ctx context.Context, data []byte, fit image.Point, limits Limits) (picture *Picture, err error) {
	defer brokenDecoder(&err)
	if fit.X < 1 || fit.Y < 1 {
		return nil, fmt.Errorf("a box of %d x %d holds no picture", fit.X, fit.Y)
	}
	file, err := readFile(data, limits)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limits.Time, errTooSlow)
	defer cancel()
	job := &job{ctx: ctx, file: file, limits: limits, box: file.turn.box(fit)}
	job.size = contain(file.size, job.box)
	frames, loops, err := file.decode(job)
	if err != nil {
		return nil, job.reason(err)
	}
	return job.finish(frames, loops), nil
}

// brokenDecoder is the one place where a panic over hostile bytes becomes an error.
func brokenDecoder(err *error) {
	if recover() != nil {
		*err = errors.New("the picture is broken: its decoder gave up in the middle")
	}
}
