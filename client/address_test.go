package client_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"cuecard.app/client"
)

var errRecorded = errors.New("recorded")

// asked returns the URL that a client of the given address asks for its health.
func asked(t *testing.T, address string) (string, error) {
	t.Helper()
	url := ""
	transport := roundTripper(func(r *http.Request) (*http.Response, error) {
		url = r.URL.String()
		return nil, errRecorded
	})
	_, err := client.New(address, client.WithHTTPClient(&http.Client{Transport: transport})).Health(t.Context())
	if errors.Is(err, errRecorded) {
		err = nil
	}
	return url, err
}

func TestAnAddressIsCompletedWithSchemeAndPort(t *testing.T) {
	for typed, want := range map[string]string{
		"http://192.168.1.20:8090":  "http://192.168.1.20:8090/health",
		"http://192.168.1.20:8090/": "http://192.168.1.20:8090/health",
		"192.168.1.20":              "http://192.168.1.20:8090/health",
		"tv.local":                  "http://tv.local:8090/health",
		" tv.local\n":               "http://tv.local:8090/health",
		"tv.local/":                 "http://tv.local:8090/health",
		"tv.local:9000":             "http://tv.local:9000/health",
		"localhost:8090":            "http://localhost:8090/health",
		"http://tv.local":           "http://tv.local/health",
		"https://home.example/tv/":  "https://home.example/tv/health",
		"HTTP://tv.local:8090":      "http://tv.local:8090/health",
		"home.example/tv":           "http://home.example:8090/tv/health",
		"::1":                       "http://[::1]:8090/health",
		"[::1]":                     "http://[::1]:8090/health",
		"[::1]:9000":                "http://[::1]:9000/health",
		"fe80::1%eth0":              "http://[fe80::1%25eth0]:8090/health",
		"fe80::1/tv":                "http://[fe80::1]:8090/tv/health",
	} {
		if got, err := asked(t, typed); got != want || err != nil {
			t.Errorf("%q: asked %q (%v), want %q", typed, got, err, want)
		}
	}
}

func TestABadAddressIsReportedByTheFirstCall(t *testing.T) {
	for typed, want := range map[string]string{
		"":                         "is empty",
		"  ":                       "is empty",
		"ftp://tv.local":           "must start with http:// or https://",
		"http://":                  "must name a host",
		"http://:8090":             "must name a host",
		"http://tv.local:99999":    "must have a port from 1 to 65535",
		"tv.local:0":               "must have a port from 1 to 65535",
		"tv.local:port":            "invalid port",
		"living room":              "invalid character",
		"http://tv.local/?token=x": "must hold no ? or #",
		"http://tv.local/#cards":   "must hold no ? or #",
		"http://me:secret@tv":      "must hold no user name or password",
	} {
		url, err := asked(t, typed)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", typed, err, want)
			continue
		}
		if url != "" {
			t.Errorf("%q: asked %q, want no request", typed, url)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error tells the password: %v", typed, err)
		}
		if errors.Is(err, client.ErrUnreachable) {
			t.Errorf("%q: a bad address counts as an unreachable TV", typed)
		}
	}
}
