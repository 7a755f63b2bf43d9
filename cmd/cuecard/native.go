package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"strings"

	"cuecard.app/internal/address"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/wayland"
	"cuecard.app/internal/screen/x11"
	"cuecard.app/internal/settings"
	"cuecard.app/internal/sound"
	"cuecard.app/internal/speech"
	"cuecard.app/internal/text"
)

// findScreen is the kind of screen that this machine has, and how that was found.
func findScreen(ctx context.Context) (kind, reason string) {
	onX11 := os.Getenv("DISPLAY") != ""
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		switch err := wayland.Offered(ctx, ""); {
		case err == nil:
			return "wayland", "the compositor at $WAYLAND_DISPLAY takes layers"
		case onX11:
			return "x11", err.Error()
		}
	}
	if onX11 {
		return "x11", "$DISPLAY is set"
	}
	return "browser", "neither $WAYLAND_DISPLAY nor $DISPLAY leads to a display"
}

// displays says what this command's environment leads to, which may be another display than the service's.
func (d *doctor) displays(ctx context.Context) {
	kind, reason := findScreen(ctx)
	d.note("From here, --screen auto means %s: %s.", kind, reason)
	var monitors []string
	if kind == "wayland" {
		found, _ := wayland.Monitors(ctx, "")
		for _, m := range found {
			monitors = append(monitors, monitorLine(m.Name, m.Size, m.Primary))
		}
	}
	if kind == "x11" {
		found, err := x11.Monitors(ctx, "")
		if err != nil {
			d.note("No monitors are seen: %v.", err)
		}
		for _, m := range found {
			monitors = append(monitors, monitorLine(m.Name, m.Size, m.Primary))
		}
	}
	if len(monitors) > 0 {
		d.right("Monitors: %s. To choose one: cuecard settings monitor=NAME", strings.Join(monitors, ", "))
	}
}

func monitorLine(name string, size image.Point, primary bool) string {
	line := fmt.Sprintf("%s, %d × %d", name, size.X, size.Y)
	if primary {
		line += " (primary)"
	}
	return line
}

// native is the screen of a display server: the machine that draws the card plays and speaks it.
type native struct {
	*overlay.Screen
	*sound.Player
	*speech.Speaker
}

func (h *house) openNative(kind string) display {
	open := wayland.Opener(wayland.Options{Monitor: h.chosenMonitor, Log: h.log})
	if kind == "x11" {
		open = x11.Opener(x11.Options{Monitor: h.chosenMonitor, Log: h.log})
	}
	drawn := overlay.New(overlay.Parts{
		Kind:    kind,
		Open:    open,
		Fonts:   h.fonts(),
		Limits:  h.pictureLimits,
		Address: func() (name, url string) { return h.store.Get().DeviceName, h.networkURL() },
		Log:     h.log,
	})
	player := soundPlayer(nil, h.log)
	return display{screen: native{drawn, player, newSpeaker(player, h.voice, h.log)}, native: drawn, live: true, streams: new(screen.Streams), address: address.IP}
}

// voice is how the owner wants cards to be read aloud.
func (h *house) voice() speech.Wishes {
	now := h.store.Get()
	return speech.Wishes{Engine: string(now.Speech), Language: now.Language, Rate: now.SpeechRate}
}

// fonts are the system's, and those in the program.
func (h *house) fonts() text.Options {
	return text.Options{System: true, CacheDir: h.dir, Log: h.log, Opened: func() { growHeap(heapGrowthWithFonts) }}
}

// chosenMonitor is the name of the monitor that cards are drawn on; empty is the primary one.
func (h *house) chosenMonitor() string {
	if h.monitor != "" {
		return h.monitor
	}
	return h.store.Get().Monitor
}

// runNative draws until ctx ends, on the monitor that the owner chose last.
func (h *house) runNative(ctx context.Context) {
	if h.monitor == "" {
		before := h.store.Get().Monitor
		h.store.Apply(func(now settings.Settings) {
			if now.Monitor != before {
				before = now.Monitor
				h.native.Reopen()
			}
		})
	}
	if !h.store.Get().Greeted {
		h.native.ShowAddress()
	}
	if err := h.native.Run(ctx); err != nil {
		h.log.Error("nothing can be drawn", "error", err)
	}
}
