package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/netip"

	"cuecard.app/internal/address"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/browser"
	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/shell"
)

// display is a screen, with what depends on its kind.
type display struct {
	screen   drawer
	streams  *screen.Streams
	address  func() netip.Addr // the device's own
	resolver *net.Resolver     // nil is the system's
	live     bool              // it is quick enough to show a camera's stream
	pages    *browser.Screen   // nil without pages
	app      *shell.Screen     // nil without a program around this one
	native   *overlay.Screen   // nil without a display server
}

// drawer is what every kind of screen can do.
type drawer interface {
	Show(f screen.Frame, taken func(error))
	Ready() error
	Play(ctx context.Context, sound string, volume float64)
	Speak(ctx context.Context, volume float64, texts ...string)
	Watched() bool
	Info() screen.Info
	ShowAddress()
}

// chooseScreen is the one place that knows the kinds of screens.
func (h *house) chooseScreen(ctx context.Context, kind string) (display, error) {
	if kind == "auto" {
		var reason string
		kind, reason = findScreen(ctx)
		h.log.Info("the screen was chosen", "screen", kind, "reason", reason)
	}
	switch kind {
	case "browser":
		pages := browser.New()
		return display{screen: pages, pages: pages, streams: &pages.Streams, address: address.IP, live: true}, nil
	case "shell":
		return h.openShell()
	case "wayland", "x11":
		return h.openNative(kind), nil
	default:
		return display{}, misuse("--screen must be one of auto, wayland, x11, browser, shell, not %q", kind)
	}
}

// logTo is the service's log. Where a program reads it, that program has its own clock.
func logTo(w io.Writer, kind string) *slog.Logger {
	options := new(slog.HandlerOptions)
	if kind == "shell" {
		options.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
	}
	return slog.New(slog.NewTextHandler(w, options))
}
