package journal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func wantErr(t *testing.T, j *Journal, want error) {
	t.Helper()
	if err := j.Err(); !errors.Is(err, want) {
		t.Fatalf("err: %v, want %v", err, want)
	}
	if err := j.Append([]byte("refused")); !errors.Is(err, want) {
		t.Fatalf("append: %v, want %v", err, want)
	}
}

func TestNothingIsWrittenBehindATornRecord(t *testing.T) {
	faults := map[string]func(b []byte) (int, error){
		"full before the first byte": func(b []byte) (int, error) { return 0, syscall.ENOSPC },
		"full in the middle":         func(b []byte) (int, error) { return 12, syscall.ENOSPC },
		"full before the newline":    func(b []byte) (int, error) { return len(b) - 1, syscall.ENOSPC },
		"short without an error":     func(b []byte) (int, error) { return 12, nil },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			inQuiet(t, func(t *testing.T, j *Journal, d *disk, book *logbook) {
				mustAppend(t, j, "kept")
				d.change(func(d *disk) { d.write = fault })
				if err := j.Append([]byte("torn and torn")); err == nil {
					t.Fatal("a write that failed was called good")
				}
				d.change(func(d *disk) { d.write = nil })
				for range 3 {
					if err := j.Append([]byte("refused")); err == nil {
						t.Fatal("appended behind a torn record")
					}
				}
				copied, err := os.ReadFile(j.path)
				if err != nil {
					t.Fatal(err)
				}
				wantRecords(t, pathWith(t, copied), "kept")

				if !j.WantsRewrite() {
					t.Fatal("does not ask to be healed")
				}
				mustRewrite(t, j, "kept", "torn and torn", "refused")
				if err := j.Err(); err != nil {
					t.Errorf("healed, yet not saving: %v", err)
				}
				mustAppend(t, j, "next")
				wantContent(t, j.path, "kept", "torn and torn", "refused", "next")
				book.says(t, notSaved, savedAgain)
			})
		})
	}
}

func TestWhatWasAppendedBeforeAFailureIsStillFlushed(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		start := time.Now()
		mustAppend(t, j, "a")
		synctest.Wait()
		mustAppend(t, j, "b")
		d.change(func(d *disk) { d.write = func([]byte) (int, error) { return 0, syscall.ENOSPC } })
		if err := j.Append([]byte("c")); err == nil {
			t.Fatal("appended to a full disk")
		}
		pass(time.Hour)
		wantFlushes(t, d, start, 0, time.Second)
		wantErr(t, j, syscall.ENOSPC)
	})
}

func TestFailedFlushIsHealedByARewriteOnly(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, book *logbook) {
		d.change(func(d *disk) {
			d.sync = func(name string) error { return &os.PathError{Op: "sync", Path: name, Err: syscall.EIO} }
		})
		mustAppend(t, j, "a")
		synctest.Wait()
		d.change(func(d *disk) { d.sync = nil })
		wantErr(t, j, syscall.EIO)
		if want := "sync " + j.path + ": "; !strings.HasPrefix(j.Err().Error(), want) {
			t.Errorf("err: %q, want it to start with %q", j.Err(), want)
		}
		pass(time.Hour)
		wantErr(t, j, syscall.EIO)
		if !j.WantsRewrite() {
			t.Fatal("does not ask to be healed")
		}
		mustRewrite(t, j, "a", "b")
		mustAppend(t, j, "c")
		wantContent(t, j.path, "a", "b", "c")
		book.says(t, notSaved, savedAgain)
	})
}

