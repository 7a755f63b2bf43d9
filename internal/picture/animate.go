package picture

import (
	"errors"
	"image"
	"time"
)

// A patch is one stored frame: it covers a part of the picture, over or instead of what was there.
type patch struct {
	pixels source
	at     image.Point
	over   bool
	lasts  time.Duration
	after  disposal
}

// animate draws patch after patch and keeps what is seen after each, as small as it is shown. Decoding a patch takes
// cost bytes a pixel beside the canvas. What is over the budget, and what comes after the time is over, is left out.
func (j *job) animate(count, loops int, cost int64, decode func(int) (patch, error)) ([]Frame, int, error) {
	working := area(j.file.size) * (4 + cost)
	if count > 1 {
		working += area(j.file.size) * 4 // what a frame is drawn over may have to come back
	}
	if err := j.need(working); err != nil {
		return nil, 0, err
	}
	canvas := image.NewRGBA(image.Rectangle{Max: j.file.size})
	var under []byte
	var frames []Frame
	room := j.room(working)
	for i := range min(count, room) {
		frame, after, err := j.paint(canvas, &under, i, decode)
		if err != nil {
			if i > 0 && errors.Is(j.ended(), errTooSlow) {
				break
			}
			return nil, 0, err
		}
		frames = append(frames, frame)
		after(canvas)
	}
	if len(frames) < count {
		loops = 1
	}
	return frames, loops, nil
}

// paint draws one patch, and says how its place is left for the next.
func (j *job) paint(canvas *image.RGBA, under *[]byte, i int, decode func(int) (patch, error)) (Frame, func(*image.RGBA), error) {
	p, err := decode(i)
	if err != nil {
		return Frame{}, nil, err
	}
	place := image.Rectangle{Min: p.at, Max: p.at.Add(p.pixels.size)}
	if !place.In(canvas.Rect) {
		return Frame{}, nil, broken(j.format)
	}
	if p.after == toPrevious {
		*under = append((*under)[:0], canvas.Pix...)
	}
	line := make([]byte, 4*place.Dx())
	for y := range place.Dy() {
		p.pixels.row(y, line)
		drawRow(canvas.Pix[canvas.PixOffset(place.Min.X, place.Min.Y+y):][:len(line)], line, p.over)
	}
	img, err := j.reduce(rowsOf(canvas))
	after := func(canvas *image.RGBA) {
		switch p.after {
		case toPrevious:
			copy(canvas.Pix, *under)
		case toTransparent:
			for y := place.Min.Y; y < place.Max.Y; y++ {
				clear(canvas.Pix[canvas.PixOffset(place.Min.X, y):][:len(line)])
			}
		}
	}
	return Frame{Image: img, Lasts: steady(p.lasts)}, after, err
}

// drawRow lays premultiplied pixels over others, or puts them in their place.
func drawRow(onto, line []byte, over bool) {
	if !over {
		copy(onto, line)
		return
	}
	for i := 0; i+3 < len(line); i += 4 {
		switch a := line[i+3]; a {
		case 0:
		case 255:
			copy(onto[i:i+4], line[i:i+4])
		default:
			for k := i; k < i+4; k++ {
				onto[k] = line[k] + share(uint32(onto[k]), 255-uint32(a))
			}
		}
	}
}

// steady gives frames without a time of their own the tenth of a second that browsers give them.
func steady(lasts time.Duration) time.Duration {
	if lasts <= 10*time.Millisecond {
		return 100 * time.Millisecond
	}
	return lasts
}
