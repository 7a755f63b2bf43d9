package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// cards is the body of GET /cards.
type cards struct {
	Showing map[string]any   `json:"showing"`
	Waiting []map[string]any `json:"waiting"`
	Parked  map[string]any   `json:"parked"`
	Screen  map[string]any   `json:"screen"`
}

// A card that stays long enough for any test, one that ends after a second, and one that stays for good.
func lasting(id string) string { return fmt.Sprintf(`{"id":%q,"message":"m","duration":3600}`, id) }
func brief(id string) string   { return fmt.Sprintf(`{"id":%q,"message":"m","duration":1}`, id) }
func persistent(id string) string {
	return fmt.Sprintf(`{"id":%q,"message":"m","persistent":true}`, id)
}

// post sends a card that is accepted with that result, and returns its id.
func post(t testing.TB, h *house.House, card, result string, headers ...string) string {
	t.Helper()
	a := ask(t, h, "POST", "/notify", card, headers...)
	body := a.object(t)
	id, _ := body["id"].(string)
	if a.status != http.StatusOK || len(body) != 2 || id == "" || body["result"] != result {
		t.Fatalf("POST %.300s answered %d %s, want 200 with an id and %q", card, a.status, a.body, result)
	}
	return id
}

// dismiss deletes a card that is there, with that result.
func dismiss(t testing.TB, h *house.House, id, result string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"id": id, "result": result})
	if err != nil {
		t.Fatal(err)
	}
	ask(t, h, "DELETE", "/notify/"+url.PathEscape(id), "").wants(t, http.StatusOK, string(body))
}

// onStage is what GET /cards says.
func onStage(t testing.TB, h *house.House, headers ...string) cards {
	t.Helper()
	a := ask(t, h, "GET", "/cards", "", headers...)
	hasFields(t, a.object(t), "showing", "waiting", "parked", "screen", "defaults", "textScale", "look")
	var now cards
	if err := json.Unmarshal([]byte(a.body), &now); a.status != http.StatusOK || err != nil || now.Waiting == nil {
		t.Fatalf("/cards answered %d %s: %v", a.status, a.body, err)
	}
	return now
}

// holds compares the ids on stage, written as showing|waiting waiting…|parked.
func holds(t testing.TB, h *house.House, want string) {
	t.Helper()
	now := onStage(t, h)
	var waiting []string
	for _, c := range now.Waiting {
		waiting = append(waiting, idOf(c))
	}
	got := idOf(now.Showing) + "|" + strings.Join(waiting, " ") + "|" + idOf(now.Parked)
	if got != want {
		t.Errorf("on stage is %s, want %s", got, want)
	}
}

func idOf(card map[string]any) string {
	if card == nil {
		return ""
	}
	return card["id"].(string)
}

// showing is the card on screen, which has to be that one.
func showing(t testing.TB, h *house.House, id string) map[string]any {
	t.Helper()
	now := onStage(t, h)
	if now.Showing == nil || now.Showing["id"] != id {
		t.Fatalf("on screen is %v, want the card %q", now.Showing, id)
	}
	return now.Showing
}

// hasFields compares the names of an object's fields, all of them.
func hasFields(t testing.TB, object map[string]any, names ...string) {
	t.Helper()
	slices.Sort(names)
	if got := slices.Sorted(maps.Keys(object)); !slices.Equal(got, names) {
		t.Errorf("the fields are %q, want %q", got, names)
	}
}

// owner runs a command of the owner, which has to succeed, and returns the last line it printed.
func owner(t testing.TB, h *house.House, words ...string) string {
	t.Helper()
	done := h.Run(t, words...)
	if done.Status != 0 {
		t.Fatalf("cuecard %s ended with %d: %s", strings.Join(words, " "), done.Status, done.Errors)
	}
	lines := strings.Split(strings.TrimSpace(done.Out), "\n")
	return lines[len(lines)-1]
}

// newToken sets a token.
func newToken(t testing.TB, h *house.House) string {
	t.Helper()
	return owner(t, h, "token", "new")
}

// bearer is the header that shows a token.
func bearer(token string) string { return "Authorization: Bearer " + token }
