// Package discovery lets TVs be found on the local network, and finds them, by multicast DNS (RFC 6762 and 6763).
//
// It knows names, links and their addresses, and the packets between them. Anybody on the network can send those: what
// they may cost is bounded, and nothing that they say is trusted beyond a name and an address. It never knows cards,
// settings or HTTP.
package discovery

import (
	"net/netip"
	"time"
)

// TV is what the network is told of this one.
type TV struct {
	ID      string
	Name    string
	Version string
	Token   bool // clients need one
	Port    uint16
	IP      netip.Addr // where it listens; unspecified for all addresses, of IPv4 only if it is 0.0.0.0
}

// listensOn reports whether the TV answers at an address of this machine.
func (tv TV) listensOn(ip netip.Addr) bool {
	if tv.IP.IsUnspecified() {
		return tv.IP.Is6() || ip.Is4()
	}
	return tv.IP.WithZone("") == ip
}

// Found is a TV that has answered.
type Found struct {
	ID      string
	Name    string // as the network has it: unlike the TV's own, no other on the link has it
	Version string
	Token   bool // clients need one
	Port    uint16
	IPs     []netip.Addr // the one to try first comes first
}

// How long others may keep what they heard.
const (
	keepAddress = 2 * time.Minute
	keepService = 75 * time.Minute
)

// What a link may cost, whatever others send.
const (
	longestPacket  = 9000 // bytes, as the RFC has it
	mostPackets    = 300  // a second, read of one link
	mostUnicasts   = 50   // a second, answered to single devices of one link
	mostLinks      = 16
	mostInstances  = 256 // that a search keeps
	mostAddresses  = 8   // of one host
	packetsWaiting = 64
)
