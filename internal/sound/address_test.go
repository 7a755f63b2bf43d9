package sound

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

func TestTheServerIsLookedForWhereLibpulseLooks(t *testing.T) {
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		server, runtime, session string
		want                     []place
	}{
		{"", "", "/run/user/7", []place{{"unix", "/run/user/7/pulse/native"}, {"unix", "/run/pulse/native"}}},
		{"", "/p", "/s", []place{{"unix", "/p/native"}, {"unix", "/s/pulse/native"}, {"unix", "/run/pulse/native"}}},
		{"", "", "", []place{{"unix", "/run/user/" + strconv.Itoa(os.Getuid()) + "/pulse/native"}, {"unix", "/run/pulse/native"}}},
		{"unix:/a/native /b tcp:c:1 tcp6:[::1] d", "/p", "/s", []place{{"unix", "/a/native"}, {"unix", "/b"}, {"tcp", "c:1"}, {"tcp6", "[::1]:4713"}, {"tcp", "d:4713"}}},
		{"{" + own + "}/mine {elsewhere-entirely}/theirs", "", "", []place{{"unix", "/mine"}}},
	} {
		t.Setenv("PULSE_SERVER", c.server)
		t.Setenv("PULSE_RUNTIME_PATH", c.runtime)
		t.Setenv("XDG_RUNTIME_DIR", c.session)
		if got := places(); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestTheCookieIsTheOneOfTheUser(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("PULSE_COOKIE", "")
	if got := cookie(); !bytes.Equal(got, make([]byte, 256)) {
		t.Errorf("without a file it is %x", got)
	}
	for i, path := range []string{".pulse-cookie", ".config/pulse/cookie", "other"} {
		path = filepath.Join(home, path)
		key := bytes.Repeat([]byte{byte(i + 1)}, 256)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, key, 0o600); err != nil {
			t.Fatal(err)
		}
		if i == 2 {
			t.Setenv("PULSE_COOKIE", path)
		}
		if got := cookie(); !bytes.Equal(got, key) {
			t.Errorf("with %s it is %x", path, got[:1])
		}
	}
}
