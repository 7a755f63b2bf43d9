package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// wrongs are the doctor's complaints.
func wrongs(examined house.Result) (list []string) {
	for line := range strings.Lines(examined.Out) {
		if complaint, ok := strings.CutPrefix(line, "  WRONG  "); ok {
			list = append(list, strings.TrimSpace(complaint))
		}
	}
	return list
}

// complains fails unless the doctor finds this one thing wrong and says what helps.
func complains(t *testing.T, examined house.Result, complaint, help string) {
	t.Helper()
	if found := wrongs(examined); len(found) != 1 || !strings.Contains(found[0], complaint) || examined.Status != 1 {
		t.Errorf("%d %q, and not %q", examined.Status, found, complaint)
	}
	says(t, examined.Out, "What helps: "+help)
}

func TestTheDoctorFindsAHealthyServiceHealthy(t *testing.T) {
	t.Parallel()
	h := cuecard.StartIn(t, filepath.Join(t.TempDir(), "data"))
	owner := at(h.Dir)
	examined := owner.run(t, "doctor")
	if found := wrongs(examined); len(found) > 0 || examined.Status != 0 || examined.Errors != "" {
		t.Errorf("%+v", examined)
	}
	says(t, examined.Out, h.Dir, h.URL, "Cards may be shown", "Cards are saved", "No page is watching", "cuecard token new")
	owner.does(t, "token", "new")
	says(t, owner.does(t, "doctor"), "A token is set")
}

func TestTheDoctorSeesThePagesThatWatch(t *testing.T) {
	t.Parallel()
	h := cuecard.StartIn(t, filepath.Join(t.TempDir(), "data"))
	if event := listen(t, h.URL+"/tv/feed?width=1280&height=720", "").next(t, new(any)); event != "hello" {
		t.Fatal(event)
	}
	says(t, at(h.Dir).does(t, "doctor"), "1280 × 720", "1 watching")
}

func TestTheDoctorSaysThatNoServiceIsRunning(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	for _, state := range []string{"never started", "killed", "stopped"} {
		examined := at(dir).run(t, "doctor")
		if found := wrongs(examined); examined.Status != 1 || len(found) == 0 || !strings.Contains(found[0], "No service is running on "+dir) {
			t.Errorf("%s: %+v", state, examined)
		}
		says(t, examined.Out, "What helps: cuecard serve", "8090")
		h := cuecard.StartIn(t, dir)
		if state == "never started" {
			h.Kill()
		} else {
			h.Stop()
		}
	}
}

func TestTheDoctorSeesThatCardsAreDenied(t *testing.T) {
	t.Parallel()
	h := cuecard.StartIn(t, filepath.Join(t.TempDir(), "data"))
	at(h.Dir).does(t, "overlay", "deny")
	complains(t, at(h.Dir).run(t, "doctor"), "Cards cannot be shown", "cuecard overlay allow")
	at(h.Dir).does(t, "overlay", "allow")
	at(h.Dir).does(t, "doctor")
}

func TestTheDoctorSeesWhatOthersCanRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"settings.json", "cards.journal", "tvs.json"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := cuecard.StartIn(t, filepath.Join(t.TempDir(), "data"))
			at(h.Dir).does(t, "tvs", "add", "kitchen", h.URL)
			path := filepath.Join(h.Dir, name)
			if err := os.Chmod(path, 0o644); err != nil {
				t.Fatal(err)
			}
			complains(t, at(h.Dir).run(t, "doctor"), path, "chmod 600 '"+path+"'")
		})
	}
}