func TestAttemptsToHealAreKeptApart(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, book *logbook) {
		d.change(func(d *disk) { d.write = func([]byte) (int, error) { return 0, syscall.ENOSPC } })
		attempts := 0
		for range 6000 { // a change every 10 milliseconds, for a minute
			if err := j.Append([]byte("a")); !errors.Is(err, syscall.ENOSPC) {
				t.Fatalf("append: %v", err)
			}
			if j.WantsRewrite() {
				attempts++
				if err := j.Rewrite([]byte("a")); !errors.Is(err, syscall.ENOSPC) {
					t.Fatalf("rewrite: %v", err)
				}
			}
			pass(10 * time.Millisecond)
		}
		if attempts != 12 {
			t.Errorf("%d attempts in a minute, want one each 5 seconds", attempts)
		}
		if n := d.written(); n > 20 {
			t.Errorf("%d writes to a full disk", n)
		}
		book.says(t, notSaved)
	})
}

func TestDiskThatFailsAfterEachHealingIsNotRewrittenAtEachChange(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		d.change(func(d *disk) {
			d.write = func(b []byte) (int, error) {
				if strings.HasPrefix(string(b), header) {
					return len(b), nil
				}
				return 0, syscall.EFBIG
			}
		})
		healings := 0
		for range 600 {
			j.Append([]byte("a"))
			if j.WantsRewrite() {
				healings++
				mustRewrite(t, j, "a")
			}
			pass(100 * time.Millisecond)
		}
		if healings != 12 {
			t.Errorf("%d rewrites in a minute, want one each 5 seconds", healings)
		}
	})
}

func TestErrorNamesTheJournalAndNotItsTemporaryFile(t *testing.T) {
	path := newPath(t)
	var book logbook
	j, _ := openOn(new(disk).openFile, path, book.logger())
	j.file.Close() // a descriptor that fails as a real one does
	err := j.Append([]byte("a"))
	if err == nil || !strings.Contains(err.Error(), path+":") {
		t.Errorf("append: %v, want an error naming %s", err, path)
	}
	if err := j.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("close: %v, want %v", err, os.ErrClosed)
	}
	book.says(t, "; they are shown all the same")
}

// fullFile is the system's own full disk; it cannot be flushed, which a full disk can.
type fullFile struct{ *os.File }

func (fullFile) Sync() error { return nil }

func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Fatal(err)
	}
	full := true
	open := func(name string, flag int) (file, error) {
		if !full || flag == os.O_RDONLY {
			return openFile(name, flag)
		}
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		return &fullFile{f}, err
	}
	path := pathWith(t, journalOf("kept"))
	var book logbook
	j, records := openOn(open, path, book.logger())
	defer j.Close()
	if got := texts(records); !slices.Equal(got, []string{"kept"}) {
		t.Fatalf("found %q", got)
	}
	if err := j.Append([]byte("a")); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("append: %v, want %v", err, syscall.ENOSPC)
	}
	if err := j.Rewrite([]byte("a")); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("rewrite: %v, want %v", err, syscall.ENOSPC)
	}
	wantErr(t, j, syscall.ENOSPC)
	wantContent(t, path, "kept")
	full = false
	mustRewrite(t, j, "kept", "a")
	mustAppend(t, j, "b")
	wantContent(t, path, "kept", "a", "b")
	book.says(t, notSaved, savedAgain)
}

func TestMissingDirectoryHealsOnceItIsThere(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "missing")
	path := filepath.Join(directory, "cards.journal")
	synctest.Test(t, func(t *testing.T) {
		var book logbook
		j, _ := openOn(new(disk).openFile, path, book.logger())
		defer j.Close()
		for range 3 {
			wantErr(t, j, os.ErrNotExist)
		}
		if err := os.Mkdir(directory, 0o700); err != nil {
			t.Fatal(err)
		}
		pass(retryPause)
		if !j.WantsRewrite() {
			t.Fatal("does not ask to be healed")
		}
		mustRewrite(t, j, "a")
		mustAppend(t, j, "b")
		wantContent(t, path, "a", "b")
		book.says(t, notSaved, savedAgain)
	})
}

