// Package rules holds the repository to its own design.
package rules

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// knows is who may import whom. What is not listed imports nothing of the project.
// Imports run one way: cmd → api, console → stage → deck → card; a screen's driver
// imports neither stage nor api.
var knows = map[string]string{
	"internal/deck":           "internal/card",
	"internal/screen":         "internal/card",
	"internal/screen/browser": "internal/card internal/screen",
	"internal/screen/overlay": "internal/card internal/paint internal/picture internal/qrcode internal/screen internal/text",
	"internal/screen/wayland": "internal/screen internal/screen/overlay internal/screen/wayland/wire",
	"internal/screen/x11":     "internal/paint internal/screen internal/screen/overlay",
	"internal/screen/shell":   "internal/card internal/look internal/qrcode internal/screen",
	"internal/stage":          "internal/card internal/deck internal/screen",
	"internal/journal":        "internal/atomicfile",
	"internal/accept":         "internal/accept/guise internal/card internal/deck internal/picture internal/screen",
	"internal/settings":       "internal/accept/guise internal/atomicfile internal/broker internal/card",
	"internal/intake":         "internal/card internal/deck internal/screen internal/stage",
	"internal/mqtt":           "internal/broker internal/card internal/deck internal/intake internal/screen internal/settings internal/stage",
	"internal/pairing":        "internal/guess",
	"internal/owner":          "internal/look internal/pairing internal/qrcode internal/screen internal/settings",
	"internal/console":        "internal/guess",
	"internal/paint":          "internal/card internal/look internal/text",
	"internal/sound":          "internal/sound/layer3",
	"internal/snapshot":       "internal/paint internal/picture internal/screen internal/text",
	"internal/openapi":        "internal/card",
	"internal/api": "internal/card internal/deck internal/fetch internal/intake internal/look internal/openapi internal/pairing internal/qrcode internal/screen internal/screen/browser " +
		"internal/settings internal/snapshot internal/stage",
}

type goPackage struct {
	ImportPath string
	Doc        string
	GoFiles    []string // without tests
	Imports    []string
}

func packages(t *testing.T) map[string]goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,GoFiles,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]goPackage{}
	for list := json.NewDecoder(strings.NewReader(string(out))); list.More(); {
		var p goPackage
		if err := list.Decode(&p); err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(p.ImportPath, "cuecard.app/")] = p
	}
	return found
}

func TestImportsRunOneWay(t *testing.T) {
	for name, p := range packages(t) {
		if !strings.HasPrefix(name, "internal/") && name != "client" {
			continue // cmd wires everything, and the tests use it
		}
		for _, imported := range p.Imports {
			own, ok := strings.CutPrefix(imported, "cuecard.app/")
			if ok && !slices.Contains(strings.Fields(knows[name]), own) {
				t.Errorf("%s must not import %s", name, own)
			}
		}
	}
}

func TestCardAndDeckUseNeitherTheNetworkNorTheSystemNorTheClock(t *testing.T) {
	all := packages(t)
	for _, name := range []string{"internal/card", "internal/deck"} {
		for _, imported := range all[name].Imports {
			if slices.Contains([]string{"net", "net/http", "os", "time", "log/slog", "context"}, imported) {
				t.Errorf("%s imports %s", name, imported)
			}
		}
	}
}

func TestEveryPackageSaysWhatItKnows(t *testing.T) {
	for name, p := range packages(t) {
		if len(p.GoFiles) > 0 && p.Doc == "" {
			t.Errorf("%s has no doc comment", name)
		}
	}
}
