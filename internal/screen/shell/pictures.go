package shell

import (
	"os"
	"path/filepath"
	"strconv"

	"cuecard.app/internal/screen"
)

// pictures are the files that the app reads: those of the frame it draws and of the
// one before, which it may still be reading.
type pictures struct {
	dir    string
	count  int
	now    map[*screen.File]string // path by picture
	former map[*screen.File]string
}

func newPictures(dir string) *pictures { return &pictures{dir: dir} }

// keep begins a frame with these pictures (nil is none) and removes the files that neither it nor the frame before has.
func (p *pictures) keep(files ...*screen.File) {
	next := map[*screen.File]string{}
	for _, file := range files {
		if file == nil {
			continue
		}
		if path, ok := p.now[file]; ok {
			next[file] = path
		} else if path, ok := p.former[file]; ok {
			next[file] = path
		}
	}
	for file, path := range p.former {
		if _, ok := p.now[file]; !ok && next[file] == "" {
			_ = os.Remove(path) // it is gone with the folder at the latest
		}
	}
	p.former, p.now = p.now, next
}

// path is where the app finds a picture of the frame; it is written when it is new.
func (p *pictures) path(file *screen.File) (string, error) {
	if path, ok := p.now[file]; ok {
		return path, nil
	}
	p.count++
	path := filepath.Join(p.dir, strconv.Itoa(p.count))
	if err := os.WriteFile(path, file.Bytes, 0o600); err != nil {
		_ = os.Remove(path)
		return "", err
	}
	p.now[file] = path
	return path, nil
}

func (p *pictures) close() { _ = os.RemoveAll(p.dir) }
