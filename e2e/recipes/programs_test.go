package recipes

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/clients"
)

// python runs a script of a page and returns what it printed.
func (k *kitchen) python(t testing.TB, page, name string) string {
	t.Helper()
	script := put(t, k.dir, page, name, k.places)
	run := exec.CommandContext(t.Context(), clients.Tool(t, "python"), script)
	run.Env = k.environment(t)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	return string(out)
}

func TestPythonShowsACardAndSaysWhyAnotherIsRefused(t *testing.T) {
	k := newKitchen(t)
	out := k.python(t, "python.md", "notify.py")
	if out != "{'id': 'wash', 'result': 'shown'}\nfield 'dim' must be a number from 0 to 1\n" {
		t.Error(out)
	}
	if c := k.showing(t); c.Title != "Laundry" || c.Duration != 20*time.Second {
		t.Errorf("%+v", c)
	}
}

func TestPythonsProgressIsOneCardThatGoes(t *testing.T) {
	k := newKitchen(t)
	if out := k.python(t, "python.md", "progress.py"); out != "shown\nreplaced\nreplaced\ndismissed\n" {
		t.Error(out)
	}
}

func TestTheGoProgramCompilesAndShowsItsCard(t *testing.T) {
	k := newKitchen(t)
	k.lock(t)
	// Inside of the module, where the client is found.
	dir, err := os.MkdirTemp(".", "_recipe")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	put(t, dir, "go.md", "main.go", k.places)
	run := exec.CommandContext(t.Context(), "go", "run", "./"+filepath.Base(dir))
	run.Env = append(os.Environ(), "TOKEN="+k.token)
	out, err := run.CombinedOutput()
	if err != nil || string(out) != "wash shown\n" {
		t.Errorf("%v: %s", err, out)
	}
}

func TestAppriseReachesTheTVByItsGenericAddress(t *testing.T) {
	k := newKitchen(t)
	ran := 0
	for _, line := range commands(t, "apprise.md") {
		if !strings.Contains(line, "json://") {
			continue
		}
		if strings.Contains(line, "$TOKEN") && k.token == "" {
			k.clear(t)
			k.lock(t)
		}
		k.does(t, line)
		ran++
		c := k.showing(t)
		if c.Title != "Laundry" || c.Message != "The wash is done" {
			t.Errorf("%s: %+v", line, c)
		}
		if strings.Contains(line, ":position") && (c.Position != client.TopRight || c.Accent != "#00AA00") {
			t.Errorf("%s: %+v", line, c)
		}
		if ran > 1 {
			k.clear(t)
		}
	}
	if ran != 3 {
		t.Errorf("%d lines were found", ran)
	}
}

func TestAppriseSpeaksCuecardWithThePlugin(t *testing.T) {
	k := newKitchen(t)
	k.lock(t)
	put(t, k.dir, "apprise.md", "cuecard.py", k.places)
	for _, line := range commands(t, "apprise.md") {
		if strings.Contains(line, "cuecard.py") {
			k.does(t, line)
		}
	}
	c := k.showing(t)
	if c.ID != "freezer" || c.Title != "Freezer" || c.Message != "The door is open" || c.Duration != 20*time.Second || c.WidthPercent != 40 || c.Accent != "#F9A825" || !c.Speak {
		t.Errorf("%+v", c)
	}
}
