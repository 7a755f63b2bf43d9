package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"strings"

	"cuecard.app/internal/accept"
	"cuecard.app/internal/accept/guise"
	"cuecard.app/internal/api"
	"cuecard.app/internal/card"
	"cuecard.app/internal/owner"
	"cuecard.app/internal/settings"
)

// guises is an option that may be given several times; all of them together are one list.
type guises struct {
	list  []guise.Guise
	typed []string // on the command line, which wins over the environment
	err   error    // of the environment
}

// String is the list as it is typed.
func (g *guises) String() string {
	var words []string
	for _, one := range g.list {
		words = append(words, one.String())
	}
	return strings.Join(words, ",")
}

// Set reads one more of the options.
func (g *guises) Set(typed string) (err error) {
	g.typed = append(g.typed, typed)
	g.list, err = guise.Parse(strings.Join(g.typed, ","))
	g.err = nil
	return err
}

// accept adds the option that names other apps.
func (f *flagSet) accept() *guises {
	const variable = "CUECARD_ACCEPT"
	g := &guises{}
	f.Var(g, "accept", "be spoken to as `APP[=ADDR]` too: nfandroidtv, pipup, tvoverlay, kodi, ntfy; several times, or $"+variable+" with commas")
	if g.list, g.err = guise.Parse(os.Getenv(variable)); g.err != nil {
		g.err = misuse("$%s: %w", variable, g.err)
	}
	return g
}

// openPorts keeps the ports for other apps' clients as the owner wants them, until close.
func (h *house) openPorts() (closeAll func()) {
	desk := accept.NewDesk(h.stage, func() card.Style { return h.store.Get().Style }, h.device, h.album, h.log)
	h.ports = &accept.Ports{As: desk.As, Log: h.log, Serve: func(ctx context.Context, l net.Listener, handler http.Handler) error {
		return api.Serve(ctx, l, handler, h.log)
	}}
	set := func(now settings.Settings) {
		kept, _ := guise.Parse(now.Accept) // the settings' own rule is that it can be read
		h.ports.Set(guise.Join(h.guises, kept), now.Token != "")
	}
	set(h.store.Get())
	h.store.Apply(set)
	return func() {
		h.ports.Close()
		desk.Close()
	}
}

// device is the TV as other apps' clients ask for it.
func (h *house) device() accept.Device {
	now := h.store.Get()
	return accept.Device{Name: now.DeviceName, Version: version, Overlay: now.Overlay, Seconds: now.Duration}
}

// accepted is how it stands with other apps, for the owner.
func (h *house) accepted() []owner.Port {
	list := []owner.Port{}
	for _, s := range h.ports.States() {
		list = append(list, owner.Port{App: string(s.App), Address: s.Address, Trouble: s.Trouble, Help: s.Help, Guarded: s.Guarded, Bare: s.Bare})
	}
	return list
}

// accept looks at the ports for other apps' clients.
func (d *doctor) accept(status owner.Status) {
	for _, port := range status.Accept {
		switch {
		case port.Guarded:
			d.note("Nobody can speak to this TV as %s: %s. If you want %s.", port.App, port.Trouble, port.Help)
		case port.Trouble != "":
			d.wrong(port.Help, "Nobody can speak to this TV as %s: %s.", port.App, port.Trouble)
		case port.Bare:
			d.note("Spoken to as %s at %s, where whoever is on the network can send cards without the token.", port.App, port.Address)
		default:
			d.right("Spoken to as %s at %s.", port.App, port.Address)
		}
	}
}
