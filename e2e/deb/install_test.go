package deb

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// person is a user with a home and no service manager that answers.
type person struct {
	home      string
	variables []string
}

func newPerson(t *testing.T, variables ...string) person {
	t.Helper()
	return person{t.TempDir(), variables}
}

func (p person) unit() string { return filepath.Join(p.home, ".config/systemd/user/cuecard.service") }

func (p person) run(t *testing.T, args ...string) house.Result {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), string(cuecard), args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, "XDG_RUNTIME_DIR=" + p.home}, p.variables...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return house.Result{Status: cmd.ProcessState.ExitCode(), Out: out.String(), Errors: errs.String()}
}

// does runs a command that has to end well.
func (p person) does(t *testing.T, args ...string) house.Result {
	t.Helper()
	result := p.run(t, args...)
	if result.Status != 0 {
		t.Fatalf("cuecard %q: %+v", args, result)
	}
	return result
}

// written is the unit as it is on disk.
func (p person) written(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(p.unit())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("%q is not in: %s", word, text)
		}
	}
}

func TestInstallWritesTheUnitWithoutAServiceManager(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	result := p.does(t, "install")
	says(t, result.Out, p.unit(), "systemctl --user status cuecard", "journalctl --user -u cuecard", "cuecard uninstall", "loginctl enable-linger", "a page in a browser")
	says(t, result.Errors, "could not be started now", "systemctl --user daemon-reload && systemctl --user restart cuecard")
	says(t, p.written(t), "\nExecStart="+string(cuecard)+" serve\n", "\nWantedBy=default.target\n", "\nRestart=on-failure\n")
	if to, err := os.Readlink(filepath.Join(filepath.Dir(p.unit()), "default.target.wants", "cuecard.service")); to != p.unit() {
		t.Errorf("it is not enabled: %q, %v", to, err)
	}
}

func TestInstallSaysWhatHelpsWithoutSystemd(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "PATH="+t.TempDir())
	says(t, p.does(t, "install").Errors, "there is no systemd here")
	p.written(t)
}

func TestInstallingAgainChangesNothing(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.does(t, "install")
	before, _ := os.Stat(p.unit())
	says(t, p.does(t, "install").Out, "Nothing had to change")
	if after, _ := os.Stat(p.unit()); after == nil || !os.SameFile(before, after) {
		t.Error("the file was written again")
	}
	if said := p.does(t, "install", "--listen", ":9000").Out; strings.Contains(said, "Nothing had") {
		t.Error(said)
	}
	says(t, p.written(t), "serve --listen :9000\n")
}

func TestAnotherStartMovesTheLink(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	p.does(t, "install", "--start", "login")
	p.does(t, "install", "--start", "session")
	says(t, p.written(t), "\nAfter=graphical-session.target\nPartOf=graphical-session.target\n", "\nWantedBy=graphical-session.target\n")
	links, _ := filepath.Glob(filepath.Join(filepath.Dir(p.unit()), "*.wants", "*"))
	if len(links) != 1 || !strings.Contains(links[0], "/graphical-session.target.wants/") {
		t.Errorf("%q", links)
	}
}

func TestTheDesktopsNamesAreWrittenDown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		variables []string
		args      []string
		want      []string
		not       string
	}{
		{"x11", []string{"DISPLAY=:0"}, nil, []string{"--screen x11\n", "\nEnvironment=DISPLAY=:0\n"}, "WAYLAND"},
		{"wayland", []string{"DISPLAY=:0", "WAYLAND_DISPLAY=wayland-1"}, nil, []string{"--screen wayland\n", "\nEnvironment=WAYLAND_DISPLAY=wayland-1\n"}, "=DISPLAY"},
		{"ssh", []string{"DISPLAY=:0", "SSH_CONNECTION=1"}, nil, []string{"serve\n"}, "DISPLAY"},
		{"forwarded", []string{"DISPLAY=localhost:10.0"}, nil, []string{"serve\n"}, "DISPLAY"},
		{"named", nil, []string{"--display", ":1"}, []string{"--screen x11\n", "\nEnvironment=DISPLAY=:1\n"}, "WAYLAND"},
		{"usual", nil, []string{"--screen", "wayland"}, []string{"--screen wayland\n", "\nEnvironment=WAYLAND_DISPLAY=wayland-0\n"}, "=DISPLAY"},
		{"browser", []string{"DISPLAY=:0"}, []string{"--screen", "browser"}, []string{"--screen browser\n"}, "DISPLAY"},
		{"session", []string{"DISPLAY=:0"}, []string{"--start", "session"}, []string{"serve\n"}, "DISPLAY"},
		{"key", []string{"DISPLAY=:0", "XAUTHORITY=/run/user/1000/xauth"}, nil, []string{"\nEnvironment=XAUTHORITY=/run/user/1000/xauth\n"}, "WAYLAND"},
		{"variables", []string{"CUECARD_LISTEN=:9000", "XDG_DATA_HOME=/srv/data"}, nil, []string{"serve --data /srv/data/cuecard --listen :9000\n"}, "DISPLAY"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, c.variables...)
			said := p.does(t, append([]string{"install", "--dry-run"}, c.args...)...).Out
			says(t, said, c.want...)
			if strings.Contains(said, c.not) {
				t.Errorf("%s is in %s", c.not, said)
			}
			if _, err := os.Stat(p.unit()); err == nil {
				t.Error("a dry run wrote the file")
			}
		})
	}
}

