package e2e

import (
	"strings"
	"testing"
)

func TestSection5AuthenticationIsOffByDefault(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	if got := ask(t, h, "GET", "/info", "").object(t)["authEnabled"]; got != false {
		t.Errorf("authEnabled is %v", got)
	}
	// With no token set no header is required, and none is in the way.
	post(t, h, lasting("a"), "shown", bearer("whatever"))
	post(t, h, lasting("a"), "replaced", "Authorization: Basic YTpi")
}

func TestSection5WhileATokenIsSetTheProtectedEndpointsRequireIt(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	token := newToken(t, h)
	for _, line := range []string{"POST /notify", "POST /notify/", "DELETE /notify/a", "GET /info", "GET /info/", "GET /cards", "GET /events", "GET /tv/feed",
		"POST /tv/drawn"} {
		t.Run(line, func(t *testing.T) {
			method, target, _ := strings.Cut(line, " ")
			for _, headers := range [][]string{
				nil,
				{"Authorization:"},
				{"Authorization: Bearer"},
				{"Authorization: Bearer "},
				{"Authorization: Bearer wrong"},
				{"Authorization: Bearer " + token + "x"},
				{"Authorization: Bearer " + token[1:]},
				{"Authorization: Bearer " + swapCase(token)},
				{"Authorization: Basic " + token},
				{"Authorization: Bearer" + token},
				{"Authorization: " + token},
				{"X-Authorization: Bearer " + token},
				{"Cookie: token=" + token},
			} {
				a := ask(t, h, method, target, "", headers...)
				a.refuses(t, 401, "missing or invalid bearer token")
				a.has(t, "WWW-Authenticate", "Bearer")
			}
			a := ask(t, h, method, target+"?token="+token+"&access_token="+token, "")
			a.refuses(t, 401, "missing or invalid bearer token")
		})
	}
	if now := onStage(t, h, bearer(token)); idOf(now.Showing) != "a" {
		t.Errorf("on screen is %v, want what was there", now.Showing)
	}
}

func TestSection5TheTokenOpensTheProtectedEndpoints(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	token := newToken(t, h)
	for _, scheme := range []string{"Bearer", "bearer", "BEARER", "bEaReR"} {
		header := "Authorization: " + scheme + " " + token
		ask(t, h, "POST", "/notify", lasting("a"), header).wants(t, 200, `{"id":"a","result":"shown"}`)
		ask(t, h, "DELETE", "/notify/a", "", header).wants(t, 200, `{"id":"a","result":"dismissed"}`)
		if info := ask(t, h, "GET", "/info", "", header).object(t); info["authEnabled"] != true {
			t.Errorf("/info answered %v, want authEnabled", info)
		}
		onStage(t, h, header)
		watch(t, h, header)
		listen(t, h, "/tv/feed", header)
	}
}

func TestSection5HealthOptionsAndFilesNeverRequireAToken(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	newToken(t, h)
	for line, status := range map[string]int{"GET /health": 200, "HEAD /health/": 200, "OPTIONS /notify": 204, "OPTIONS /info": 204,
		"OPTIONS /cards": 204, "OPTIONS *": 204, "GET /": 200, "GET /tv": 200, "GET /any/route": 200} {
		method, target, _ := strings.Cut(line, " ")
		if a := ask(t, h, method, target, "", bearer("wrong")); a.status != status {
			t.Errorf("%s answered %d %.100s, want %d", line, a.status, a.body, status)
		}
	}
}

func TestSection5SettingAndClearingTheTokenTakesEffectAtOnce(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	first := newToken(t, h)
	ask(t, h, "POST", "/notify", lasting("a")).refuses(t, 401, "token")
	second := newToken(t, h)
	ask(t, h, "POST", "/notify", lasting("a"), bearer(first)).refuses(t, 401, "token")
	post(t, h, lasting("a"), "shown", bearer(second))
	owner(t, h, "token", "clear")
	post(t, h, lasting("a"), "replaced")
	if got := ask(t, h, "GET", "/info", "").object(t)["authEnabled"]; got != false {
		t.Errorf("authEnabled is %v after the token was cleared", got)
	}
}

func TestSection5AnOpenStreamEndsWhenItsTokenNoLongerHolds(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	strangers := watch(t, h)
	strangersFeed := listen(t, h, "/tv/feed")
	strangersFeed.next(t) // hello
	strangersFeed.next(t) // the empty screen
	token := newToken(t, h)
	strangers.ended(t)
	strangersFeed.ended(t)

	friends := watch(t, h, bearer(token))
	post(t, h, lasting("a"), "shown", bearer(token))
	friends.tells(t, "shown a")
	owner(t, h, "token", "clear") // a token too many does no harm
	post(t, h, lasting("a"), "replaced")
	friends.tells(t, "replaced a")
	newToken(t, h)
	friends.ended(t)
}

func TestSection5AnApprovedPageMayWatchAndNoMore(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	token := newToken(t, h)
	waiting := listen(t, h, "/tv/pair", "User-Agent: Television")
	var code struct{ Code string }
	waiting.next(t).of(t, "code", &code)
	owner(t, h, "screens", "approve", code.Code)
	var key struct{ Key string }
	waiting.next(t).of(t, "key", &key)
	waiting.ended(t)

	feed := listen(t, h, "/tv/feed", bearer(key.Key))
	feed.next(t).of(t, "hello", &struct{}{})
	feed.next(t).of(t, "frame", &struct{}{})
	for _, line := range []string{"POST /notify", "DELETE /notify/a", "GET /info", "GET /cards", "GET /events"} {
		method, target, _ := strings.Cut(line, " ")
		ask(t, h, method, target, "", bearer(key.Key)).refuses(t, 401, "token")
	}
	id, _, _ := strings.Cut(owner(t, h, "screens", "list"), " ")
	owner(t, h, "screens", "revoke", id)
	feed.ended(t)
	ask(t, h, "GET", "/tv/feed", "", bearer(key.Key)).refuses(t, 401, "token")
	onStage(t, h, bearer(token))
}

// swapCase makes small letters of capitals, and the other way round.
func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r ^ 0x20
		}
		return r
	}, text)
}
