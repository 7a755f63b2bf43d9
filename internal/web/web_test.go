package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestFilesAreServedByName(t *testing.T) {
	site := newTestSite(t)
	tests := []struct{ path, body, contentType string }{
		{"/", indexText, "text/html; charset=utf-8"},
		{"/index.html", indexText, "text/html; charset=utf-8"},
		{"/tv", "tv", "text/html; charset=utf-8"},
		{"/tv/", "tv", "text/html; charset=utf-8"},
		{"/tv.html", "tv", "text/html; charset=utf-8"},
		{"/%74v", "tv", "text/html; charset=utf-8"},
		{"/card.css", styleText, "text/css; charset=utf-8"},
		{"/deep/view.js", "js", "text/javascript; charset=utf-8"},
		{"/icon.svg", "svg", "image/svg+xml; charset=utf-8"},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			answer := get(t, site, test.path, nil)
			if answer.Code != http.StatusOK || answer.Body.String() != test.body {
				t.Errorf("got %d %q, want 200 %q", answer.Code, answer.Body, test.body)
			}
			if got := answer.Header().Get("Content-Type"); got != test.contentType {
				t.Errorf("Content-Type %q, want %q", got, test.contentType)
			}
		})
	}
}

func TestUnknownPathsGetTheStartPage(t *testing.T) {
	site := newTestSite(t)
	paths := []string{
		"/settings/sounds", "/missing.js", "/deep", "/deep/", "/TV", "/tv//", "//x", "//tv", "/a/../card.css", "/./card.css",
		"/..%2f", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/web.go", "/files/index.html", "/..\\card.css", "/%00", "/%ff",
		"/card.css%00.html", "/?x=/card.css",
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			answer := get(t, site, path, nil)
			if answer.Code != http.StatusOK || answer.Body.String() != indexText {
				t.Errorf("got %d %q, want the start page", answer.Code, answer.Body)
			}
		})
	}
}

func TestBrowserRevalidatesAndGets304(t *testing.T) {
	site := newTestSite(t)
	first := get(t, site, "/card.css", nil)
	etag := first.Header().Get("ETag")
	if !strings.HasPrefix(etag, `"`) || first.Header().Get("Cache-Control") != "no-cache" {
		t.Fatalf("headers %v, want a strong ETag and no-cache", first.Header())
	}
	for _, condition := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
		answer := get(t, site, "/card.css", http.Header{"If-None-Match": {condition}})
		if answer.Code != http.StatusNotModified || answer.Body.Len() > 0 {
			t.Errorf("If-None-Match %s: got %d with %d bytes, want 304 and no body", condition, answer.Code, answer.Body.Len())
		}
		if answer.Header().Get("ETag") != etag || answer.Header().Get("Vary") == "" {
			t.Errorf("If-None-Match %s: a cache cannot use the answer: %v", condition, answer.Header())
		}
	}
	for _, condition := range []string{`"other"`, strings.Trim(etag, `"`), ""} {
		if answer := get(t, site, "/card.css", http.Header{"If-None-Match": {condition}}); answer.Code != http.StatusOK {
			t.Errorf("If-None-Match %q: got %d, want 200", condition, answer.Code)
		}
	}
}

func TestETagFollowsTheContent(t *testing.T) {
	files := testFiles()
	before := etagOf(t, files)
	if again := etagOf(t, files); again != before {
		t.Errorf("the same content got %s and %s", before, again)
	}
	files["card.css"] = &fstest.MapFile{Data: []byte(styleText + "/* new */")}
	if after := etagOf(t, files); after == before {
		t.Errorf("new content kept %s", before)
	}
}

func TestCompressibleFilesAreSentPacked(t *testing.T) {
	site := newTestSite(t)
	plain := get(t, site, "/card.css", nil)
	packed := get(t, site, "/card.css", http.Header{"Accept-Encoding": {"br, gzip"}})
	if got := packed.Header().Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("Content-Encoding %q, want gzip", got)
	}
	if plain.Header().Get("ETag") == packed.Header().Get("ETag") {
		t.Errorf("both encodings have the ETag %s", plain.Header().Get("ETag"))
	}
	for name, answer := range map[string]*httptest.ResponseRecorder{"plain": plain, "packed": packed} {
		if got := answer.Header().Get("Vary"); got != "Accept-Encoding" {
			t.Errorf("%s: Vary %q", name, got)
		}
	}
	if got := unpack(t, packed.Body); got != styleText {
		t.Errorf("unpacked to %q", got)
	}
	condition := http.Header{"Accept-Encoding": {"gzip"}, "If-None-Match": {packed.Header().Get("ETag")}}
	if answer := get(t, site, "/card.css", condition); answer.Code != http.StatusNotModified {
		t.Errorf("revalidation of the packed file got %d, want 304", answer.Code)
	}
}

func TestFilesThatPackingMakesLargerAreSentAsTheyAre(t *testing.T) {
	answer := get(t, newTestSite(t), "/icon.svg", http.Header{"Accept-Encoding": {"gzip"}})
	if answer.Body.String() != "svg" || answer.Header().Get("Content-Encoding") != "" || answer.Header().Get("Vary") != "" {
		t.Errorf("got %q with %v", answer.Body, answer.Header())
	}
}

