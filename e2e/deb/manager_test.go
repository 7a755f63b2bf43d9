package deb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/e2e/house"
)

// ownMachine holds the program's path in a process that has a machine of its own to
// play with: mounts, processes, and a root folder of cgroups.
const ownMachine = "DEB_OWN_MACHINE"

// nobody is the user whose desktop it is.
const nobody = 65534

// onItsOwnMachine runs the calling test in a process with namespaces of its own. It
// returns true there; elsewhere the test is over.
func onItsOwnMachine(t *testing.T) bool {
	t.Helper()
	if os.Getenv(ownMachine) != "" {
		if os.Getpid() != 1 {
			t.Fatal("this is not a machine of its own: its processes would be killed")
		}
		return true
	}
	if os.Getuid() != 0 {
		cannot(t, "only root can start another user's service manager")
	}
	test := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v", "-test.timeout", "2m")
	test.Env = append(os.Environ(), ownMachine+"="+string(cuecard))
	test.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID}
	said, err := test.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		cannot(t, "this system gives no namespaces: %v", err)
	case err != nil:
		t.Errorf("%s", said)
	case strings.Contains(string(said), "--- SKIP"):
		cannot(t, "%s", said)
	case !strings.Contains(string(said), "--- PASS: "+t.Name()+" "):
		t.Errorf("it did not run: %s", said)
	}
	return false
}

// session is a user whose service manager runs.
type session struct {
	program house.Binary
	home    string
	env     []string
}

// login starts the user's service manager, as pam_systemd does on a device.
func login(t *testing.T) *session {
	t.Helper()
	if _, err := os.Stat("/usr/lib/systemd/systemd"); err != nil {
		t.Fatal("systemd is missing: install Debian's systemd")
	}
	for _, m := range []struct{ dir, kind string }{{"/proc", "proc"}, {"/run", "tmpfs"}, {"/sys/fs/cgroup", "cgroup2"}} {
		_ = unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
		if m.kind == "cgroup2" {
			_ = unix.Unmount(m.dir, unix.MNT_DETACH)
		}
		if err := unix.Mount("none", m.dir, m.kind, 0, ""); err != nil {
			cannot(t, "%s cannot be mounted: %v", m.dir, err)
		}
	}
	s := &session{program: "/run/cuecard", home: "/run/home"}
	copyProgram(t, string(s.program))
	for dir, owner := range map[string]int{"/run/systemd": 0, "/run/systemd/system": 0, s.home: nobody, "/run/user": nobody} {
		if err := errors.Join(os.MkdirAll(dir, 0o700), os.Chmod(dir, 0o755), os.Chown(dir, owner, owner)); err != nil {
			t.Fatal(err)
		}
	}
	s.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "XDG_RUNTIME_DIR=/run/user", "LC_ALL=C.UTF-8"}
	s.startManager(t, ownCgroup(t))
	return s
}

func copyProgram(t *testing.T, to string) {
	t.Helper()
	program, err := os.ReadFile(string(cuecard))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(to, program, 0o755), os.Chmod("/run", 0o755)); err != nil {
		t.Fatal(err)
	}
}

// ownCgroup is a folder that the user's service manager may divide.
func ownCgroup(t *testing.T) *os.File {
	t.Helper()
	dir, err := os.MkdirTemp("/sys/fs/cgroup", "cuecard-test")
	if err != nil {
		cannot(t, "there are no cgroups: %v", err)
	}
	t.Cleanup(func() { removeCgroup(dir) })
	scope := filepath.Join(dir, "init.scope")
	if err := os.Mkdir(scope, 0o755); err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error { return os.Chown(path, nobody, nobody) })
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(scope)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// removeCgroup removes folders from the innermost outwards.
func removeCgroup(dir string) {
	inside, _ := os.ReadDir(dir)
	for _, entry := range inside {
		if entry.IsDir() {
			removeCgroup(filepath.Join(dir, entry.Name()))
		}
	}
	_ = os.Remove(dir)
}

func (s *session) startManager(t *testing.T, cgroup *os.File) {
	t.Helper()
	ready, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: "/run/ready", Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer ready.Close()
	if err := os.Chmod("/run/ready", 0o777); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	manager := exec.Command("/usr/lib/systemd/systemd", "--user", "--log-target=console")
	manager.Env = append(s.env, "NOTIFY_SOCKET=/run/ready")
	manager.Stdout, manager.Stderr = &log, &log
	manager.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}, UseCgroupFD: true, CgroupFD: int(cgroup.Fd())}
	if err := manager.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = manager.Wait()
		close(ended)
		ready.Close() // nobody waits for one that is gone
	}()
	t.Cleanup(func() {
		_ = unix.Kill(-1, unix.SIGKILL) // all of this machine's processes but this one, which is its first
		<-ended
		for gone := error(nil); gone == nil || errors.Is(gone, unix.EINTR); {
			_, gone = unix.Wait4(-1, nil, 0, nil) // orphans are the first process's children
		}
		if t.Failed() {
			t.Log(log.String())
		}
	})
	_ = ready.SetReadDeadline(time.Now().Add(time.Minute))
	for message := make([]byte, 4096); ; {
		n, err := ready.Read(message)
		if err != nil {
			t.Fatalf("the service manager did not start: %v", err)
		}
		if strings.Contains("\n"+string(message[:n]), "\nREADY=1") {
			return
		}
	}
}

// run runs a program as the user.
func (s *session) run(t *testing.T, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Dir = s.env, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	said, err := cmd.CombinedOutput()
	return string(said), err
}

func (s *session) does(t *testing.T, name string, args ...string) string {
	t.Helper()
	said, err := s.run(t, name, args...)
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

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
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
	if !onItsOwnMachine(t) {
		return
	}
	s := login(t)
	address, data := freePort(t), s.home+`/it's 100% "mine" ${HOME} %h`
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

	second, elsewhere := s.pid(t), freePort(t)
	options[2] = elsewhere
	says(t, s.does(t, string(s.program), options...), "It was started.")
	until(t, "it answers at its new address", func() bool { return answers(elsewhere) })
	if s.pid(t) == second || answers(address) {
		t.Error("it runs on as it was")
	}

	says(t, s.does(t, string(s.program), "uninstall"), "no longer starts by itself", data)
	if said, _ := s.run(t, "systemctl", "--user", "is-active", "cuecard"); said != "inactive\n" || answers(elsewhere) {
		t.Errorf("after uninstall it is %s", said)
	}
}

// ownLines are what systemctl --user edit writes.
func (s *session) ownLines(t *testing.T, lines string) {
	t.Helper()
	dir := s.home + "/.config/systemd/user/cuecard.service.d"
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(dir+"/override.conf", []byte(lines), 0o644)); err != nil {
		t.Fatal(err)
	}
	s.does(t, "systemctl", "--user", "daemon-reload")
}

func TestTheServiceComesAndGoesWithTheDesktop(t *testing.T) {
	if !onItsOwnMachine(t) {
		return
	}
	s := login(t)
	desktop := s.home + "/.config/systemd/user/desktop.service"
	const text = "[Unit]\nBindsTo=graphical-session.target\nBefore=graphical-session.target\n[Service]\nExecStart=sleep infinity\n"
	if err := errors.Join(os.MkdirAll(filepath.Dir(desktop), 0o755), os.WriteFile(desktop, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	for dir := filepath.Dir(desktop); dir != s.home; dir = filepath.Dir(dir) {
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	s.does(t, "systemctl", "--user", "daemon-reload")
	address := freePort(t)
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
