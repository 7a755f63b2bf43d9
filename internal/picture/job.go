package picture

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
)

var errTooSlow = errors.New("the picture takes too long to decode")

// A file is a picture whose header has been read.
type file struct {
	format  string
	data    []byte
	size    image.Point // as stored
	turn    turn        // to bring it upright
	frames  int
	profile []byte // the embedded ICC profile, if any
	decode  func(*job) (frames []Frame, loops int, err error)
}

func (f *file) header() Header {
	size := f.turn.upright(f.size)
	return Header{Format: f.format, Width: size.X, Height: size.Y, Frames: f.frames}
}

// A job is one picture on its way: what came, what is wanted and what may be spent.
type job struct {
	*file
	ctx    context.Context
	limits Limits
	box    image.Point // wanted, as stored
	size   image.Point // of the result, as stored
}

// finish turns the decoded frames upright and brings their colours to sRGB: both are cheap now that they are small.
func (j *job) finish(frames []Frame, loops int) *Picture {
	convert := toSRGB(j.profile)
	for i, frame := range frames {
		if convert != nil {
			convert(frame.Image)
		}
		frames[i].Image = j.turn.apply(frame.Image)
	}
	if len(frames) == 1 {
		frames[0].Lasts = 0
	}
	return &Picture{Natural: j.turn.upright(j.file.size), Frames: frames, Loops: loops}
}

// still is what a format without animation gives back.
func still(img *image.RGBA, err error) ([]Frame, int, error) {
	if err != nil {
		return nil, 0, err
	}
	return []Frame{{Image: img}}, 0, nil
}

// need refuses a picture whose decoder would hold too much, before it starts. The result, and the copy of it that
// turning makes, are added here.
func (j *job) need(working int64) error {
	if total := working + 2*j.frameBytes(); total > j.limits.Bytes {
		return fmt.Errorf("the picture needs %d MB to decode, more than the %d MB allowed", total/1_000_000+1, j.limits.Bytes/1_000_000)
	}
	return nil
}

func (j *job) frameBytes() int64 { return 4 * area(j.size) }

// room says how many frames of the result fit beside what decoding holds.
func (j *job) room(working int64) int {
	fit := (j.limits.Bytes-working)/j.frameBytes() - 1
	return int(max(1, min(fit, int64(j.limits.Frames), int64(j.frames))))
}

// ended tells whether the time is over or nobody waits any more.
func (j *job) ended() error {
	if j.ctx.Err() != nil {
		return context.Cause(j.ctx)
	}
	return nil
}

// reason names what ended the work, also when a decoder hides it behind an error of its own.
func (j *job) reason(err error) error {
	if ended := j.ended(); ended != nil {
		return ended
	}
	return err
}

// reader gives bytes to a decoder until the time is over: that ends decoders which know no context.
func (j *job) reader(data io.Reader) io.Reader { return &endingReader{j, data} }

type endingReader struct {
	job  *job
	data io.Reader
}

func (r *endingReader) Read(into []byte) (int, error) {
	if err := r.job.ended(); err != nil {
		return 0, err
	}
	return r.data.Read(into)
}

// broken is the sentence for bytes that no decoder takes. What the decoder says about them may repeat some of the
// sender's data, and is left out.
func broken(format string) error { return fmt.Errorf("the %s picture is broken or cut short", format) }

func area(size image.Point) int64 { return int64(size.X) * int64(size.Y) }

// contain is the size of a picture that fits into the box, whole and not enlarged.
func contain(size, box image.Point) image.Point {
	if size.X <= box.X && size.Y <= box.Y {
		return size
	}
	return fill(size, box)
}

// fill is the size of a picture that touches the box on two sides.
func fill(size, box image.Point) image.Point {
	if int64(size.X)*int64(box.Y) > int64(size.Y)*int64(box.X) {
		return image.Pt(box.X, max(1, int((2*int64(size.Y)*int64(box.X)+int64(size.X))/(2*int64(size.X)))))
	}
	return image.Pt(max(1, int((2*int64(size.X)*int64(box.Y)+int64(size.Y))/(2*int64(size.Y)))), box.Y)
}