func TestJournalThatAppearsLaterIsNotOverwritten(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "mounted later")
	path := filepath.Join(directory, "cards.journal")
	var book logbook
	j, _ := openOn(new(disk).openFile, path, book.logger())
	defer j.Close()
	if err := os.Mkdir(directory, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, journalOf("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRewrite(t, j, "new")
	wantContent(t, path, "new")
	wantAside(t, path, journalOf("old"))
	book.says(t, notSaved, wasAside, savedAgain)
}

func TestReadOnlyJournalIsReadAllTheSame(t *testing.T) {
	for name, fault := range map[string]error{"read-only": syscall.EROFS, "no permission": syscall.EACCES} {
		t.Run(name, func(t *testing.T) {
			path := pathWith(t, journalOf("one", "two"))
			d := &disk{open: func(string, int) error { return fault }}
			var book logbook
			j, records := openOn(d.openFile, path, book.logger())
			defer j.Close()
			if got := texts(records); !slices.Equal(got, []string{"one", "two"}) {
				t.Fatalf("found %q", got)
			}
			wantErr(t, j, fault)
			wantErr(t, j, fault)
			book.says(t, notSaved)
			d.change(func(d *disk) { d.open = nil })
			if !j.WantsRewrite() {
				t.Fatal("does not ask to be healed")
			}
			mustRewrite(t, j, "three")
			wantContent(t, path, "three")
			if aside := setAside(t, path); len(aside) > 0 {
				t.Errorf("a journal that was read was set aside: %q", aside)
			}
		})
	}
}

func TestUnreadableFileIsSetAsideBeforeItIsReplaced(t *testing.T) {
	path := newPath(t)
	if err := os.Symlink(path, path); err != nil { // a loop: not even the administrator can read it
		t.Fatal(err)
	}
	var book logbook
	j, records := openOn(new(disk).openFile, path, book.logger())
	defer j.Close()
	if len(records) > 0 {
		t.Fatalf("found %q", texts(records))
	}
	wantErr(t, j, syscall.ELOOP)
	mustRewrite(t, j, "a")
	wantContent(t, path, "a")
	if aside := setAside(t, path); len(aside) != 1 {
		t.Errorf("set aside: %q, want one", aside)
	}
	book.says(t, notSaved, wasAside, savedAgain)
}

func TestDamagedFileStaysUntilItsReplacementIsOnDisk(t *testing.T) {
	damaged := []byte(string(journalOf("one")) + "bad\n" + string(journalOf("two")[len(header):]))
	path := pathWith(t, damaged)
	d := &disk{write: func([]byte) (int, error) { return 5, syscall.ENOSPC }}
	var book logbook
	j, records := openOn(d.openFile, path, book.logger())
	defer j.Close()
	if got := texts(records); !slices.Equal(got, []string{"one", "two"}) {
		t.Fatalf("found %q", got)
	}
	wantErr(t, j, syscall.ENOSPC)
	if got, err := os.ReadFile(path); err != nil || string(got) != string(damaged) {
		t.Fatalf("the damaged file: %q, %v", got, err)
	}
	d.change(func(d *disk) { d.write = nil })
	mustRewrite(t, j, "one", "two", "three")
	wantContent(t, path, "one", "two", "three")
	wantAside(t, path, damaged)
	book.says(t, notSaved, wasAside, savedAgain)
}

func TestDamagedFileThatCannotBeSetAsideStays(t *testing.T) {
	// The name leaves room for ".new" but not for the name to be set aside under.
	path := filepath.Join(t.TempDir(), strings.Repeat("n", 250))
	if err := os.WriteFile(path, []byte("foreign"), 0o600); err != nil {
		t.Fatal(err)
	}
	var book logbook
	j, _ := openOn(new(disk).openFile, path, book.logger())
	defer j.Close()
	wantErr(t, j, syscall.ENAMETOOLONG)
	if err := j.Rewrite([]byte("a")); !errors.Is(err, syscall.ENAMETOOLONG) {
		t.Fatalf("rewrite: %v, want %v", err, syscall.ENAMETOOLONG)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "foreign" {
		t.Fatalf("the foreign file: %q, %v", got, err)
	}
	wantOnly(t, path)
	book.says(t, notSaved)
}
