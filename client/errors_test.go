package client_test

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
)

var sentinels = []error{
	client.ErrInvalid, client.ErrUnauthorized, client.ErrUnknownCard, client.ErrTooLarge, client.ErrNoOverlay,
	client.ErrNotCuecard, client.ErrUnreachable,
}

// expectOnly fails unless err matches the wanted sentinel and no other; nil wants none.
func expectOnly(t *testing.T, err, want error) {
	t.Helper()
	if err == nil {
		t.Fatal("there is no error")
	}
	for _, sentinel := range sentinels {
		if got := errors.Is(err, sentinel); got != (sentinel == want) {
			t.Errorf("%q is %q: %v", err, sentinel, got)
		}
	}
}

func TestARefusalCarriesTheTVsOwnText(t *testing.T) {
	const grant = "overlay permission is missing: run cuecard overlay allow"
	for name, c := range map[string]struct {
		body string
		is   error
		want client.Error
	}{
		"a field": {
			`{"error":"field 'dim' must be a number from 0 to 1"}`, client.ErrInvalid,
			client.Error{Status: 400, Message: "field 'dim' must be a number from 0 to 1", Field: "dim"},
		},
		"the body": {
			`{"error":"field 'body' must be a JSON object in UTF-8"}`, client.ErrInvalid,
			client.Error{Status: 400, Message: "field 'body' must be a JSON object in UTF-8", Field: "body"},
		},
		"no field": {`{"error":"bad request"}`, client.ErrInvalid, client.Error{Status: 400, Message: "bad request"}},
		"half a field": {
			`{"error":"field 'dim' is odd"}`, client.ErrInvalid, client.Error{Status: 400, Message: "field 'dim' is odd"},
		},
		"the token": {
			`{"error":"missing or invalid bearer token"}`, client.ErrUnauthorized,
			client.Error{Status: 401, Message: "missing or invalid bearer token"},
		},
		"the size": {
			`{"error":"body must be at most 262144 bytes"}`, client.ErrTooLarge,
			client.Error{Status: 413, Message: "body must be at most 262144 bytes"},
		},
		"the overlay": {
			`{"id":"a1","result":"no-overlay-permission","error":"` + grant + `"}`, client.ErrNoOverlay,
			client.Error{Status: 503, Message: grant, ID: "a1", Result: client.NoOverlayPermission},
		},
		"a busy proxy": {`{"error":"try later"}`, nil, client.Error{Status: 503, Message: "try later"}},
		"the drawing":  {`{"error":"the screen failed"}`, nil, client.Error{Status: 500, Message: "the screen failed"}},
		"the path":     {`{"error":"not found"}`, nil, client.Error{Status: 404, Message: "not found"}},
	} {
		t.Run(name, func(t *testing.T) {
			tv, _ := answering(t, c.want.Status, "application/json", c.body)
			receipt, err := tv.Notify(t.Context(), client.Card{Message: "Hi"})
			expectOnly(t, err, c.is)
			got, ok := errors.AsType[*client.Error](err)
			if !ok || *got != c.want || err.Error() != c.want.Message {
				t.Errorf("the error is %+v, want %+v", got, c.want)
			}
			if receipt != (client.Receipt{}) {
				t.Errorf("there is a receipt %v beside the error", receipt)
			}
		})
	}
}

func TestARefusalWithoutTextStillSaysSomething(t *testing.T) {
	tv, _ := answering(t, 503, "application/json", `{"id":"a1","result":"no-overlay-permission"}`)
	_, err := tv.Notify(t.Context(), client.Card{Message: "Hi"})
	expectOnly(t, err, client.ErrNoOverlay)
	if !strings.HasSuffix(err.Error(), "answered 503 Service Unavailable: no-overlay-permission") {
		t.Errorf("the error says %q", err)
	}
}

