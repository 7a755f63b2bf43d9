package address

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"testing/fstest"
)

// link is an interface of a device that exists in a test only. One that is down has no addresses.
type link struct {
	name      string
	addresses []string
}

func TestTheAddressIsThatOfTheDefaultRouteElseTheFirstPrivateElseNone(t *testing.T) {
	const loopback, auto4, auto6 = "127.0.0.1", "169.254.3.4", "fe80::1"
	lo := link{"lo", []string{loopback, "::1"}}
	for _, c := range []struct {
		name   string
		links  []link
		table4 []string // holders of a default route, the preferred one first
		table6 []string
		want   string
	}{
		{"the cable", []link{lo, {"docker0", []string{"172.17.0.1"}}, {"eth0", []string{"192.168.1.20"}}},
			[]string{"eth0"}, nil, "192.168.1.20"},
		{"the preferred of two", []link{lo, {"wlan0", []string{"192.168.1.30"}}, {"eth0", []string{"192.168.1.20"}}},
			[]string{"eth0", "wlan0"}, nil, "192.168.1.20"},
		{"the preferred is down", []link{lo, {"eth0", nil}, {"wlan0", []string{"192.168.1.30"}}},
			[]string{"eth0", "wlan0"}, nil, "192.168.1.30"},
		{"the preferred is gone", []link{lo, {"wlan0", []string{"192.168.1.30"}}},
			[]string{"usb0", "wlan0"}, nil, "192.168.1.30"},
		{"the preferred has no address yet", []link{lo, {"eth0", []string{auto4, auto6}}, {"wlan0", []string{"192.168.1.30"}}},
			[]string{"eth0", "wlan0"}, nil, "192.168.1.30"},
		{"a public address", []link{lo, {"eth0", []string{"203.0.113.5"}}, {"br0", []string{"10.0.0.1"}}},
			[]string{"eth0"}, nil, "203.0.113.5"},
		{"IPv4 before IPv6", []link{lo, {"eth0", []string{"2001:db8::5", "192.168.1.20", "fd00::5"}}},
			[]string{"eth0"}, []string{"eth0"}, "192.168.1.20"},
		{"IPv4 on one, IPv6 on the other", []link{lo, {"eth0", []string{"fd00::5"}}, {"wlan0", []string{"192.168.1.30"}}},
			[]string{"eth0", "wlan0"}, []string{"eth0"}, "192.168.1.30"},
		{"IPv6 alone", []link{lo, {"eth0", []string{auto6, "2001:db8::5"}}}, nil, []string{"eth0"}, "2001:db8::5"},
		{"IPv6 of the home alone", []link{lo, {"eth0", []string{auto6, "fd00::5"}}}, nil, []string{"eth0"}, "fd00::5"},
		{"a default route over IPv6 before a private address without", []link{lo, {"br0", []string{"10.0.0.1"}}, {"eth0", []string{"2001:db8::5"}}},
			nil, []string{"eth0"}, "2001:db8::5"},

		{"no default route", []link{lo, {"eth0", []string{auto6, "192.168.1.20"}}, {"eth1", []string{"10.0.0.1"}}},
			nil, nil, "192.168.1.20"},
		{"no default route, a public address first", []link{lo, {"eth0", []string{"203.0.113.5"}}, {"eth1", []string{"172.16.0.9"}}},
			nil, nil, "172.16.0.9"},
		{"no default route, IPv4 before IPv6", []link{lo, {"eth0", []string{"fd00::5"}}, {"eth1", []string{"10.0.0.1"}}},
			nil, nil, "10.0.0.1"},
		{"no default route, IPv6 of the home", []link{lo, {"eth0", []string{auto6, "2001:db8::5", "fd00::5"}}}, nil, nil, "fd00::5"},
		{"a default route that leads nowhere", []link{lo, {"eth0", nil}, {"eth1", []string{"10.0.0.1"}}},
			[]string{"eth0"}, []string{"eth0"}, "10.0.0.1"},

		{"loopback holds the default route", []link{lo}, []string{"lo"}, []string{"lo"}, ""},
		{"loopback alone", []link{lo}, nil, nil, ""},
		{"link-local alone", []link{lo, {"eth0", []string{auto4, auto6}}}, []string{"eth0"}, []string{"eth0"}, ""},
		{"a public address without a route", []link{lo, {"eth0", []string{"203.0.113.5", "2001:db8::5"}}}, nil, nil, ""},
		{"nothing at all", nil, nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := made(c.links)
			d.tables = fstest.MapFS{"route": table4(c.table4), "ipv6_route": table6(c.table6)}
			wantIP(t, d, c.want)
		})
	}
}

