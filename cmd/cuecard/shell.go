package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"reflect"
	"strings"
	"sync"

	"cuecard.app/internal/fetch"
	"cuecard.app/internal/owner"
	"cuecard.app/internal/qrcode"
	"cuecard.app/internal/screen/shell"
	"cuecard.app/internal/settings"
)

// openShell is the screen of a program around this one, which also knows the device's
// address and its name servers.
func (h *house) openShell() (display, error) {
	app, err := shell.New(func() { h.stage.Redraw() }, h.log)
	if err != nil {
		return display{}, fmt.Errorf("pictures need a folder: %w", err)
	}
	return display{
		screen: app, app: app, streams: &app.Streams,
		address:  func() netip.Addr { return app.Device().IP() },
		resolver: fetch.ResolveBy(func() []netip.AddrPort { return app.Device().NameServers() }),
	}, nil
}

// serveApp serves as long as the program around this one is there. It is the owner's
// place: there is no console, and no socket for the command line.
func (h *house) serveApp(ctx context.Context, t terminal, desk *owner.Desk, serve func(context.Context) error) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var others sync.WaitGroup
	defer others.Wait()
	h.app.Hello(version, h.bound.Port, h.localURL())
	others.Go(func() { end(h.app.Run(ctx, t.in, t.out, appOwner{h, desk})) })
	others.Go(func() { h.tellSettings(ctx) })
	err := serve(ctx)
	if why := context.Cause(ctx); err == nil && why != nil && !errors.Is(why, shell.ErrGone) && !errors.Is(why, context.Canceled) {
		err = why
	}
	end(nil)
	return err
}

// tellSettings keeps the program around this one informed of what its screens show.
func (h *house) tellSettings(ctx context.Context) {
	var told shell.Settings
	for {
		changed, moved := h.store.Changed(), h.app.Changed()
		h.nameDevice()
		if now := h.appSettings(); !reflect.DeepEqual(now, told) {
			told = now
			h.app.Tell(now)
		}
		select {
		case <-changed:
		case <-moved:
		case <-ctx.Done():
			return
		}
	}
}

// nameDevice gives a TV that has no name of its own the one that its system has.
func (h *house) nameDevice() {
	name := strings.TrimSpace(h.app.Device().Name)
	host, _ := os.Hostname()
	if name == "" || h.store.Get().DeviceName != host || name == host {
		return
	}
	err := h.store.Change(func(s *settings.Settings) error { return s.Set("deviceName", name) })
	if err != nil {
		h.log.Warn("the TV keeps no name of its own", "error", err)
	}
}

func (h *house) appSettings() shell.Settings {
	now, url := h.store.Get(), h.networkURL()
	told := shell.Settings{Values: now.Values(), Token: now.Token, URL: url, Code: qrcode.Of(url),
		TokenCode: owner.CodeWithToken(url, now.Token), SetUp: now.SetUp, Greeted: now.Greeted}
	if err := h.journal.Err(); err != nil {
		told.Unsaved = err.Error()
	}
	return told
}

// appOwner is the owner in front of the TV.
type appOwner struct {
	house *house
	*owner.Desk
}

// SendTest sends a card as any client would.
func (o appOwner) SendTest(ctx context.Context) (string, error) {
	receipt, err := o.house.test(ctx)
	return string(receipt.Result), err
}
