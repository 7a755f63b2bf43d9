package recipes

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// elsewhere are pages that another test runs, or nobody can.
var elsewhere = []string{"home-assistant.md", "powershell.md"}

// unrun are the blocks that no test takes, for what is no program here.
var unrun = []string{"grafana.md cuecard.yaml"}

// TestEveryBlockWasTaken comes last, in the last file, behind all that take them.
func TestEveryBlockWasTaken(t *testing.T) {
	if strings.Contains(strings.Join(os.Args, " "), "-test.run") {
		t.Skip("only some tests run")
	}
	pages, _ := filepath.Glob(folder + "/*.md")
	for _, path := range pages {
		page := filepath.Base(path)
		if slices.Contains(elsewhere, page) {
			continue
		}
		for _, b := range blocks(t, page) {
			if _, taken := used.Load(page + " " + b.name); !taken && !slices.Contains(unrun, page+" "+b.name) {
				t.Errorf("no test runs %s %s of %s", b.kind, b.name, page)
			}
		}
	}
}
