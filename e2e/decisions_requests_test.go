package e2e

import (
	"net/http"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// TestDecision01OrderOfJudgement sends requests that are wrong in every way from some
// point on: the first of them is told.
func TestDecision01OrderOfJudgement(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	token := bearer(newToken(t, h))
	owner(t, h, "overlay", "deny")
	const large, small = "Content-Length: 262145", "Content-Length: 1"
	for _, row := range []struct {
		name, method, target string
		headers              []string
		status               int
	}{
		{"OPTIONS before the route", "OPTIONS", "/none", []string{large}, 204},
		{"OPTIONS before the method", "OPTIONS", "/notify", []string{large}, 204},
		{"route before the token", "POST", "/none", []string{large}, 404},
		{"route before the method", "DELETE", "/none", nil, 404},
		{"method before the token", "PUT", "/notify", []string{large}, 405},
		{"method before the token, with an id", "POST", "/notify/a", []string{large}, 405},
		{"token before the size", "POST", "/notify", []string{large}, 401},
		{"size before the body", "POST", "/notify", []string{large, token}, 413},
	} {
		t.Run(row.name, func(t *testing.T) {
			if a := ask(t, h, row.method, row.target, "", row.headers...); a.status != row.status {
				t.Errorf("answered %d %s, want %d", a.status, a.body, row.status)
			}
		})
	}
	t.Run("token before the body", func(t *testing.T) { ask(t, h, "POST", "/notify", "{").refuses(t, 401, "token") })
	t.Run("body before the overlay permission", func(t *testing.T) { ask(t, h, "POST", "/notify", "{", token).refuses(t, 400, "body") })
	t.Run("the overlay permission last", func(t *testing.T) {
		if a := ask(t, h, "POST", "/notify", lasting("a"), token); a.status != 503 {
			t.Errorf("answered %d %s, want 503", a.status, a.body)
		}
	})
}

func TestDecision02WrongMethodIs405WithAllow(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for target, row := range map[string]struct{ allow, refused string }{
		"/notify":     {"POST, OPTIONS", "GET HEAD PUT PATCH DELETE TRACE get post QUERY"},
		"/notify/":    {"POST, OPTIONS", "GET HEAD DELETE"},
		"/notify/a":   {"DELETE, OPTIONS", "GET HEAD POST PUT PATCH TRACE delete"},
		"/notify/a/":  {"DELETE, OPTIONS", "GET POST"},
		"/notify/..":  {"DELETE, OPTIONS", "GET POST"},
		"/health":     {"GET, HEAD, OPTIONS", "POST PUT PATCH DELETE TRACE get"},
		"/health/":    {"GET, HEAD, OPTIONS", "POST"},
		"/info":       {"GET, HEAD, OPTIONS", "POST PUT PATCH DELETE"},
		"/info/":      {"GET, HEAD, OPTIONS", "POST"},
		"/notify?a=b": {"POST, OPTIONS", "GET"},
	} {
		for method := range strings.SplitSeq(row.refused, " ") {
			t.Run(method+target, func(t *testing.T) {
				a := ask(t, h, method, target, "")
				a.has(t, "Allow", row.allow)
				if method != http.MethodHead {
					a.refuses(t, 405, "")
				} else if a.status != 405 {
					t.Errorf("answered %d, want 405", a.status)
				}
			})
		}
	}
}

func TestDecision02AnyOtherMethodOnAnyOtherPathIs404(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, line := range []string{"POST /", "PUT /index.html", "DELETE /none", "PATCH /notify/a/b", "DELETE /notify/a/b", "DELETE /notify//", "POST //notify",
		"POST /notify//", "DELETE /x/../notify/a", "POST /./notify", "TRACE /", "POST /cards", "DELETE /events", "POST /Notify", "CONNECT tv:443", "POST *"} {
		method, target, _ := strings.Cut(line, " ")
		a := ask(t, h, method, target, "")
		a.refuses(t, 404, "")
		if allow := a.header.Values("Allow"); allow != nil {
			t.Errorf("%s answered with Allow %q, want none", line, allow)
		}
	}
}

func TestDecision02HeadFollowsGet(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, target := range []string{"/health", "/health/", "/info", "/cards", "/", "/tv", "/some/route"} {
		get, head := ask(t, h, "GET", target, ""), ask(t, h, "HEAD", target, "")
		if head.status != get.status || head.body != "" {
			t.Errorf("HEAD %s answered %d %q, want %d and nothing", target, head.status, head.body, get.status)
		}
		head.has(t, "Content-Type", get.header.Get("Content-Type"))
		head.has(t, "Content-Length", get.header.Get("Content-Length"))
	}
	for _, target := range []string{"/events", "/tv/feed"} {
		head := ask(t, h, "HEAD", target, "")
		head.has(t, "Content-Type", "text/event-stream")
		if head.status != 200 || head.body != "" {
			t.Errorf("HEAD %s answered %d %q, want 200 and nothing", target, head.status, head.body)
		}
	}
}

func TestDecision02OneTrailingSlashIsIgnored(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	ask(t, h, "POST", "/notify/", lasting("a")).wants(t, 200, `{"id":"a","result":"shown"}`)
	ask(t, h, "DELETE", "/notify/a/", "").wants(t, 200, `{"id":"a","result":"dismissed"}`)
	for _, target := range []string{"/health/", "/info/", "/cards/"} {
		if a := ask(t, h, "GET", target, ""); a.status != 200 || a.object(t)["error"] != nil {
			t.Errorf("GET %s answered %d %s", target, a.status, a.body)
		}
	}
	listen(t, h, "/events/")
}

func TestDecision03TheIDInAPathIsDecodedOnce(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, row := range []struct{ id, segment string }{
		{"..", ".."}, {"..", "%2e%2E"}, {".", "."}, {".", "%2E"}, {"...", "..."},
		{"a b", "a%20b"}, {"a+b", "a+b"}, {"a+b", "a%2Bb"},
		{"50%", "50%25"}, {"%41", "%2541"}, {"%2F", "%252F"},
		{"😀", "😀"}, {"😀", "%F0%9F%98%80"}, {"é", "%C3%A9"},
		{"a?b", "a%3Fb"}, {"a#b", "a%23b"}, {"a;b", "a;b"}, {"a=b&c", "a=b&c"}, {"a:b", "a:b"}, {"a\\b", "a%5Cb"}, {`"`, "%22"}, {`"`, `"`},
		{"*", "*"}, {"notify", "notify"}, {" a ", "%20a%20"}, {"a\nb", "a%0Ab"}, {"\x00", "%00"}, {"<b>", "<b>"}, {"[1]|{2}", "[1]|{2}"},
	} {
		t.Run(row.id+" as "+row.segment, func(t *testing.T) { postsAndDeletes(t, h, row.id, row.segment) })
	}
}

func postsAndDeletes(t *testing.T, h *house.House, id, segment string) {
	if got := post(t, h, jsonOf(t, map[string]any{"id": id, "message": "m"}), "shown"); got != id {
		t.Errorf("posted as %q, want %q", got, id)
	}
	want := jsonOf(t, map[string]any{"id": id, "result": "dismissed"})
	ask(t, h, "DELETE", "/notify/"+segment+"?a=b", "").wants(t, 200, want)
}

func TestDecision03AnEscapedSlashIsPartOfTheID(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	ask(t, h, "DELETE", "/notify/a%2Fb", "").wants(t, 404, `{"id":"a/b","result":"unknown"}`)
	ask(t, h, "DELETE", "/notify/a%2F", "").wants(t, 404, `{"id":"a/","result":"unknown"}`)
	ask(t, h, "DELETE", "/notify/%2F", "").wants(t, 404, `{"id":"/","result":"unknown"}`)
	ask(t, h, "DELETE", "/notify/x%2F..%2Fa", "").wants(t, 404, `{"id":"x/../a","result":"unknown"}`)
	holds(t, h, "a||")
}

func TestDecision03ThereIsNoRedirectEver(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, line := range []string{"GET //", "GET /a/../b", "GET /tv/", "GET /tv", "GET /index.html", "GET /notify/", "POST //notify", "DELETE /notify/../a",
		"DELETE /notify/./a", "GET /health/", "GET /health/.", "GET //health", "POST /notify/.", "GET /./", "HEAD /../x", "GET /tv//", "GET /docs"} {
		method, target, _ := strings.Cut(line, " ")
		a := ask(t, h, method, target, "")
		if a.status >= 300 && a.status < 400 || a.header.Get("Location") != "" {
			t.Errorf("%s answered %d to %q", line, a.status, a.header.Get("Location"))
		}
	}
}

// The target of a request may be a whole address, as proxies send it.
func TestDecision03AnAbsoluteTargetIsItsPath(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	ask(t, h, "POST", "http://tv:8090/notify", lasting("..")).wants(t, 200, `{"id":"..","result":"shown"}`)
	ask(t, h, "DELETE", "http://tv:8090/notify/..", "").wants(t, 200, `{"id":"..","result":"dismissed"}`)
	ask(t, h, "GET", "http://tv:8090/notify", "").refuses(t, 405, "")
}
