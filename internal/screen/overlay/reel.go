package overlay

import (
	"context"
	"image"
	"time"

	"cuecard.app/internal/paint"
	"cuecard.app/internal/picture"
	"cuecard.app/internal/screen"
)

// reel is a picture of the card, decoded: its frames, and which of them is shown. Until another file is decoded, the
// one before it stays, so that a camera's next picture does not blink.
type reel struct {
	ctx    context.Context // ends with the card that the picture is of
	cancel context.CancelFunc

	want    *screen.File // of the frame that is due; nil: no picture
	room    image.Point
	working bool // a decoding is under way, of this file or of one before it

	made   *screen.File // that the frames are of
	fits   image.Point  // the room that they were made for
	frames []*paint.Picture
	lasts  []time.Duration
	plays  int // left of an animation; negative is for ever
	at     int
	due    time.Time // of the next frame; zero when nothing moves
}

func (p *projector) newReel() *reel {
	ctx, cancel := context.WithCancel(p.ctx)
	return &reel{ctx: ctx, cancel: cancel}
}

// decoded is what a decoding gave.
type decoded struct {
	reel    *reel
	file    *screen.File
	room    image.Point
	picture *picture.Picture
	err     error
}

// project is the picture to draw now, nil while there is none, and has it decoded where that is due.
func (p *projector) project(r *reel, wanted screen.Picture, room image.Point) *paint.Picture {
	r.want, r.room = wanted.File, room
	if r.want == nil {
		r.made, r.frames, r.due = nil, nil, time.Time{}
		return nil
	}
	if (r.made != r.want || r.fits != room) && !r.working {
		p.decode(r)
	}
	if len(r.frames) == 0 {
		return nil
	}
	return r.frames[r.at]
}

// decode makes what a reel wants, one after the other: no two pictures are held in full at a time.
func (p *projector) decode(r *reel) {
	r.working = true
	file, room := r.want, r.room
	p.working.Go(func() {
		select {
		case p.bench <- struct{}{}:
		case <-r.ctx.Done():
			return
		}
		made, err := picture.Decode(r.ctx, file.Bytes, room, p.screen.parts.Limits())
		if err == nil {
			made.SwapRedBlue()
		}
		<-p.bench
		select {
		case p.decoded <- decoded{r, file, room, made, err}:
		case <-r.ctx.Done():
		}
	})
}

// join takes a decoding in.
func (p *projector) join(made decoded) {
	r := made.reel
	r.working = false
	if r.want == nil || r.ctx.Err() != nil {
		return
	}
	r.made, r.fits = made.file, made.room
	r.frames, r.lasts, r.at, r.due = nil, nil, 0, time.Time{}
	if made.err != nil {
		p.screen.parts.Log.Warn("a card is drawn without its picture", "error", made.err)
		return
	}
	for _, f := range made.picture.Frames {
		r.frames = append(r.frames, &paint.Picture{Natural: made.picture.Natural, Pixels: f.Image})
		r.lasts = append(r.lasts, f.Lasts)
	}
	if len(r.frames) > 1 {
		r.plays = made.picture.Loops - 1
		r.due = time.Now().Add(r.lasts[0])
	}
}

// turn goes on to the frame of that time.
func (r *reel) turn(now time.Time) {
	if r.due.IsZero() || now.Before(r.due) {
		return
	}
	if r.at+1 == len(r.frames) {
		if r.plays == 0 {
			r.due = time.Time{}
			return
		}
		r.plays--
		r.at = -1
	}
	r.at++
	// From now, not from when it was due: a machine that is too slow shows all frames late, and catches up with none.
	r.due = now.Add(r.lasts[r.at])
}
