package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// A proxy that is not there. It is set for all tests, since net/http looks for it only once.
	for name, value := range map[string]string{"HTTP_PROXY": "http://127.0.0.1:1", "NO_PROXY": ""} {
		os.Setenv(name, value)
		os.Setenv(strings.ToLower(name), value)
	}
	goleak.VerifyTestMain(m)
}

const (
	png  = "\x89PNG\r\n\x1a\n and the rest"
	jpeg = "\xff\xd8\xff\xe0 and the rest \xff\xd9"
)

func TestAPictureIsFetchedWithItsTypeFromItsContent(t *testing.T) {
	avif := "\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00mif1avifmiaf and the rest"
	heic := "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic and avif after the box"
	for _, c := range []struct {
		name, declared, content, want string
	}{
		{"jpeg", "image/jpeg", jpeg, "image/jpeg"},
		{"png", "image/png", png, "image/png"},
		{"old gif", "image/gif", "GIF87a and the rest", "image/gif"},
		{"gif", "image/gif", "GIF89a and the rest", "image/gif"},
		{"webp", "image/webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"},
		{"bmp", "image/bmp", "BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00", "image/bmp"},
		{"avif", "image/avif", avif, "image/avif"},
		{"avif by its major brand", "image/avif", "\x00\x00\x00\x10ftypavif\x00\x00\x00\x00", "image/avif"},
		{"svg", "image/svg+xml; charset=utf-8", "<svg/>", "image/svg+xml"},
		{"case and parameters are dropped", " IMAGE/SVG+XML ;q=1", "<svg/>", "image/svg+xml"},
		{"png as octets", "application/octet-stream", png, "image/png"},
		{"png as nothing", "", png, "image/png"},
		{"png as text", "text/plain; charset=utf-8", png, "image/png"},
		{"png as jpeg", "image/jpeg", png, "image/png"},
		{"png as svg", "image/svg+xml", png, "image/png"},

		{"a page", "text/html; charset=utf-8", "<html><body>Log in</body></html>", ""},
		{"a picture declared as a page", "text/html", png, ""},
		{"a video", "video/mp4", "\x00\x00\x00\x18ftypmp42", ""},
		{"a page declared as a picture", "image/png", "<html></html>", ""},
		{"a page declared as nothing", "", "<html></html>", ""},
		{"svg that is not declared", "application/octet-stream", "<svg/>", ""},
		{"svg declared as xml", "application/xml", "<svg/>", ""},
		{"text that begins like a bmp", "text/plain", "BMW wins the race", ""},
		{"sound in a webp's container", "", "RIFF\x10\x00\x00\x00WAVEfmt ", ""},
		{"heic", "image/heic", heic, ""},
		{"a brand in another box", "image/avif", "\x00\x00\x00\x10moofavif\x00\x00\x00\x00", ""},
		{"a version that reads like a brand", "image/avif", "\x00\x00\x00\x14ftypheicavifmif1", ""},
		{"a brand cut short", "image/avif", "\x00\x00\x00\x10ftypavi", ""},
		{"an empty body", "image/png", "", ""},
		{"an empty svg", "image/svg+xml", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := serve(t, func(w http.ResponseWriter, r *http.Request) { send(w, c.declared, c.content) })
			file, err := New(FactoryLimits()).Fetch(t.Context(), at)
			if c.want == "" {
				wantFailure(t, err, "picture")
				return
			}
			wantFile(t, file, err, c.want, c.content)
		})
	}
}

func TestHEICIsRefusedByItsName(t *testing.T) {
	heic := "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic and the rest"
	at := serve(t, func(w http.ResponseWriter, r *http.Request) { send(w, "image/heic", heic) })
	_, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFailure(t, err, "is in the format HEIC, which cannot be shown; send JPEG, PNG or WebP instead")
}

func TestAPageIsRefusedWithAClearReason(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) { send(w, "text/html; charset=utf-8", "<html></html>") })
	_, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFailure(t, err, `is declared as "text/html", not a picture`)
}

func TestAnyStatusButOKIsAFailure(t *testing.T) {
	for _, status := range []int{201, 204, 206, 300, 304, 401, 404, 500} {
		at := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			w.WriteHeader(status)
			if status != 204 && status != 304 {
				w.Write([]byte(png))
			}
		})
		_, err := New(FactoryLimits()).Fetch(t.Context(), at)
		wantFailure(t, err, http.StatusText(status))
	}
}

func TestTheRequestSaysWhoAsksForWhatAndOnlyOnce(t *testing.T) {
	asked := make(chan *http.Request, 1)
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- r
		send(w, "image/png", png)
	})
	file, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFile(t, file, err, "image/png", png)
	request := <-asked
	if got := request.Header.Get("User-Agent"); got != "Cuecard" {
		t.Errorf("User-Agent is %q", got)
	}
	if got := request.Header.Get("Accept"); !strings.HasPrefix(got, "image/") {
		t.Errorf("Accept is %q", got)
	}
	if !request.Close {
		t.Error("the server is not told that this is the only request")
	}
}

func TestProxiesOfTheEnvironmentAreNotUsed(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) { send(w, "image/png", png) })
	// A proxy is never taken for a loopback address, so the server goes by its other name.
	file, err := New(FactoryLimits()).Fetch(t.Context(), strings.Replace(at, "127.0.0.1", "0.0.0.0", 1))
	wantFile(t, file, err, "image/png", png)
}

func TestCancellingTheContextStopsAFetchAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		send(w, "image/png", png)
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done() // the connection is closed
	})
	_, err := New(FactoryLimits()).Fetch(ctx, at)
	wantFailure(t, err, "given up")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not a cancellation", err)
	}
}

func TestNoConnectionOutlivesItsFetch(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			ended <- err
			return
		}
		defer conn.Close()
		conn.Read(make([]byte, 1)) // the greeting of a TLS client, which is never answered
		cancel()
		_, err = io.Copy(io.Discard, conn)
		ended <- err
	}()
	_, err = New(FactoryLimits()).Fetch(ctx, "https://"+listener.Addr().String())
	wantFailure(t, err, "given up")
	<-ended
}

func TestACancelledContextFetchesNothing(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) { t.Error("the server was asked") })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := New(FactoryLimits()).Fetch(ctx, at)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not a cancellation", err)
	}
}

// serve starts a server on loopback and returns its address.
func serve(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server.URL
}

// send answers with the content, and with no type at all if declared is empty.
func send(w http.ResponseWriter, declared, content string) {
	w.Header()["Content-Type"] = nil
	if declared != "" {
		w.Header().Set("Content-Type", declared)
	}
	w.Write([]byte(content))
}

// withUser puts user information and a query into an address.
func withUser(t *testing.T, address, user, password string) string {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	at.User = url.UserPassword(user, password)
	at.RawQuery = "token=" + password
	return at.String()
}

func wantFile(t *testing.T, got File, err error, kind, content string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if got.Type != kind {
		t.Errorf("type is %q, want %q", got.Type, kind)
	}
	if !bytes.Equal(got.Bytes, []byte(content)) {
		t.Errorf("%d bytes do not match the %d sent", len(got.Bytes), len(content))
	}
}

func wantFailure(t *testing.T, err error, words string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no failure, want one that says %q", words)
	}
	if !strings.Contains(err.Error(), words) {
		t.Errorf("failure %q does not say %q", err, words)
	}
}
