package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
)

func TestTornLastRecordIsNoDamage(t *testing.T) {
	good := string(journalOf("one", "two"))
	badSum := string(journalOf("one", "two", "three"))
	badSum = badSum[:len(badSum)-2] + "E\n"
	tests := []struct {
		name, content string
		want          []string
	}{
		{"half a line", good + "12345678 thr", []string{"one", "two"}},
		{"half a checksum", good + "1234", []string{"one", "two"}},
		{"no newline", good[:len(good)-1], []string{"one"}},
		{"zero bytes", good + "\x00\x00\x00\x00", []string{"one", "two"}},
		{"zero bytes with a newline", good + "\x00\x00\n\x00", []string{"one", "two"}},
		{"a bad checksum", badSum, []string{"one", "two"}},
		{"several bad lines", good + "x\ny\n\n", []string{"one", "two"}},
		{"half a header", "cuecard jou", nil},
		{"half a header and zero bytes", "cuecard jou\x00\x00", nil},
		{"nothing but zero bytes", "\x00\x00\x00", nil},
		{"an empty file", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := pathWith(t, []byte(test.content))
			var book logbook
			j, records := openOn(new(disk).openFile, path, book.logger())
			if !slices.Equal(texts(records), test.want) {
				t.Errorf("found %q, want %q", texts(records), test.want)
			}
			mustAppend(t, j, "next")
			j.Close()
			book.says(t)
			wantContent(t, path, append(test.want, "next")...)
			if aside := setAside(t, path); len(aside) > 0 {
				t.Errorf("set aside as %q", aside)
			}
		})
	}
}

func TestJournalCutAnywhereKeepsWhatCameBefore(t *testing.T) {
	all := []string{`{"first":1}`, "", `{"second":"zwei"}`, `{"third":[3,3,3]}`}
	content := journalOf(all...)
	path := newPath(t)
	for length := range len(content) + 1 {
		whole := 0
		for whole < len(all) && len(journalOf(all[:whole+1]...)) <= length {
			whole++
		}
		if err := os.WriteFile(path, content[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		var book logbook
		j, records := openOn(new(disk).openFile, path, book.logger())
		if got := texts(records); !slices.Equal(got, all[:whole]) {
			t.Fatalf("cut at %d: found %q, want %q", length, got, all[:whole])
		}
		mustAppend(t, j, "after", "wards")
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		book.says(t)
		wantContent(t, path, append(slices.Clone(all[:whole]), "after", "wards")...)
	}
	if aside := setAside(t, path); len(aside) > 0 {
		t.Errorf("set aside as %q", aside)
	}
}

func TestDamageInTheMiddleIsSetAside(t *testing.T) {
	content := journalOf("one", "two", "three")
	content = append(bytes.Replace(content, []byte("two"), []byte("twO"), 1), "torn"...)
	path := pathWith(t, content)
	var book logbook
	j, records := openOn(new(disk).openFile, path, book.logger())
	if got, want := texts(records), []string{"one", "three"}; !slices.Equal(got, want) {
		t.Fatalf("found %q, want %q", got, want)
	}
	wantContent(t, path, "one", "three")
	mustAppend(t, j, "four")
	j.Close()
	wantContent(t, path, "one", "three", "four")
	wantAside(t, path, content)
	book.says(t, setAside(t, path)[0])
}

// wantAside fails the test unless exactly one file was set aside, with this content.
func wantAside(t *testing.T, path string, content []byte) {
	t.Helper()
	aside := setAside(t, path)
	if len(aside) != 1 {
		t.Fatalf("set aside: %q, want one file", aside)
	}
	kept, err := os.ReadFile(aside[0])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, content) {
		t.Fatalf("set aside with %q, want %q", kept, content)
	}
}

func TestOneBadByteCostsNoOtherRecord(t *testing.T) {
	all := []string{"one", "two", "three"}
	content := journalOf(all...)
	lastNewline := len(journalOf(all[:2]...)) - 1
	for at := range content {
		spoilt := bytes.Clone(content)
		spoilt[at] ^= 0x20
		path := pathWith(t, spoilt)
		got := reopen(t, path)
		wantContent(t, path, got...)
		if want := spared(all, at); !slices.Equal(got, want) {
			t.Fatalf("byte %d: found %q, want %q", at, got, want)
		}
		if at < lastNewline {
			wantAside(t, path, spoilt)
		} else if aside := setAside(t, path); len(aside) > 0 { // nothing whole comes after it
			t.Fatalf("byte %d: set aside as %q", at, aside)
		}
	}
}

// spared are the records that a bad byte at this place leaves whole: not its own, nor the next when it was a newline.
func spared(all []string, at int) []string {
	if at < len(header) {
		return nil
	}
	var left []string
	for i, record := range all {
		start := len(journalOf(all[:i]...))
		end := len(journalOf(all[:i+1]...))
		if at < start-1 || at >= end {
			left = append(left, record)
		}
	}
	return left
}

func TestForeignFileIsSetAside(t *testing.T) {
	tests := map[string]string{
		"something else":       "[settings]\nname = tv\n",
		"a later version":      "cuecard journal 2\n00000000 \n",
		"a missing header":     string(journalOf("one")[len(header):]),
		"a header and a space": "cuecard journal 1 \n",
		"zeros, then more":     "\x00\x00cuecard journal 1\n",
	}
	for name, content := range tests {
		t.Run(name, func(t *testing.T) {
			path := pathWith(t, []byte(content))
			var book logbook
			j, records := openOn(new(disk).openFile, path, book.logger())
			defer j.Close()
			if len(records) > 0 {
				t.Errorf("found %q", texts(records))
			}
			if err := j.Err(); err != nil {
				t.Errorf("not saving: %v", err)
			}
			wantContent(t, path)
			wantAside(t, path, []byte(content))
			book.says(t, wasAside)
		})
	}
}

func TestWhatIsNoFileIsSetAside(t *testing.T) {
	tests := map[string]func(path string) error{
		"a directory": func(path string) error { return os.MkdirAll(filepath.Join(path, "with", "more"), 0o700) },
		"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a giant": func(path string) error {
			if err := os.WriteFile(path, []byte(header), 0o600); err != nil {
				return err
			}
			return os.Truncate(path, tooLarge+1)
		},
	}
	for name, create := range tests {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			if err := create(path); err != nil {
				t.Fatal(err)
			}
			var book logbook
			j, _ := openOn(new(disk).openFile, path, book.logger())
			defer j.Close()
			mustAppend(t, j, "a")
			wantContent(t, path, "a")
			book.says(t, wasAside)
			if aside := setAside(t, path); len(aside) != 1 {
				t.Errorf("set aside: %q, want one", aside)
			}
		})
	}
}

func TestSettingAsideNeverOverwrites(t *testing.T) {
	path := newPath(t)
	synctest.Test(t, func(t *testing.T) { // where the clock stands still: all three have the same time
		for _, content := range []string{"first", "second", "third"} {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			reopen(t, path)
		}
	})
	const stem = ".damaged-20000101T000000Z"
	for suffix, want := range map[string]string{stem: "first", stem + "-2": "second", stem + "-3": "third"} {
		if got, err := os.ReadFile(path + suffix); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", suffix, got, err, want)
		}
	}
}