func TestAnotherServerAtTheAddressIsRecognised(t *testing.T) {
	for name, c := range map[string]struct {
		status          int
		kind, body, say string
	}{
		"a page":            {200, "text/html; charset=utf-8", "<html>", "answered 200 OK with text/html instead of JSON"},
		"a page not found":  {404, "text/html", "<html>", "answered 404 Not Found with text/html instead of JSON"},
		"a broken proxy":    {502, "text/html", "<html>", "answered 502 Bad Gateway with text/html instead of JSON"},
		"half of JSON":      {200, "application/json", `{"id":"a`, "with something that is not JSON"},
		"nothing":           {204, "", "", "answered 204 No Content with something that is not JSON"},
		"other JSON":        {200, "application/json", `{"ok":true}`, "with JSON of another kind"},
		"a JSON list":       {200, "application/json", `[]`, "with JSON of another kind"},
		"JSON of no kind":   {404, "application/json", `{"code":5}`, "answered 404 Not Found with JSON of another kind"},
		"error of a number": {500, "application/json", `{"error":5}`, "with JSON of another kind"},
		"a long answer":     {200, "application/json", strings.Repeat(" ", 1<<20) + accepted, "more than a TV ever says"},
	} {
		t.Run(name, func(t *testing.T) {
			tv, _ := answering(t, c.status, c.kind, c.body)
			_, err := tv.Notify(t.Context(), client.Card{Message: "Hi"})
			expectOnly(t, err, client.ErrNotCuecard)
			if got, ok := errors.AsType[*client.Error](err); !ok || got.Status != c.status || got.ID != "" {
				t.Errorf("the error is %+v", got)
			}
			if text := err.Error(); !strings.HasPrefix(text, "http://127.0.0.1:") || !strings.Contains(text, c.say) ||
				!strings.HasSuffix(text, "no Cuecard TV seems to be at this address") {
				t.Errorf("the error says %q, want it to say %q", text, c.say)
			}
		})
	}
}

func TestEachCallRecognisesAnotherServer(t *testing.T) {
	tv, _ := answering(t, 200, "application/json", `{}`)
	_, health := tv.Health(t.Context())
	_, info := tv.Info(t.Context())
	_, cards := tv.Cards(t.Context())
	_, dismiss := tv.Dismiss(t.Context(), "a1")
	for name, err := range map[string]error{"health": health, "info": info, "cards": cards, "dismiss": dismiss} {
		t.Run(name, func(t *testing.T) { expectOnly(t, err, client.ErrNotCuecard) })
	}
}

func TestTheLongestAnswerAllowedIsRead(t *testing.T) {
	tv, _ := answering(t, 200, "application/json", strings.Repeat(" ", 1<<20-len(accepted))+accepted)
	if _, err := tv.Notify(t.Context(), client.Card{Message: "Hi"}); err != nil {
		t.Error(err)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			target := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") })
			server := serve(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, target.URL+r.URL.Path, status)
			})
			tv := client.New(server.URL, client.WithToken("secret"))
			_, err := tv.Notify(t.Context(), client.Card{Message: "Hi"})
			expectOnly(t, err, client.ErrNotCuecard)
			if !strings.Contains(err.Error(), `points to "`+target.URL+`/notify", which is not followed`) {
				t.Errorf("the error says %q", err)
			}
			for _, err := range tv.Events(t.Context()) {
				expectOnly(t, err, client.ErrNotCuecard)
			}
		})
	}
}

func TestACardTooLargeToReadIsRefusedWithTheReason(t *testing.T) {
	// This server judges by the length alone and closes at once: bytes of the body under way would cost the client the answer.
	server := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		const said = `{"error":"body must be at most 262144 bytes"}`
		fmt.Fprintf(conn, "HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(said), said)
	})
	patient := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
	_, err := client.New(server.URL, client.WithHTTPClient(patient)).Notify(t.Context(), client.Card{Message: strings.Repeat("x", 4<<20)})
	expectOnly(t, err, client.ErrTooLarge)
}

func TestALargeCardThatTheTVTakesArrivesWhole(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", accepted)
	message := strings.Repeat("x", 1<<20)
	if _, err := tv.Notify(t.Context(), client.Card{Message: message}); err != nil {
		t.Fatal(err)
	}
	if got := (<-requests).Body; got != `{"message":"`+message+`"}` {
		t.Errorf("%d bytes arrived", len(got))
	}
}