func TestUninstallRemovesWhatInstallWroteAndKeepsTheRest(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	others := filepath.Join(filepath.Dir(p.unit()), "other.service")
	data := filepath.Join(p.home, "my cards")
	p.does(t, "install", "--data", data)
	for _, file := range []string{others, filepath.Join(data, "settings.json")} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	says(t, p.does(t, "uninstall").Out, "no longer starts by itself", data)
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(p.unit()), "*"))
	if len(left) != 1 || left[0] != others {
		t.Errorf("left: %q", left)
	}
	if _, err := os.Stat(filepath.Join(data, "settings.json")); err != nil {
		t.Error(err)
	}
	says(t, p.does(t, "uninstall").Out, "nothing was removed")
}

func TestAUnitOfSomebodyElseStays(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	if err := os.MkdirAll(filepath.Dir(p.unit()), 0o755); err != nil {
		t.Fatal(err)
	}
	const own = "[Service]\nExecStart=/bin/true\n"
	if err := os.WriteFile(p.unit(), []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"install", "uninstall"} {
		result := p.run(t, command)
		if result.Status != 1 || p.written(t) != own {
			t.Errorf("%s: %+v", command, result)
		}
		says(t, result.Errors, "was not written by cuecard install")
	}
}

func TestWhatCannotBeInstalledIsSaid(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	for _, c := range []struct {
		status int
		says   string
		args   []string
	}{
		{2, "must be one of", []string{"install", "--screen", "shell"}},
		{2, "must be one of", []string{"install", "--screen", "tv"}},
		{2, "must be one of", []string{"install", "--start", "now"}},
		{2, "--screen says x11", []string{"install", "--screen", "x11", "--display", "wayland-0"}},
		{2, "not understood", []string{"install", "now"}},
		{1, "cannot stand in a systemd unit", []string{"install", "--listen", "a\nb"}},
	} {
		result := p.run(t, c.args...)
		if result.Status != c.status || !strings.Contains(result.Errors, c.says) {
			t.Errorf("%q: %+v", c.args, result)
		}
	}
	blocked := newPerson(t, "XDG_CONFIG_HOME=/dev/null")
	if result := blocked.run(t, "install"); result.Status != 1 || result.Errors == "" {
		t.Errorf("%+v", result)
	}
	if os.Getuid() == 0 {
		sudo := newPerson(t, "SUDO_USER=pi")
		result := sudo.run(t, "install")
		if result.Status != 1 {
			t.Errorf("%+v", result)
		}
		says(t, result.Errors, "without sudo: cuecard install")
	}
}

func TestAProgramOfGoRunIsNotInstalled(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	dir := filepath.Join(p.home, "go-build123", "exe")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "cuecard")
	if err := os.Link(string(cuecard), program); err != nil {
		t.Fatal(err)
	}
	result := house.Binary(program).Run(t, "", "install", "--dry-run")
	if result.Status != 1 || !strings.Contains(result.Errors, "go run") {
		t.Errorf("%+v", result)
	}
}

func TestSystemdUnderstandsEveryUnit(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"session":  {"install", "--dry-run", "--start", "session"},
		"login":    {"install", "--dry-run", "--display", ":0", "--listen", "127.0.0.1:8090"},
		"odd":      {"install", "--dry-run", "--data", `/tmp/it's 100% "mine" \ $HOME; ok`, "--display", "wayland-0"},
		"packaged": {"unit"},
	} {
		file := filepath.Join(t.TempDir(), "cuecard.service")
		text := newPerson(t).does(t, args...).Out
		text = strings.ReplaceAll(text, "ExecStart=/usr/bin/cuecard", "ExecStart="+string(cuecard))
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if said := runs(t, "systemd", "systemd-analyze", "--user", "verify", "--man=no", file); said != "" {
			t.Errorf("%s: %s", name, said)
		}
	}
}
