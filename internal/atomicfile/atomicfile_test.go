package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAFileIsReplacedWholeAndReadableByItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("old and longer"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, mode %v", err, info.Mode())
	}
	if data, _ := os.ReadFile(path); string(data) != "new" {
		t.Errorf("the file holds %q", data)
	}
}

func TestAFailedWriteLeavesTheOldFileAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("new")); err == nil {
		t.Fatal("a directory was replaced")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestAFileThatIsSetAsideOverwritesNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	seen := map[string]bool{}
	for _, content := range []string{"first", "second", "third"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		aside, err := SetAside(path)
		if err != nil || seen[aside] {
			t.Fatalf("%s: %v", aside, err)
		}
		seen[aside] = true
		if data, _ := os.ReadFile(aside); string(data) != content {
			t.Errorf("%s holds %q", aside, data)
		}
	}
}
