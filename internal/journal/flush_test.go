package journal

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// inQuiet runs the test in a bubble, with an empty journal that was opened more than a second ago.
func inQuiet(t *testing.T, test func(t *testing.T, j *Journal, d *disk, book *logbook)) {
	t.Helper()
	path := newPath(t)
	synctest.Test(t, func(t *testing.T) {
		d, book := new(disk), new(logbook)
		j, _ := openOn(d.openFile, path, book.logger())
		defer j.Close()
		pass(time.Minute)
		d.change(func(d *disk) { d.flushes = nil })
		test(t, j, d, book)
	})
}

// pass lets the bubble's clock go on, and everyone do what was due by then.
func pass(span time.Duration) {
	<-time.After(span)
	synctest.Wait()
}

// wantFlushes fails the test unless the file was flushed at these times, and no other, after the start.
func wantFlushes(t *testing.T, d *disk, start time.Time, want ...time.Duration) {
	t.Helper()
	var got []time.Duration
	for _, at := range d.flushed() {
		got = append(got, at.Sub(start))
	}
	if len(got) != len(want) {
		t.Fatalf("flushed after %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("flushed after %v, want %v", got, want)
		}
	}
}

func TestFirstChangeAfterQuietIsFlushedAtOnce(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		start := time.Now()
		mustAppend(t, j, "a")
		synctest.Wait()
		wantFlushes(t, d, start, 0)
	})
}

func TestChangesInTheSecondAfterAFlushWaitForItsEnd(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		start := time.Now()
		for range 25 {
			mustAppend(t, j, "a")
			pass(100 * time.Millisecond)
		}
		pass(time.Hour)
		wantFlushes(t, d, start, 0, time.Second, 2*time.Second, 3*time.Second)
	})
}

func TestNothingIsFlushedWhileNothingChanges(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		pass(24 * time.Hour)
		wantFlushes(t, d, time.Now())
	})
}

func TestFlusherHoldsNoTimerWhileNothingIsDirty(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, _ *disk, _ *logbook) {
		if f, wait := j.due(); f != nil || wait != 0 {
			t.Fatalf("quiet, yet the flusher is to flush %v after %v", f, wait)
		}
		mustAppend(t, j, "a")
		synctest.Wait()
		if f, wait := j.due(); f != nil || wait != 0 {
			t.Fatalf("all flushed, yet the flusher is to flush %v after %v", f, wait)
		}
	})
}

func TestRewriteCountsAsFlush(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		start := time.Now()
		mustAppend(t, j, "a")
		pass(400 * time.Millisecond)
		mustAppend(t, j, "b") // would be flushed after a second
		pass(400 * time.Millisecond)
		mustRewrite(t, j, "a", "b")
		pass(100 * time.Millisecond)
		mustAppend(t, j, "c")
		pass(time.Hour)
		wantFlushes(t, d, start, 0, 800*time.Millisecond, 1800*time.Millisecond)
	})
}

func TestRewriteLeavesNothingToFlush(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		start := time.Now()
		mustAppend(t, j, "a")
		synctest.Wait()
		mustAppend(t, j, "b")
		mustRewrite(t, j, "a", "b")
		pass(time.Hour)
		wantFlushes(t, d, start, 0, 0)
	})
}

func TestCloseFlushesWhatIsDirty(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		start := time.Now()
		mustAppend(t, j, "a")
		pass(100 * time.Millisecond)
		mustAppend(t, j, "b")
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		wantFlushes(t, d, start, 0, 100*time.Millisecond)
	})
}

func TestCloseWithNothingDirtyFlushesNothing(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		wantFlushes(t, d, time.Now())
	})
}

func TestCloseReportsAFlushThatFailed(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		mustAppend(t, j, "a")
		synctest.Wait()
		mustAppend(t, j, "b")
		d.change(func(d *disk) { d.sync = func(string) error { return syscall.EIO } })
		if err := j.Close(); !errors.Is(err, syscall.EIO) {
			t.Fatalf("close: %v, want %v", err, syscall.EIO)
		}
	})
}

func TestRecordsOfAKilledProcessAreFlushedAtTheNextStart(t *testing.T) {
	path := pathWith(t, journalOf("a"))
	synctest.Test(t, func(t *testing.T) {
		var d disk
		start := time.Now()
		j, _ := openOn(d.openFile, path, new(logbook).logger())
		defer j.Close()
		pass(time.Hour)
		wantFlushes(t, &d, start, 0)
	})
}

func TestAppendDoesNotWaitForASlowFlush(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, _ *logbook) {
		release := make(chan struct{})
		d.change(func(d *disk) { d.sync = func(string) error { <-release; return nil } })
		start := time.Now()
		mustAppend(t, j, "a")
		synctest.Wait()
		mustAppend(t, j, "b") // would deadlock the bubble
		if err := j.Err(); err != nil {
			t.Error(err)
		}
		pass(3 * time.Second)
		wantFlushes(t, d, start, 0)
		close(release)
		pass(time.Hour)
		wantFlushes(t, d, start, 0, 3*time.Second)
	})
}

func TestRewriteDuringASlowFlushIsNoFailure(t *testing.T) {
	inQuiet(t, func(t *testing.T, j *Journal, d *disk, book *logbook) {
		release := make(chan struct{})
		d.change(func(d *disk) {
			d.sync = func(string) error { <-release; return os.ErrClosed }
		})
		mustAppend(t, j, "a")
		synctest.Wait()
		d.change(func(d *disk) { d.sync = nil })
		mustRewrite(t, j, "b")
		close(release)
		synctest.Wait()
		if err := j.Err(); err != nil {
			t.Errorf("not saving: %v", err)
		}
		mustAppend(t, j, "c")
		book.says(t)
		wantContent(t, j.path, "b", "c")
	})
}
