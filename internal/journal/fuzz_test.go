package journal

import (
	"bytes"
	"os"
	"slices"
	"testing"
)

func FuzzOpen(f *testing.F) {
	good := journalOf(`{"a":1}`, "", `{"b":2}`)
	for _, seed := range [][]byte{
		nil,
		good,
		good[:len(good)-3],
		append(bytes.Clone(good), 0, 0, 0),
		bytes.Replace(good, []byte("a"), []byte("b"), 1),
		good[len(header):],
		[]byte("cuecard journal 1"),
		[]byte("cuecard journal 1\r\n"),
		[]byte("\x00\x00"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := pathWith(t, content)
		j, records := openOn(new(disk).openFile, path, new(logbook).logger())
		if err := j.Err(); err != nil {
			t.Fatalf("damage keeps the journal from saving: %v", err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		kept := texts(records)
		wantContent(t, path, kept...)
		if len(setAside(t, path)) > 0 {
			wantAside(t, path, content)
		} else if len(kept) > 0 && !bytes.HasPrefix(content, journalOf(kept...)) {
			t.Fatalf("%q was cut to %q and not set aside", content, kept)
		}

		j, records = openOn(new(disk).openFile, path, new(logbook).logger())
		if !slices.Equal(texts(records), kept) {
			t.Fatalf("found %q, then %q", kept, texts(records))
		}
		mustAppend(t, j, "more")
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		wantRecords(t, path, append(kept, "more")...)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	})
}
