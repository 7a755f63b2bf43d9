package discovery

import (
	"crypto/rand"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cuecard.app/e2e/house"
)

// idOf is the id that a TV has in its settings.
func idOf(t *testing.T, h *house.House) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(h.Dir, "settings.json"))
	if err != nil {
		t.Fatal(err)
	}
	var kept struct{ ID string }
	if err := json.Unmarshal(data, &kept); err != nil || kept.ID == "" {
		t.Fatalf("%s: %v", data, err)
	}
	return kept.ID
}

func does(t *testing.T, h *house.House, args ...string) string {
	t.Helper()
	got := h.Run(t, args...)
	if got.Status != 0 {
		t.Fatalf("%q: %+v", args, got)
	}
	return got.Out
}

func TestAvahiFindsATVAndFollowsItsSettings(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	viewer := l.machine("10.1.0.9/24").avahi("viewer")
	watch := viewer.watch("_cuecard._tcp")
	tv := l.machine("10.1.0.1/24").serve("St. John's Küche")
	watch.sees("+", "St. John's Küche")
	viewer.resolves("_cuecard._tcp", "St. John's Küche", ";10.1.0.1;8090;", `"id=`+idOf(t, tv)+`"`, `"name=St. John's Küche"`, `"version=`, `"path=/"`, `"auth=none"`)
	viewer.resolves("_http._tcp", "St. John's Küche", ";10.1.0.1;8090;", `"path=/"`)

	does(t, tv, "token", "new")
	viewer.resolves("_cuecard._tcp", "St. John's Küche", `"auth=token"`)
	does(t, tv, "settings", "deviceName=Attic")
	watch.sees("-", "St. John's Küche")
	watch.sees("+", "Attic")
	does(t, tv, "settings", "discovery=off")
	watch.sees("-", "Attic")
	does(t, tv, "settings", "discovery=on")
	watch.sees("+", "Attic")
	tv.Stop()
	watch.sees("-", "Attic") // by its goodbye: without one, avahi would remember it for more than an hour
}

func TestTheListSaysWhatEachTVDoes(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	tv := l.machine("10.1.0.1/24").serve("Kitchen")
	viewer := l.machine("10.1.0.2/24").user()
	viewer.finds("Kitchen", "http://10.1.0.1:8090", "shows nothing", "found", idOf(t, tv))
	viewer.does("send", "hello", "--title", "Door", "--duration", "600", "--to", "kitchen")
	viewer.finds("Kitchen", "shows “Door”")
	token := strings.TrimSpace(strings.Split(does(t, tv, "token", "new"), "\n")[1])
	viewer.finds("Kitchen", "needs a token")
	viewer.does("tvs", "add", "k", "http://10.1.0.1:8090", "--token", token)
	if list := viewer.finds("k ", "saved with token", "shows “Door”", idOf(t, tv)); strings.Contains(list, "Kitchen") {
		t.Errorf("one TV is listed twice: %s", list)
	}
	viewer.does("send", "with the saved token", "--to", idOf(t, tv))
	tv.Kill()
	viewer.finds("k ", "does not answer", "saved")
	if got := viewer.run("tvs", "--found"); got.Out != "" || !strings.Contains(got.Errors, "No TV was found") {
		t.Errorf("%+v", got)
	}
}

func TestOfTwoTVsWithOneNameEachIsFoundAndAddressed(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	first, second := l.machine("10.1.0.1/24").serve("Kitchen"), l.machine("10.1.0.2/24").serve("Kitchen")
	viewer := l.machine("10.1.0.9/24").user()
	viewer.finds("Kitchen (2)", "found")
	viewer.finds("Kitchen  ", "found")
	got := viewer.run("send", "hello", "--to", "kit")
	for _, word := range []string{"Kitchen (2)", idOf(t, first), idOf(t, second)} {
		if got.Status != 1 || !strings.Contains(got.Errors, word) {
			t.Errorf("%q is not in %+v", word, got)
		}
	}
	viewer.does("send", "hello", "--to", "Kitchen (2)", "--to", "KITCHEN", "--to", idOf(t, second))
	if got := viewer.run("send", "hello", "--to", "cellar"); got.Status != 1 || !strings.Contains(got.Errors, `no TV is called "cellar"`) {
		t.Errorf("%+v", got)
	}
}

