package journal

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"cuecard.app/internal/atomicfile"
)

// Rewrite replaces the whole journal by these records, on disk when it returns. A rewrite that fails leaves the journal
// as it was, to be appended to if it could be before; if only the new name may not have reached the disk, the new
// records are in place and Err says so. It is the one way to heal a journal that failed.
func (j *Journal) Rewrite(records ...[]byte) error {
	if err := check(records); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return os.ErrClosed
	}
	content := encode(records)
	fresh, err := j.writeFresh(content)
	if err != nil {
		return j.unchanged(err)
	}
	if err := j.putInPlace(); err != nil {
		fresh.Close()
		os.Remove(j.freshPath())
		return j.unchanged(err)
	}
	if j.file != nil {
		j.file.Close()
	}
	j.file = fresh
	j.size, j.base = int64(len(content)), int64(len(content))
	j.dirty, j.flushed = false, time.Now()
	if err := j.flushDirectory(); err != nil {
		j.retryAt = time.Now().Add(retryPause)
		return j.fail(err)
	}
	j.healed()
	return nil
}

// unchanged ends a rewrite that came to nothing. Where appending still works that is no failure to save, and the next
// try is due when the journal has grown as much again.
func (j *Journal) unchanged(err error) error {
	if j.file != nil && j.failure == nil {
		j.base = j.size
		j.log.Warn("the journal could not be made smaller", "error", err)
		return err
	}
	j.retryAt = time.Now().Add(retryPause)
	return j.fail(err)
}

func (j *Journal) freshPath() string { return j.path + ".new" }

// writeFresh leaves the content on disk under the temporary name, open for appending.
func (j *Journal) writeFresh(content []byte) (file, error) {
	// One left by a rewrite that was killed might have another mode.
	os.Remove(j.freshPath())
	f, err := j.open(j.freshPath(), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return nil, err
	}
	n, err := f.Write(content)
	if err == nil && n < len(content) {
		err = io.ErrShortWrite
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		f.Close()
		os.Remove(j.freshPath())
		return nil, err
	}
	return f, nil
}

func (j *Journal) putInPlace() error {
	if j.aside != "" {
		if err := j.setAside(); err != nil {
			return err
		}
		j.aside = ""
	}
	return os.Rename(j.freshPath(), j.path)
}

// setAside moves what lies at path, if anything, to a name that was free.
func (j *Journal) setAside() error {
	name, err := atomicfile.SetAside(j.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	j.log.Warn("the file of saved cards was set aside", "reason", j.aside, "kept", name)
	return nil
}

// flushDirectory brings the new name to disk. Some file systems know no such flush and need none.
func (j *Journal) flushDirectory() error {
	directory, err := j.open(filepath.Dir(j.path), os.O_RDONLY)
	if err != nil {
		return err
	}
	defer directory.Close()
	err = directory.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
