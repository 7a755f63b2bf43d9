// Package snapshot takes pictures of a screen as it is drawn now: what /screen.png answers and `cuecard render` writes.
//
// It knows frames, and hands what is in them to those who decode and paint. It never knows where frames come from, nor HTTP.
package snapshot

import (
	"context"
	"image"
	"image/color"
	"log/slog"
	"sync"

	"cuecard.app/internal/paint"
	"cuecard.app/internal/picture"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/text"
	"golang.org/x/image/draw"
)

// Camera takes one picture at a time. Fonts are looked for at the first.
type Camera struct {
	fonts  text.Options
	limits func() picture.Limits
	log    *slog.Logger

	mu      sync.Mutex
	painter *paint.Painter
	sheet   *paint.Sheet
	decoded map[*screen.File]decoded // of the frame that was taken last
	spare   *image.RGBA              // a picture that was given back
}

// decoded is a picture for a place of that size; nil when it cannot be had.
type decoded struct {
	*paint.Picture
	room image.Point
}

// New is a camera that sees these fonts, and pictures within these limits.
func New(fonts text.Options, limits func() picture.Limits, log *slog.Logger) *Camera {
	return &Camera{fonts: fonts, limits: limits, log: log, decoded: map[*screen.File]decoded{}}
}

// View is what a camera looks at.
type View struct {
	Screen image.Point // its size in pixels
	Width  int         // of the picture; 0 is the screen's
	Behind image.Image // the card; nil is black
}

// zoom is how many pixels of the picture there are to one of the screen.
func (v View) zoom() float64 {
	if v.Width == 0 {
		return 1
	}
	return float64(v.Width) / float64(v.Screen.X)
}

func (v View) size() image.Point {
	if v.Width == 0 {
		return v.Screen
	}
	return image.Pt(v.Width, max(1, (v.Screen.Y*v.Width+v.Screen.X/2)/v.Screen.X))
}

// Take lays a frame over what is behind it.
func (c *Camera) Take(ctx context.Context, f screen.Frame, v View) (*image.RGBA, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	shot := c.blank(v.size())
	if v.Behind == nil {
		draw.Draw(shot, shot.Rect, image.NewUniform(color.Black), image.Point{}, draw.Src)
	} else {
		draw.ApproxBiLinear.Scale(shot, shot.Rect, v.Behind, v.Behind.Bounds(), draw.Src, nil)
	}
	if f.Card == nil {
		return shot, ctx.Err()
	}
	sheet, err := c.paint(ctx, f, v)
	if err != nil {
		return nil, err
	}
	paint.Over(shot, f.Card.Dim, sheet)
	return shot, nil
}

// blank is a picture to draw all over.
func (c *Camera) blank(size image.Point) *image.RGBA {
	shot := c.spare
	if c.spare = nil; shot == nil || shot.Rect.Max != size {
		shot = image.NewRGBA(image.Rectangle{Max: size})
	}
	return shot
}

// GiveBack lets the next Take of the same size draw where this one did: a whole screen is megabytes, and whoever watches
// takes many. The picture must not be used any more.
func (c *Camera) GiveBack(shot *image.RGBA) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spare = shot
}

// TakeCard is a frame's card alone, with its shadow, transparent around it.
func (c *Camera) TakeCard(ctx context.Context, f screen.Frame, size image.Point) (*image.RGBA, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	sheet, err := c.paint(ctx, f, View{Screen: size})
	if err != nil {
		return nil, err
	}
	c.sheet = nil // the caller's now
	return sheet.Pixels, nil
}

func (c *Camera) paint(ctx context.Context, f screen.Frame, v View) (*paint.Sheet, error) {
	if c.painter == nil {
		fonts, err := text.Open(c.fonts)
		if err != nil {
			return nil, err
		}
		c.painter = paint.New(fonts)
	}
	scene := paint.Scene{Card: f.Card, TextScale: f.TextScale, Screen: v.size(), Zoom: v.zoom(), IconComing: f.Icon.State == screen.Coming}
	imageRoom, iconRoom := scene.Rooms()
	kept := c.decoded
	c.decoded = map[*screen.File]decoded{}
	scene.Image = c.decode(ctx, kept, f.Image, imageRoom)
	scene.Icon = c.decode(ctx, kept, f.Icon, iconRoom)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.sheet = c.painter.Paint(scene, c.sheet)
	return c.sheet, nil
}

// decode is a frame's picture, for a place of that size; nil when there is none to be had.
func (c *Camera) decode(ctx context.Context, kept map[*screen.File]decoded, p screen.Picture, room image.Point) *paint.Picture {
	if p.File == nil {
		return nil
	}
	known, ok := kept[p.File]
	if larger := known.Picture != nil && (room.X > known.room.X || room.Y > known.room.Y); !ok || larger {
		read, err := picture.Decode(ctx, p.File.Bytes, room, c.limits())
		switch {
		case err == nil:
			known = decoded{&paint.Picture{Natural: read.Natural, Pixels: read.Frames[0].Image}, room}
		case ctx.Err() != nil:
			return nil
		default:
			c.log.Warn("a card is drawn without its picture", "error", err)
		}
	}
	c.decoded[p.File] = known
	return known.Picture
}
