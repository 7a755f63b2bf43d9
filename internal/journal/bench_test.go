package journal

import (
	"bytes"
	"log/slog"
	"testing"
)

func BenchmarkAppend(b *testing.B) {
	j, _ := Open(b.TempDir()+"/cards.journal", slog.New(slog.DiscardHandler))
	defer j.Close()
	record := bytes.Repeat([]byte("x"), 400)
	b.SetBytes(int64(len(record)))
	b.ReportAllocs()
	for b.Loop() {
		if err := j.Append(record); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrite is the floor that BenchmarkAppend is to be held against.
func BenchmarkWrite(b *testing.B) {
	j, _ := Open(b.TempDir()+"/cards.journal", slog.New(slog.DiscardHandler))
	defer j.Close()
	line := bytes.Repeat([]byte("x"), 400+overhead)
	b.SetBytes(400)
	for b.Loop() {
		if _, err := j.file.Write(line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeHundredThousandRecords(b *testing.B) {
	records := make([][]byte, 100_000)
	for i := range records {
		records[i] = bytes.Repeat([]byte{'x'}, 400)
	}
	content := encode(records)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if found, _, err := decode(content); err != nil || len(found) != len(records) {
			b.Fatal(len(found), err)
		}
	}
}