func TestATVLivesBesideAvahiOnTheSameMachine(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	m, other := l.machine("10.1.0.1/24"), l.machine("10.1.0.9/24")
	beside, viewer := m.avahi("telly"), other.avahi("viewer")
	published := beside.follow(beside.with("avahi-publish", "-s", "Kitchen", "_cuecard._tcp", "9"))
	for line := range published {
		if strings.Contains(line, "Established under name") {
			break
		}
	}
	tv := m.serve("Kitchen")
	viewer.resolves("_cuecard._tcp", "Kitchen (2)", ";10.1.0.1;8090;", idOf(t, tv))
	viewer.resolves("_cuecard._tcp", "Kitchen", ";telly.local;10.1.0.1;9;")
	beside.resolves("_cuecard._tcp", "Kitchen (2)", ";8090;")
	beside.resolves("_cuecard._tcp", "Kitchen", ";9;")
	// One that both of them have to be asked for, from the same machine and from the other.
	m.user().finds("Kitchen (2)", "http://10.1.0.1:8090")
	other.user().finds("Kitchen (2)", "http://10.1.0.1:8090")
	tv.Stop()
	viewer.resolves("_cuecard._tcp", "Kitchen", ";telly.local;10.1.0.1;9;")
}

func TestANewAddressBreaksNothing(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	m, other := l.machine("10.1.0.1/24"), l.machine("10.1.0.2/24")
	kitchen, attic := m.serve("Kitchen"), other.serve("Attic")
	viewer := l.machine("10.1.0.9/24")
	avahi, user := viewer.avahi("viewer"), viewer.user()
	user.finds("Kitchen", "http://10.1.0.1:8090")
	user.does("tvs", "add", "k", "http://10.1.0.1:8090")
	avahi.resolves("_cuecard._tcp", "Kitchen", ";10.1.0.1;8090;")

	m.ip("addr", "del", "10.1.0.1/24", "dev", "eth0")
	m.ip("addr", "add", "10.1.0.77/24", "dev", "eth0")
	avahi.resolves("_cuecard._tcp", "Kitchen", ";10.1.0.77;8090;")
	user.does("send", "it moved", "--to", "k", "--duration", "1")
	if book, _ := os.ReadFile(filepath.Join(user.dir, "tvs.json")); !strings.Contains(string(book), "http://10.1.0.77:8090") || !strings.Contains(string(book), idOf(t, kitchen)) {
		t.Errorf("%s", book)
	}
	// Another TV has the address now: the card still goes to its own.
	m.ip("addr", "del", "10.1.0.77/24", "dev", "eth0")
	m.ip("addr", "add", "10.1.0.78/24", "dev", "eth0")
	other.ip("addr", "add", "10.1.0.77/24", "dev", "eth0")
	viewer.ip("neigh", "flush", "dev", "eth0")
	avahi.resolves("_cuecard._tcp", "Kitchen", ";10.1.0.78;8090;")
	user.does("send", "twice", "--to", "k", "--title", "For the kitchen", "--persistent")
	user.finds("k ", "http://10.1.0.78:8090", "shows “For the kitchen”", idOf(t, kitchen))
	user.finds("Attic", "shows nothing", idOf(t, attic))
}

func TestASavedTVIsLearnedWhenACardIsSent(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	tv := l.machine("10.1.0.1/24").serve("Kitchen")
	user := l.machine("10.1.0.9/24").user()
	book := filepath.Join(user.dir, "tvs.json")
	user.finds("Kitchen")
	write(t, book, `[{"name":"k","url":"http://10.1.0.1:8090"}]`)
	until(t, func() bool {
		user.does("send", "hello", "--to", "k")
		kept, _ := os.ReadFile(book)
		return strings.Contains(string(kept), idOf(t, tv))
	}, func() string { return "the id in the book" })
}

