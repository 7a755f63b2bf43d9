// Package x11 puts cards over everything on one monitor of an X server, in one window that takes no input.
//
// It knows the X protocol: stacking, compositors and what to do without one, monitors, shared memory. It never knows
// what is on a card, when it is due, nor how it is painted.
package x11

import (
	"context"
	"image"
	"log/slog"

	"cuecard.app/internal/screen/overlay"
)

// Options are the owner's.
type Options struct {
	Display string        // "" is $DISPLAY
	Monitor func() string // the name of one; "" is the primary
	Log     *slog.Logger
}

// Opener opens displays with these options. Its errors are *screen.NoOverlay.
func Opener(o Options) func(context.Context) (overlay.Display, error) {
	return func(ctx context.Context) (overlay.Display, error) {
		x, err := connect(ctx, o.Display)
		if err != nil {
			return nil, err
		}
		d, err := open(x, o)
		if err != nil {
			x.close()
			return nil, err
		}
		return d, nil
	}
}

// Monitor is one that is switched on.
type Monitor struct {
	Name    string
	Size    image.Point
	Primary bool
}

// Monitors are those of a display; "" is $DISPLAY.
func Monitors(ctx context.Context, display string) ([]Monitor, error) {
	x, err := connect(ctx, display)
	if err != nil {
		return nil, err
	}
	defer x.close()
	found, err := x.monitors()
	if err != nil {
		return nil, x.lost(err)
	}
	var all []Monitor
	for _, m := range found {
		all = append(all, Monitor{m.name, m.place.Size(), m.primary})
	}
	return all, nil
}
