package discovery

import (
	"context"
	"io"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// hub is a network in memory: everybody on it hears everybody.
type hub struct {
	mu    sync.Mutex
	wires []*hubWire
	heard []message // all that was sent to everybody
}

// machine is one of the hub's.
type machine struct {
	hub     *hub
	mu      sync.Mutex
	on      []link
	changed func()
}

func (h *hub) machine(prefixes ...string) *machine {
	m := &machine{hub: h}
	m.move(prefixes...)
	return m
}

// move gives the machine other addresses.
func (m *machine) move(prefixes ...string) {
	l := link{name: "eth0", index: 2}
	for _, p := range prefixes {
		l.prefixes = append(l.prefixes, netip.MustParsePrefix(p))
	}
	m.mu.Lock()
	m.on = nil
	if len(prefixes) > 0 {
		m.on = []link{l}
	}
	changed := m.changed
	m.mu.Unlock()
	if changed != nil {
		changed()
	}
}

func (m *machine) links() []link {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.on)
}

func (m *machine) watch(ctx context.Context, changed func()) {
	m.mu.Lock()
	m.changed = changed
	m.mu.Unlock()
	<-ctx.Done()
}

func (m *machine) open(l link, to purpose) (wire, error) {
	w := &hubWire{hub: m.hub, to: to, arrived: make(chan parcel, 1000)}
	w.from = netip.AddrPortFrom(l.prefixes[0].Addr(), mdnsPort)
	m.hub.mu.Lock()
	defer m.hub.mu.Unlock()
	if to == asking {
		w.from = netip.AddrPortFrom(l.prefixes[0].Addr(), uint16(40000+len(m.hub.wires)))
	}
	m.hub.wires = append(m.hub.wires, w)
	return w, nil
}

type parcel struct {
	packet []byte
	from   netip.AddrPort
}

type hubWire struct {
	hub     *hub
	to      purpose
	from    netip.AddrPort
	arrived chan parcel
}

func (w *hubWire) multicast(packet []byte) { w.hub.send(packet, w.from) }

// send gives everybody a packet.
func (h *hub) send(packet []byte, from netip.AddrPort) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m, err := parse(packet); err == nil {
		h.heard = append(h.heard, m)
	}
	for _, other := range h.wires {
		if other.to == listening {
			other.arrived <- parcel{packet, from}
		}
	}
}

func (w *hubWire) unicast(packet []byte, to netip.AddrPort) {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	for _, other := range w.hub.wires {
		if other.to == asking && other.from == to {
			other.arrived <- parcel{packet, w.from}
		}
	}
}

func (w *hubWire) read(each func([]byte, netip.AddrPort)) {
	for p := range w.arrived {
		each(p.packet, p.from)
	}
}

func (w *hubWire) close() {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	w.hub.wires = slices.DeleteFunc(w.hub.wires, func(other *hubWire) bool { return other == w })
	close(w.arrived)
}

// since forgets what was heard and returns it.
func (h *hub) since() []message {
	h.mu.Lock()
	defer h.mu.Unlock()
	heard := h.heard
	h.heard = nil
	return heard
}

// start announces a TV until the test or the returned function ends it.
func (m *machine) start(t *testing.T, tv TV) (a *Announcer, end func()) {
	t.Helper()
	a = NewAnnouncer(slog.New(slog.NewTextHandler(io.Discard, nil)))
	a.network = m
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { a.Run(ctx) })
	a.Tell(&tv)
	end = func() { cancel(); running.Wait() }
	t.Cleanup(end)
	return a, end
}

func kitchen() TV {
	return TV{ID: "k1", Name: "Kitchen", Version: "1.2.3", Port: 8090, IP: netip.IPv6Unspecified()}
}
