package fetch

import (
	"context"
	"net"
	"net/netip"
	"sync/atomic"
)

// ResolveBy asks those name servers, on systems that keep theirs where Go does not look. They are asked for anew each time, and
// in turn: the resolver tries again when one does not answer.
func ResolveBy(servers func() []netip.AddrPort) *net.Resolver {
	var turn atomic.Uint32
	return &net.Resolver{
		PreferGo: true,
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			if known := servers(); len(known) > 0 {
				address = known[int(turn.Add(1)-1)%len(known)].String()
			}
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
}
