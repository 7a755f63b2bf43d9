package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// contentPolicy lets a page load only what the service itself serves, and run no script or style that stands in the
// page: text by a sender of cards can then never act, whatever a page does with it. A frame around a page is allowed:
// dashboards embed the TV page. The web client speaks to several TVs, wherever they are; the TV page to its own only.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; connect-src "

const (
	anyTV  = contentPolicy + "*"
	thisTV = contentPolicy + "'self'"
)

// contentType tells how a kind of file is served. The operating system's own table is never asked: it differs.
var contentType = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".svg":         "image/svg+xml; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".png":         "image/png",
}

// file is one file, ready to be sent.
type file struct {
	contentType string
	policy      string // of a page; empty for other files
	plain       body
	packed      func() *body // gzip, packed when it is first asked for; nil where it would not be smaller
}

type body struct {
	content []byte
	etag    string
}

func newFile(name string, content []byte) (*file, error) {
	kind, ok := contentType[path.Ext(name)]
	if !ok {
		return nil, fmt.Errorf("no content type for %q", path.Ext(name))
	}
	sum := sha256.Sum256(content)
	tag := hex.EncodeToString(sum[:16])
	return &file{
		contentType: kind,
		policy:      policyOf(name),
		plain:       body{content, `"` + tag + `"`},
		packed: sync.OnceValue(func() *body {
			if packed := pack(content); len(packed) < len(content) {
				return &body{packed, `"` + tag + `-gzip"`}
			}
			return nil
		}),
	}, nil
}

func policyOf(name string) string {
	switch {
	case path.Ext(name) != pageSuffix:
		return ""
	case name == tvPage:
		return thisTV
	default:
		return anyTV
	}
}

func pack(content []byte) []byte {
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = zip.Write(content)
	}
	if err = errors.Join(err, zip.Close()); err != nil { // a buffer takes everything
		panic(err)
	}
	return packed.Bytes()
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	chosen, packed := &f.plain, f.packed()
	if packed != nil {
		header.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r.Header.Values("Accept-Encoding")) {
			chosen = packed
		}
	}
	header.Set("ETag", chosen.etag)
	// The browser asks each time: after an update of the service no page runs with yesterday's script.
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Content-Type-Options", "nosniff")
	if f.policy != "" {
		header.Set("Content-Security-Policy", f.policy)
		header.Set("Referrer-Policy", "no-referrer")
	}
	if matches(r.Header.Values("If-None-Match"), chosen.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", f.contentType)
	header.Set("Content-Length", strconv.Itoa(len(chosen.content)))
	if chosen == packed {
		header.Set("Content-Encoding", "gzip")
	}
	if r.Method == http.MethodHead {
		return
	}
	// The only way to fail is a browser that has gone, and nobody is left to be told.
	_, _ = w.Write(chosen.content)
}

// matches reports whether an If-None-Match header names the tag. A weak tag counts too: only the content matters here.
func matches(header []string, etag string) bool {
	for candidate := range strings.SplitSeq(strings.Join(header, ","), ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == etag {
			return true
		}
	}
	return false
}
