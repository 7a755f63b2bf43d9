package robust

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// spoil makes another file of one that a service has left.
type spoil func(before []byte) []byte

func flip(word string) spoil {
	return func(before []byte) []byte { return bytes.Replace(before, []byte(word), []byte("\x93\x00?\xff"), 1) }
}

func become(content string) spoil { return func([]byte) []byte { return []byte(content) } }

func half(before []byte) []byte { return before[:len(before)/2] }

func TestADamagedFileIsSetAside(t *testing.T) {
	t.Parallel()
	all := []string{"first", "second", "third"}
	for _, c := range []struct {
		name, file string
		spoil      spoil
		left       []string // of the cards
	}{
		{"journal, flipped in the middle", "cards.journal", flip("second"), []string{"first", "third"}},
		{"journal, first line flipped", "cards.journal", flip("journal"), nil},
		{"journal, foreign", "cards.journal", become("<!doctype html>\n<title>Not a journal</title>\n"), nil},
		{"journal, of a newer version", "cards.journal", become("cuecard journal 2\n"), nil},
		{"settings, flipped in the middle", "settings.json", flip(`"volume"`), all},
		{"settings, foreign", "settings.json", become(`{"name":"another program's"}`), all},
		{"settings, no JSON", "settings.json", become("volume = 3\n"), all},
		{"settings, a list", "settings.json", become("[1,2,3]"), all},
		{"settings, of another type", "settings.json", become(`{"version":1,"token":{"a":"b"}}`), all},
		{"settings, truncated", "settings.json", half, all},
		{"settings, empty", "settings.json", become(""), all},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := afterThreeCards(t)
			path := filepath.Join(dir, c.file)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			spoilt := c.spoil(before)
			if err := os.WriteFile(path, spoilt, 0o600); err != nil {
				t.Fatal(err)
			}
			h := cuecard.StartIn(t, dir)
			if now := held(t, h); !slices.Equal(now, c.left) {
				t.Errorf("there are %q", now)
			}
			worksOn(t, h)
			if aside, err := os.ReadFile(setAside(t, h, path)); err != nil || !bytes.Equal(aside, spoilt) {
				t.Errorf("set aside is %q, %v", aside, err)
			}
		})
	}
}

func TestADirectoryInTheFilesPlaceIsSetAside(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cards.journal", "settings.json"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Join(path, "something"), 0o700); err != nil {
				t.Fatal(err)
			}
			h := cuecard.StartIn(t, dir)
			worksOn(t, h)
			if info, err := os.Stat(filepath.Join(setAside(t, h, path), "something")); err != nil || !info.IsDir() {
				t.Errorf("what was in it is not there any more: %v", err)
			}
		})
	}
}

// A file that ends too early is what a power cut leaves, and nothing to worry about.
func TestATruncatedJournalLosesOnlyItsEnd(t *testing.T) {
	t.Parallel()
	dir := afterThreeCards(t)
	path := filepath.Join(dir, "cards.journal")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		end  int
		left []string
	}{
		{"in the last card", bytes.Index(whole, []byte("third")), []string{"first", "second"}},
		{"one byte short", len(whole) - 1, []string{"first", "second"}},
		{"in the first card", bytes.Index(whole, []byte("first")), nil},
		{"in the first line", 5, nil},
		{"empty", 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "cards.journal"), whole[:c.end], 0o600); err != nil {
				t.Fatal(err)
			}
			h := cuecard.StartIn(t, dir)
			if now := held(t, h); !slices.Equal(now, c.left) {
				t.Errorf("there are %q", now)
			}
			worksOn(t, h)
			noDamage(t, h, dir)
		})
	}
}

// afterThreeCards is the directory of a service that was killed with three cards due.
func afterThreeCards(t *testing.T) (dir string) {
	t.Helper()
	h := cuecard.Start(t)
	for _, id := range []string{"first", "second", "third"} {
		post(t, h, id, id)
	}
	h.Kill()
	return h.Dir
}

// setAside is the name, told in the log of a service that has ended, of what was at path.
func setAside(t *testing.T, h *house.House, path string) string {
	t.Helper()
	names := regexp.MustCompile(regexp.QuoteMeta(path)+`\.damaged-[^\s"]+`).FindAllString(h.Log(), -1)
	if len(names) != 1 {
		t.Fatalf("the log tells %d names:\n%s", len(names), h.Log())
	}
	return names[0]
}

// worksOn fails unless the service keeps cards and settings from here on. It is killed to see that.
func worksOn(t *testing.T, h *house.House) {
	t.Helper()
	before := held(t, h)
	post(t, h, "new", "hello")
	if changed := h.Run(t, "settings", "deviceName=Kitchen"); changed.Status != 0 {
		t.Errorf("the settings cannot be changed: %s", changed.Errors)
	}
	h.Kill()
	again := cuecard.StartIn(t, h.Dir)
	if now := held(t, again); !slices.Equal(now, append(before, "new")) {
		t.Errorf("after another restart there are %q", now)
	}
	if info, err := caller(again).Info(t.Context()); err != nil || info.DeviceName != "Kitchen" {
		t.Errorf("after another restart: %+v, %v", info, err)
	}
	again.Kill()
	if strings.Contains(again.Log(), "level=") {
		t.Errorf("after another restart: %s", again.Log())
	}
}