func TestASystemWithoutRoutingTablesFallsBackToThePrivateAddress(t *testing.T) {
	d := made([]link{{"lo0", []string{"127.0.0.1"}}, {"en0", []string{"192.168.1.20"}}})
	d.tables = fstest.MapFS{}
	wantIP(t, d, "192.168.1.20")
}

func TestAChangeOfNetworkShowsInTheNextAnswer(t *testing.T) {
	home := []link{{"eth0", []string{"192.168.1.20"}}, {"wlan0", []string{"192.168.1.30"}}}
	tables := fstest.MapFS{"route": table4([]string{"eth0", "wlan0"})}
	d := made(home)
	d.tables = tables
	wantIP(t, d, "192.168.1.20")

	home[0].addresses = []string{"192.168.1.21"}
	wantIP(t, d, "192.168.1.21")

	tables["route"] = table4([]string{"wlan0"})
	wantIP(t, d, "192.168.1.30")

	home[0].addresses, home[1].addresses = nil, nil
	wantIP(t, d, "")
}

func TestTheAddressOfThisDeviceIsOneOfItsOwn(t *testing.T) {
	var own []netip.Addr
	for _, name := range links() {
		own = append(own, addresses(name)...)
	}
	found := IP()
	if found.IsValid() && !slices.Contains(own, found) {
		t.Errorf("%v is not among %v", found, own)
	}
	if !found.IsValid() && slices.ContainsFunc(own, netip.Addr.IsPrivate) {
		t.Errorf("no address, but the device has %v", own)
	}
}

func TestTheInterfacesOfThisDeviceAreSeen(t *testing.T) {
	for _, name := range links() {
		for _, a := range addresses(name) {
			if a.IsLoopback() {
				return
			}
		}
	}
	t.Errorf("no loopback address on any of %q", links())
}

func TestAnInterfaceThatIsGoneHasNoAddress(t *testing.T) {
	if got := addresses("gone0"); got != nil {
		t.Errorf("got %v", got)
	}
}

// made is a device with the given interfaces and no tables.
func made(all []link) device {
	return device{
		links: func() (names []string) {
			for _, l := range all {
				names = append(names, l.name)
			}
			return names
		},
		addresses: func(name string) (found []netip.Addr) {
			for _, l := range all {
				for _, a := range l.addresses {
					if l.name == name {
						found = append(found, netip.MustParseAddr(a))
					}
				}
			}
			return found
		},
	}
}

func table4(holders []string) *fstest.MapFile {
	text := head4
	for metric, name := range holders {
		text += fmt.Sprintf("%s\t00000000\t0102A8C0\t0003\t0\t0\t%d\t00000000\t0\t0\t0\n", name, metric)
	}
	return &fstest.MapFile{Data: []byte(text)}
}

func table6(holders []string) *fstest.MapFile {
	var text string
	for metric, name := range holders {
		text += fmt.Sprintf("%032x 00 %032x 00 fe800000000000000000000000000001 %08x 00000002 00000000 00000003 %8s\n", 0, 0, metric, name)
	}
	return &fstest.MapFile{Data: []byte(text)}
}

func wantIP(t *testing.T, d device, want string) {
	t.Helper()
	var address netip.Addr
	if want != "" {
		address = netip.MustParseAddr(want)
	}
	if got := d.ip(); got != address {
		t.Errorf("address is %v, want %v", got, address)
	}
}
