package client_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.uber.org/goleak"

	"cuecard.app/client"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// heard is a request as it reached the server.
type heard struct {
	Method, URI, Token, Type, Body string
}

// answering starts a server that gives one answer to every request, and returns a client of it and what it heard.
func answering(t *testing.T, status int, contentType, body string, options ...client.Option) (*client.Client, <-chan heard) {
	t.Helper()
	requests := make(chan heard, 100)
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sent, err := io.ReadAll(r.Body)
		if err != nil {
			t.Errorf("the body of the request broke off: %v", err)
		}
		requests <- heard{r.Method, r.RequestURI, r.Header.Get("Authorization"), r.Header.Get("Content-Type"), string(sent)}
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, body)
	})
	return client.New(server.URL, options...), requests
}

func serve(t *testing.T, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return server
}

// roundTripper stands in for the network.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
