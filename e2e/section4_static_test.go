package e2e

import (
	"strings"
	"testing"
)

// isWebClient tells the start page from everything else.
func isWebClient(a answer) bool {
	return a.header.Get("Content-Type") == "text/html; charset=utf-8" && strings.HasPrefix(strings.ToLower(a.body), "<!doctype html>")
}

func TestSection4IndexIsTheFallbackForUnknownPaths(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	index := ask(t, h, "GET", "/", "")
	if index.status != 200 || !isWebClient(index) {
		t.Fatalf("GET / answered %d %.100q", index.status, index.body)
	}
	for _, target := range []string{"/index.html", "/index", "/some/route", "/some/route?with=query", "/no-such-file.js", "/Health", "/NOTIFY",
		"/notifyx", "/notify/a/b", "/notify//", "/notify//a", "/health/x", "/health//", "//", "///", "//health", "/a/../b", "/../../etc/passwd",
		"/..%2f..%2fetc%2fpasswd", "/%2e%2e/health", "/x/../health", "/./health", "/.", "/health/..", "/%00", "/😀", "/health%2F", "/tv/drawn",
		"http://tv:8090/some/route", "http://tv:8090"} {
		a := ask(t, h, "GET", target, "")
		if a.status != 200 || a.body != index.body || a.header.Get("Location") != "" {
			t.Errorf("GET %s answered %d %.100q to %q, want the start page", target, a.status, a.body, a.header.Get("Location"))
		}
		head := ask(t, h, "HEAD", target, "")
		if head.status != 200 || head.body != "" || head.header.Get("Content-Length") != a.header.Get("Content-Length") {
			t.Errorf("HEAD %s answered %d %q, want the headers of GET", target, head.status, head.body)
		}
	}
}

// An escaped slash is part of a segment, never a border between two.
func TestSection4AnEscapedSlashMakesNoAPIPath(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, target := range []string{"/notify%2F*", "/notify%2Fa", "/notify%2f*/", "/tv%2Ffeed", "/tv%2Fpair", "/tv%2Fpictures%2F*"} {
		if a := ask(t, h, "HEAD", target, ""); a.status != 200 || a.header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("HEAD %s answered %d with %q, want the start page", target, a.status, a.header.Get("Content-Type"))
		}
		ask(t, h, "DELETE", target, "").refuses(t, 404, "")
		ask(t, h, "POST", target, "{}").refuses(t, 404, "")
	}
}

func TestSection4FilesAreServedWithTheirType(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for target, kind := range map[string]string{
		"/tv":          "text/html; charset=utf-8",
		"/tv/":         "text/html; charset=utf-8",
		"/tv.html":     "text/html; charset=utf-8",
		"/index.js":    "text/javascript; charset=utf-8",
		"/index.css":   "text/css; charset=utf-8",
		"/favicon.svg": "image/svg+xml; charset=utf-8",
	} {
		a := ask(t, h, "GET", target, "")
		a.has(t, "Content-Type", kind)
		if a.status != 200 || a.body == "" || target != "/tv.html" && strings.HasPrefix(target, "/tv") && a.body != ask(t, h, "GET", "/tv.html", "").body {
			t.Errorf("GET %s answered %d %.80q", target, a.status, a.body)
		}
	}
}

func TestSection4AFileThatTheBrowserHasIsNotSentAgain(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	first := ask(t, h, "GET", "/index.js", "")
	again := ask(t, h, "GET", "/index.js", "", "If-None-Match: "+first.header.Get("ETag"))
	if first.header.Get("ETag") == "" || again.status != 304 || again.body != "" {
		t.Errorf("answered %d %.80q for the tag %q, want 304 and nothing", again.status, again.body, first.header.Get("ETag"))
	}
}

func TestSection4FilesNeedNoToken(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	newToken(t, h)
	for _, target := range []string{"/", "/index.js", "/tv", "/some/route"} {
		if a := ask(t, h, "GET", target, ""); a.status != 200 {
			t.Errorf("GET %s answered %d, want 200", target, a.status)
		}
	}
}
