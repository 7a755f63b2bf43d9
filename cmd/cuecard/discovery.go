package main

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"cuecard.app/internal/discovery"
	"cuecard.app/internal/settings"
)

// mayDiscover reports whether this program may speak to the network at large. $CUECARD_DISCOVERY=off is for machines,
// and containers, on whose network nobody should hear of it.
func mayDiscover() bool { return os.Getenv("CUECARD_DISCOVERY") != "off" }

// announce lets this TV be found on the network while its owner wants that.
func (h *house) announce(ctx context.Context) {
	if !mayDiscover() || h.bound.IP.IsLoopback() {
		return
	}
	announcer := discovery.NewAnnouncer(h.log)
	var running sync.WaitGroup
	defer running.Wait()
	running.Go(func() { announcer.Run(ctx) })
	for {
		changed := h.store.Changed()
		announcer.Tell(h.announced(h.store.Get()))
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// announced is what the network is told; nil: nothing.
func (h *house) announced(now settings.Settings) *discovery.TV {
	if now.Discovery == settings.Off {
		return nil
	}
	bound := h.bound.AddrPort()
	return &discovery.TV{ID: now.ID, Name: now.DeviceName, Version: version, Token: now.Token != "", Port: bound.Port(), IP: bound.Addr().Unmap()}
}

// How long TVs are searched for.
const (
	aSearch = 1500 * time.Millisecond
	aGlance = 150 * time.Millisecond // for one that answers at once if it is there
	aMoment = 300 * time.Millisecond // that a command which has done its work still waits
)

// search asks the network for TVs, until it has one that is wanted.
func search(ctx context.Context, within time.Duration, s discovery.Search) ([]discovery.Found, error) {
	if !mayDiscover() {
		return nil, errors.New("discovery is off: $CUECARD_DISCOVERY")
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return discovery.Find(ctx, s)
}

// searchID asks for one TV; nil when it does not answer.
func searchID(ctx context.Context, within time.Duration, id string) *discovery.Found {
	wanted := func(f discovery.Found) bool { return f.ID == id }
	found, _ := search(ctx, within, discovery.Search{ID: id, Until: wanted})
	if at := slices.IndexFunc(found, wanted); at >= 0 {
		return &found[at]
	}
	return nil
}

// urlOf is where a TV that was found is spoken to.
func urlOf(f discovery.Found) string {
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(f.IPs[0].String(), strconv.Itoa(int(f.Port)))}
	return u.String()
}

// numeric is the address in a URL that names no host but an address which others on the network have too. Only TVs
// that were saved so are followed when they move: a host's name follows by itself.
func numeric(address string) (netip.AddrPort, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" {
		return netip.AddrPort{}, false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	if err != nil || ip.IsLoopback() {
		return netip.AddrPort{}, false
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if u.Port() == "" {
		port, err = 80, nil
	}
	return netip.AddrPortFrom(ip.Unmap(), uint16(port)), err == nil
}

// isAt reports whether a TV that was found is the one at a URL.
func isAt(f discovery.Found, address string) bool {
	at, ok := numeric(address)
	return ok && at.Port() == f.Port && slices.Contains(f.IPs, at.Addr())
}
