package rules

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheLicencesOfAllThatIsLinkedAreTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "THIRD-PARTY.md")
	if out, err := exec.Command("go", "run", "./scripts/licences", path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("THIRD-PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(want)) {
		if strings.HasPrefix(line, "## ") && !strings.Contains(string(got), line) {
			t.Errorf("THIRD-PARTY.md lacks %s", strings.TrimSpace(line[3:]))
		}
	}
	if string(got) != string(want) {
		t.Error("THIRD-PARTY.md is not up to date: run go run ./scripts/licences THIRD-PARTY.md")
	}
	for _, work := range []string{"Bitstream Vera", "DejaVu changes are in public domain", "go-text/typesetting", "UNICODE, INC. LICENSE AGREEMENT"} {
		if !strings.Contains(string(got), work) {
			t.Errorf("THIRD-PARTY.md says nothing of %s", work)
		}
	}
}
