package console

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const key = "the-key"

func console(t *testing.T) *Console {
	t.Helper()
	says := func(what string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, what+" "+r.URL.Path) })
	}
	c, err := New(func() string { return key }, says("desk"), says("site"))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(c *Console, target string, change ...func(*http.Request)) *http.Response {
	r := httptest.NewRequest("GET", "http://127.0.0.1:8091"+target, nil)
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w.Result()
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func host(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }

// admitted is the cookie of an owner who has opened the console with its key.
func admitted(t *testing.T, c *Console) func(*http.Request) {
	t.Helper()
	cookies := ask(c, "/?key="+key).Cookies()
	if len(cookies) != 1 {
		t.Fatalf("cookies %v", cookies)
	}
	return func(r *http.Request) { r.AddCookie(cookies[0]) }
}

func TestTheKeyIsChangedForACookie(t *testing.T) {
	answer := ask(console(t), "/?key="+key)
	cookie := answer.Cookies()[0]
	if answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/" {
		t.Errorf("%d to %q", answer.StatusCode, answer.Header.Get("Location"))
	}
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || strings.Contains(cookie.Value, key) {
		t.Errorf("cookie %v", cookie)
	}
}

func TestNobodyElseGetsIn(t *testing.T) {
	c := console(t)
	owners := admitted(t, c)
	for name, row := range map[string]struct {
		target string
		change []func(*http.Request)
		status int
	}{
		"the owner":                {"/", []func(*http.Request){owners}, 200},
		"the owner, from the page": {"/", []func(*http.Request){owners, header("Origin", "http://127.0.0.1:8091")}, 200},
		"the owner, by name":       {"/", []func(*http.Request){owners, host("localhost:8091")}, 200},
		"no key":                   {"/", nil, 401},
		"a wrong key":              {"/?key=other", nil, 403},
		"a wrong cookie":           {"/", []func(*http.Request){header("Cookie", cookie+"="+key)}, 401},
		"a foreign name":           {"/", []func(*http.Request){owners, host("evil.example:8091")}, 403},
		"a foreign name, with key": {"/?key=" + key, []func(*http.Request){host("evil.example")}, 403},
		"a foreign page":           {"/", []func(*http.Request){owners, header("Origin", "http://evil.example")}, 403},
		"another port's page":      {"/", []func(*http.Request){owners, header("Origin", "http://127.0.0.1:8090")}, 403},
		"a page without an origin": {"/", []func(*http.Request){owners, header("Origin", "null")}, 403},
	} {
		if answer := ask(c, row.target, row.change...); answer.StatusCode != row.status {
			t.Errorf("%s: %d, want %d", name, answer.StatusCode, row.status)
		}
	}
}

func TestGuessingTheKeyIsLimited(t *testing.T) {
	c := console(t)
	last := 0
	for range 20 {
		last = ask(c, "/?key=guess").StatusCode
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the twentieth guess: %d", last)
	}
}

func TestTheOwnerReachesThePageItsDeskAndTheClientsFiles(t *testing.T) {
	c := console(t)
	owners := admitted(t, c)
	for target, want := range map[string]string{
		"/":                 "<!doctype html>",
		"/console.css":      "{",
		"/owner/settings":   "desk /settings",
		"/web/card-view.js": "site /card-view.js",
	} {
		answer := ask(c, target, owners)
		if page := read(t, answer); answer.StatusCode != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%s: %d %.60s", target, answer.StatusCode, page)
		}
		if !strings.Contains(answer.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s has no policy", target)
		}
		if answer := ask(c, target); answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s without the key: %d", target, answer.StatusCode)
		}
	}
	if answer := ask(c, "/none.js", owners); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a file that is not there: %d", answer.StatusCode)
	}
}

func read(t *testing.T, answer *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestTheConsoleListensOnLoopbackOnly(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.168.1.20:0", "example.com:0", "nonsense"} {
		if l, err := Listen(address); err == nil {
			l.Close()
			t.Errorf("listens on %s", address)
		}
	}
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}