func TestANetworkThatComesLaterIsUsed(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	m := l.machine("10.1.0.1/24")
	m.ip("link", "set", "eth0", "down")
	m.serve("Kitchen")
	user := l.machine("10.1.0.9/24").user()
	if got := user.run("tvs"); got.Out != "" {
		t.Fatalf("%+v", got)
	}
	m.ip("link", "set", "eth0", "up")
	user.finds("Kitchen", "http://10.1.0.1:8090", "shows nothing")
}

func TestATVIsFoundWithoutIPv4(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	l.machine().serve("Kitchen")
	user := l.machine().user()
	user.finds("Kitchen", "http://[fe80::", "%25eth0]:8090", "shows nothing")
	user.does("send", "hello", "--to", "kitchen")
}

func TestOnlyTheAddressThatIsListenedOnIsTold(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	l.machine("10.1.0.1/24", "10.1.0.2/24").serve("Kitchen", "--listen", "10.1.0.2:8095")
	l.machine("10.1.0.9/24").user().finds("Kitchen", "http://10.1.0.2:8095", "shows nothing")
}

func TestSilenceIsKept(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]func(*machine) *house.House{
		"discovery=off": func(m *machine) *house.House {
			dir, program := m.t.TempDir(), m.cuecard()
			program.Run(m.t, "", "settings", "discovery=off", "--data", dir)
			return program.StartIn(m.t, dir, "--listen", ":8090")
		},
		"loopback only": func(m *machine) *house.House { return m.serve("Kitchen", "--listen", "127.0.0.1:8090") },
		"off for this machine": func(m *machine) *house.House {
			program := m.cuecard()
			script, _ := os.ReadFile(string(program))
			if err := os.WriteFile(string(program), []byte(strings.Replace(string(script), "unset CUECARD_DISCOVERY", "export CUECARD_DISCOVERY=off", 1)), 0o755); err != nil {
				m.t.Fatal(err)
			}
			h := program.StartIn(m.t, m.t.TempDir(), "--listen", ":8090")
			does(m.t, h, "tvs")
			return h
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newLAN(t).machine("10.1.0.1/24")
			ear := m.ear()
			quiet := serve(m)
			does(t, quiet, "settings", "deviceName=Attic")
			quiet.Stop()
			_ = ear.SetReadDeadline(time.Now().Add(time.Second))
			if n, from, err := ear.ReadFrom(make([]byte, 9000)); err == nil {
				t.Errorf("%d bytes from %v", n, from)
			}
			m.serve("Kitchen") // the ear does hear
			_ = ear.SetReadDeadline(time.Now().Add(patience))
			if _, _, err := ear.ReadFrom(make([]byte, 9000)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAFloodOfNonsenseDoesNoHarm(t *testing.T) {
	t.Parallel()
	l := newLAN(t)
	tv := l.machine("10.1.0.1/24").serve("Kitchen")
	viewer := l.machine("10.1.0.9/24")
	user := viewer.user()
	user.finds("Kitchen")
	mouth := viewer.ear()
	sample := make([]byte, 9000)
	user.run("tvs")
	_ = mouth.SetReadDeadline(time.Now().Add(patience))
	n, _, err := mouth.ReadFrom(sample)
	if err != nil {
		t.Fatal(err)
	}
	for range 20_000 {
		packet := append([]byte{}, sample[:n]...)
		var at [8]byte
		_, _ = rand.Read(at[:])
		for i := 0; i < len(at); i += 2 {
			packet[(int(at[i])*3)%n] = at[i+1]
		}
		_, _ = mouth.WriteTo(packet, &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353})
	}
	user.finds("Kitchen", "shows nothing")
	if log := tv.Log(); strings.Contains(log, "panic") || strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}
