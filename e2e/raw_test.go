package e2e

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// Requests that no client library would send: section 1, "Bad input never crashes the
// service", and section 4, "Every response, including errors and 401, carries" the headers.

func TestSection1WhatIsNoHTTPIsRefusedInTheFormOfTheInterface(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for name, row := range map[string]struct {
		status int
		text   string
	}{
		"no request at all":           {400, "hello\r\n\r\n"},
		"a space in the path":         {400, request("DELETE", "/notify/a b")},
		"a bad escape":                {400, request("DELETE", "/notify/50%")},
		"another bad escape":          {400, request("GET", "/%zz")},
		"a bad escape under OPTIONS":  {400, request("OPTIONS", "/50%")},
		"no host":                     {400, "GET /health HTTP/1.1\r\n\r\n"},
		"two hosts":                   {400, "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"},
		"a header without a colon":    {400, request("GET", "/health", "nonsense")},
		"a header with a space":       {400, request("GET", "/health", "Content Type: a")},
		"a length that is no number":  {400, request("POST", "/notify", "Content-Length: ten")},
		"a length below zero":         {400, request("POST", "/notify", "Content-Length: -1")},
		"two lengths":                 {400, request("POST", "/notify", "Content-Length: 1", "Content-Length: 2")},
		"an encoding that is unknown": {501, request("POST", "/notify", "Transfer-Encoding: gzip")},
		"another protocol":            {505, "GET /health HTTP/3.0\r\nHost: tv\r\n\r\n"},
		"HTTP/2 without asking":       {404, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
		"a huge header":               {431, request("GET", "/health", "X: "+strings.Repeat("x", 64<<10))},
		"a huge path":                 {431, request("GET", "/"+strings.Repeat("x", 64<<10))},
		"an unknown expectation":      {417, request("GET", "/health", "Expect: a-miracle")},
	} {
		t.Run(name, func(t *testing.T) { say(t, h, row.text).refuses(t, row.status, "") })
	}
}

func TestSection1ABodyThatDoesNotArriveWholeIsRefused(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for name, text := range map[string]string{
		"breaks off":         request("POST", "/notify", "Content-Length: 100") + lasting("a"),
		"breaks off chunked": request("POST", "/notify", "Transfer-Encoding: chunked") + chunk(lasting("a")),
		"has no chunks":      request("POST", "/notify", "Transfer-Encoding: chunked") + lasting("a"),
	} {
		t.Run(name, func(t *testing.T) { finish(t, dialled(t, h, text)).refuses(t, 400, "field 'body' must be ") })
	}
	holds(t, h, "||")
}

// A client that has nothing more to say may close its half of the connection.
func TestSection4AnswersReachAClientThatHasSaidAll(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	said := func(t *testing.T, text string) answer {
		t.Helper()
		return finish(t, dialled(t, h, text))
	}
	posting := func(body string, headers ...string) string {
		return request("POST", "/notify", append(headers, "Content-Length: "+strconv.Itoa(len(body)))...) + body
	}
	t.Run("200", func(t *testing.T) {
		for i := range 20 {
			id := strconv.Itoa(i)
			if a := said(t, posting(lasting(id))); a.status != 200 || !strings.Contains(a.body, `"shown"`) {
				t.Fatalf("POST answered %d %q, want 200 and shown", a.status, a.body)
			}
			dismiss(t, h, id, "dismissed")
		}
		for _, target := range []string{"/health", "/info", "/cards", "/"} {
			if a := said(t, request("GET", target)); a.status != 200 || a.body == "" {
				t.Errorf("GET %s answered %d %q, want 200", target, a.status, a.body)
			}
		}
	})
	t.Run("400", func(t *testing.T) { said(t, posting("{}")).refuses(t, 400, "message") })
	t.Run("404", func(t *testing.T) {
		said(t, request("DELETE", "/notify/none")).wants(t, 404, `{"id":"none","result":"unknown"}`)
		said(t, request("POST", "/none")).refuses(t, 404, "")
	})
	t.Run("405", func(t *testing.T) { said(t, request("GET", "/notify")).refuses(t, 405, "") })
	t.Run("401", func(t *testing.T) {
		newToken(t, h)
		said(t, request("GET", "/info")).refuses(t, 401, "token")
		said(t, posting(lasting("a"))).refuses(t, 401, "token")
	})
}

func TestSection4ExpectContinue(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	const expect = "Expect: 100-continue"
	t.Run("a body that is welcome is asked for", func(t *testing.T) {
		line := dialled(t, h, request("POST", "/notify", expect, "Content-Length: 15"))
		if first, err := line.said.ReadString('\n'); first != "HTTP/1.1 100 Continue\r\n" {
			t.Fatalf("first came %q, %v; want 100 Continue", first, err)
		}
		if then, err := line.said.ReadString('\n'); then != "\r\n" {
			t.Fatalf("then came %q, %v", then, err)
		}
		if _, err := io.WriteString(line.conn, `{"message":"m"}`); err != nil {
			t.Fatal(err)
		}
		if a := hear(t, line.said, "POST"); a.status != 200 {
			t.Errorf("answered %d %s", a.status, a.body)
		}
	})
	t.Run("one that is too large is not", func(t *testing.T) {
		ask(t, h, "POST", "/notify", "", expect, "Content-Length: 262145").refuses(t, 413, "262144")
	})
	t.Run("one of a wrong method is not", func(t *testing.T) {
		ask(t, h, "PUT", "/notify", "", expect, "Content-Length: 15").refuses(t, 405, "")
	})
	t.Run("one without its token is not", func(t *testing.T) {
		newToken(t, h)
		ask(t, h, "POST", "/notify", "", expect, "Content-Length: 15").refuses(t, 401, "token")
	})
}

func TestSection4AConnectionServesManyRequests(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	line := dialled(t, h, "")
	for i := range 3 {
		if _, err := io.WriteString(line.conn, "DELETE /notify/none HTTP/1.1\r\nHost: tv\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(line.said, nil)
		if err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		letsEveryOriginIn(t, response.Header)
		if body, err := io.ReadAll(response.Body); response.StatusCode != 404 || err != nil || len(body) == 0 {
			t.Fatalf("answer %d: %d %s, %v", i, response.StatusCode, body, err)
		}
	}
	if _, err := io.WriteString(line.conn, "GET /health HTTP/1.0\r\n\r\n"); err != nil { // an old client, which names no host
		t.Fatal(err)
	}
	if a := hear(t, line.said, "GET"); a.status != 200 {
		t.Errorf("answered %d %s", a.status, a.body)
	}
}
