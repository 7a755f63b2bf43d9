// Package address finds the device's own address on the network.
//
// It knows interfaces and the system's routing tables, and reads them anew for every answer, so that a change of network
// shows at once. It sends no packets, starts no programs, and never knows what the address is for.
package address

import (
	"io/fs"
	"net"
	"net/netip"
	"os"
)

// IP is the address of the interface that holds the default route, else the first private address, else none (the zero
// Addr). IPv4 goes before IPv6; loopback and link-local addresses never count.
func IP() netip.Addr {
	return thisDevice().ip()
}

// device is what the answer is drawn from.
type device struct {
	tables    fs.FS                          // the routing tables as Linux has them in /proc/net; empty elsewhere
	links     func() []string                // the names of the interfaces, in the system's order
	addresses func(link string) []netip.Addr // of an interface; none if it is down or gone
}

func thisDevice() device {
	return device{tables: os.DirFS("/proc/net"), links: links, addresses: addresses}
}

func (d device) ip() netip.Addr {
	for _, table := range []struct {
		name  string
		parse parser
		fits  func(netip.Addr) bool
	}{
		{"route", routeOf4, netip.Addr.Is4},
		{"ipv6_route", routeOf6, netip.Addr.Is6},
	} {
		if found := d.first(d.defaultLinks(table.name, table.parse), table.fits); found.IsValid() {
			return found
		}
	}
	return d.private()
}

// defaultLinks are the interfaces that hold a default route, the preferred one first.
func (d device) defaultLinks(table string, parse parser) []string {
	file, err := d.tables.Open(table)
	if err != nil {
		return nil // not Linux, or not allowed to look
	}
	defer file.Close()
	return defaultRoutes(file, parse)
}

func (d device) private() netip.Addr {
	names := d.links()
	found := d.first(names, func(a netip.Addr) bool { return a.Is4() && a.IsPrivate() })
	if !found.IsValid() {
		found = d.first(names, netip.Addr.IsPrivate)
	}
	return found
}

// first is the first address that others on the network can use and that fits.
func (d device) first(names []string, fits func(netip.Addr) bool) netip.Addr {
	for _, name := range names {
		for _, a := range d.addresses(name) {
			if a.IsGlobalUnicast() && fits(a) {
				return a
			}
		}
	}
	return netip.Addr{}
}

func links() []string {
	all, err := net.Interfaces()
	if err != nil {
		return nil
	}
	names := make([]string, len(all))
	for i, link := range all {
		names[i] = link.Name
	}
	return names
}

// addresses asks for more than "up": an interface with its cable pulled stays up, but nobody reaches it.
func addresses(name string) []netip.Addr {
	const working = net.FlagUp | net.FlagRunning
	link, err := net.InterfaceByName(name)
	if err != nil || link.Flags&working != working {
		return nil
	}
	networks, err := link.Addrs()
	if err != nil {
		return nil
	}
	var found []netip.Addr
	for _, network := range networks {
		if prefix, err := netip.ParsePrefix(network.String()); err == nil {
			found = append(found, prefix.Addr().Unmap())
		}
	}
	return found
}
