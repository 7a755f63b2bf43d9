package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRewriteReplacesTheWholeJournal(t *testing.T) {
	path := newPath(t)
	var book logbook
	j, _ := openOn(new(disk).openFile, path, book.logger())
	mustAppend(t, j, "a", "b", "c")
	mustRewrite(t, j, "d", "e")
	wantContent(t, path, "d", "e")
	mustAppend(t, j, "f")
	mustRewrite(t, j)
	wantContent(t, path)
	mustAppend(t, j, "g")
	j.Close()
	wantContent(t, path, "g")
	book.says(t)
	wantOnly(t, path)
}

// wantOnly fails the test if anything but the journal is left in its directory.
func wantOnly(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("the directory holds %v, want the journal alone", entries)
	}
}

func TestRewriteIsOnDiskBeforeItTakesTheName(t *testing.T) {
	path := newPath(t)
	d := new(disk)
	j, _ := openOn(d.openFile, path, new(logbook).logger())
	defer j.Close()
	mustRewrite(t, j, "old")
	var order []string
	d.change(func(d *disk) {
		d.sync = func(name string) error {
			order = append(order, filepath.Base(name))
			if name == filepath.Dir(path) {
				wantContent(t, path, "new")
			} else {
				wantContent(t, name, "new")
				wantContent(t, path, "old")
			}
			return nil
		}
	})
	mustRewrite(t, j, "new")
	if want := "cards.journal.new " + filepath.Base(filepath.Dir(path)); strings.Join(order, " ") != want {
		t.Errorf("flushed %q, want %q", order, want)
	}
}

func TestFailedRewriteLeavesTheJournalAsItWas(t *testing.T) {
	faults := map[string]func(*disk){
		"no temporary file": func(d *disk) {
			d.open = func(string, int) error { return syscall.EROFS }
		},
		"no space": func(d *disk) {
			d.write = func(b []byte) (int, error) { return len(b) / 2, syscall.ENOSPC }
		},
		"a short write": func(d *disk) {
			d.write = func(b []byte) (int, error) { return len(b) / 2, nil }
		},
		"no flush": func(d *disk) {
			d.sync = func(name string) error {
				if strings.HasSuffix(name, ".new") {
					return syscall.EIO
				}
				return nil
			}
		},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			d := new(disk)
			var book logbook
			j, _ := openOn(d.openFile, path, book.logger())
			defer j.Close()
			mustAppend(t, j, "old")
			d.change(fault)
			if err := j.Rewrite([]byte("new")); err == nil {
				t.Fatal("a rewrite that failed was called good")
			}
			wantContent(t, path, "old")
			wantOnly(t, path)
			d.change(func(d *disk) { d.open, d.write, d.sync = nil, nil, nil })
			if err := j.Err(); err != nil {
				t.Errorf("appending works, yet: %v", err)
			}
			mustAppend(t, j, "older")
			wantContent(t, path, "old", "older")
			book.says(t, "could not be made smaller")
		})
	}
}

func TestRewriteThatCannotTakeTheNameLeavesNothingBehind(t *testing.T) {
	path := newPath(t)
	j, _ := openOn(new(disk).openFile, path, new(logbook).logger())
	defer j.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := j.Rewrite([]byte("a")); err == nil {
		t.Fatal("a file took the name of a directory")
	}
	wantOnly(t, path)
}

func TestUnflushedDirectoryIsAFailure(t *testing.T) {
	path := newPath(t)
	d := new(disk)
	var book logbook
	j, _ := openOn(d.openFile, path, book.logger())
	defer j.Close()
	fail := func(err error) {
		d.change(func(d *disk) {
			d.sync = func(name string) error {
				if name == filepath.Dir(path) {
					return err
				}
				return nil
			}
		})
	}
	fail(syscall.EIO)
	if err := j.Rewrite([]byte("a")); !errors.Is(err, syscall.EIO) {
		t.Fatalf("rewrite: %v, want %v", err, syscall.EIO)
	}
	wantErr(t, j, syscall.EIO)
	for _, harmless := range []error{syscall.EINVAL, syscall.ENOTSUP} {
		fail(harmless)
		mustRewrite(t, j, "b")
		wantContent(t, path, "b")
	}
	book.says(t, notSaved, savedAgain)
}

func TestJournalWantsRewriteWhenItHasGrownFourfold(t *testing.T) {
	j, _ := openOn(new(disk).openFile, newPath(t), new(logbook).logger())
	defer j.Close()
	quarter := strings.Repeat("x", worthRewriting/4)
	wants := func(want bool, when string) {
		t.Helper()
		if j.WantsRewrite() != want {
			t.Fatalf("wants a rewrite %s: %v, want %v", when, !want, want)
		}
	}
	for range 3 {
		mustAppend(t, j, quarter)
	}
	wants(false, "while it is small")
	mustAppend(t, j, quarter)
	wants(true, "when it is large")

	mustRewrite(t, j, quarter, quarter)
	for range 6 {
		mustAppend(t, j, quarter)
		wants(false, "below four times its size")
	}
	mustAppend(t, j, "a little more, for the headers count too: "+strings.Repeat("x", 100))
	wants(true, "above four times its size")
}

func TestFailedCompactionIsTriedAgainAfterAsMuchGrowth(t *testing.T) {
	d := new(disk)
	var book logbook
	j, _ := openOn(d.openFile, newPath(t), book.logger())
	defer j.Close()
	enough := strings.Repeat("x", worthRewriting)
	mustAppend(t, j, enough)
	if !j.WantsRewrite() {
		t.Fatal("does not ask for a rewrite")
	}
	d.change(func(d *disk) { d.open = func(string, int) error { return syscall.EROFS } })
	if err := j.Rewrite([]byte("a")); err == nil {
		t.Fatal("rewrote a read-only directory")
	}
	for range 3 {
		if j.WantsRewrite() {
			t.Fatal("asks again at once")
		}
		mustAppend(t, j, enough)
	}
	mustAppend(t, j, "a little more, for the headers count too: "+strings.Repeat("x", 100))
	if !j.WantsRewrite() {
		t.Fatal("never asks again")
	}
	book.says(t, "could not be made smaller")
}

func TestLargeJournalWantsRewriteAfterTheNextStart(t *testing.T) {
	path := pathWith(t, journalOf(strings.Repeat("x", worthRewriting)))
	j, _ := openOn(new(disk).openFile, path, new(logbook).logger())
	defer j.Close()
	if !j.WantsRewrite() {
		t.Error("does not ask for a rewrite")
	}
}
