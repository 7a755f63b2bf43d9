// Package clients finds the clients and tools of others that the tests run. They are
// pinned in requirements.txt and installed by `make clients`.
//
// It never knows what they are used for.
package clients

import (
	"os"
	"path/filepath"
	"testing"

	"cuecard.app/e2e/house"
)

// Tool is the path of a program among them, such as python or apprise. The test has to be
// in a folder of e2e.
func Tool(t testing.TB, name string) string {
	t.Helper()
	dir, err := filepath.Abs("../../.venv")
	if err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(dir, "bin", name)
	for _, needed := range []string{filepath.Join(dir, ".installed"), tool} {
		if _, err := os.Stat(needed); err != nil {
			t.Fatalf("%s is not installed; run: make clients", name)
		}
	}
	return tool
}

// Environment is that of a tool: a home of its own, and no proxy on the way to the TV.
func Environment(t testing.TB, more ...string) []string {
	t.Helper()
	own := []string{"HOME=" + t.TempDir(), "PYTHONDONTWRITEBYTECODE=1", "NO_COLOR=1", "no_proxy=*", "NO_PROXY=*"}
	return append(append(house.Environment(), own...), more...)
}
