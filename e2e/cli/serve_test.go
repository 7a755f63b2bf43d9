package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"cuecard.app/client"
)

func TestServeTakesItsOptionsFromTheEnvironment(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s := serve(t, []string{"CUECARD_LISTEN=127.0.0.1:0", "CUECARD_DATA=" + dir, "CUECARD_CONSOLE=127.0.0.1:0",
		"CUECARD_SCREEN=browser"}, "serve")
	if !strings.HasPrefix(s.line("Send to"), "http://127.0.0.1:") || !strings.HasPrefix(s.line("Console"), "http://127.0.0.1:") {
		t.Errorf("%q", s.lines)
	}
	if _, err := os.Stat(filepath.Join(dir, "settings.json")); err != nil {
		t.Error(err)
	}
	says(t, shell{}.with("CUECARD_SCREEN=hologram").fails(t, 2, "serve", "--data", dir), "--screen", `"hologram"`)
	says(t, shell{}.with("CUECARD_LISTEN=nowhere:x").fails(t, 1, "serve", "--data", t.TempDir()), "nowhere:x", "--listen")
	says(t, shell{}.with("CUECARD_CONSOLE=8091").fails(t, 1, "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0"), "8091", "--console")
}

func TestOptionsWinOverTheEnvironment(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s := serve(t, []string{"CUECARD_LISTEN=nowhere:x", "CUECARD_DATA=/dev/null/x", "CUECARD_CONSOLE=nowhere:x", "CUECARD_SCREEN=hologram"},
		"serve", "--listen", "127.0.0.1:0", "--data", dir, "--console", "off", "--screen", "auto")
	if s.line("Console") != "" {
		t.Errorf("%q", s.lines)
	}
	if _, err := os.Stat(filepath.Join(dir, "settings.json")); err != nil {
		t.Error(err)
	}
}

func TestServeIsTheDefaultCommand(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--console", "off")
	if _, err := client.New(s.line("Send to")).Health(t.Context()); err != nil {
		t.Error(err)
	}
	if status := s.stop(unix.SIGTERM); status != 0 {
		t.Errorf("ended with %d: %s", status, s.errors.String())
	}
	fromEnvironment := serve(t, []string{"CUECARD_LISTEN=127.0.0.1:0", "CUECARD_CONSOLE=off"})
	if _, err := client.New(fromEnvironment.line("Send to")).Health(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestDataIsKeptWhereTheSystemSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ variable, below string }{
		{"XDG_DATA_HOME", "cuecard"},
		{"HOME", ".local/share/cuecard"},
	} {
		dir := filepath.Join(t.TempDir(), "new")
		s := serve(t, []string{c.variable + "=" + dir}, "--listen", "127.0.0.1:0", "--console", "off")
		if _, err := os.Stat(filepath.Join(dir, c.below, "settings.json")); err != nil {
			t.Error(err)
		}
		said := shell{}.with(c.variable+"="+dir).does(t, "send", "hello", "--id", "here")
		if said != "shown (id here)\n" {
			t.Errorf("the service at %s is not found by $%s: %s", s.line("Send to"), c.variable, said)
		}
	}
}

func TestAScreenThatNobodyKnowsIsAClearError(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	says(t, user.fails(t, 2, "serve", "--listen", "127.0.0.1:0", "--console", "off", "--screen", "hologram"),
		"hologram", "auto", "wayland", "x11", "browser")
}

func TestTheConsoleIsForThisMachineOnly(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	for _, address := range []string{"0.0.0.0:1", "[::]:1", ":1", "192.0.2.7:1", "example.org:1"} {
		says(t, user.fails(t, 1, "serve", "--listen", "127.0.0.1:0", "--console", address), "--console", "loopback")
	}
}
