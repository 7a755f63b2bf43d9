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
	if stream.late.Stop() {
		t.Error("what has begun is still to be given up")
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

func TestAStreamThatIsTooLargeOrTooLateSaysSo(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", 101))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer server.Close()
	for want, limits := range map[string]Limits{
		"is larger than 100 bytes": {Time: time.Minute, Bytes: 100},
		"took longer than 50ms":    {Time: 50 * time.Millisecond, Bytes: 1000},
	} {
		stream, err := New(limits).Open(t.Context(), server.URL)
		if err == nil {
			_, err = io.Copy(io.Discard, stream)
			stream.Close()
		}
		wantFailure(t, err, want)
	}
}

func TestAStreamThatNeverBeginsIsGivenUpEvenAfterItsHeader(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	defer server.Close()
	stream, err := New(Limits{Time: time.Minute, Bytes: 100}).Open(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	stream.late.Reset(0) // instead of waiting for it
	_, err = stream.Read(make([]byte, 1))
	wantFailure(t, err, "did not begin within 5s")
}
