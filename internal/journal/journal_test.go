package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

const childPath = "JOURNAL_TEST_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		appendForEver(path)
	}
	goleak.VerifyTestMain(m)
}

func TestRecordsComeBackInOrder(t *testing.T) {
	path := newPath(t)
	j, records := Open(path, slog.New(slog.DiscardHandler))
	if len(records) != 0 {
		t.Fatalf("a new journal holds %q", texts(records))
	}
	mustAppend(t, j, `{"a":1}`)
	mustAppend(t, j, `{"b":2}`, `{"c":3}`)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	wantRecords(t, path, `{"a":1}`, `{"b":2}`, `{"c":3}`)
}

func TestJournalIsReadableText(t *testing.T) {
	path := newPath(t)
	j, _ := openOn(new(disk).openFile, path, new(logbook).logger())
	defer j.Close()
	mustAppend(t, j, "123456789")
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// e3069283 is the check value of CRC-32C.
	if want := "cuecard journal 1\ne3069283 123456789\n"; string(got) != want {
		t.Fatalf("the file holds %q, want %q", got, want)
	}
}

func TestJournalIsForItsOwnerOnly(t *testing.T) {
	path := newPath(t)
	j, _ := Open(path, slog.New(slog.DiscardHandler))
	defer j.Close()
	wantPrivate := func() {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != 0o600 {
			t.Fatalf("mode %v, want -rw-------", info.Mode())
		}
	}
	wantPrivate()
	// What a killed rewrite left behind must not lend its mode.
	if err := os.WriteFile(path+".new", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	mustRewrite(t, j, "a")
	wantPrivate()
}

func TestAppendIsOneWrite(t *testing.T) {
	d := new(disk)
	j, _ := openOn(d.openFile, newPath(t), new(logbook).logger())
	defer j.Close()
	before := d.written()
	mustAppend(t, j, "a", "b", strings.Repeat("c", 300_000))
	if n := d.written() - before; n != 1 {
		t.Fatalf("%d writes, want 1", n)
	}
}

func TestAppendOfNothingWritesNothing(t *testing.T) {
	d := new(disk)
	j, _ := openOn(d.openFile, newPath(t), new(logbook).logger())
	defer j.Close()
	before := d.written()
	mustAppend(t, j)
	if n := d.written() - before; n != 0 {
		t.Fatalf("%d writes, want none", n)
	}
}

func TestAppendAllocatesNothing(t *testing.T) {
	j, _ := openOn(new(disk).openFile, newPath(t), new(logbook).logger())
	defer j.Close()
	record := bytes.Repeat([]byte("x"), 400)
	if n := testing.AllocsPerRun(100, func() {
		if err := j.Append(record); err != nil {
			t.Fatal(err)
		}
	}); n >= 1 {
		t.Fatalf("%v allocations an append, want none", n)
	}
}

func TestRecordWithNewlineIsRejected(t *testing.T) {
	path := newPath(t)
	j, _ := openOn(new(disk).openFile, path, new(logbook).logger())
	defer j.Close()
	mustAppend(t, j, "a")
	if err := j.Append([]byte("b"), []byte("c\nd")); err == nil {
		t.Error("appended a record with a newline")
	}
	if err := j.Rewrite([]byte("c\nd")); err == nil {
		t.Error("rewrote with a record with a newline")
	}
	if err := j.Err(); err != nil {
		t.Errorf("a bad record broke the journal: %v", err)
	}
	mustAppend(t, j, "e")
	wantContent(t, path, "a", "e")
}

func TestLargeAndEmptyRecordsAreKept(t *testing.T) {
	path := newPath(t)
	j, _ := openOn(new(disk).openFile, path, new(logbook).logger())
	large := strings.Repeat("ä", 200_000)
	mustAppend(t, j, large)
	mustAppend(t, j, "")
	mustAppend(t, j, "small")
	j.Close()
	wantRecords(t, path, large, "", "small")
}

func TestHundredThousandRecordsComeBack(t *testing.T) {
	var all []string
	for i := range 100_000 {
		all = append(all, fmt.Sprintf(`{"n":%d}`, i))
	}
	path := pathWith(t, journalOf(all...))
	wantRecords(t, path, all...)
}

func TestClosedJournalTakesNothingMore(t *testing.T) {
	path := newPath(t)
	j, _ := openOn(new(disk).openFile, path, new(logbook).logger())
	mustAppend(t, j, "a")
	for range 2 {
		if err := j.Close(); err != nil {
			t.Fatalf("close: %v", err)
		}
	}
	if err := j.Append([]byte("b")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("append after close: %v, want %v", err, os.ErrClosed)
	}
	if err := j.Rewrite([]byte("b")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("rewrite after close: %v, want %v", err, os.ErrClosed)
	}
	if j.WantsRewrite() {
		t.Error("wants a rewrite after close")
	}
	wantContent(t, path, "a")
}

func TestManyMayAppendAtOnce(t *testing.T) {
	path := newPath(t)
	j, _ := openOn(new(disk).openFile, path, new(logbook).logger())
	var writers sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d"} {
		writers.Go(func() {
			for i := range 50 {
				if err := j.Append(fmt.Append(nil, name, i)); err != nil {
					t.Error(err)
				}
				if j.WantsRewrite() || j.Err() != nil {
					t.Error("a small journal that works wants a rewrite")
				}
			}
		})
	}
	writers.Wait()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	next := map[byte]int{}
	for _, record := range reopen(t, path) {
		name := record[0]
		if want := fmt.Sprint(string(name), next[name]); record != want {
			t.Fatalf("found %q, want %q", record, want)
		}
		next[name]++
	}
	if want := map[byte]int{'a': 50, 'b': 50, 'c': 50, 'd': 50}; !maps.Equal(next, want) {
		t.Fatalf("found %v, want %v", next, want)
	}
}

// appendForEver is the process that TestKilledProcessLosesNothing kills. It says what it has appended.
func appendForEver(path string) {
	j, _ := Open(path, slog.New(slog.DiscardHandler))
	var all [][]byte
	for i := 0; ; i++ {
		all = append(all, strconv.AppendInt(nil, int64(i), 10))
		if err := j.Append(all[i]); err != nil {
			panic(err)
		}
		if i%50 == 49 {
			if err := j.Rewrite(all...); err != nil {
				panic(err)
			}
		}
		fmt.Println(i)
	}
}

func TestKilledProcessLosesNothing(t *testing.T) {
	path := newPath(t)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childPath+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	said := 0
	for lines := bufio.NewScanner(out); lines.Scan(); said++ {
		if said == 120 {
			child.Process.Kill()
		}
	}
	if err := child.Wait(); err == nil || said < 120 {
		t.Fatalf("the child said %d numbers and ended by itself: %v", said, err)
	}
	got := reopen(t, path)
	if len(got) < said {
		t.Fatalf("%d records left of the %d appended", len(got), said)
	}
	for i, record := range got {
		if record != strconv.Itoa(i) {
			t.Fatalf("record %d is %q", i, record)
		}
	}
}
