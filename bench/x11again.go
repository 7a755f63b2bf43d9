package main

import (
	"context"
	"errors"
	"image"
	"os"
	"slices"
	"sync"
	"time"

	"cuecard.app/e2e/x11/cinema"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"
)

const (
	// turns is how often something changes under a card.
	turns = 31
	// lookEvery is how often the screen is looked at meanwhile.
	lookEvery = 100 * time.Microsecond
)

// again is for how long the screen is not right when a compositor ends and starts under a card, and when the resolution is
// another.
func (b *bench) again(ctx context.Context) ([]row, error) {
	dir, asPanel, err := newPanel()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r, err := b.openRoom(ctx, false, asPanel...)
	if err != nil {
		return nil, err
	}
	defer r.leave()
	if r.panel, err = openPanel(dir); err != nil {
		return nil, err
	}
	defer func() { _ = r.panel.close() }()
	card := r.senders()[1]
	if err := card.show(theText); err != nil {
		return nil, err
	}
	var starts, ends, resizes []float64
	for range turns {
		var compositor *cinema.Compositor
		wrong, err := r.wrongFor(func() (err error) {
			compositor, err = r.Compose(r.eye)
			return err
		})
		if err != nil {
			return nil, err
		}
		starts = append(starts, wrong.Seconds())
		// A card that came before the compositor is not one of its own.
		if err := errors.Join(card.hide(), card.show(theText)); err != nil {
			return nil, err
		}
		wrong, err = r.wrongFor(func() error { compositor.Kill(); return nil })
		if err != nil {
			return nil, err
		}
		ends = append(ends, wrong.Seconds())
	}
	small, large, err := r.modes()
	if err != nil {
		return nil, err
	}
	for range turns {
		took, err := r.anew(small, large)
		if err != nil {
			return nil, err
		}
		resizes = append(resizes, took.Seconds())
	}
	longest := func(times []float64) figure {
		f := figureOf(times)
		b.say("the median is %.3g of a frame, the longest %.3g", f.median/aFrame.Seconds(), f.most/aFrame.Seconds())
		return single(f.most / aFrame.Seconds())
	}
	return []row{
		{"Frames of 60 Hz for which the screen is not right when a compositor ends under a card, at the worst", longest(ends), atMost(1)},
		{"Frames of 60 Hz for which the screen is not right when a compositor starts under a card, at the worst", longest(starts), atMost(1)},
		{"Frames of 60 Hz until a card is right on another resolution, at the worst", longest(resizes), atMost(1)},
	}, nil
}

// wrongFor makes a change after which the screen is to look as it did, and is how long it did not: from the first look that
// found it wrong to the first after the last such that found it right.
func (r *room) wrongFor(change func() error) (time.Duration, error) {
	all, err := still(r.eye)
	if err != nil {
		return 0, err
	}
	var right []*image.RGBA // on the card, and on the dim
	for _, at := range []image.Point{{900, 500}, {40, 40}} {
		right = append(right, cut(all, image.Rect(0, 0, gazeWidth, gazeHeight).Add(at)))
	}
	isWrong := func() bool {
		return slices.ContainsFunc(right, func(part *image.RGBA) bool { return farness(r.panel.see(part.Rect), part) > 3*gazeWidth*gazeHeight })
	}
	if isWrong() {
		return 0, errors.New("the server's memory is not what it shows")
	}
	var first, last time.Time
	wrong := false
	var looking sync.WaitGroup
	over := make(chan struct{})
	looking.Go(func() {
		for each := time.Tick(lookEvery); ; {
			was := wrong
			if wrong = isWrong(); wrong && first.IsZero() {
				first = time.Now()
			}
			if was || wrong {
				last = time.Now()
			}
			select {
			case <-each:
			case <-over:
				return
			}
		}
	})
	err = change()
	time.Sleep(stillFor)
	close(over)
	looking.Wait()
	if wrong {
		err = errors.Join(err, errors.New("the screen does not become right again"))
	}
	return last.Sub(first), err
}

// anew is how long it takes from the server's word that the screen is small until the card is drawn for it.
func (r *room) anew(small, large func() error) (time.Duration, error) {
	before, err := still(r.eye)
	if err != nil {
		return 0, err
	}
	if err := small(); err != nil {
		return 0, err
	}
	after, err := still(r.eye)
	if err != nil {
		return 0, err
	}
	g := gaze{eye: r.eye, place: mostApart(before, after, smallSize)}
	if g.place.Empty() {
		return 0, errors.New("a card on another resolution looks as before")
	}
	g.empty, g.there = cut(before, g.place), cut(after, g.place)
	if err := large(); err != nil {
		return 0, err
	}
	if _, err := still(r.eye); err != nil {
		return 0, err
	}
	if err := small(); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := g.until(g.there); err != nil {
		return 0, err
	}
	took := time.Since(began)
	err = large()
	_, err2 := still(r.eye)
	return took, errors.Join(err, err2)
}

var smallSize = image.Pt(1280, 720)

// modes switch the only monitor of the server to a smaller resolution, and back.
func (r *room) modes() (small, large func() error, err error) {
	c := r.eye.Conn
	resources, err := randr.GetScreenResources(c, r.eye.Root).Reply()
	if err != nil {
		return nil, nil, err
	}
	output, crtc := resources.Outputs[0], resources.Crtcs[0]
	now, err := randr.GetCrtcInfo(c, crtc, resources.ConfigTimestamp).Reply()
	if err != nil {
		return nil, nil, err
	}
	const name = "small"
	made, err := randr.CreateMode(c, r.eye.Root, randr.ModeInfo{Width: uint16(smallSize.X), Height: uint16(smallSize.Y), DotClock: 10_000_000,
		HsyncStart: uint16(smallSize.X), HsyncEnd: uint16(smallSize.X) + 10, Htotal: uint16(smallSize.X) + 20,
		VsyncStart: uint16(smallSize.Y), VsyncEnd: uint16(smallSize.Y) + 1, Vtotal: uint16(smallSize.Y) + 2, NameLen: uint16(len(name))}, name).Reply()
	if err != nil {
		return nil, nil, err
	}
	if err := randr.AddOutputModeChecked(c, output, made.Mode).Check(); err != nil {
		return nil, nil, err
	}
	set := func(mode randr.Mode) func() error {
		return func() error {
			_, err := randr.SetCrtcConfig(c, crtc, xproto.TimeCurrentTime, xproto.TimeCurrentTime, 0, 0, mode, randr.RotationRotate0, []randr.Output{output}).Reply()
			return err
		}
	}
	return set(made.Mode), set(now.Mode), nil
}
