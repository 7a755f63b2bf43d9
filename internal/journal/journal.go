// Package journal keeps records in an append-only file that survives kill -9 and, to within a second, a power cut.
//
// It knows lines, checksums, flushing and compaction: what is torn, what is damaged, when the disk has the last
// change, when the file is worth rewriting. It never knows what a record says; whoever appends records replays them.
//
// The caller's step is always the same two lines, and they heal a journal that failed as well as shrink a large one:
//
//	err := j.Append(change)
//	if j.WantsRewrite() {
//		err = j.Rewrite(everything...)
//	}
package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"
)

const (
	worthRewriting = 8 << 20 // a smaller one is quickly read at the start
	growth         = 4       // how much it grows between two rewrites
	retryPause     = 5 * time.Second
	keptBuffer     = 64 << 10 // a rare large record does not keep its memory for ever
)

// Journal is an open journal. Its methods may be called from any goroutine.
type Journal struct {
	path string
	log  *slog.Logger
	open opener

	changed chan struct{} // tells the flusher that there is something to flush
	closing chan struct{}
	ended   chan struct{}

	mu      sync.Mutex // never held while the flusher waits for the disk
	file    file       // nil until one could be opened
	buffer  []byte
	size    int64
	base    int64     // size after the last rewrite
	dirty   bool      // the file holds what no flush has covered yet
	flushed time.Time // when the last flush began
	failure error     // why saving does not work
	retryAt time.Time // not before then is a failure worth another rewrite
	aside   string    // why the file at path must be set aside before it is replaced; empty when it need not
	closed  bool
}

// Open reads the journal at path, creating it when missing, and returns the records that are whole, in order.
// It always gives a usable journal: what keeps it from saving is told by Err.
func Open(path string, log *slog.Logger) (*Journal, [][]byte) {
	return openOn(openFile, path, log)
}

func openOn(open opener, path string, log *slog.Logger) (*Journal, [][]byte) {
	j := &Journal{
		path:    path,
		log:     log,
		open:    open,
		changed: make(chan struct{}, 1),
		closing: make(chan struct{}),
		ended:   make(chan struct{}),
	}
	records := j.load()
	go j.keepFlushed()
	return j, records
}

// Append hands the records to the operating system in one write; the disk has them within a second.
// After a failure it refuses, so that nothing is ever written behind a torn record, until a Rewrite succeeds.
func (j *Journal) Append(records ...[]byte) error {
	if err := check(records); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.closed:
		return os.ErrClosed
	case j.failure != nil:
		return j.failure
	case len(records) == 0:
		return nil
	}
	j.buffer = appendLines(j.buffer[:0], records)
	n, err := j.file.Write(j.buffer)
	if err == nil && n < len(j.buffer) {
		err = io.ErrShortWrite
	}
	if cap(j.buffer) > keptBuffer {
		j.buffer = nil
	}
	if err != nil {
		return j.fail(j.named(err))
	}
	j.size += int64(n)
	j.soil()
	return nil
}

// WantsRewrite reports whether the caller should now call Rewrite with its full state: because the journal has grown
// enough for it to pay, or because saving failed and only a Rewrite heals it. Attempts to heal are kept a few seconds
// apart, so it may be asked at every change.
func (j *Journal) WantsRewrite() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.closed:
		return false
	case j.failure != nil:
		return !time.Now().Before(j.retryAt)
	}
	return j.size > worthRewriting && j.size > growth*j.base
}

// Err is nil while saving works, else why it does not.
func (j *Journal) Err() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.failure
}

// Close flushes what is not on disk yet and ends the flusher. Closing twice is harmless.
func (j *Journal) Close() error {
	j.mu.Lock()
	if j.closed {
		j.mu.Unlock()
		return nil
	}
	j.closed = true
	j.mu.Unlock()

	close(j.closing)
	<-j.ended

	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	var flushing error
	if j.dirty {
		flushing = j.named(j.file.Sync())
	}
	return errors.Join(flushing, j.named(j.file.Close()))
}

// fail notes why saving does not work. A failure that lasts is logged once, however often it shows.
func (j *Journal) fail(err error) error {
	if j.failure == nil {
		j.log.Warn(fmt.Sprintf("cards are not being saved: %v; they are shown all the same", err))
	}
	j.failure = err
	return err
}

func (j *Journal) healed() {
	if j.failure == nil {
		return
	}
	j.failure = nil
	j.retryAt = time.Now().Add(retryPause)
	j.log.Info("cards are being saved again")
}

// named gives an error of the open file the journal's path: a rewritten file still carries its temporary name.
func (j *Journal) named(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: p.Op, Path: j.path, Err: p.Err}
	}
	return err
}

func check(records [][]byte) error {
	for _, record := range records {
		if bytes.IndexByte(record, '\n') >= 0 {
			return errors.New("a journal record must not contain a newline")
		}
	}
	return nil
}
