package page

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cuecard.app/e2e/house"
)

// elsewhere is a window on a page of another origin, from where a stranger's script calls.
func elsewhere(t *testing.T) *window {
	t.Helper()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!doctype html><title>Another origin</title>")
	}))
	t.Cleanup(other.Close)
	w := newWindow(t, hd)
	t.Cleanup(w.close) // before it is inspected: it is not a page of the service, and asks two servers
	w.do(chromedp.Navigate(other.URL))
	return w
}

// calls is the status and body that the other origin's script can read.
func (w *window) calls(h *house.House, method, path, body, token string) string {
	w.t.Helper()
	headers := `{ 'Content-Type': 'application/json' }`
	if token != "" {
		headers = `{ 'Content-Type': 'application/json', Authorization: 'Bearer ` + token + `' }`
	}
	content := ""
	if body != "" {
		content = ", body: '" + body + "'"
	}
	return read[string](w, fmt.Sprintf(`fetch('%s', { method: '%s', headers: %s%s }).then(async (answer) => answer.status + ' ' + await answer.text())`,
		h.URL+path, method, headers, content))
}

func TestAPageOfAnotherOriginPostsDeletesAndReadsErrors(t *testing.T) {
	h, w := cuecard.Start(t), elsewhere(t)
	token := ""
	for _, row := range []struct{ method, path, body, want string }{
		{"POST", "/notify", `{"id":"a","message":"m"}`, `200 {"id":"a","result":"shown"}`},
		{"POST", "/notify", `{"message":""}`, `400 {"error":"field 'message' must be a non-empty string"}`},
		{"DELETE", "/notify/a", "", `200 {"id":"a","result":"dismissed"}`},
		{"DELETE", "/notify/a", "", `404 {"id":"a","result":"unknown"}`},
		{"GET", "/health", "", `200 {"status":"ok","app":"Cuecard","version":"0.1.0"}`},
	} {
		if got := w.calls(h, row.method, row.path, row.body, token); got != row.want {
			t.Errorf("%s %s: %s, want %s", row.method, row.path, got, row.want)
		}
	}
	lines := strings.Split(strings.TrimSpace(h.Run(t, "token", "new").Out), "\n")
	token = lines[len(lines)-1]
	if got := w.calls(h, "POST", "/notify", `{"id":"a","message":"m"}`, ""); got != `401 {"error":"missing or invalid bearer token"}` {
		t.Errorf("without the token: %s", got)
	}
	if got := w.calls(h, "POST", "/notify", `{"id":"a","message":"m"}`, token); got != `200 {"id":"a","result":"shown"}` {
		t.Errorf("with the token: %s", got)
	}
}
