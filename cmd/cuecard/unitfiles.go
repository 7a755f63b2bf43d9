package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cuecard.app/internal/atomicfile"
	"cuecard.app/internal/unit"
)

// unitFiles are a user's unit and the links that have it started: those that systemctl
// enable makes, which also works while systemd cannot be asked.
type unitFiles struct{ unit string }

func findUnitFiles() (unitFiles, error) {
	path, err := unit.Path()
	return unitFiles{path}, err
}

func (f unitFiles) link(target string) string {
	return filepath.Join(filepath.Dir(f.unit), target+".wants", unit.Name)
}

// write brings the files to what the unit wants, and tells whether that changed anything.
func (f unitFiles) write(u unit.Unit) (changed bool, err error) {
	if f.foreign() {
		return false, fmt.Errorf("%s was not written by cuecard install; move it away first", f.unit)
	}
	now, _ := os.ReadFile(f.unit)
	points := f.unit
	switch packaged, _ := os.ReadFile(unit.Packaged); {
	case string(packaged) == u.Text():
		points = unit.Packaged
		if err := os.Remove(f.unit); err == nil {
			changed = true
		}
	case string(now) != u.File():
		changed = true
		if err := replace(f.unit, u.File()); err != nil {
			return false, fmt.Errorf("the unit cannot be written: %w", err)
		}
	}
	for _, target := range unit.Targets() {
		link := f.link(target)
		to, _ := os.Readlink(link)
		switch {
		case target != u.Start.Target():
			changed = f.unlink(link) || changed
		case to != points:
			changed = true
			f.unlink(link)
			if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
				return false, err
			}
			if err := os.Symlink(points, link); err != nil {
				return false, fmt.Errorf("the unit cannot be enabled: %w", err)
			}
		}
	}
	return changed, nil
}

// replace writes a file that others may read.
func replace(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := atomicfile.Write(path, []byte(text)); err != nil {
		return err
	}
	return os.Chmod(path, 0o644)
}

// unlink removes a link, and its folder when nothing else is in it.
func (f unitFiles) unlink(link string) bool {
	to, err := os.Readlink(link)
	if err != nil || to != f.unit && to != unit.Packaged || os.Remove(link) != nil {
		return false
	}
	_ = os.Remove(filepath.Dir(link))
	return true
}

// foreign tells that somebody else's unit has our name.
func (f unitFiles) foreign() bool {
	text, err := os.ReadFile(f.unit)
	return err == nil && !unit.Ours(string(text)) || err != nil && !errors.Is(err, fs.ErrNotExist)
}

func (f unitFiles) there() bool {
	for _, path := range []string{f.unit, f.link(unit.Session.Target()), f.link(unit.Login.Target())} {
		if _, err := os.Lstat(path); err == nil {
			return true
		}
	}
	return false
}

// used is the unit that systemd takes: a user's own goes before the package's.
func (f unitFiles) used() string {
	if _, err := os.Stat(f.unit); err != nil {
		return unit.Packaged
	}
	return f.unit
}

// data is the folder of the installed service; empty when the unit does not name it.
func (f unitFiles) data() string {
	text, _ := os.ReadFile(f.unit)
	return unit.DataOf(string(text))
}

func (f unitFiles) remove() error {
	if f.foreign() {
		return fmt.Errorf("%s was not written by cuecard install, and stays", f.unit)
	}
	for _, target := range unit.Targets() {
		f.unlink(f.link(target))
	}
	if err := os.Remove(f.unit); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the unit cannot be removed: %w", err)
	}
	return nil
}
