package accept

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"

	"cuecard.app/internal/accept/guise"
)

// Ports are those that the owner has opened for other apps' clients. Each is a listener of its own, and one that cannot
// be opened keeps none of the others.
type Ports struct {
	As    func(guise.App) http.Handler
	Serve func(context.Context, net.Listener, http.Handler) error // until the context ends
	Log   *slog.Logger

	mu     sync.Mutex
	open   map[place]*port
	states []State
}

// place is where an app is answered.
type place struct {
	app     guise.App
	address string
}

type port struct {
	listener net.Listener
	stop     context.CancelFunc
	ended    chan struct{}
}

// State is how it stands with an app.
type State struct {
	App     guise.App
	Address string // that is listened on, or was to be
	Trouble string // why it is closed; empty when it is open
	Help    string // what the owner can do about it
	Guarded bool   // closed because a token is set
	Bare    bool   // open while a token is set
}

// Set opens and closes ports until they are as the owner wants them, and returns when they are.
func (p *Ports) Set(wanted []guise.Guise, token bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave(wanted, token)
	before := p.states
	p.states = nil
	for _, g := range wanted {
		state := p.bring(g, token)
		p.states = append(p.states, state)
		if !slices.Contains(before, state) {
			p.tell(state)
		}
	}
}

// bring opens the port of a guise, unless it is open or has to stay closed.
func (p *Ports) bring(g guise.Guise, token bool) State {
	at := place{g.App, g.Address}
	if token && !g.WithoutToken {
		return State{App: g.App, Address: g.Address, Guarded: true, Trouble: "the port stays closed while a token is set, since these clients cannot send one",
			Help: "to let whoever is on the network send cards there without the token, write " + g.Opened().String()}
	}
	if p.open[at] == nil {
		listener, err := net.Listen("tcp", g.Address)
		if err != nil {
			return State{App: g.App, Address: g.Address, Trouble: err.Error(), Help: "end what has this address, or choose another: " + string(g.App) + "=:PORT"}
		}
		p.start(at, listener)
	}
	return State{App: g.App, Address: p.open[at].listener.Addr().String(), Bare: token}
}

func (p *Ports) start(at place, listener net.Listener) {
	ctx, stop := context.WithCancel(context.Background())
	opened := &port{listener, stop, make(chan struct{})}
	if p.open == nil {
		p.open = map[place]*port{}
	}
	p.open[at] = opened
	go func() {
		defer close(opened.ended)
		if err := p.Serve(ctx, listener, p.As(at.app)); err != nil {
			p.Log.Error("a port for another app's clients broke", "app", at.app, "error", err)
		}
	}()
}

// leave closes the ports that are not wanted any more, and ends what is under way there.
func (p *Ports) leave(wanted []guise.Guise, token bool) {
	stays := map[place]bool{}
	for _, g := range wanted {
		stays[place{g.App, g.Address}] = g.WithoutToken || !token
	}
	var left []*port
	for at, port := range p.open {
		if !stays[at] {
			port.stop()
			left = append(left, port)
			delete(p.open, at)
		}
	}
	for _, port := range left {
		<-port.ended
		port.listener.Close()
	}
}

func (p *Ports) tell(s State) {
	switch {
	case s.Guarded:
		p.Log.Warn("this TV is not spoken to as another app", "app", s.App, "address", s.Address, "reason", s.Trouble, "help", s.Help)
	case s.Trouble != "":
		p.Log.Error("this TV cannot be spoken to as another app", "app", s.App, "address", s.Address, "error", s.Trouble, "help", s.Help)
	case s.Bare:
		p.Log.Warn("a token is set, and yet whoever is on the network can send cards here without it", "app", s.App, "address", s.Address)
	default:
		p.Log.Info("this TV can be spoken to as another app", "app", s.App, "address", s.Address)
	}
}

// States is how it stands with every app that the owner named.
func (p *Ports) States() []State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.states)
}

// Close closes all ports.
func (p *Ports) Close() { p.Set(nil, false) }
