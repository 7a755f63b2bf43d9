package deb

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/e2e/house"
	"cuecard.app/e2e/machine"
)

// session is a user whose service manager runs, and the program where that user can run it.
type session struct {
	*machine.User
	program house.Binary
}

func login(t *testing.T) *session {
	t.Helper()
	s := &session{machine.Login(t), "/run/cuecard"}
	copyProgram(t, string(s.program))
	return s
}

func copyProgram(t *testing.T, to string) {
	t.Helper()
	program, err := os.ReadFile(string(cuecard))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, program, 0o755); err != nil {
		t.Fatal(err)
	}
}

func (s *session) does(t *testing.T, name string, args ...string) string {
	t.Helper()
	said, err := s.Run(t, name, args...)
	if err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, said)
	}
	return said
}

// until waits for what another process will do.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline, again := time.After(time.Minute), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for !done() {
		select {
		case <-deadline:
			t.Fatalf("not within a minute: %s", what)
		case <-again.C:
		}
	}
}

// pid is the service's process; 0 when it does not run.
func (s *session) pid(t *testing.T) int {
	t.Helper()
	said := s.does(t, "systemctl", "--user", "show", "-P", "MainPID", "cuecard.service")
	pid, _ := strconv.Atoi(strings.TrimSpace(said))
	return pid
}

func freeAddress(t *testing.T) string {
	t.Helper()
	return fmt.Sprintf("127.0.0.1:%d", house.FreePort(t))
}

func answers(address string) bool {
	response, err := http.Get("http://" + address + "/health")
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

func TestARealServiceManagerRunsWhatWasInstalled(t *testing.T) {
	if !machine.Own(t, string(cuecard)) {
		return
	}
	s := login(t)
	address, data := freeAddress(t), s.Home+`/it's 100% "mine" ${HOME} %h`
	options := []string{"install", "--listen", address, "--console", "off", "--data", data}
	says(t, s.does(t, string(s.program), options...), "Cuecard is installed for nobody", "at login", "It was started.")
	until(t, "the service answers", func() bool { return answers(address) })
	if _, err := os.Stat(filepath.Join(data, "settings.json")); err != nil {
		t.Errorf("the folder's name was not understood: %v", err)
	}
	says(t, s.does(t, "systemctl", "--user", "is-enabled", "cuecard"), "enabled")
	first := s.pid(t)
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", first))
	says(t, string(status), "NoNewPrivs:\t1\n", "Seccomp:\t2\n")

	says(t, s.does(t, string(s.program), options...), "Nothing had to change", "It is running.")
	if s.pid(t) != first {
		t.Error("it was started anew although nothing had changed")
	}
	s.ownLines(t, "[Service]\nRestartSec=0\n")
	_ = unix.Kill(first, unix.SIGKILL)
	until(t, "it comes back after a crash", func() bool { pid := s.pid(t); return pid != 0 && pid != first && answers(address) })

	second, elsewhere := s.pid(t), freeAddress(t)
	options[2] = elsewhere
	says(t, s.does(t, string(s.program), options...), "It was started.")
	until(t, "it answers at its new address", func() bool { return answers(elsewhere) })
	if s.pid(t) == second || answers(address) {
		t.Error("it runs on as it was")
	}

	says(t, s.does(t, string(s.program), "uninstall"), "no longer starts by itself", data)
	if said, _ := s.Run(t, "systemctl", "--user", "is-active", "cuecard"); said != "inactive\n" || answers(elsewhere) {
		t.Errorf("after uninstall it is %s", said)
	}
}

// ownLines are what systemctl --user edit writes.
func (s *session) ownLines(t *testing.T, lines string) {
	t.Helper()
	s.Write(t, ".config/systemd/user/cuecard.service.d/override.conf", lines)
	s.does(t, "systemctl", "--user", "daemon-reload")
}

func TestTheServiceComesAndGoesWithTheDesktop(t *testing.T) {
	if !machine.Own(t, string(cuecard)) {
		return
	}
	s := login(t)
	const text = "[Unit]\nBindsTo=graphical-session.target\nBefore=graphical-session.target\n[Service]\nExecStart=sleep infinity\n"
	s.Write(t, ".config/systemd/user/desktop.service", text)
	s.does(t, "systemctl", "--user", "daemon-reload")
	address := freeAddress(t)
	options := []string{"install", "--listen", address, "--console", "off"}
	says(t, s.does(t, string(s.program), append(options, "--start", "session")...), "It starts when the desktop does.")
	if s.pid(t) != 0 {
		t.Error("it runs without its desktop")
	}
	s.does(t, "systemctl", "--user", "start", "desktop")
	until(t, "it starts with the desktop", func() bool { return answers(address) })
	says(t, s.does(t, string(s.program), options...), "with the desktop", "Nothing had to change", "It is running.")
	s.does(t, "systemctl", "--user", "stop", "desktop")
	until(t, "it stops with the desktop", func() bool { return s.pid(t) == 0 && !answers(address) })
	s.does(t, "systemctl", "--user", "start", "desktop")
	until(t, "it is there again", func() bool { return answers(address) })
}
