package e2e

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// TestSection4Endpoints holds the table of the endpoints. Their Auth column stands in section 5.
func TestSection4Endpoints(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	t.Run("POST notify shows a card, or replaces the one with the same id", func(t *testing.T) {
		typed := "Content-Type: application/json"
		ask(t, h, "POST", "/notify", lasting("a"), typed).wants(t, 200, `{"id":"a","result":"shown"}`)
		ask(t, h, "POST", "/notify", lasting("a"), typed).wants(t, 200, `{"id":"a","result":"replaced"}`)
	})
	t.Run("DELETE notify id removes a card that is showing, queued or persistent", func(t *testing.T) {
		post(t, h, lasting("b"), "queued")
		post(t, h, persistent("p"), "queued")
		ask(t, h, "DELETE", "/notify/b", "").wants(t, 200, `{"id":"b","result":"removed-from-queue"}`)
		ask(t, h, "DELETE", "/notify/p", "").wants(t, 200, `{"id":"p","result":"dismissed"}`)
		ask(t, h, "DELETE", "/notify/a", "").wants(t, 200, `{"id":"a","result":"dismissed"}`)
		ask(t, h, "DELETE", "/notify/a", "").wants(t, 404, `{"id":"a","result":"unknown"}`)
	})
	t.Run("DELETE pays no heed to a body", func(t *testing.T) {
		ask(t, h, "DELETE", "/notify/a", `not JSON`).wants(t, 404, `{"id":"a","result":"unknown"}`)
	})
	t.Run("GET health returns the app version", func(t *testing.T) {
		hasFields(t, ask(t, h, "GET", "/health", "").object(t), "status", "app", "version")
	})
	t.Run("GET info returns the device", func(t *testing.T) {
		if a := ask(t, h, "GET", "/info", ""); a.status != 200 {
			t.Errorf("answered %d %s", a.status, a.body)
		}
	})
	t.Run("OPTIONS on any path returns 204", func(t *testing.T) {
		for _, target := range []string{"/", "/notify", "/notify/a", "/health", "/info", "/cards", "/events", "/tv/feed", "/no/such",
			"/notify/a/b", "//", "/../..", "*", "http://tv:8090/notify"} {
			if a := ask(t, h, "OPTIONS", target, ""); a.status != 204 || a.body != "" || a.header.Get("Content-Type") != "" {
				t.Errorf("OPTIONS %s answered %d %q with type %q, want 204 and nothing", target, a.status, a.body, a.header.Get("Content-Type"))
			}
		}
	})
	t.Run("GET any other path returns files of the web client", func(t *testing.T) {
		if a := ask(t, h, "GET", "/", ""); a.status != 200 || !isWebClient(a) {
			t.Errorf("answered %d %.100s", a.status, a.body)
		}
	})
}

// TestSection4EveryResponseCarriesTheCORSHeaders names every kind of response: hear
// and listen hold the headers of each against the table.
func TestSection4EveryResponseCarriesTheCORSHeaders(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	tag := ask(t, h, "GET", "/", "").header.Get("ETag")
	tooLarge := "Content-Length: 262145"
	for _, kind := range []struct {
		status               int
		method, target, body string
		headers              []string
	}{
		{200, "POST", "/notify", lasting("a"), nil},
		{200, "GET", "/health", "", []string{"Origin: https://example.com"}},
		{200, "HEAD", "/health", "", nil},
		{200, "HEAD", "/", "", nil},
		{200, "HEAD", "/events", "", nil},
		{200, "HEAD", "/tv/feed", "", nil},
		{200, "GET", "/index.html", "", nil},
		{200, "GET", "/tv", "", nil},
		{200, "GET", "/cards", "", nil},
		{204, "OPTIONS", "/notify", "", []string{"Origin: https://example.com", "Access-Control-Request-Method: POST"}},
		{304, "GET", "/", "", []string{"If-None-Match: " + tag}},
		{400, "POST", "/notify", "{", nil},
		{400, "DELETE", "/notify/50%", "", nil},
		{404, "DELETE", "/notify/none", "", nil},
		{404, "POST", "/none", "", nil},
		{404, "GET", "/tv/pictures/none", "", nil},
		{405, "GET", "/notify", "", nil},
		{405, "HEAD", "/notify/a", "", nil},
		{413, "POST", "/notify", "", []string{tooLarge}},
		{431, "GET", "/health", "", []string{"X: " + strings.Repeat("x", 64<<10)}},
	} {
		t.Run(strconv.Itoa(kind.status)+" "+kind.method+" "+kind.target, func(t *testing.T) {
			if a := ask(t, h, kind.method, kind.target, kind.body, kind.headers...); a.status != kind.status {
				t.Errorf("answered %d %.200s, want %d", a.status, a.body, kind.status)
			}
		})
	}
	t.Run("streams", func(t *testing.T) {
		listen(t, h, "/events")
		listen(t, h, "/tv/feed")
	})
	owner(t, h, "overlay", "deny")
	t.Run("503", func(t *testing.T) {
		if a := ask(t, h, "POST", "/notify", lasting("a")); a.status != 503 {
			t.Errorf("answered %d %s", a.status, a.body)
		}
	})
	newToken(t, h)
	t.Run("401", func(t *testing.T) {
		for _, target := range []string{"/info", "/cards", "/events", "/tv/feed"} {
			ask(t, h, "GET", target, "").refuses(t, 401, "missing or invalid bearer token")
			if a := ask(t, h, "HEAD", target, ""); a.status != 401 {
				t.Errorf("HEAD %s answered %d, want 401", target, a.status)
			}
		}
	})
	t.Run("stream of a page that waits for its key", func(t *testing.T) { listen(t, h, "/tv/pair") })
}

func TestSection4EveryAnswerOfTheAPIIsJSON(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, line := range []string{"POST /notify", "DELETE /notify/x", "GET /health", "GET /info", "GET /cards", "GET /notify", "PUT /info",
		"DELETE /", "PATCH /a/b/c", "GET /tv/pictures/x"} {
		method, target, _ := strings.Cut(line, " ")
		a := ask(t, h, method, target, "")
		a.has(t, "Content-Type", "application/json")
		a.has(t, "Content-Length", strconv.Itoa(len(a.body)))
		if !json.Valid([]byte(a.body)) {
			t.Errorf("%s answered %q, which is no JSON", line, a.body)
		}
	}
}
