package robust

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

const (
	notSaved   = "cards are not being saved"
	savedAgain = "cards are being saved again"
)

// nobody is the user that owns nothing.
const nobody = 65534

// trouble is a data directory that takes nothing.
type trouble struct {
	program house.Binary
	house   *house.House
	doctor  string // what the doctor says of it
	relieve func() error
}

// A full disk.
func TestCardsAreShownWhileTheDiskIsFull(t *testing.T) {
	t.Parallel()
	if !mountsOfItsOwn(t) {
		return
	}
	dir := t.TempDir()
	mount(t, dir, 0, "size=64k,mode=700")
	h := cuecard.StartIn(t, dir)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err == nil {
		t.Fatal("the disk is not small")
	}
	trouble{cuecard, h, "Cards are shown but not saved", func() error { return os.Remove(ballast) }}.tell(t)
}

func TestTheDoctorSeesThatADiskIsFull(t *testing.T) {
	t.Parallel()
	if !mountsOfItsOwn(t) {
		return
	}
	dir := t.TempDir()
	mount(t, dir, 0, "size=64k,mode=700")
	if err := os.WriteFile(filepath.Join(dir, "ballast"), make([]byte, 1<<20), 0o600); err == nil {
		t.Fatal("the disk is not small")
	}
	if doctor := cuecard.Run(t, "", "doctor", "--data", dir); !strings.Contains(doctor.Out, "Nothing can be kept in the data directory") {
		t.Errorf("the doctor: %+v", doctor)
	}
}

// What a disk that is full does to the service, on any system: it can write, but not one byte more.
func TestCardsAreShownWhileNothingCanBeWritten(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	var before unix.Rlimit
	limit := func(bytes uint64) error {
		now := before
		now.Cur = bytes
		return unix.Prlimit(h.PID(), unix.RLIMIT_FSIZE, &now, nil)
	}
	if err := unix.Prlimit(h.PID(), unix.RLIMIT_FSIZE, nil, &before); err != nil {
		t.Fatal(err)
	}
	if err := limit(1); err != nil {
		t.Fatal(err)
	}
	trouble{cuecard, h, "Cards are shown but not saved", func() error { return limit(before.Cur) }}.tell(t)
}

// A disk that is read-only.
func TestCardsAreShownWhileTheDiskIsReadOnly(t *testing.T) {
	t.Parallel()
	if !mountsOfItsOwn(t) {
		return
	}
	dir := t.TempDir()
	mount(t, dir, unix.MS_RDONLY, "mode=700")
	trouble{cuecard, cuecard.StartIn(t, dir), "Nothing can be kept in the data directory", func() error {
		return unix.Mount("none", dir, "tmpfs", unix.MS_REMOUNT, "")
	}}.tell(t)
}

// A directory that the service's user may not write to.
func TestCardsAreShownWhileTheDirectoryIsReadOnly(t *testing.T) {
	t.Parallel()
	dir := forOrdinary(t)
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	trouble{ordinary, ordinary.StartIn(t, dir), "Nothing can be kept in the data directory", func() error {
		return os.Chmod(dir, 0o700)
	}}.tell(t)
}

// A file where the directory should be.
func TestCardsAreShownWhileAFileIsInTheDirectorysPlace(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	trouble{cuecard, cuecard.StartIn(t, dir), "is not a directory", func() error {
		if err := os.Remove(dir); err != nil {
			return err
		}
		return os.Mkdir(dir, 0o700)
	}}.tell(t)
}

// tell is the story of all of them.
func (trouble trouble) tell(t *testing.T) {
	t.Helper()
	h := trouble.house
	for range 5 {
		keep(t, h)
	}
	if now := held(t, h); !slices.Equal(now, []string{"kept"}) {
		t.Errorf("there are %q", now)
	}
	for range 6 { // seconds, and the service tries again after five
		second(t, h)
	}
	if n := strings.Count(h.Log(), notSaved); n != 1 {
		t.Errorf("said %d times that cards are not saved:\n%s", n, h.Log())
	}
	if doctor := trouble.program.Run(t, "", "doctor", "--data", h.Dir); doctor.Status != 1 || !strings.Contains(doctor.Out, trouble.doctor) {
		t.Errorf("the doctor: %+v", doctor)
	}

	if err := trouble.relieve(); err != nil {
		t.Fatal(err)
	}
	for tries := 0; !strings.Contains(h.Log(), savedAgain); tries++ {
		if tries == 10 {
			t.Fatalf("cards are still not saved:\n%s", h.Log())
		}
		second(t, h)
	}
	post(t, h, "later", "there is room again")
	h.Kill()
	after := trouble.program.StartIn(t, h.Dir)
	if now := held(t, after); !slices.Equal(now, []string{"later", "kept"}) {
		t.Errorf("after a restart there are %q:\n%s", now, after.Log())
	}
	after.Kill()
	if strings.Contains(after.Log(), notSaved) {
		t.Errorf("after a restart: %s", after.Log())
	}
}

// keep posts a card that stays, of a kilobyte and a half.
func keep(t *testing.T, h *house.House) {
	t.Helper()
	c := client.Card{ID: "kept", Message: strings.Repeat("word ", 300), Persistent: true}
	if _, err := caller(h).Notify(t.Context(), c); err != nil {
		t.Fatalf("%v\n%s", err, h.Log())
	}
}

// second lets a second pass: that is how long a card of its own is on screen.
func second(t *testing.T, h *house.House) {
	t.Helper()
	for event, err := range h.Client().Events(t.Context()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case event.Type == client.EventState:
			_, err := caller(h).Notify(t.Context(), client.Card{ID: "second", Message: "tick", Duration: time.Second})
			if err != nil {
				t.Fatal(err)
			}
		case event.Type == client.EventExpired:
			return
		}
	}
}

// forOrdinary is a directory of the ordinary user's.
func forOrdinary(t *testing.T) string {
	t.Helper()
	parent, err := os.MkdirTemp("", "cuecard-ordinary") // those of testing are not for others
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(parent) })
	dir := filepath.Join(parent, "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() != 0 {
		return dir
	}
	if err := os.Chmod(parent, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	return dir
}
