package cli

import (
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// browser keeps cookies only when told, and follows no redirect by itself.
type browser struct{ http.Client }

func newBrowser(t *testing.T) *browser {
	t.Helper()
	b := &browser{}
	line := &http.Transport{}
	b.Transport = line
	t.Cleanup(line.CloseIdleConnections)
	b.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return b
}

// page is an answer, read.
type page struct {
	*http.Response
	text string
}

func (b *browser) open(t *testing.T, address string, change ...func(*http.Request)) page {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range change {
		change(r)
	}
	resp, err := b.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return page{resp, string(text)}
}

// withConsole is a service whose console is on, and the console's address without the key.
func withConsole(t *testing.T, dir string) (h *house.House, home string) {
	t.Helper()
	h = cuecard.StartIn(t, dir, "--console", "127.0.0.1:0")
	home, _, keyed := strings.Cut(h.Console, "?key=")
	if !keyed {
		t.Fatalf("the console is at %q", h.Console)
	}
	return h, home
}

// enter changes the key for a cookie.
func enter(t *testing.T, b *browser, h *house.House) *http.Cookie {
	t.Helper()
	resp := b.open(t, h.Console)
	if len(resp.Cookies()) != 1 {
		t.Fatalf("%s %v", resp.Status, resp.Header)
	}
	return resp.Cookies()[0]
}

func carrying(cookie *http.Cookie) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(cookie) }
}

func TestTheConsolesKeyIsChangedForACookie(t *testing.T) {
	t.Parallel()
	h, home := withConsole(t, t.TempDir())
	b := newBrowser(t)
	resp := b.open(t, h.Console)
	if to := resp.Header.Get("Location"); resp.StatusCode != http.StatusSeeOther || to != "/" {
		t.Errorf("%s to %q", resp.Status, to)
	}
	cookie := enter(t, b, h)
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Domain != "" {
		t.Errorf("%+v", cookie)
	}
	address, err := url.Parse(h.Console)
	if err != nil || strings.Contains(cookie.Value, address.Query().Get("key")) {
		t.Errorf("the cookie tells the key: %s, %v", cookie.Value, err)
	}
	front := b.open(t, home, carrying(cookie))
	if front.StatusCode != 200 || !strings.HasPrefix(front.Header.Get("Content-Type"), "text/html") {
		t.Errorf("%s %v", front.Status, front.Header)
	}
	if style := b.open(t, home+"console.css", carrying(cookie)); style.StatusCode != 200 {
		t.Errorf("%s", style.Status)
	}
	for _, answer := range []page{resp, front} {
		if answer.Header.Get("Cache-Control") != "no-store" || answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v", answer.Header)
		}
	}
}

func TestTheConsoleTellsTheAddressWithItsCodeAndWhatIsMissing(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t, "--listen", ":0", "--console", "127.0.0.1:0")
	port := h.URL[strings.LastIndex(h.URL, ":"):]
	info, err := client.New("http://127.0.0.1" + port).Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := newBrowser(t)
	cookie := enter(t, b, h)
	at(h.Dir).does(t, "overlay", "deny")
	token := lastLine(at(h.Dir).does(t, "token", "new"))
	home, _, _ := strings.Cut(h.Console, "?")
	status := b.open(t, home+"owner/status", carrying(cookie))
	says(t, status.text, "cuecard overlay allow", `"hasToken":true`)
	if strings.Contains(status.text, token) {
		t.Error("the token is told without being asked for")
	}
	if info.IP == "" {
		says(t, status.text, `"address":""`, `"code":null`)
	} else {
		says(t, status.text, h.URL, `"rows":["1111111`)
	}
}