func TestGzipIsSentOnlyToThoseWhoTakeIt(t *testing.T) {
	tests := []struct {
		header []string
		want   bool
	}{
		{nil, false},
		{[]string{""}, false},
		{[]string{"gzip"}, true},
		{[]string{"GZIP"}, true},
		{[]string{"deflate, gzip;q=0.5"}, true},
		{[]string{"deflate", "br, gzip"}, true},
		{[]string{"gzip;q=0"}, false},
		{[]string{"gzip; q=0.000"}, false},
		{[]string{"gzip;q=many"}, false},
		{[]string{"*"}, true},
		{[]string{"*;q=0"}, false},
		{[]string{"*, gzip;q=0"}, false},
		{[]string{"gzip, *;q=0"}, true},
		{[]string{"identity"}, false},
		{[]string{"not-gzip"}, false},
	}
	for _, test := range tests {
		if got := acceptsGzip(test.header); got != test.want {
			t.Errorf("Accept-Encoding %q: got %v, want %v", test.header, got, test.want)
		}
	}
}

func TestHeadAnswersLikeGetWithoutABody(t *testing.T) {
	server := httptest.NewServer(newTestSite(t))
	defer server.Close()
	for _, path := range []string{"/", "/tv", "/card.css", "/unknown"} {
		got := fetch(t, http.MethodGet, server.URL+path)
		head := fetch(t, http.MethodHead, server.URL+path)
		if head.body != "" || got.body == "" {
			t.Errorf("%s: HEAD has %d bytes, GET %d", path, len(head.body), len(got.body))
		}
		delete(got.header, "Date")
		delete(head.header, "Date")
		if !maps.EqualFunc(got.header, head.header, func(a, b []string) bool { return strings.Join(a, ",") == strings.Join(b, ",") }) {
			t.Errorf("%s: headers differ:\n GET  %v\n HEAD %v", path, got.header, head.header)
		}
	}
}

func TestPagesRunNothingButTheServicesOwnFiles(t *testing.T) {
	site := newTestSite(t)
	for _, path := range []string{"/", "/tv", "/unknown"} {
		header := get(t, site, path, nil).Header()
		policy := header.Get("Content-Security-Policy")
		for _, rule := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
			map[bool]string{true: "connect-src 'self'", false: "connect-src *"}[path == "/tv"]} {
			if !strings.Contains(policy+";", rule+";") {
				t.Errorf("%s: policy %q lacks %q", path, policy, rule)
			}
		}
		if strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: Referrer-Policy %q", path, header.Get("Referrer-Policy"))
		}
	}
	for _, path := range []string{"/", "/card.css", "/icon.svg"} {
		if got := get(t, site, path, nil).Header().Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q", path, got)
		}
	}
}

func TestHeadersOfTheCallerStay(t *testing.T) {
	answer := httptest.NewRecorder()
	answer.Header().Set("Access-Control-Allow-Origin", "*")
	answer.Header().Set("Vary", "Origin")
	newTestSite(t).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/card.css", nil))
	if answer.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("headers %v", answer.Header())
	}
	if got := strings.Join(answer.Header().Values("Vary"), ", "); got != "Origin, Accept-Encoding" {
		t.Errorf("Vary %q", got)
	}
}

func TestSiteNeedsAStartPageAndKnownKindsOfFiles(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"no start page": {"tv.html": {Data: []byte("tv")}},
		"unknown kind":  {"index.html": {Data: []byte("i")}, "movie.mkv": {Data: []byte("m")}},
	} {
		if _, err := newSite(files); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

const indexText = "start page"

var styleText = strings.Repeat("card-view { display: block; }\n", 20)

func testFiles() fstest.MapFS {
	return fstest.MapFS{
		"index.html":   {Data: []byte(indexText)},
		"tv.html":      {Data: []byte("tv")},
		"card.css":     {Data: []byte(styleText)},
		"deep/view.js": {Data: []byte("js")},
		"icon.svg":     {Data: []byte("svg")},
	}
}

func newTestSite(t *testing.T) *Site {
	t.Helper()
	site, err := newSite(testFiles())
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func etagOf(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	site, err := newSite(files)
	if err != nil {
		t.Fatal(err)
	}
	return get(t, site, "/card.css", nil).Header().Get("ETag")
}

func get(t *testing.T, site *Site, path string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	// A URL with a host, so that a path of two slashes stays a path.
	request := httptest.NewRequest(http.MethodGet, "http://tv"+path, nil)
	maps.Copy(request.Header, header)
	answer := httptest.NewRecorder()
	site.ServeHTTP(answer, request)
	return answer
}

type answer struct {
	header http.Header
	body   string
}

func fetch(t *testing.T, method, url string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Asked for by hand, the client neither adds it to GET only nor unpacks the answer.
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.Header, string(body)}
}

func unpack(t *testing.T, body *bytes.Buffer) string {
	t.Helper()
	reader, err := gzip.NewReader(body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
