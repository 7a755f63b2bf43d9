package cli

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// withToken is a service whose clients need a token.
func withToken(t *testing.T) (*house.House, shell) {
	t.Helper()
	h := cuecard.Start(t)
	at(h.Dir).does(t, "token", "new")
	return h, at(h.Dir)
}

// pair opens a page's stream and returns the code that the page shows.
func pair(t *testing.T, h *house.House) (*stream, string) {
	t.Helper()
	page := listen(t, h.URL+"/tv/pair", "")
	var shown struct{ Code string }
	if event := page.next(t, &shown); event != "code" || !regexp.MustCompile(`^\d{6}$`).MatchString(shown.Code) {
		t.Fatalf("%s %+v", event, shown)
	}
	return page, shown.Code
}

// approved is a page that the owner has admitted, and its key.
func approved(t *testing.T, h *house.House, owner shell) (key string) {
	t.Helper()
	page, code := pair(t, h)
	says(t, owner.does(t, "screens", "approve", code), "Approved: ", "Living room browser")
	var given struct{ Key string }
	if event := page.next(t, &given); event != "key" || given.Key == "" {
		t.Fatalf("%s %+v", event, given)
	}
	if event := page.next(t, new(any)); event != "" {
		t.Errorf("after the key comes %s", event)
	}
	return given.Key
}

func TestAnApprovedPageMayWatchAndNothingElse(t *testing.T) {
	t.Parallel()
	h, owner := withToken(t)
	if feed := listen(t, h.URL+"/tv/feed", ""); feed.status != 401 {
		t.Errorf("without a key: %d", feed.status)
	}
	key := approved(t, h, owner)
	feed := listen(t, h.URL+"/tv/feed", key)
	if event := feed.next(t, new(any)); event != "hello" {
		t.Errorf("with the key: %d %s", feed.status, event)
	}
	for _, c := range []struct{ method, path string }{
		{"POST", "/notify"}, {"DELETE", "/notify/x"}, {"GET", "/info"}, {"GET", "/cards"}, {"GET", "/events"},
	} {
		if status := get(t, c.method, h.URL+c.path, key); status != 401 {
			t.Errorf("%s %s with a page's key: %d", c.method, c.path, status)
		}
	}
	h.Stop()
	again := cuecard.StartIn(t, h.Dir)
	if feed := listen(t, again.URL+"/tv/feed", key); feed.status != 200 {
		t.Errorf("after a restart: %d", feed.status)
	}
}

func TestARevokedPageWatchesNoMore(t *testing.T) {
	t.Parallel()
	h, owner := withToken(t)
	first, second := approved(t, h, owner), approved(t, h, owner)
	feeds := map[string]*stream{}
	for _, key := range []string{first, second} {
		feeds[key] = listen(t, h.URL+"/tv/feed", key)
		for _, event := range []string{"hello", "frame"} {
			if got := feeds[key].next(t, new(any)); got != event {
				t.Fatalf("%s, not %s", got, event)
			}
		}
	}
	rows := strings.Split(strings.TrimSpace(owner.does(t, "screens", "list")), "\n")
	if len(rows) != 2 || !strings.Contains(rows[0], "Living room browser") {
		t.Fatalf("%q", rows)
	}
	says(t, owner.fails(t, 1, "screens", "revoke", "nobody"), "nobody", "cuecard screens")
	id, _, _ := strings.Cut(rows[0], " ")
	owner.does(t, "screens", "revoke", id)
	if event := feeds[first].next(t, new(any)); event != "" {
		t.Errorf("the revoked page is told %s", event)
	}
	if feed := listen(t, h.URL+"/tv/feed", first); feed.status != 401 {
		t.Errorf("the revoked key: %d", feed.status)
	}
	owner.does(t, "send", "hello")
	if event := feeds[second].next(t, new(any)); event != "frame" {
		t.Errorf("the other page is told %q", event)
	}
	if left := owner.does(t, "screens"); strings.Contains(left, id) || len(strings.Split(strings.TrimSpace(left), "\n")) != 1 {
		t.Errorf("%s", left)
	}
}

func TestNoPagesIsNoList(t *testing.T) {
	t.Parallel()
	_, owner := withToken(t)
	list := owner.run(t, "screens")
	if list.Status != 0 || list.Out != "" {
		t.Errorf("%+v", list)
	}
	says(t, list.Errors, "cuecard screens approve CODE")
}

func TestWrongCodesAreLimited(t *testing.T) {
	t.Parallel()
	h, owner := withToken(t)
	_, code := pair(t, h)
	wrong := func(n int) string { // six digits, and never the right ones
		guess := fmt.Sprintf("%06d", n)
		if guess == code {
			guess = fmt.Sprintf("%06d", n+500_000)
		}
		return guess
	}
	for n := range 5 {
		says(t, owner.fails(t, 1, "screens", "approve", wrong(n)), "no page shows this code")
	}
	says(t, owner.fails(t, 1, "screens", "approve", wrong(5)), "too many wrong tries")
	says(t, owner.fails(t, 1, "screens", "approve", code), "too many wrong tries")
}

func TestACodeWorksOnce(t *testing.T) {
	t.Parallel()
	h, owner := withToken(t)
	_, code := pair(t, h)
	owner.does(t, "screens", "approve", code[:3]+" "+code[3:]) // as it is shown, in two groups
	says(t, owner.fails(t, 1, "screens", "approve", code), "no page shows this code")
}

func TestPagesThatWaitAreLetInWhenTheTokenIsCleared(t *testing.T) {
	t.Parallel()
	h, owner := withToken(t)
	page, _ := pair(t, h)
	owner.does(t, "token", "clear")
	if event := page.next(t, new(any)); event != "open" {
		t.Errorf("the page is told %q", event)
	}
	if feed := listen(t, h.URL+"/tv/feed", ""); feed.status != 200 {
		t.Errorf("%d", feed.status)
	}
}

func TestANewTokenEndsTheFeedsOfPagesWithoutAKey(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed := listen(t, h.URL+"/tv/feed", "")
	for range 2 { // hello and what is on screen
		if event := feed.next(t, new(any)); event == "" {
			t.Fatal("the feed has ended")
		}
	}
	at(h.Dir).does(t, "token", "new")
	if event := feed.next(t, new(any)); event != "" {
		t.Errorf("the page is told %q", event)
	}
}
