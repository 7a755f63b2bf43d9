package journal

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// disk opens real files, counts what is asked of them, and lets a test step in. It never really flushes.
type disk struct {
	mu      sync.Mutex
	writes  int
	flushes []time.Time // of files, not of directories

	open  func(name string, flag int) error
	write func(b []byte) (int, error) // how much of b is still written, and the error for the rest
	sync  func(name string) error
}

func (d *disk) openFile(name string, flag int) (file, error) {
	d.mu.Lock()
	open := d.open
	d.mu.Unlock()
	if open != nil {
		if err := open(name, flag); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, err
	}
	return &diskFile{File: f, disk: d, directory: flag == os.O_RDONLY}, nil
}

// change lets a test alter the faults while the flusher runs.
func (d *disk) change(alter func(*disk)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	alter(d)
}

func (d *disk) written() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.writes
}

func (d *disk) flushed() []time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.flushes)
}

type diskFile struct {
	*os.File
	disk      *disk
	directory bool
}

func (f *diskFile) Write(b []byte) (int, error) {
	f.disk.mu.Lock()
	f.disk.writes++
	write := f.disk.write
	f.disk.mu.Unlock()
	if write == nil {
		return f.File.Write(b)
	}
	allowed, fault := write(b)
	n, err := f.File.Write(b[:allowed])
	if err != nil {
		return n, err
	}
	return n, fault
}

func (f *diskFile) Sync() error {
	f.disk.mu.Lock()
	if !f.directory {
		f.disk.flushes = append(f.disk.flushes, time.Now())
	}
	sync := f.disk.sync
	f.disk.mu.Unlock()
	if sync == nil {
		return nil
	}
	return sync(f.Name())
}

// logbook is a logger's output that may be read while it is written.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logbook) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logbook) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// says fails the test unless exactly these texts were logged, one a line, in order.
func (l *logbook) says(t *testing.T, texts ...string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.SplitAfter(l.text.String(), "\n")
	lines = lines[:len(lines)-1]
	if len(lines) != len(texts) {
		t.Fatalf("logged %d lines, want %d:\n%s", len(lines), len(texts), &l.text)
	}
	for i, text := range texts {
		if !strings.Contains(lines[i], text) {
			t.Errorf("logged %q, want a line with %q", lines[i], text)
		}
	}
}

const (
	notSaved   = "cards are not being saved: "
	savedAgain = "cards are being saved again"
	wasAside   = "the file of saved cards was set aside"
)

// reopen closes nothing: it reads the journal at path as the next start would, and closes what it opened.
func reopen(t *testing.T, path string) []string {
	t.Helper()
	j, records := openOn(new(disk).openFile, path, new(logbook).logger())
	if err := j.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
	return texts(records)
}

// wantRecords fails the test unless a new start finds exactly these records.
func wantRecords(t *testing.T, path string, want ...string) {
	t.Helper()
	if got := reopen(t, path); !slices.Equal(got, want) {
		t.Fatalf("reopened with %q, want %q", got, want)
	}
}

// wantContent fails the test unless the file is, to the byte, a journal of these records.
func wantContent(t *testing.T, path string, want ...string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, journalOf(want...)) {
		t.Fatalf("the file holds %q, want %q", got, journalOf(want...))
	}
}

func journalOf(records ...string) []byte { return encode(raw(records)) }

func raw(records []string) [][]byte {
	var all [][]byte
	for _, record := range records {
		all = append(all, []byte(record))
	}
	return all
}

func texts(records [][]byte) []string {
	var all []string
	for _, record := range records {
		all = append(all, string(record))
	}
	return all
}

func newPath(t *testing.T) string { return filepath.Join(t.TempDir(), "cards.journal") }

// pathWith is a journal file of this content.
func pathWith(t *testing.T, content []byte) string {
	t.Helper()
	path := newPath(t)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// setAside lists the files set aside next to path.
func setAside(t *testing.T, path string) []string {
	t.Helper()
	names, err := filepath.Glob(path + ".damaged-*")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func mustAppend(t *testing.T, j *Journal, records ...string) {
	t.Helper()
	if err := j.Append(raw(records)...); err != nil {
		t.Fatalf("append: %v", err)
	}
}

func mustRewrite(t *testing.T, j *Journal, records ...string) {
	t.Helper()
	if err := j.Rewrite(raw(records)...); err != nil {
		t.Fatalf("rewrite: %v", err)
	}
}
