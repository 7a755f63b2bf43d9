package journal

import (
	"errors"
	"io/fs"
	"os"
)

// tooLarge is far beyond what a journal grows to; reading such a file would cost a small device its memory.
const tooLarge = 256 << 20

// load reads what is there and leaves the journal ready to append to, or failed. Anything but a clean journal is
// replaced by a fresh one with the records that were whole.
func (j *Journal) load() [][]byte {
	data, odd, err := read(j.path)
	if err != nil {
		j.aside = "could not be read"
		j.fail(err)
		return nil
	}
	if odd != "" {
		j.aside = odd
		j.Rewrite()
		return nil
	}
	records, clean, damage := decode(data)
	switch {
	case damage != nil:
		j.aside = damage.Error()
	case clean:
		j.resume(int64(len(data)))
		return records
	default:
		j.log.Debug("the journal ended in the middle of a line", "path", j.path)
	}
	j.Rewrite(records...)
	return records
}

// read returns what the file holds, or what is odd about it when it is none to read.
func read(path string) (data []byte, odd string, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		// Its directory may be mounted later, with a journal in it.
		return nil, "appeared after the start", nil
	case err != nil:
		return nil, "", err
	case !info.Mode().IsRegular():
		return nil, "not a file", nil
	case info.Size() > tooLarge:
		return nil, "too large", nil
	}
	data, err = os.ReadFile(path)
	return data, "", err
}

// resume goes on with the file as it is.
func (j *Journal) resume(size int64) {
	f, err := j.open(j.path, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		j.fail(err)
		return
	}
	j.file, j.size = f, size
	// Whoever wrote it may have been killed before the flush.
	j.soil()
}
