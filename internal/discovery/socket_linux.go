package discovery

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

var (
	group4 = netip.AddrFrom4([4]byte{224, 0, 0, 251})
	group6 = netip.MustParseAddr("ff02::fb")
)

// sockets are one link's, one for each kind of address. Those that listen are bound to the group's address: packets
// for one device alone stay with the system's own responder, which has the same port.
type sockets struct {
	conns  []*net.UDPConn
	groups []netip.AddrPort // where each conn's packets for everybody go
}

func (system) open(l link, to purpose) (wire, error) {
	s := &sockets{}
	var failed error
	for _, is6 := range []bool{false, true} {
		own, ok := addressOn(l, is6)
		if !ok {
			continue
		}
		conn, err := openSocket(l, to, own)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		group := group4
		if is6 {
			group = group6.WithZone(l.name)
		}
		s.conns, s.groups = append(s.conns, conn), append(s.groups, netip.AddrPortFrom(group, mdnsPort))
	}
	if len(s.conns) == 0 {
		return nil, errors.Join(errors.New("no socket for multicast"), failed)
	}
	return s, nil
}

// addressOn is an address to ask from; of IPv6, the one that is good for this link only.
func addressOn(l link, is6 bool) (netip.Addr, bool) {
	for _, p := range l.prefixes {
		if ip := p.Addr(); ip.Is6() == is6 && (!is6 || ip.IsLinkLocalUnicast()) {
			return ip, true
		}
	}
	return netip.Addr{}, false
}

func openSocket(l link, to purpose, own netip.Addr) (*net.UDPConn, error) {
	family, at := unix.AF_INET, unix.Sockaddr(&unix.SockaddrInet4{Port: mdnsPort, Addr: group4.As4()})
	switch {
	case own.Is4() && to == asking:
		at = &unix.SockaddrInet4{Addr: own.As4()}
	case own.Is6() && to == asking:
		family, at = unix.AF_INET6, &unix.SockaddrInet6{Addr: own.As16(), ZoneId: uint32(l.index)}
	case own.Is6():
		family, at = unix.AF_INET6, &unix.SockaddrInet6{Port: mdnsPort, Addr: group6.As16(), ZoneId: uint32(l.index)}
	}
	fd, err := unix.Socket(family, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	file := os.NewFile(uintptr(fd), "multicast")
	defer file.Close()
	err = options(fd, family, l.index)
	if err == nil && to == listening {
		err = join(fd, family, l.index)
	}
	if err == nil {
		err = os.NewSyscallError("bind", unix.Bind(fd, at))
	}
	if err != nil {
		return nil, err
	}
	conn, err := net.FilePacketConn(file)
	if err != nil {
		return nil, err
	}
	return conn.(*net.UDPConn), nil
}

type option struct{ level, name, value int }

// options have packets leave by the link, and never be taken for ones that a router has passed on.
func options(fd, family, index int) error {
	set := []option{{unix.IPPROTO_IP, unix.IP_MULTICAST_TTL, 255}, {unix.IPPROTO_IP, unix.IP_TTL, 255}}
	if family == unix.AF_INET6 {
		set = []option{{unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1}, {unix.IPPROTO_IPV6, unix.IPV6_MULTICAST_HOPS, 255},
			{unix.IPPROTO_IPV6, unix.IPV6_UNICAST_HOPS, 255}, {unix.IPPROTO_IPV6, unix.IPV6_MULTICAST_IF, index}}
	} else if err := unix.SetsockoptIPMreqn(fd, unix.IPPROTO_IP, unix.IP_MULTICAST_IF, &unix.IPMreqn{Ifindex: int32(index)}); err != nil {
		return os.NewSyscallError("setsockopt", err)
	}
	return setAll(fd, set)
}

// join takes what is sent to the group on this link, and on no other.
func join(fd, family, index int) error {
	shared := []option{{unix.SOL_SOCKET, unix.SO_REUSEADDR, 1}, {unix.SOL_SOCKET, unix.SO_REUSEPORT, 1}}
	if family == unix.AF_INET6 {
		member := &unix.IPv6Mreq{Multiaddr: group6.As16(), Interface: uint32(index)}
		return errors.Join(setAll(fd, shared), os.NewSyscallError("setsockopt", unix.SetsockoptIPv6Mreq(fd, unix.IPPROTO_IPV6, unix.IPV6_JOIN_GROUP, member)))
	}
	shared = append(shared, option{unix.IPPROTO_IP, unix.IP_MULTICAST_ALL, 0})
	member := &unix.IPMreqn{Multiaddr: group4.As4(), Ifindex: int32(index)}
	return errors.Join(setAll(fd, shared), os.NewSyscallError("setsockopt", unix.SetsockoptIPMreqn(fd, unix.IPPROTO_IP, unix.IP_ADD_MEMBERSHIP, member)))
}

func setAll(fd int, options []option) error {
	for _, o := range options {
		if err := unix.SetsockoptInt(fd, o.level, o.name, o.value); err != nil {
			return os.NewSyscallError("setsockopt", err)
		}
	}
	return nil
}

// multicast sends and forgets: what is lost is asked for or told again.
func (s *sockets) multicast(packet []byte) {
	for i, conn := range s.conns {
		_, _ = conn.WriteToUDPAddrPort(packet, s.groups[i])
	}
}

func (s *sockets) unicast(packet []byte, to netip.AddrPort) {
	for i, conn := range s.conns {
		if s.groups[i].Addr().Is4() == to.Addr().Is4() {
			_, _ = conn.WriteToUDPAddrPort(packet, to)
		}
	}
}

func (s *sockets) read(each func([]byte, netip.AddrPort)) {
	var mu sync.Mutex
	var readers sync.WaitGroup
	for _, conn := range s.conns {
		readers.Go(func() {
			buffer := make([]byte, longestPacket)
			for failures := 0; failures < 100; { // a link that went down says so once or twice
				n, from, err := conn.ReadFromUDPAddrPort(buffer)
				if errors.Is(err, net.ErrClosed) {
					return
				}
				if failures++; err == nil {
					failures = 0
					mu.Lock()
					each(buffer[:n], netip.AddrPortFrom(from.Addr().Unmap(), from.Port()))
					mu.Unlock()
				}
			}
		})
	}
	readers.Wait()
}

func (s *sockets) close() {
	for _, conn := range s.conns {
		conn.Close()
	}
}

// watch is told by the kernel when a link or an address comes or goes.
func (system) watch(ctx context.Context, changed func()) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, unix.NETLINK_ROUTE)
	if err != nil {
		poll(ctx, changed)
		return
	}
	news := os.NewFile(uintptr(fd), "netlink")
	defer news.Close()
	const groups = unix.RTMGRP_LINK | unix.RTMGRP_IPV4_IFADDR | unix.RTMGRP_IPV6_IFADDR
	if err := unix.Bind(fd, &unix.SockaddrNetlink{Family: unix.AF_NETLINK, Groups: groups}); err != nil {
		poll(ctx, changed)
		return
	}
	defer context.AfterFunc(ctx, func() { news.Close() })()
	buffer := make([]byte, 16<<10)
	for {
		_, err := news.Read(buffer)
		if ctx.Err() != nil {
			return
		}
		if err != nil && !errors.Is(err, unix.ENOBUFS) {
			poll(ctx, changed)
			return
		}
		changed() // also when news were lost
	}
}
