package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fileSystem is the kind of file system that dir is on. Cards have to be saved as in a
// home: one in memory is refused.
func fileSystem(dir string) (kind string, err error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	mounts, err := os.ReadFile("/proc/self/mounts")
	if err != nil {
		return "", err
	}
	kind = kindAt(path, string(mounts))
	if slices.Contains([]string{"tmpfs", "ramfs"}, kind) {
		return "", fmt.Errorf("%s is in memory; choose a directory on a disk with -dir", dir)
	}
	return kind, nil
}

// kindAt looks a path up in Linux's table of mounts: the deepest one holds it, and of
// several at one place the last.
func kindAt(path, mounts string) (kind string) {
	deepest := 0
	for line := range strings.Lines(mounts) {
		words := strings.Fields(line) // device, place, kind
		if len(words) < 3 {
			continue
		}
		place := words[1]
		inside := strings.HasPrefix(path+"/", strings.TrimSuffix(place, "/")+"/")
		if inside && len(place) >= deepest {
			deepest, kind = len(place), words[2]
		}
	}
	return kind
}
