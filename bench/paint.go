package main

import (
	"context"
	"fmt"
	"image"
	"math"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/paint"
	"cuecard.app/internal/text"
)

// frameTime is that of a screen with 60 Hz.
const frameTime = time.Second / 60

// largeAllocation is what an update may allocate at once.
const largeAllocation = 64 << 10

// typical is what a home sends; # stands for a number that is another each time.
const (
	typicalTitle   = "Laundry"
	typicalMessage = "The wash is done in # minutes"
)

// easel paints a typical card again and again, with other numbers than the fonts remember texts.
type easel struct {
	painter *paint.Painter
	scene   paint.Scene
	sheet   *paint.Sheet
	painted int
}

// newEasel has a screen of that height. The card is the one of the fixtures that must be seen: white, with a stripe, in
// the middle of the screen and over 60 percent of its width.
func newEasel(fonts text.Options, height int) (*easel, error) {
	opened, err := text.Open(fonts)
	if err != nil {
		return nil, err
	}
	style := card.FactoryStyle()
	style.Position, style.WidthPercent = card.Center, 60
	style.Background, style.TextColor, style.Accent = 0xFFFFFFFF, 0xFF111111, new(card.Colour(0xFFFF8A1F))
	e := &easel{painter: paint.New(opened)}
	e.scene = paint.Scene{Card: &card.Card{Title: typicalTitle, Style: style}, TextScale: 1, Screen: image.Pt(height*16/9, height)}
	return e, nil
}

// turn writes the next number on the card.
func (e *easel) turn() {
	c := *e.scene.Card
	c.Message = numbered(e.painted)
	e.scene.Card = &c
	e.painted++
}

func numbered(n int) string {
	return strings.Replace(typicalMessage, "#", strconv.Itoa(10+n%90), 1)
}

// backdrop is the card without its texts, on a sheet of its own.
func (e *easel) backdrop() *paint.Sheet {
	c := *e.scene.Card
	c.Message, c.TextColor = numbered(0), 0 // nothing is drawn with it
	bare := e.scene
	bare.Card = &c
	return e.painter.Paint(bare, nil)
}

// full paints the whole card, in memory that is there.
func (e *easel) full() {
	if e.turn(); e.sheet != nil {
		e.sheet = &paint.Sheet{Pixels: e.sheet.Pixels}
	}
	e.sheet = e.painter.Paint(e.scene, e.sheet)
}

// update paints what is different.
func (e *easel) update() {
	e.turn()
	e.sheet = e.painter.Paint(e.scene, e.sheet)
}

// medianTime is that of one in many, in seconds.
func medianTime(times int, do func()) float64 {
	all := make([]float64, times)
	for i := range all {
		began := time.Now()
		do()
		all[i] = time.Since(began).Seconds()
	}
	return figureOf(all).median
}

// paint measures how cards become pixels.
func (b *bench) paint(ctx context.Context) ([]row, error) {
	var rows []row
	for _, screen := range []struct {
		name   string
		height int
		share  float64
	}{{"1080p", 1080, 0.05}, {"4K", 2160, 0.1}} {
		more, err := b.paintOn(ctx, screen.name, screen.height, screen.share)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	largest, err := b.updateAllocation()
	if err != nil {
		return nil, err
	}
	first, err := b.firstCard(ctx)
	return append(rows, largest, first), err
}

// paintOn takes turns with pango, and compares full cards with updates and with the time of a frame.
func (b *bench) paintOn(ctx context.Context, name string, height int, share float64) ([]row, error) {
	easels := [3]*easel{} // typical, with pictures, updated in place
	for i := range easels {
		var err error
		if easels[i], err = newEasel(text.Options{}, height); err != nil {
			return nil, err
		}
	}
	doorbell := &easels[1].scene
	room, icon := doorbell.Rooms()
	doorbell.Image, doorbell.Icon = photograph(image.Pt(room.Y*8/5, room.Y)), photograph(icon)
	easels[2].full()
	rival, err := b.openPango(ctx, easels[0])
	if err != nil {
		return nil, err
	}
	defer rival.close()
	var frames, withPictures, updates, rivals []float64
	for round := range b.Rounds + 1 {
		full := medianTime(b.Paints, easels[0].full)
		pango, err := rival.paint(b.Paints)
		if err != nil {
			return nil, err
		}
		update := medianTime(b.Paints, easels[2].update)
		pictures := medianTime(b.Paints, easels[1].full)
		if round == 0 { // not counted: caches find their size
			if err := rival.drewAs(easels[0]); err != nil {
				return nil, err
			}
			continue
		}
		b.say("a card at %s: %.0f µs, pango %.0f µs, an update %.0f µs, with pictures %.0f µs", name, full*1e6, pango*1e6, update*1e6, pictures*1e6)
		frames = append(frames, full/frameTime.Seconds())
		withPictures = append(withPictures, pictures/frameTime.Seconds())
		updates = append(updates, update/full)
		rivals = append(rivals, pango/full)
	}
	return []row{
		{fmt.Sprintf("Painting a typical card at %s over a frame of 60 Hz", name), figureOf(frames), atMost(share)},
		{fmt.Sprintf("The same with icon and picture at %s", name), figureOf(withPictures), limit{}},
		{fmt.Sprintf("Speed of painting a typical card at %s over that of pango and cairo", name), figureOf(rivals), atLeast(0.8)},
		{fmt.Sprintf("Painting an update of a number at %s over the whole card", name), figureOf(updates), atMost(0.33)},
	}, nil
}

// photograph is an opaque picture, decoded in the size that it is shown in.
func photograph(size image.Point) *paint.Picture {
	pixels := image.NewRGBA(image.Rectangle{Max: size})
	for i := range pixels.Pix {
		pixels.Pix[i] = uint8(i*i>>7) | uint8(i&3/3*0xFF)
	}
	return &paint.Picture{Natural: size, Pixels: pixels}
}

// updateAllocation is the largest thing that updates allocate: the upper end of its size class, as Go's runtime counts
// them. What is larger than all classes counts as infinite.
func (b *bench) updateAllocation() (row, error) {
	e, err := newEasel(text.Options{}, 2160)
	if err != nil {
		return row{}, err
	}
	e.full()
	for range 90 {
		e.update()
	}
	before := allocations()
	for range b.Paints {
		e.update()
	}
	after := allocations()
	largest := 0.0
	for i, count := range after.Counts {
		if count > before.Counts[i] {
			largest = after.Buckets[i+1]
		}
	}
	b.say("the largest thing that an update allocates has %.0f bytes at most", largest)
	return row{"Largest allocation of an update over 64 KB", single(min(largest, math.MaxFloat64) / largeAllocation), atMost(1)}, nil
}

func allocations() metrics.Float64Histogram {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs-by-size:bytes"}}
	metrics.Read(sample)
	h := sample[0].Value.Float64Histogram()
	return metrics.Float64Histogram{Counts: slices.Clone(h.Counts), Buckets: h.Buckets}
}
