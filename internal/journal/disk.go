package journal

import "os"

// file is what the journal asks of an open file.
type file interface {
	Write(b []byte) (int, error)
	Sync() error
	Close() error
}

// opener opens a file or a directory; a test gives one whose files fail.
type opener func(name string, flag int) (file, error)

func openFile(name string, flag int) (file, error) {
	f, err := os.OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, err // not f: a nil *os.File is no nil file
	}
	return f, nil
}
