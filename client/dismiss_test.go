package client_test

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cuecard.app/client"
)

const gone = `{"id":"a1","result":"dismissed"}`

func TestAnyIDReachesTheTVAsOneEscapedSegment(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", gone)
	for id, want := range map[string]string{
		"door":   "/notify/door",
		".":      "/notify/%2E",
		"..":     "/notify/%2E%2E",
		"...":    "/notify/...",
		"a b":    "/notify/a%20b",
		"50%":    "/notify/50%25",
		"%2E%2E": "/notify/%252E%252E",
		"😀":      "/notify/%F0%9F%98%80",
		"a?b#c":  "/notify/a%3Fb%23c",
		"a/b":    "/notify/a%2Fb",
		"/":      "/notify/%2F",
		"a+b&c":  "/notify/a+b&c",
		"a\nb":   "/notify/a%0Ab",
		`a"\b`:   "/notify/a%22%5Cb",
	} {
		if _, err := tv.Dismiss(t.Context(), id); err != nil {
			t.Errorf("%q: %v", id, err)
			continue
		}
		if got := <-requests; got.Method != "DELETE" || got.URI != want {
			t.Errorf("%q: the request was %s %s, want DELETE %s", id, got.Method, got.URI, want)
		}
	}
}

func TestTheSegmentDecodedOnceIsTheID(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", gone)
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.OneOf(rapid.StringN(1, 128, -1), rapid.StringOfN(rapid.RuneFrom([]rune("./%\\?#; +~ü")), 1, 6, -1)).Draw(t, "id")
		if _, err := tv.Dismiss(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		segment, found := strings.CutPrefix((<-requests).URI, "/notify/")
		got, err := url.PathUnescape(segment)
		if !found || err != nil || got != id || strings.ContainsAny(segment, "/?#") {
			t.Fatalf("%q arrived as %q, which is %q (%v)", id, segment, got, err)
		}
	})
}

func TestDismissSaysWhereTheCardWas(t *testing.T) {
	for _, result := range []client.Result{client.Dismissed, client.RemovedFromQueue} {
		tv, _ := answering(t, 200, "application/json", `{"id":"a1","result":"`+string(result)+`"}`)
		got, err := tv.Dismiss(t.Context(), "a1")
		if want := (client.Receipt{ID: "a1", Result: result}); got != want || err != nil {
			t.Errorf("the receipt is %v (%v), want %v", got, err, want)
		}
	}
}

func TestDismissOfAnUnknownCardSaysSo(t *testing.T) {
	tv, _ := answering(t, 404, "application/json", `{"id":"a1","result":"unknown"}`)
	_, err := tv.Dismiss(t.Context(), "a1")
	if !errors.Is(err, client.ErrUnknownCard) || err.Error() != `no card has the id "a1"` {
		t.Errorf("the error is %v", err)
	}
	if e, ok := errors.AsType[*client.Error](err); !ok || e.ID != "a1" || e.Result != client.Unknown || e.Status != 404 {
		t.Errorf("the error is %+v", e)
	}
}

func TestDismissOfNoIDMakesNoRequest(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", gone)
	if _, err := tv.Dismiss(t.Context(), ""); err == nil || len(requests) > 0 {
		t.Errorf("the error is %v and %d requests were made", err, len(requests))
	}
}

func TestThePathOfTheAddressStaysAsItWasGiven(t *testing.T) {
	uri := make(chan string, 1)
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		uri <- r.RequestURI
		io.WriteString(w, gone)
	})
	if _, err := client.New(server.URL+"/a%2Fb/").Dismiss(t.Context(), ".."); err != nil {
		t.Fatal(err)
	}
	if got, want := <-uri, "/a%2Fb/notify/%2E%2E"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
}
