package e2e

import (
	"reflect"
	"testing"
)

func TestAdditionEventsBeginWithWhatCardsSays(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, persistent("p"), "shown")
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	var state map[string]any
	listen(t, h, "/events").next(t).of(t, "state", &state)
	said := ask(t, h, "GET", "/cards", "").object(t)
	for _, body := range []map[string]any{state, said} {
		delete(body["showing"].(map[string]any), "remaining") // time goes on
	}
	if !reflect.DeepEqual(state, said) {
		t.Errorf("the first event says %v, /cards says %v", state, said)
	}
}

func TestAdditionEventsTellEveryTransition(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	first, second := watch(t, h), watch(t, h)
	post(t, h, persistent("p"), "shown")
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("a"), "replaced")
	post(t, h, lasting("b"), "queued")
	post(t, h, lasting("c"), "queued")
	dismiss(t, h, "b", "removed-from-queue")
	dismiss(t, h, "a", "dismissed")
	post(t, h, brief("c"), "replaced")
	for _, events := range []*stream{first, second} {
		times := events.tells(t, "shown p", "parked p", "shown a", "replaced a", "queued b", "queued c", "removed-from-queue b", "dismissed a",
			"shown c", "replaced c", "expired c", "returned p")
		for i := range times[1:] {
			if times[i+1].Before(times[i]) {
				t.Errorf("event %d is told as of %v, before the one before it, %v", i+1, times[i+1], times[i])
			}
		}
	}
	post(t, h, persistent("q"), "shown")
	first.tells(t, "dropped p", "shown q")
	// What failed is no transition: the next event is another card's.
	ask(t, h, "POST", "/notify", `{"id":"x"}`).refuses(t, 400, "message")
	ask(t, h, "DELETE", "/notify/x", "").wants(t, 404, `{"id":"x","result":"unknown"}`)
	post(t, h, lasting("y"), "shown")
	first.tells(t, "parked q", "shown y")
}

func TestAdditionEventsHaveAnyID(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	for _, id := range []string{"a\n\nevent: shown\ndata: {}\n\n", "\r", "😀", `"`, " "} {
		id += "x"
		post(t, h, jsonOf(t, map[string]string{"id": id, "message": "m\n\nm"}), "shown")
		dismiss(t, h, id, "dismissed")
		events.tells(t, "shown "+id, "dismissed "+id)
	}
}

func TestAdditionStreamsEndWhenTheServiceDoes(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events, feed := watch(t, h), listen(t, h, "/tv/feed")
	feed.next(t)
	feed.next(t)
	if status := h.Stop(); status != 0 {
		t.Errorf("the service ended with %d: %s", status, h.Log())
	}
	events.ended(t)
	feed.ended(t)
}

// A request has to come within 15 s and be answered within 30 s; a stream is open for as long as its listener likes.
func TestAdditionStreamsOutliveTheLimitsOfRequests(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	feed, _ := tvPage(t, h, "/tv/feed")
	post(t, h, `{"id":"a","message":"m","duration":31}`, "shown")
	events.tells(t, "shown a", "expired a")
	feed.until(t, shows("a"))
	feed.until(t, shows(""))
	if events.beats == 0 || feed.beats == 0 {
		t.Errorf("in 31 s came %d and %d signs of life, want one at least: a listener cannot tell that the service is there", events.beats, feed.beats)
	}
}
