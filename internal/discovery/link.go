package discovery

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"time"
)

// link is a network that this machine is on.
type link struct {
	name     string
	index    int
	prefixes []netip.Prefix // the addresses of this machine there, with the network around each
}

func (l link) same(other link) bool {
	return l.name == other.name && l.index == other.index && slices.Equal(l.prefixes, other.prefixes)
}

// ips are the link's addresses at which the TV answers.
func (l link) ips(tv TV) []netip.Addr {
	var ips []netip.Addr
	for _, prefix := range l.prefixes {
		if tv.listensOn(prefix.Addr()) && len(ips) < mostAddresses {
			ips = append(ips, prefix.Addr())
		}
	}
	return ips
}

// near reports whether an address is on the link itself: packets from elsewhere do not count.
func (l link) near(ip netip.Addr) bool {
	return ip.IsLinkLocalUnicast() || slices.ContainsFunc(l.prefixes, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// mdnsPort is where everybody listens.
const mdnsPort = 5353

// network is where packets go: that of this machine, or a test's.
type network interface {
	links() []link
	open(l link, to purpose) (wire, error)
	watch(ctx context.Context, changed func()) // until ctx ends
}

// purpose is what a wire is for.
type purpose int

const (
	listening purpose = iota // what everybody hears; shares the port with the system's own responder
	asking                   // answers to this program alone
)

// wire is one link's sockets.
type wire interface {
	multicast(packet []byte)
	unicast(packet []byte, to netip.AddrPort)
	read(each func(packet []byte, from netip.AddrPort)) // until it is closed
	close()
}

// links are those that others can be met on: loopback, tunnels and what is not plugged in are left out.
func (system) links() []link {
	const needed = net.FlagUp | net.FlagRunning | net.FlagMulticast
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var found []link
	for _, i := range all {
		if i.Flags&needed != needed || i.Flags&(net.FlagLoopback|net.FlagPointToPoint) != 0 || len(found) == mostLinks {
			continue
		}
		l := link{name: i.Name, index: i.Index}
		addresses, _ := i.Addrs()
		for _, a := range addresses {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				l.prefixes = append(l.prefixes, prefix)
			}
		}
		if len(l.prefixes) > 0 {
			found = append(found, l)
		}
	}
	return found
}

// system is the network of this machine.
type system struct{}

// poll looks for changes where the system does not tell them.
func poll(ctx context.Context, changed func()) {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			changed()
		case <-ctx.Done():
			return
		}
	}
}

// allowance is a number of things a second.
type allowance struct {
	most  int
	left  int
	since time.Time
}

func (a *allowance) take() bool {
	if now := time.Now(); now.Sub(a.since) >= time.Second {
		a.since, a.left = now, a.most
	}
	if a.left == 0 {
		return false
	}
	a.left--
	return true
}

// packet is what came in, where, and from whom.
type packet struct {
	port    *port
	message message
	from    netip.AddrPort
}

// port is a link that is open.
type port struct {
	link
	wire
	sent     map[string]time.Time // when a record was told to everybody
	unicasts allowance
	later    []record // answers that wait a little, so that not all devices speak at once
	due      time.Time
	gone     []netip.Addr // that others may still know
}

// lost are the addresses that the TV had on this link before, and has no more.
func (l link) lost(before []*port, tv TV) []netip.Addr {
	var lost []netip.Addr
	for _, p := range before {
		if p.index != l.index {
			continue
		}
		for _, ip := range append(p.ips(tv), p.gone...) {
			if !slices.Contains(l.ips(tv), ip) && len(lost) < mostAddresses {
				lost = append(lost, ip)
			}
		}
	}
	return lost
}

// listen gives the port's packets to take until the port is closed. What nobody has time for is dropped.
func (p *port) listen(take chan<- packet) {
	limit := allowance{most: mostPackets}
	p.read(func(b []byte, from netip.AddrPort) {
		if !p.near(from.Addr()) || !limit.take() {
			return
		}
		m, err := parse(b)
		if err != nil {
			return
		}
		select {
		case take <- packet{p, m, from}:
		default:
		}
	})
}
