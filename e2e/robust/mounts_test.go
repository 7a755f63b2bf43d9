package robust

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// ownMounts holds the program's path in a process that may mount what it likes.
const ownMounts = "ROBUST_OWN_MOUNTS"

// mountsOfItsOwn runs the calling test in another process, where it is root of a
// namespace and can mount: an ordinary user may have that too. It returns true there;
// elsewhere the test is over.
func mountsOfItsOwn(t *testing.T) bool {
	t.Helper()
	if os.Getenv(ownMounts) != "" {
		return true
	}
	test := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v", "-test.timeout", "2m")
	test.Env = append(os.Environ(), ownMounts+"="+string(cuecard))
	test.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	said, err := test.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		cannot(t, "this system lets nobody mount: %v", err)
	case err != nil:
		t.Errorf("%s", said)
	case strings.Contains(string(said), "--- SKIP"):
		cannot(t, "%s", said)
	case !strings.Contains(string(said), "--- PASS: "+t.Name()+" "):
		t.Errorf("it did not run: %s", said)
	}
	return false
}

// cannot leaves a test out on a developer's machine that does not allow it. Where the project is judged, nothing is left out.
func cannot(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// mount puts a file system in memory at dir.
func mount(t *testing.T, dir string, flags uintptr, data string) {
	t.Helper()
	err := unix.Mount("none", dir, "tmpfs", flags, data)
	if errors.Is(err, unix.EPERM) {
		cannot(t, "this system does not let root of a namespace mount: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
}
