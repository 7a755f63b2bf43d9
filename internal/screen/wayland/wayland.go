// Package wayland draws cards above everything that a Wayland compositor shows, by its layer shell.
//
// It knows the compositor's protocols, its outputs and shared memory. It never knows which card is due, nor how one is
// painted.
package wayland

import (
	"cmp"
	"context"
	"errors"
	"image"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/overlay"
)

// Options are what a display is opened with.
type Options struct {
	Display string        // the compositor's socket; empty is $WAYLAND_DISPLAY
	Monitor func() string // the name of the output that the owner chose; empty is the first
	Log     *slog.Logger
}

// Monitor is an output of the compositor.
type Monitor struct {
	Name    string
	Size    image.Point // pixels, as it hangs or stands
	Primary bool        // the one that is used unless another is chosen
}

// answerLimit is how long a compositor may take for an answer.
const answerLimit = 3 * time.Second

// Opener opens displays, one after the other.
func Opener(o Options) func(context.Context) (overlay.Display, error) {
	choice := &choice{monitor: o.Monitor, log: o.Log}
	return func(ctx context.Context) (overlay.Display, error) {
		d, err := connect(ctx, o.Display, choice)
		if err != nil {
			return nil, err
		}
		if err := d.open(); err != nil {
			d.Close()
			return nil, err
		}
		return d, nil
	}
}

// Offered is nil when the compositor takes layers, else why it does not.
func Offered(ctx context.Context, display string) error {
	d, err := connect(ctx, display, nil)
	if err != nil {
		return err
	}
	d.Close()
	return nil
}

// Monitors are the outputs that cards can be drawn on.
func Monitors(ctx context.Context, display string) ([]Monitor, error) {
	d, err := connect(ctx, display, nil)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	d.mu.Lock()
	defer d.mu.Unlock()
	var monitors []Monitor
	for _, o := range d.outputs {
		if o.usable() {
			monitors = append(monitors, Monitor{o.name, o.size(), len(monitors) == 0})
		}
	}
	return monitors, nil
}

// socketPath is where the compositor listens.
func socketPath(display string) (string, error) {
	display = cmp.Or(display, os.Getenv("WAYLAND_DISPLAY"))
	if display == "" {
		return "", &screen.NoOverlay{Reason: "WAYLAND_DISPLAY is not set, so no Wayland compositor is known here",
			Command: "WAYLAND_DISPLAY=wayland-0 cuecard serve --screen wayland"}
	}
	if filepath.IsAbs(display) {
		return display, nil
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return "", &screen.NoOverlay{Reason: "XDG_RUNTIME_DIR is not set, so the Wayland compositor's socket " + display + " cannot be found",
			Command: "XDG_RUNTIME_DIR=/run/user/$(id -u) cuecard serve --screen wayland"}
	}
	return filepath.Join(dir, display), nil
}

func noCompositor(path string, err error) error {
	reason := "the Wayland compositor at " + path + " does not answer"
	switch {
	case errors.Is(err, os.ErrNotExist):
		reason = "no Wayland compositor is at " + path
	case errors.Is(err, os.ErrPermission):
		reason = "the Wayland compositor at " + path + " belongs to another user"
	}
	return &screen.NoOverlay{Reason: reason, Command: "cuecard doctor"}
}

func noLayers(missing string) error {
	return &screen.NoOverlay{Reason: "this Wayland compositor lets no program draw above the others (it has no " + missing +
		"; GNOME's has none): X11 through XWayland works", Command: "cuecard serve --screen x11"}
}
