package machine

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// nobody is the user who has logged in.
const nobody = 65534

// User is somebody whose service manager runs.
type User struct {
	Home string
	env  []string
}

// Login starts the user's service manager, as pam_systemd does on a device. The machine has to be the test's own.
func Login(t *testing.T) *User {
	t.Helper()
	const systemd = "/usr/lib/systemd/systemd"
	if _, err := os.Stat(systemd); err != nil {
		t.Fatal("systemd is missing; Debian has it: apt-get install systemd")
	}
	_ = unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	for _, m := range []struct{ dir, kind string }{{"/proc", "proc"}, {"/run", "tmpfs"}, {"/sys/fs/cgroup", "cgroup2"}} {
		if m.kind == "cgroup2" {
			_ = unix.Unmount(m.dir, unix.MNT_DETACH)
		}
		if err := unix.Mount("none", m.dir, m.kind, 0, ""); err != nil {
			Cannot(t, "%s cannot be mounted: %v", m.dir, err)
		}
	}
	u := &User{Home: "/run/home"}
	for dir, owner := range map[string]int{"/run/systemd/system": 0, u.Home: nobody, "/run/user": nobody} {
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.Chown(dir, owner, owner)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod("/run", 0o755), os.Chmod("/run/user", 0o700)); err != nil {
		t.Fatal(err)
	}
	u.env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + u.Home, "XDG_RUNTIME_DIR=/run/user", "LC_ALL=C.UTF-8", "CUECARD_DISCOVERY=off"} // the network around is not asked or told anything
	u.startManager(t, systemd, cgroup(t))
	return u
}

// cgroup is a folder that the user's service manager may divide.
func cgroup(t *testing.T) *os.File {
	t.Helper()
	dir, err := os.MkdirTemp("/sys/fs/cgroup", "cuecard-test")
	if err != nil {
		Cannot(t, "there are no cgroups: %v", err)
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

func (u *User) startManager(t *testing.T, systemd string, cgroup *os.File) {
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
	manager := exec.Command(systemd, "--user", "--log-target=console")
	manager.Env = append(u.env, "NOTIFY_SOCKET=/run/ready")
	manager.Stdout, manager.Stderr = &log, &log
	manager.SysProcAttr = &syscall.SysProcAttr{Credential: credential(), UseCgroupFD: true, CgroupFD: int(cgroup.Fd())}
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

func credential() *syscall.Credential { return &syscall.Credential{Uid: nobody, Gid: nobody} }

// Run runs a program as the user and returns what it said.
func (u *User) Run(t testing.TB, name string, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env, cmd.Dir = u.env, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential()}
	said, err := cmd.CombinedOutput()
	return string(said), err
}

// Write writes a file below the user's home, which is then the user's with the folders it is in.
func (u *User) Write(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join(u.Home, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	for ; path != u.Home; path = filepath.Dir(path) {
		if err := os.Chown(path, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
}
