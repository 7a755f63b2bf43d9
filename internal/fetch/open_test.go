package fetch

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestAStreamIsReadWhileItComes(t *testing.T) {
	more := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "Audio/MPEG; x=y")
		_, _ = io.WriteString(w, "first")
		w.(http.Flusher).Flush()
		<-more
		_, _ = io.WriteString(w, " and last")
	}))
	defer server.Close()
	stream, err := New(Limits{Time: time.Minute, Bytes: 100, Redirects: 1}).Open(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	first := make([]byte, 5)
	if _, err := io.ReadFull(stream, first); err != nil || string(first) != "first" || stream.Type != "audio/mpeg" {
		t.Errorf("%q of type %q, %v", first, stream.Type, err)
	}
	close(more)
	if rest, err := io.ReadAll(stream); string(rest) != " and last" || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
}

func TestAStreamEndsAtItsLimit(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", 101))
	}))
	defer server.Close()
	stream, err := New(Limits{Time: time.Minute, Bytes: 100}).Open(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	if got, err := io.ReadAll(stream); err == nil || len(got) > 100 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestAStreamThatIsNotThereIsRefused(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, address := range []string{server.URL + "/ding?secret", "file:///etc/passwd", "http://"} {
		stream, err := New(Limits{Time: time.Minute, Bytes: 100}).Open(t.Context(), address)
		if err == nil {
			stream.Close()
			t.Errorf("%s was opened", address)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the query: %v", err)
		}
	}
}
