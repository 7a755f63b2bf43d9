package discovery

import (
	"bytes"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var stranger = netip.MustParseAddrPort("10.0.0.66:5353")

func TestWhoDeniesEveryNameDoesNotKeepATVBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		h.machine("10.0.0.1/24").start(t, kitchen())
		probes := 0
		for range 600 { // a minute
			time.Sleep(100 * time.Millisecond)
			for _, m := range h.since() {
				if len(m.authorities) == 0 {
					continue
				}
				probes++
				denial := message{response: true, answers: []record{serviceRecord(m.questions[0].name, named("evil.local"), 1)}}
				h.send(denial.pack(), stranger)
			}
		}
		if probes == 0 || probes > 60 {
			t.Errorf("%d probes in a minute", probes)
		}
		time.Sleep(time.Minute)
		if found := search(t, h, Search{}); len(found) != 1 {
			t.Errorf("it gave up: %+v", found)
		}
	})
}

func TestThousandQuestionsASecondGetFewAnswers(t *testing.T) {
	for _, from := range []string{"10.0.0.66:5353", "10.0.0.66:4444"} {
		synctest.Test(t, func(t *testing.T) {
			h := &hub{}
			m := h.machine("10.0.0.1/24")
			m.start(t, kitchen())
			time.Sleep(time.Minute)
			h.since()
			told := 0
			for range 1000 {
				h.send(message{questions: []question{{name: tvType, kind: kindPTR, unicast: true}, {name: allTypes, kind: kindAny}}}.pack(), netip.MustParseAddrPort(from))
				time.Sleep(time.Millisecond)
			}
			for _, m := range h.since() {
				if m.response {
					told++
				}
			}
			if told > 3 {
				t.Errorf("%d answers to everybody", told)
			}
		})
	}
}

func TestPacketsFromBeyondTheLinkDoNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hub{}
		h.machine("10.0.0.1/24").start(t, kitchen())
		time.Sleep(time.Minute)
		h.since()
		denial := message{response: true, answers: []record{serviceRecord(tvType.under("Kitchen"), named("evil.local"), 1)}}
		h.send(denial.pack(), netip.MustParseAddrPort("203.0.113.5:5353"))
		time.Sleep(time.Second)
		if heard := h.since(); len(heard) != 1 {
			t.Errorf("%+v", heard)
		}
	})
}

func TestASearchKeepsNoMoreThanItsBounds(t *testing.T) {
	c := newCatalogue()
	l := link{name: "eth0"}
	for i := range 10_000 {
		label := strings.Repeat("x", i%60) + string(rune('a'+i%26)) + string(rune(i))
		instance, host := tvType.under(label), local.under(label)
		c.note(pointer(tvType, instance), l)
		c.note(serviceRecord(instance, host, 1), l)
		c.note(textRecord(instance, "id=x"), l)
		c.note(addressRecord(host, netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})), l)
		c.note(addressRecord(named("one.local"), netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), byte(i)})), l)
	}
	if len(c.instances) > mostInstances || len(c.hosts) > 2*mostInstances || len(c.hosts[named("one.local").key()]) > mostAddresses || len(c.all()) == 0 {
		t.Errorf("%d instances, %d hosts", len(c.instances), len(c.hosts))
	}
	for _, m := range c.ask("x") {
		if len(m.pack()) > 2000 {
			t.Errorf("a question of %d bytes", len(m.pack()))
		}
	}
}

func TestAddressesThatLeadToTheAskerItselfAreLeftOut(t *testing.T) {
	c := newCatalogue()
	for _, ip := range []string{"127.0.0.1", "::1", "0.0.0.0", "224.0.0.251", "::ffff:10.0.0.1"} {
		c.note(addressRecord(named("tv.local"), netip.MustParseAddr(ip)), link{})
	}
	if len(c.hosts) != 0 {
		t.Errorf("%v", c.hosts)
	}
}

func TestANameMayHoldAnything(t *testing.T) {
	for typed, want := range map[string]string{
		"St. John's TV":                   "St. John's TV",
		"Küche 📺":                         "Küche 📺",
		"":                                "Cuecard",
		"two\nlines\x1b[31m":              "two lines [31m",
		"bad \xff":                        "bad \uFFFD",
		strings.Repeat("é", 64):           strings.Repeat("é", 31),
		strings.Repeat("a", 62) + "日本 TV": strings.Repeat("a", 62),
	} {
		if got := labelOf(typed, ""); got != want {
			t.Errorf("%q: %q, not %q", typed, got, want)
		}
	}
	if got := labelOf(strings.Repeat("é", 64), " (12)"); len(got) > longestLabel || !strings.HasSuffix(got, "é (12)") {
		t.Errorf("%q", got)
	}
	c := claim{tv: TV{ID: "x", Name: strings.Repeat("日", 64), Version: "1", Port: 1}, nth: 12}
	m := message{response: true, answers: c.records([]netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("fe80::1")})}
	again, err := parse(m.pack())
	if err != nil || !reflect.DeepEqual(again, m) {
		t.Errorf("%v\n%+v\n%+v", err, again, m)
	}
	if len(m.pack()) > 1000 {
		t.Errorf("an announcement of %d bytes does not fit a packet", len(m.pack()))
	}
}

func FuzzParse(f *testing.F) {
	c := claim{tv: kitchen()}
	ips := []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("fe80::1")}
	f.Add(message{response: true, answers: c.records(ips)}.pack())
	f.Add(message{questions: []question{{name: c.host(), kind: kindAny}}, authorities: c.unique(ips)}.pack())
	f.Add([]byte("\x00\x00\x84\x00\x00\x00\x00\x01\x00\x00\x00\x00\xc0\x0c\x00\x0c\x00\x01\x00\x00\x00\x01\x00\x02\xc0\x0c"))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := parse(b)
		if err != nil {
			return
		}
		p := packet{&port{wire: &hubWire{hub: &hub{}}, link: link{name: "eth0", prefixes: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/24")}},
			sent: map[string]time.Time{}, unicasts: allowance{most: 1}}, m, stranger}
		for _, phase := range []phase{probing, announcing, settled} {
			r := &responder{claim: c, phase: phase, ports: []*port{p.port}}
			r.hear(p)
			r.answerLater(p.port)
		}
		heard := newCatalogue()
		heard.take(p)
		heard.all()
		packed := m.pack()
		if len(packed) > longestPacket {
			return
		}
		again, err := parse(packed)
		if err != nil || !bytes.Equal(again.pack(), packed) {
			t.Fatalf("%v: %x becomes %x", err, packed, again.pack())
		}
	})
}
