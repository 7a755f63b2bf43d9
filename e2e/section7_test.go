package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestSection7Errors holds the table, save the 500: the browser screen takes every card.
func TestSection7Errors(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	t.Run("400 malformed JSON", func(t *testing.T) {
		for _, body := range []string{"{", "{\"message\":\"m\"", "message=m", "'", "{'message':'m'}", `{"message":"m",}`, `{message:"m"}`, "\x00"} {
			ask(t, h, "POST", "/notify", body).wants(t, 400, `{"error":"field 'body' must be a JSON object in UTF-8"}`)
		}
	})
	t.Run("400 a field of the wrong type or range", func(t *testing.T) {
		named := regexp.MustCompile(`^field 'dim' must be \S.*$`)
		for _, sent := range []string{`"0.5"`, `2`, `true`, `[]`} {
			a := ask(t, h, "POST", "/notify", `{"message":"m","dim":`+sent+`}`)
			a.refuses(t, 400, "")
			if said := a.object(t)["error"].(string); !named.MatchString(said) {
				t.Errorf("the error is %q, want %s", said, named)
			}
		}
	})
	t.Run("404 no card has that id", func(t *testing.T) {
		ask(t, h, "DELETE", "/notify/none", "").wants(t, 404, `{"id":"none","result":"unknown"}`)
	})
	t.Run("413 body larger than 262144 bytes", func(t *testing.T) {
		ask(t, h, "POST", "/notify", strings.Repeat("x", 262145)).refuses(t, 413, "262144")
	})
	t.Run("503 overlay permission not granted", func(t *testing.T) {
		owner(t, h, "overlay", "deny")
		a := ask(t, h, "POST", "/notify", lasting("a"))
		body := a.object(t)
		hasFields(t, body, "id", "result", "error")
		said, _ := body["error"].(string)
		if a.status != 503 || body["id"] != "a" || body["result"] != "no-overlay-permission" || !strings.Contains(said, "cuecard overlay allow") {
			t.Errorf("answered %d %s", a.status, a.body)
		}
	})
	t.Run("503 names the id that the card would have had", func(t *testing.T) {
		body := ask(t, h, "POST", "/notify", `{"message":"m"}`).object(t)
		if id, _ := body["id"].(string); !isRandomUUID(id) {
			t.Errorf("the id is %q, want a random UUID", id)
		}
	})
	t.Run("401 the header is missing or wrong", func(t *testing.T) {
		newToken(t, h)
		a := ask(t, h, "POST", "/notify", lasting("a"))
		a.wants(t, 401, `{"error":"missing or invalid bearer token"}`)
		a.has(t, "WWW-Authenticate", "Bearer")
	})
}

func TestSection7TheServiceGoesOnAfterBadInput(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	for _, body := range []string{"", "\x00", strings.Repeat("[", 100_000), `{"message":` + strings.Repeat(`{"a":`, 40_000), "\xff\xfe{}",
		`{"message":"m","duration":1e999999999}`, `{"message":"m","dim":-1e-999999999}`, `{"message":"` + strings.Repeat(`\ud800`, 10_000) + `","dim":9}`} {
		if a := ask(t, h, "POST", "/notify", body); a.status != 400 && a.status != 200 {
			t.Errorf("%.40q answered %d %s", body, a.status, a.body)
		}
	}
	if now := onStage(t, h); idOf(now.Showing) != "a" {
		t.Errorf("on screen is %v, want what was there", now.Showing)
	}
}
