package robust

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

func TestASecondServiceOnOneDirectoryIsRefused(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	second := cuecard.Run(t, "", "serve", "--data", h.Dir, "--listen", "127.0.0.1:0", "--console", "off")
	if second.Status != 1 || !strings.Contains(second.Errors, h.Dir) || !strings.Contains(second.Errors, "--data") {
		t.Errorf("the second service: %+v", second)
	}
	answers(t, h)
	if doctor := h.Run(t, "settings", "volume=0.5"); doctor.Status != 0 {
		t.Errorf("the first service does not hear its owner any more: %+v", doctor)
	}
}

func TestAServiceThatWasKilledLeavesNoLock(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	h.Kill()
	again := cuecard.StartIn(t, h.Dir)
	if changed := again.Run(t, "settings", "volume=0.5"); changed.Status != 0 {
		t.Errorf("its owner cannot reach it: %+v", changed)
	}
}

func TestATakenPortIsAClearError(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	taken := strings.TrimPrefix(h.URL, "http://")
	second := cuecard.Run(t, "", "serve", "--data", t.TempDir(), "--listen", taken, "--console", "off")
	if second.Status != 1 || !strings.Contains(second.Errors, "--listen") || !strings.Contains(second.Errors, taken) {
		t.Errorf("the second service: %+v", second)
	}
	console := cuecard.Run(t, "", "serve", "--data", t.TempDir(), "--listen", "127.0.0.1:0", "--console", taken)
	if console.Status != 1 || !strings.Contains(console.Errors, "--console") || !strings.Contains(console.Errors, taken) {
		t.Errorf("a console there: %+v", console)
	}
}

func TestOnlyTheOwnerCanReadWhatIsKept(t *testing.T) {
	t.Parallel()
	for name, program := range map[string]house.Binary{"usual umask": cuecard, "no umask": open} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "home", "cuecard")
			h := program.StartIn(t, dir)
			post(t, h, "card", "hello")
			for _, command := range [][]string{{"token", "new"}, {"tvs", "add", "kitchen", h.URL, "--token", "secret"}} {
				if done := h.Run(t, command...); done.Status != 0 {
					t.Fatalf("%q: %+v", command, done)
				}
			}
			for _, file := range []string{"settings.json", "cards.journal", "owner.sock", "tvs.json", "lock"} {
				if mode := modeOf(t, filepath.Join(dir, file)); mode.Perm() != 0o600 {
					t.Errorf("%s is %s", file, mode)
				}
			}
			if mode := modeOf(t, dir); mode.Perm() != 0o700 {
				t.Errorf("the data directory is %s", mode)
			}
		})
	}
}

func TestOnlyTheOwnerCanReadWhatCommandsKeepWithoutAService(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "home", "cuecard")
	for _, command := range [][]string{{"tvs", "add", "kitchen", "http://127.0.0.1:1"}, {"token", "new"}} {
		if done := open.Run(t, "", append(command, "--data", dir)...); done.Status != 0 {
			t.Fatalf("%q: %+v", command, done)
		}
	}
	for _, file := range []string{"settings.json", "tvs.json"} {
		if mode := modeOf(t, filepath.Join(dir, file)); mode.Perm() != 0o600 {
			t.Errorf("%s is %s", file, mode)
		}
	}
	if mode := modeOf(t, dir); mode.Perm() != 0o700 {
		t.Errorf("the data directory is %s", mode)
	}
}

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}
