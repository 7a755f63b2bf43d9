package robust

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"cuecard.app/e2e/machine"
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
	machine.Again(t, ownMounts+"="+string(cuecard), &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	})
	return false
}

// mount puts a file system in memory at dir.
func mount(t *testing.T, dir string, flags uintptr, data string) {
	t.Helper()
	err := unix.Mount("none", dir, "tmpfs", flags, data)
	if errors.Is(err, unix.EPERM) {
		machine.Cannot(t, "this system does not let root of a namespace mount: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
}
