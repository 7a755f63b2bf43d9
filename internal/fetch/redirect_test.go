package fetch

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

func TestFiveRedirectsAreFollowedAndSixAreNot(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		// /3 redirects to /2, /2 to /1, and /0 is the picture.
		at := serve(t, func(w http.ResponseWriter, r *http.Request) {
			left, _ := strconv.Atoi(r.URL.Path[1:])
			if left == 0 {
				send(w, "image/png", png)
				return
			}
			http.Redirect(w, r, fmt.Sprintf("/%d", left-1), status)
		})
		file, err := New(FactoryLimits()).Fetch(t.Context(), at+"/5")
		wantFile(t, file, err, "image/png", png)
		_, err = New(FactoryLimits()).Fetch(t.Context(), at+"/6")
		wantFailure(t, err, "redirects more than 5 times")
	}
}

func TestARedirectLoopEnds(t *testing.T) {
	asked := 0
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, r.URL.Path, http.StatusFound)
	})
	_, err := New(FactoryLimits()).Fetch(t.Context(), at+"/loop")
	wantFailure(t, err, "redirects more than 5 times")
	if asked != 6 {
		t.Errorf("asked %d times, want 6", asked)
	}
}

func TestRedirectsLeadToHTTPAddressesOnly(t *testing.T) {
	for _, to := range []string{
		"file:///etc/passwd", "ftp://127.0.0.1/picture.png", "data:image/png;base64,iVBORw0KGgo=",
		"javascript:alert(1)", "http:///picture.png", "http://:80/picture.png", "https:picture.png", "http://[/", "", "%zz",
	} {
		t.Run(to, func(t *testing.T) {
			at := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/first" {
					http.Redirect(w, r, "/first", http.StatusFound) // the second hop is judged like the first
					return
				}
				w.Header().Set("Location", to)
				w.WriteHeader(http.StatusFound)
			})
			_, err := New(FactoryLimits()).Fetch(t.Context(), at)
			wantFailure(t, err, "redirects to ")
		})
	}
}

func TestTheBodyOfARedirectIsNotRead(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/picture" {
			send(w, "image/png", png)
			return
		}
		w.Header().Set("Location", "/picture")
		w.Header().Set("Content-Length", "1000")
		w.WriteHeader(http.StatusFound)
		w.(http.Flusher).Flush()
		<-r.Context().Done() // its body never comes
	})
	file, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFile(t, file, err, "image/png", png)
}

func TestCookiesAndRefererAreNotSent(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Cookie", "Referer"} {
			if got := r.Header.Get(name); got != "" {
				t.Errorf("%s on %s: %q", name, r.URL.Path, got)
			}
		}
		if r.URL.Path == "/picture" {
			send(w, "image/png", png)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "yes", Path: "/"})
		http.Redirect(w, r, "/picture", http.StatusFound)
	})
	fetcher := New(FactoryLimits())
	for range 2 {
		file, err := fetcher.Fetch(t.Context(), at)
		wantFile(t, file, err, "image/png", png)
	}
}

func TestCredentialsGoToTheirOwnServerOnly(t *testing.T) {
	var camera, other *httptest.Server
	seen := make(map[string]string)
	see := func(name string, answer http.HandlerFunc) *httptest.Server {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			user, password, _ := r.BasicAuth()
			seen[name+r.URL.Path] = user + ":" + password
			answer(w, r)
		}))
		t.Cleanup(server.Close)
		return server
	}
	camera = see("camera", func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/by-path":
			w.Header().Set("Location", "/by-address")
		case "/by-address":
			w.Header().Set("Location", camera.URL+"/away")
		case "/away":
			w.Header().Set("Location", other.URL+"/there")
		}
		w.WriteHeader(http.StatusFound)
	})
	other = see("other", func(w http.ResponseWriter, r *http.Request) { send(w, "image/png", png) })

	file, err := New(FactoryLimits()).Fetch(t.Context(), withUser(t, camera.URL+"/by-path", "ann", "s3cret"))
	wantFile(t, file, err, "image/png", png)
	for at, want := range map[string]string{
		"camera/by-path": "ann:s3cret", "camera/by-address": "ann:s3cret", "camera/away": "ann:s3cret", "other/there": ":",
	} {
		if seen[at] != want {
			t.Errorf("%s was given %q, want %q", at, seen[at], want)
		}
	}
}

func TestAServerIsItsSchemeNameAndPort(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"http://cam/a", "http://cam/b", true},
		{"http://cam/a", "http://CAM:80/b", true},
		{"https://cam/a", "https://cam:443/b", true},
		{"http://cam/a", "http://cam:8080/b", false},
		{"http://cam/a", "https://cam/b", false},
		{"http://cam:443/a", "https://cam/b", false},
		{"http://cam/a", "http://cam.example/b", false},
	} {
		a, b := parse(t, c.a), parse(t, c.b)
		if got := sameServer(a, b); got != c.same {
			t.Errorf("%s and %s: same is %v", c.a, c.b, got)
		}
		if next, err := next(parse(t, strings.Replace(c.a, "//", "//ann:s3cret@", 1)), c.b); err != nil || (next.User != nil) != c.same {
			t.Errorf("%s to %s: %v, %v", c.a, c.b, next, err)
		}
	}
}

func parse(t *testing.T, address string) *url.URL {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
