package discovery

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// search is what another machine finds within two seconds.
func search(t *testing.T, h *hub, s Search) []Found {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	found, err := find(ctx, h.machine("10.0.0.99/24", "fe80::99/64"), s)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func namesOf(found []Found) string {
	var names []string
	for _, f := range found {
		names = append(names, f.Name+"/"+f.ID)
	}
	return strings.Join(names, " ")
}

func TestATVIsFoundWithAllThatIsToldOfIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		tv := kitchen()
		tv.Token = true
		h.machine("10.0.0.1/24", "fe80::1/64").start(t, tv)
		found := search(t, h, Search{})
		if len(found) != 1 {
			t.Fatalf("%+v", found)
		}
		f := found[0]
		ips := []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("fe80::1%eth0")}
		if f.ID != "k1" || f.Name != "Kitchen" || f.Version != "1.2.3" || !f.Token || f.Port != 8090 || !slices.Equal(f.IPs, ips) {
			t.Errorf("%+v", f)
		}
	})
}

func TestATVThatIsAskedByItsIDAnswersAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		h.machine("10.0.0.1/24").start(t, kitchen())
		time.Sleep(time.Minute)
		start := time.Now()
		found := search(t, h, Search{ID: "k1", Until: func(f Found) bool { return f.ID == "k1" }})
		if len(found) != 1 || time.Since(start) > time.Millisecond {
			t.Errorf("%+v after %v", found, time.Since(start))
		}
	})
}

func TestGoodbyeIsSaid(t *testing.T) {
	for name, leave := range map[string]func(a *Announcer, end func()){
		"at the end":              func(_ *Announcer, end func()) { end() },
		"when it is switched off": func(a *Announcer, _ func()) { a.Tell(nil) },
		"to the old name": func(a *Announcer, _ func()) {
			tv := kitchen()
			tv.Name = "Attic"
			a.Tell(&tv)
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := &hub{}
			a, end := h.machine("10.0.0.1/24").start(t, kitchen())
			time.Sleep(time.Minute)
			h.since()
			leave(a, end)
			synctest.Wait()
			gone := slices.ContainsFunc(h.since(), func(m message) bool {
				return slices.ContainsFunc(m.answers, func(r record) bool {
					return r.ttl == 0 && r.is(pointer(tvType, tvType.under("Kitchen")))
				})
			})
			if !gone {
				t.Errorf("%s: no goodbye", name)
			}
			end()
		})
	}
}

func TestNothingIsSentWithoutATVOrAnAddressForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		a, end := h.machine("10.0.0.1/24").start(t, TV{ID: "x", Name: "x", Port: 1, IP: netip.MustParseAddr("192.168.7.7")})
		time.Sleep(time.Minute)
		a.Tell(nil)
		time.Sleep(time.Minute)
		end()
		if heard := h.since(); len(heard) > 0 {
			t.Errorf("%+v", heard)
		}
	})
}

func TestOfTwoTVsWithOneNameTheSecondIsRenamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		h.machine("10.0.0.1/24").start(t, kitchen())
		time.Sleep(time.Minute)
		second := kitchen()
		second.ID, second.Name = "k2", "KITCHEN"
		h.machine("10.0.0.2/24").start(t, second)
		time.Sleep(time.Minute)
		if got := namesOf(search(t, h, Search{})); got != "KITCHEN (2)/k2 Kitchen/k1" {
			t.Error(got)
		}
	})
}

func TestTVsThatStartAtOnceAgreeOnNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		for i, id := range []string{"k1", "k2", "k3"} {
			tv := kitchen()
			tv.ID = id
			h.machine(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(1 + i)}), 24).String()).start(t, tv)
		}
		time.Sleep(time.Minute)
		found := search(t, h, Search{})
		var names []string
		for _, f := range found {
			names = append(names, f.Name)
		}
		if strings.Join(names, ",") != "Kitchen,Kitchen (2),Kitchen (3)" {
			t.Errorf("%v", names)
		}
	})
}

func TestTwoTVsOfOneMachineHaveTwoNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		m := h.machine("10.0.0.1/24")
		m.start(t, kitchen())
		second := kitchen()
		second.ID, second.Port = "k2", 8092
		m.start(t, second)
		time.Sleep(time.Minute)
		if found := search(t, h, Search{}); len(found) != 2 || found[0].Name != "Kitchen" || found[1].Name != "Kitchen (2)" {
			t.Errorf("%+v", found)
		}
	})
}

func TestACopiedIDIsNotMistakenForTheSameTV(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		h.machine("10.0.0.1/24").start(t, kitchen())
		time.Sleep(time.Minute)
		h.machine("10.0.0.2/24").start(t, kitchen())
		time.Sleep(time.Minute)
		found := search(t, h, Search{})
		if len(found) != 2 || found[0].IPs[0] == found[1].IPs[0] || len(found[0].IPs)+len(found[1].IPs) != 2 {
			t.Errorf("%+v", found)
		}
	})
}

func TestOneMachineOnTheSameNetworkTwiceKeepsItsName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		m := h.machine()
		m.on = []link{
			{name: "eth0", index: 2, prefixes: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/24")}},
			{name: "wlan0", index: 3, prefixes: []netip.Prefix{netip.MustParsePrefix("10.0.0.2/24")}},
		}
		m.start(t, kitchen())
		time.Sleep(time.Minute)
		h.since()
		if found := search(t, h, Search{}); namesOf(found) != "Kitchen/k1" || len(found[0].IPs) != 2 {
			t.Errorf("%+v", found)
		}
		if asked := slices.ContainsFunc(h.since(), func(m message) bool { return len(m.authorities) > 0 }); asked {
			t.Error("it still probes for its own name")
		}
	})
}

func TestAChangeOfAddressIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		m := h.machine("10.0.0.1/24")
		m.start(t, kitchen())
		time.Sleep(time.Minute)
		m.move() // the cable is pulled
		time.Sleep(time.Minute)
		m.move("10.0.0.42/24")
		time.Sleep(2 * time.Second)
		told := slices.ContainsFunc(h.since(), func(m message) bool {
			return m.response && slices.ContainsFunc(m.answers, addressRecord(hostOf("k1", 0), netip.MustParseAddr("10.0.0.42")).is)
		})
		found := search(t, h, Search{})
		if !told || len(found) != 1 || found[0].IPs[0].String() != "10.0.0.42" || found[0].Name != "Kitchen" {
			t.Errorf("told %v, %+v", told, found)
		}
	})
}

func TestAnAddressThatIsGoneIsTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		m := h.machine("10.0.0.1/24", "fe80::1/64")
		m.start(t, kitchen())
		time.Sleep(time.Minute)
		h.since()
		m.move("fe80::1/64")
		time.Sleep(2 * time.Second)
		old := addressRecord(hostOf("k1", 0), netip.MustParseAddr("10.0.0.1"))
		if !slices.ContainsFunc(h.since(), func(m message) bool {
			return slices.ContainsFunc(m.answers, func(r record) bool { return r.is(old) && r.ttl == 0 })
		}) {
			t.Error("others still know it")
		}
	})
}

func TestWhatChangesAboutATVIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		a, _ := h.machine("10.0.0.1/24").start(t, kitchen())
		time.Sleep(time.Minute)
		h.since()
		tv := kitchen()
		tv.Token = true
		a.Tell(&tv)
		synctest.Wait()
		told := h.since()
		if len(told) != 1 || !told[0].response {
			t.Fatalf("%+v", told)
		}
		if found := search(t, h, Search{}); len(found) != 1 || !found[0].Token {
			t.Errorf("%+v", found)
		}
	})
}
