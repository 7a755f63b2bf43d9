package accept

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"cuecard.app/internal/accept/guise"
)

// openPorts are ports that answer with the name of their app.
func openPorts(t *testing.T) (*Ports, *log) {
	t.Helper()
	said := &log{}
	ports := &Ports{Log: slog.New(slog.NewTextHandler(said, nil)),
		As: func(app guise.App) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { say(w, 200, string(app)) })
		},
		Serve: func(ctx context.Context, l net.Listener, h http.Handler) error {
			server := &http.Server{Handler: h}
			stop := context.AfterFunc(ctx, func() { _ = server.Close() })
			defer stop()
			_ = server.Serve(l)
			return nil
		}}
	t.Cleanup(ports.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	return ports, said
}

func wanted(t *testing.T, list string) []guise.Guise {
	t.Helper()
	all, err := guise.Parse(list)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// reaches reports whether somebody answers at an address.
func reaches(address string) bool {
	c, err := net.Dial("tcp", address)
	if err == nil {
		c.Close()
	}
	return err == nil
}

func TestPortsAreAsTheOwnerWantsThem(t *testing.T) {
	ports, said := openPorts(t)
	ports.Set(wanted(t, "kodi=127.0.0.1:0,ntfy=127.0.0.1:0"), false)
	first := ports.States()
	if len(first) != 2 || first[0].Trouble != "" || !reaches(first[0].Address) || !reaches(first[1].Address) {
		t.Fatalf("%+v", first)
	}
	ports.Set(wanted(t, "ntfy=127.0.0.1:0,pipup=127.0.0.1:0"), false)
	second := ports.States()
	if len(second) != 2 || second[0] != first[1] || reaches(first[0].Address) || !reaches(second[0].Address) || !reaches(second[1].Address) {
		t.Errorf("%+v, then %+v", first, second)
	}
	ports.Set(wanted(t, "ntfy=127.0.0.1:0,pipup=127.0.0.1:0"), false)
	if told := strings.Count(said.String(), "app=ntfy"); told != 1 {
		t.Errorf("what stays as it was is told %d times", told)
	}
	ports.Set(nil, false)
	if reaches(second[0].Address) || reaches(second[1].Address) || len(ports.States()) != 0 {
		t.Error("ports are open that nobody wants")
	}
}

func TestAPortThatCannotBeOpenedKeepsNoOther(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	ports, said := openPorts(t)
	list := wanted(t, "kodi="+taken.Addr().String()+",ntfy=127.0.0.1:0")
	ports.Set(list, false)
	states := ports.States()
	if !strings.Contains(states[0].Trouble, "address already in use") || !strings.Contains(states[0].Help, "kodi=:PORT") || !reaches(states[1].Address) {
		t.Errorf("%+v", states)
	}
	if !strings.Contains(said.String(), "level=ERROR") || !strings.Contains(said.String(), "address already in use") {
		t.Error(said)
	}
	taken.Close()
	ports.Set(list, false)
	if states := ports.States(); states[0].Trouble != "" || !reaches(states[0].Address) {
		t.Errorf("%+v", states)
	}
}

func TestATokenClosesPortsUnlessTheOwnerSaysOtherwise(t *testing.T) {
	ports, said := openPorts(t)
	list := wanted(t, "kodi=127.0.0.1:0,ntfy=127.0.0.1:0+without-token")
	ports.Set(list, false)
	before := ports.States()
	ports.Set(list, true)
	after := ports.States()
	if reaches(before[0].Address) || !after[0].Guarded || !strings.Contains(after[0].Help, "kodi=127.0.0.1:0+without-token") {
		t.Errorf("%+v", after[0])
	}
	if !reaches(before[1].Address) || after[1].Trouble != "" || !after[1].Bare {
		t.Errorf("%+v", after[1])
	}
	if !strings.Contains(said.String(), "whoever is on the network can send cards here without it") {
		t.Errorf("the risk is not told: %s", said)
	}
	ports.Set(list, false)
	if now := ports.States(); now[0].Guarded || !reaches(now[0].Address) || now[1].Bare {
		t.Errorf("%+v", now)
	}
}
