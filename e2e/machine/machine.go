// Package machine gives a test a machine of its own to play with: mounts, processes,
// and a user whose systemd runs, as on a device where somebody has logged in.
//
// It never knows what is tested there.
package machine

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// variable holds the path of the program under test in a process that has a machine of its own.
const variable = "OWN_MACHINE"

// Program is the program under test on a machine of its own, and empty elsewhere. A
// package's TestMain takes it instead of building another.
func Program() string { return os.Getenv(variable) }

// Own runs the calling test in a process with namespaces of its own. It returns true
// there; elsewhere the test is over.
func Own(t *testing.T, program string) bool {
	t.Helper()
	if Program() != "" {
		if os.Getpid() != 1 {
			t.Fatal("this is not a machine of its own: its processes would be killed")
		}
		return true
	}
	if os.Getuid() != 0 {
		Cannot(t, "only root can start another user's service manager")
	}
	Again(t, variable+"="+program, &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID})
	return false
}

// Again runs the calling test in another process, in namespaces of its own and with one more variable, and judges it by that.
func Again(t *testing.T, variable string, namespaces *syscall.SysProcAttr) {
	t.Helper()
	test := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v", "-test.timeout", "2m")
	test.Env = append(os.Environ(), variable)
	test.SysProcAttr = namespaces
	said, err := test.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		Cannot(t, "this system gives no namespaces: %v", err)
	case err != nil:
		t.Errorf("%s", said)
	case strings.Contains(string(said), "--- SKIP"):
		Cannot(t, "%s", said)
	case !strings.Contains(string(said), "--- PASS: "+t.Name()+" "):
		t.Errorf("it did not run: %s", said)
	}
}

// Cannot ends a test for which this system has not what it takes. Where the project is judged, that is a failure.
func Cannot(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}