func TestTheConsoleOpensWithItsKeyOnly(t *testing.T) {
	t.Parallel()
	h, home := withConsole(t, t.TempDir())
	b := newBrowser(t)
	cookie := enter(t, b, h)
	forged := *cookie
	forged.Value = strings.Repeat("0", len(cookie.Value))
	for _, path := range []string{"", "address.svg", "console.css", "nowhere"} {
		if resp := b.open(t, home+path); resp.StatusCode != 401 {
			t.Errorf("/%s without a cookie: %s", path, resp.Status)
		}
		if resp := b.open(t, home+path, carrying(&forged)); resp.StatusCode != 401 {
			t.Errorf("/%s with a forged cookie: %s", path, resp.Status)
		}
	}
	for n := range 5 {
		if resp := b.open(t, home+"?key=wrong"); resp.StatusCode != 403 || len(resp.Cookies()) > 0 {
			t.Errorf("wrong key %d: %s", n, resp.Status)
		}
	}
	for _, address := range []string{home + "?key=wrong", h.Console} {
		if resp := b.open(t, address); resp.StatusCode != 429 || len(resp.Cookies()) > 0 {
			t.Errorf("after too many wrong keys: %s", resp.Status)
		}
	}
	if resp := b.open(t, home, carrying(cookie)); resp.StatusCode != 200 {
		t.Errorf("who was in before: %s", resp.Status)
	}
}

func TestTheConsoleRefusesOtherSites(t *testing.T) {
	t.Parallel()
	h, home := withConsole(t, t.TempDir())
	b := newBrowser(t)
	cookie := enter(t, b, h)
	for _, foreign := range []func(*http.Request){
		func(r *http.Request) { r.Host = "evil.example" },
		func(r *http.Request) { r.Host = "localhost.evil.example" },
		func(r *http.Request) { r.Host = "192.0.2.7:8091" },
		func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
		func(r *http.Request) { r.Header.Set("Origin", "https://"+r.Host) },
		func(r *http.Request) { r.Header.Set("Origin", h.URL) }, // the API's own pages are other sites
		func(r *http.Request) { r.Header.Set("Origin", "null") },
	} {
		for _, address := range []string{home, h.Console} {
			if resp := b.open(t, address, carrying(cookie), foreign); resp.StatusCode != 403 || len(resp.Cookies()) > 0 {
				t.Errorf("%s %v: %s", resp.Request.Host, resp.Request.Header, resp.Status)
			}
		}
	}
	own := func(r *http.Request) { r.Header.Set("Origin", "http://"+r.Host) }
	if resp := b.open(t, home, carrying(cookie), own); resp.StatusCode != 200 {
		t.Errorf("its own page: %s", resp.Status)
	}
}

func TestTheConsolesKeyStaysTheSame(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	h, _ := withConsole(t, dir)
	cookie := enter(t, newBrowser(t), h)
	_, key, _ := strings.Cut(h.Console, "?key=")
	h.Stop()
	again, home := withConsole(t, dir)
	if _, now, _ := strings.Cut(again.Console, "?key="); now != key {
		t.Errorf("the key is %q and was %q", now, key)
	}
	if resp := newBrowser(t).open(t, home, carrying(cookie)); resp.StatusCode != 200 {
		t.Errorf("the cookie after a restart: %s", resp.Status)
	}
	if other, _ := withConsole(t, t.TempDir()); strings.HasSuffix(other.Console, key) {
		t.Error("another service has the same key")
	}
}

func TestTheConsolesKeyAndCookieDoNotOpenTheAPI(t *testing.T) {
	t.Parallel()
	h, _ := withConsole(t, t.TempDir())
	b := newBrowser(t)
	cookie := enter(t, b, h)
	at(h.Dir).does(t, "token", "new")
	_, key, _ := strings.Cut(h.Console, "?key=")
	for _, path := range []string{"/info", "/cards", "/events", "/tv/feed"} {
		if resp := b.open(t, h.URL+path+"?key="+key, carrying(cookie)); resp.StatusCode != 401 {
			t.Errorf("%s: %s", path, resp.Status)
		}
		if status := get(t, "GET", h.URL+path, key); status != 401 {
			t.Errorf("%s with the key as token: %d", path, status)
		}
	}
}
