// Package apk looks into the built Android app for tests, with the tools that make apk and
// make android-test install.
//
// It never builds one.
package apk

import (
	"archive/zip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Root is the repository, as the tests below e2e see it.
const Root = "../.."

// APK is the app as it is installed.
type APK struct {
	Path string
	zip  *zip.Reader
}

// Open reads the APK that CUECARD_APK names, or the one in dist.
func Open(t testing.TB) *APK {
	t.Helper()
	path := os.Getenv("CUECARD_APK")
	if path == "" {
		built, _ := filepath.Glob(filepath.Join(Root, "dist", "cuecard-*.apk"))
		if len(built) != 1 {
			missing(t, "one APK in dist", "make apk")
		}
		path = built[0]
	}
	opened, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { opened.Close() })
	return &APK{path, &opened.Reader}
}

// missing skips the test, unless somebody counts on it: a CI, or make android-test.
func missing(t testing.TB, what, remedy string) {
	t.Helper()
	if os.Getenv("CI") != "" || os.Getenv("CUECARD_APK") != "" {
		t.Fatalf("this test needs %s: %s", what, remedy)
	}
	t.Skipf("this test needs %s: %s", what, remedy)
}

// Tool is the path of a program that a Debian package brings.
func Tool(t testing.TB, name, debian string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		missing(t, name, "apt-get install "+debian)
	}
	return path
}

// Files are the names of all files in it, in their order.
func (a *APK) Files() (names []string) {
	for _, file := range a.zip.File {
		names = append(names, file.Name)
	}
	return names
}

// Read is what a file in it holds.
func (a *APK) Read(t testing.TB, name string) []byte {
	t.Helper()
	file, err := a.zip.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Extract writes a file of it below a folder of the test's own, as a program.
func (a *APK) Extract(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), filepath.Base(name))
	if err := os.WriteFile(path, a.Read(t, name), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ask runs a tool to its end and returns what it says.
func Ask(t testing.TB, tool string, args ...string) string {
	t.Helper()
	said, err := exec.Command(tool, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", tool, args, err, said)
	}
	return string(said)
}
