package discovery

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// settledTV is a TV that everybody has heard of a while ago, and a machine beside it.
func settledTV(t *testing.T, tv TV) (h *hub, asker *machine) {
	t.Helper()
	h = &hub{}
	h.machine("10.0.0.1/24", "fe80::1/64").start(t, tv)
	time.Sleep(time.Minute)
	h.since()
	return h, h.machine("10.0.0.99/24")
}

// answers are those that everybody hears within a time.
func answers(h *hub, within time.Duration) []message {
	time.Sleep(within)
	return slices.DeleteFunc(h.since(), func(m message) bool { return !m.response })
}

func holds(records []record, n name, k kind) bool {
	return slices.ContainsFunc(records, func(r record) bool { return r.kind == k && r.name.is(n) })
}

func TestASimpleProgramIsAnsweredAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, asker := settledTV(t, kitchen())
		w, _ := asker.open(asker.links()[0], asking)
		defer w.close()
		w.multicast(message{id: 77, questions: []question{{name: tvType, kind: kindPTR}}}.pack())
		synctest.Wait()
		got, err := parse((<-w.(*hubWire).arrived).packet)
		if err != nil || got.id != 77 || len(got.questions) != 1 || len(got.answers) != 1 || len(got.additional) != 4 {
			t.Fatalf("%v: %+v", err, got)
		}
		for _, r := range slices.Concat(got.answers, got.additional) {
			if r.ttl > 10 || r.only {
				t.Errorf("%+v", r)
			}
		}
		if told := answers(h, time.Second); len(told) > 0 {
			t.Errorf("everybody hears %+v", told)
		}
	})
}

func TestFewSimpleProgramsAreAnsweredInASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, asker := settledTV(t, kitchen())
		w, _ := asker.open(asker.links()[0], asking)
		defer w.close()
		for range 250 {
			w.multicast(message{questions: []question{{name: tvType, kind: kindPTR}}}.pack())
			synctest.Wait()
		}
		if n := len(w.(*hubWire).arrived); n != mostUnicasts {
			t.Errorf("%d answers", n)
		}
	})
}

func TestWhoAsksForTheHostLearnsTheRestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := settledTV(t, kitchen())
		h.send(message{questions: []question{{name: hostOf("k1", 0), kind: kindAny}}}.pack(), stranger)
		told := answers(h, time.Millisecond)
		instance := tvType.under("Kitchen")
		if len(told) != 1 || !holds(told[0].answers, hostOf("k1", 0), kindA) || !holds(told[0].answers, hostOf("k1", 0), kindNSEC) ||
			!holds(told[0].additional, instance, kindSRV) || !holds(told[0].additional, instance, kindTXT) {
			t.Errorf("%+v", told)
		}
	})
}

func TestWhatTheAskerKnowsIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := settledTV(t, kitchen())
		known := pointer(tvType, tvType.under("Kitchen"))
		for ttl, answered := range map[uint32]int{known.ttl: 0, known.ttl/2 - 1: 1} {
			known.ttl = ttl
			h.send(message{questions: []question{{name: tvType, kind: kindPTR}}, answers: []record{known}}.pack(), stranger)
			if told := answers(h, 5*time.Second); len(told) != answered {
				t.Errorf("known for %d s: %+v", ttl, told)
			}
		}
	})
}

func TestOnlyAddressesThatAreListenedOnAreTold(t *testing.T) {
	for listen, want := range map[string]string{"::": "10.0.0.1 fe80::1", "0.0.0.0": "10.0.0.1", "10.0.0.1": "10.0.0.1"} {
		tv := kitchen()
		tv.IP = netip.MustParseAddr(listen)
		var ips []string
		for _, ip := range (link{prefixes: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/24"), netip.MustParsePrefix("fe80::1/64")}}).ips(tv) {
			ips = append(ips, ip.String())
		}
		if got := strings.Join(ips, " "); got != want {
			t.Errorf("%s: %s", listen, got)
		}
	}
}

func TestASearchForgetsWhoSaysGoodbye(t *testing.T) {
	c, p := newCatalogue(), &port{}
	tv := claim{tv: kitchen()}
	ips := []netip.Addr{netip.MustParseAddr("10.0.0.1")}
	c.take(packet{port: p, message: message{response: true, answers: tv.records(ips)}})
	if len(c.all()) != 1 {
		t.Fatalf("%+v", c.all())
	}
	c.take(packet{port: p, message: message{response: true, answers: tv.farewell(ips)[:1]}})
	if len(c.all()) != 0 {
		t.Errorf("%+v", c.all())
	}
}

func TestWhoDeniesNamesUnaskedDoesNotSilenceATV(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		h.machine("10.0.0.1/24").start(t, kitchen())
		denial := message{response: true, answers: []record{serviceRecord(tvType.under("Kitchen"), named("evil.local"), 1)}}
		for i := range 20 {
			denial.answers = append(denial.answers, serviceRecord(tvType.under(fmt.Sprintf("Kitchen (%d)", i)), named("evil.local"), 1))
		}
		for range 2 * 600 { // two minutes
			time.Sleep(100 * time.Millisecond)
			h.send(denial.pack(), stranger)
		}
		if found := search(t, h, Search{}); len(found) != 1 || found[0].ID != "k1" {
			t.Errorf("%+v", found)
		}
	})
}

func TestNamesBeyondTheLimitsOfDNSAreNone(t *testing.T) {
	label := strings.Repeat("x", 63)
	for _, row := range []struct {
		name name
		ok   bool
	}{
		{name{label, label, label, label[:61]}, true},
		{name{label, label, label, label[:62]}, false},
		{name{label + "x"}, false},
	} {
		p := parser{packet: row.name.wire()}
		if got := p.name(); p.broken == row.ok || row.ok && !got.is(row.name) {
			t.Errorf("%v: %v", row.name, got)
		}
	}
	for _, loop := range []string{"\xc0\x00", "\x01a\xc0\x00", "\xc0\x02\xc0\x00", "\xc0", "\x80a", "\x05ab"} {
		p := parser{packet: []byte(loop)}
		if p.name(); !p.broken {
			t.Errorf("%q is a name", loop)
		}
	}
}

func TestAHostSaysWhichKindsOfAddressItHas(t *testing.T) {
	host, ip4, ip6 := named("tv.local"), netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("fe80::1")
	for bits, ips := range map[string][]netip.Addr{
		"\x00\x01\x40":             {ip4},
		"\x00\x04\x00\x00\x00\x08": {ip6},
		"\x00\x04\x40\x00\x00\x08": {ip4, ip6},
	} {
		if got := nothingElse(host, ips); string(got.data) != string(host.wire())+bits {
			t.Errorf("%v: %x", ips, got.data)
		}
	}
}

func TestAFloodIsReadInPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		m := h.machine("10.0.0.1/24")
		w, _ := m.open(m.links()[0], listening)
		for range 1000 {
			h.send(message{}.pack(), stranger)
		}
		w.close()
		heard := make(chan packet, 1000)
		(&port{link: m.links()[0], wire: w}).listen(heard)
		if len(heard) != mostPackets {
			t.Errorf("%d packets", len(heard))
		}
	})
}
