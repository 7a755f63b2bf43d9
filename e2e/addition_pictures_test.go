package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cuecard.app/e2e/house"
)

// serving is a server of the home network until the test ends.
func serving(t testing.TB, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func pngFile(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// padded is a file with the signature of a picture and that many bytes.
func padded(t testing.TB, size int) []byte {
	t.Helper()
	file := pngFile(t)
	return append(file, make([]byte, size-len(file))...)
}

// settled waits for the frame in which the image has come or failed.
func settled(t testing.TB, feed *stream, id string) picture {
	t.Helper()
	return feed.until(t, func(f frame) bool { return idOf(f.Card) == id && f.Image.State != "coming" }).Image
}

func TestDecision17TextIsDrawnAtOnceAndPicturesJoin(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	file, asked, let := pngFile(t), make(chan string, 4), make(chan struct{})
	url := serving(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		<-let
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(file)
	})
	feed, _ := tvPage(t, h, "/tv/feed")
	post(t, h, fmt.Sprintf(`{"id":"a","message":"m","image":"%s/image","icon":"%[1]s/icon"}`, url), "shown")
	f := feed.until(t, shows("a"))
	coming := picture{State: "coming"}
	if f.Card["message"] != "m" || f.Image != coming || f.Icon != coming {
		t.Errorf("the first frame is %+v, want the text, and the pictures coming", f)
	}
	<-asked
	<-asked
	close(let)
	f = feed.until(t, func(f frame) bool { return f.Image.State == "ready" && f.Icon.State == "ready" })
	if f.Image.Src == f.Icon.Src {
		t.Errorf("image and icon are both %s", f.Image.Src)
	}
	for _, src := range []string{f.Image.Src, f.Icon.Src} {
		isServed(t, h, src, file)
	}
	ask(t, h, "GET", f.Image.Src+"x", "").refuses(t, 404, "")
}

// isServed fetches a picture from the service, which is the only place it may come from.
func isServed(t *testing.T, h *house.House, src string, file []byte) {
	t.Helper()
	if !strings.HasPrefix(src, "/tv/pictures/") {
		t.Errorf("the page is sent to %q for a picture, want a path of the service", src)
	}
	got := ask(t, h, "GET", src, "")
	got.has(t, "Content-Type", "image/png")
	got.has(t, "X-Content-Type-Options", "nosniff")
	if got.status != 200 || got.body != string(file) {
		t.Errorf("the picture answered %d with %d bytes, want 200 with %d", got.status, len(got.body), len(file))
	}
	head := ask(t, h, "HEAD", src, "")
	head.has(t, "Content-Length", fmt.Sprint(len(file)))
	ask(t, h, "POST", src, "").refuses(t, 404, "")
}

// TestSection8ImageFetch holds the row of that name, and what decision 17 adds to it.
func TestSection8ImageFetch(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed, _ := tvPage(t, h, "/tv/feed")
	const limit = 5_242_880
	file := padded(t, limit+1)
	url := serving(t, func(w http.ResponseWriter, r *http.Request) {
		var more int
		switch path := r.URL.Path; {
		case path == "/full":
			_, _ = w.Write(file[:limit])
		case path == "/over":
			_, _ = w.Write(file)
		case path == "/over-unannounced":
			_, _ = w.Write(file[:limit/2])
			w.(http.Flusher).Flush()
			_, _ = w.Write(file[limit/2:])
		case path == "/html":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<p>no picture"))
		case path == "/empty":
		case path == "/elsewhere":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case path == "/redirects/0":
			_, _ = w.Write(file[:1000])
		case strings.HasPrefix(path, "/redirects/"):
			_, _ = fmt.Sscanf(path, "/redirects/%d", &more)
			http.Redirect(w, r, fmt.Sprintf("/redirects/%d", more-1), http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	})
	for i, row := range []struct{ path, state string }{
		{"/full", "ready"}, {"/over", "failed"}, {"/over-unannounced", "failed"}, {"/missing", "failed"}, {"/html", "failed"}, {"/empty", "failed"},
		{"/redirects/5", "ready"}, {"/redirects/6", "failed"}, {"/elsewhere", "failed"},
	} {
		t.Run(row.path[1:], func(t *testing.T) {
			id := fmt.Sprint(i)
			post(t, h, fmt.Sprintf(`{"id":%q,"message":"m","image":"%s%s"}`, id, url, row.path), "shown")
			if got := settled(t, feed, id); got.State != row.state || (got.Src != "") != (row.state == "ready") {
				t.Errorf("the image is %+v, want %s", got, row.state)
			}
			if got := showing(t, h, id)["message"]; got != "m" {
				t.Errorf("the message is %v", got)
			}
			dismiss(t, h, id, "dismissed")
		})
	}
	t.Run("a server that is not there", func(t *testing.T) {
		post(t, h, `{"id":"b","message":"m","image":"`+nowhere+`"}`, "shown")
		if got := settled(t, feed, "b"); got != (picture{State: "failed"}) {
			t.Errorf("the image is %+v, want failed", got)
		}
	})
}

func TestSection8AnImageIsGivenUpAfter5Seconds(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed, _ := tvPage(t, h, "/tv/feed")
	url := serving(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	began := time.Now()
	post(t, h, `{"id":"a","message":"m","duration":60,"image":"`+url+`"}`, "shown")
	got := settled(t, feed, "a")
	if took := time.Since(began); got.State != "failed" || took < 4900*time.Millisecond || took > 8*time.Second {
		t.Errorf("the image is %+v after %v, want failed after 5 s", got, took)
	}
}

func TestDecision17WaitingCardsFetchAhead(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	file, asked := pngFile(t), make(chan string, 1)
	url := serving(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(file)
		asked <- r.URL.Path
	})
	post(t, h, lasting("a"), "shown")
	post(t, h, `{"id":"b","message":"m","image":"`+url+`/ahead"}`, "queued")
	select {
	case path := <-asked:
		if path != "/ahead" {
			t.Errorf("asked for %s", path)
		}
	case <-time.After(patience):
		t.Error("the picture of the waiting card was not fetched")
	}
	holds(t, h, "a|b|")
}

func TestAdditionTheTVPageMayLoadNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	policy := ask(t, h, "GET", "/tv", "").header.Get("Content-Security-Policy")
	for _, rule := range []string{"default-src 'none'", "img-src 'self' data:", "connect-src 'self'", "script-src 'self'"} {
		if !strings.Contains(policy, rule) {
			t.Errorf("the policy %q lacks %q", policy, rule)
		}
	}
}
