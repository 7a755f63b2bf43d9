// Package atomicfile replaces small files so that a reader, or a power cut, finds
// the old one or the new one whole, and sets aside files that cannot be read.
//
// It never knows what is in them.
package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Write replaces the file by data, on disk when it returns, readable by its owner only.
func Write(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	file, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if _, err = file.Write(data); err != nil {
		return err
	}
	if err = file.Sync(); err != nil {
		return err
	}
	if err = file.Close(); err != nil {
		return err
	}
	if err = os.Rename(file.Name(), path); err != nil {
		return err
	}
	return SyncDir(dir)
}

// SyncDir makes a rename in the directory last.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// SetAside renames a damaged or foreign file out of the way and returns its new
// name, which was not taken before.
func SetAside(path string) (string, error) {
	stem := path + ".damaged-" + time.Now().UTC().Format("20060102T150405Z")
	aside := stem
	for again := 2; taken(aside); again++ {
		aside = fmt.Sprintf("%s-%d", stem, again)
	}
	return aside, os.Rename(path, aside)
}

func taken(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
