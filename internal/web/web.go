// Package web knows the files of the web client and the TV page, which are part of the binary, and how a browser gets
// them: by name, revalidated on every use, compressed where that helps. It never knows cards, tokens or API paths, and
// it never touches the disk.
package web

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
)

//go:embed files
var embedded embed.FS

const (
	pageSuffix = ".html"
	startPage  = "index" + pageSuffix
	tvPage     = "tv" + pageSuffix
)

// Site serves the files. It answers every path: one that names nothing gets the start page, so that the client's own
// routes survive a reload.
type Site struct {
	byPath map[string]*file
	start  *file
}

// New reads the files once, for all requests to come.
func New() (*Site, error) {
	files, err := fs.Sub(embedded, "files")
	if err != nil {
		return nil, err
	}
	return newSite(files)
}

func newSite(files fs.FS) (*Site, error) {
	s := &Site{byPath: map[string]*file{}}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		f, err := newFile(name, content)
		if err != nil {
			return fmt.Errorf("file %s: %w", name, err)
		}
		s.byPath["/"+name] = f
		if page, ok := strings.CutSuffix(name, pageSuffix); ok {
			s.byPath["/"+page] = f
			s.byPath["/"+page+"/"] = f
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.start = s.byPath["/"+startPage]
	if s.start == nil {
		return nil, fmt.Errorf("file %s is missing", startPage)
	}
	return s, nil
}

// ServeHTTP answers a GET or HEAD; the caller keeps other methods and the API's paths away. Paths are looked up as they
// are and never cleaned, so there is nothing to escape from and nothing to redirect to.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := s.byPath[r.URL.Path]
	if !ok {
		f = s.start
	}
	f.serve(w, r)
}
