package e2e

import (
	"fmt"
	"testing"
	"time"
)

func TestSection3CardIsShownWhenNoCardIsShowing(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	events.tells(t, "shown a")
	holds(t, h, "a||")
}

func TestSection3CardsAreQueuedInArrivalOrderBehindTheOneShowing(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, lasting("c"), "queued")
	events.tells(t, "shown a", "queued b", "queued c")
	holds(t, h, "a|b c|")
	dismiss(t, h, "a", "dismissed")
	events.tells(t, "dismissed a", "shown b")
	holds(t, h, "b|c|")
}

func TestSection3TheOldestWaitingCardIsDroppedWhenTheQueueHolds20(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("showing"), "shown")
	for i := range 20 {
		post(t, h, lasting(fmt.Sprint(i)), "queued")
	}
	events := watch(t, h)
	post(t, h, lasting("20"), "queued-dropped-oldest")
	post(t, h, lasting("21"), "queued-dropped-oldest")
	events.tells(t, "dropped 0", "queued 20", "dropped 1", "queued 21")
	holds(t, h, "showing|2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21|")
	ask(t, h, "DELETE", "/notify/0", "").wants(t, 404, `{"id":"0","result":"unknown"}`)
}

func TestSection3SameIDAsTheCardOnScreenUpdatesItInPlace(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, `{"id":"a","message":"new","title":"T","duration":3600}`, "replaced")
	events.tells(t, "shown a", "queued b", "replaced a")
	holds(t, h, "a|b|")
	if c := showing(t, h, "a"); c["message"] != "new" || c["title"] != "T" {
		t.Errorf("on screen is %v, want the new content", c)
	}
	post(t, h, `{"id":"a","message":"newer"}`, "replaced")
	if c := showing(t, h, "a"); c["title"] != "" || c["duration"] != 15.0 {
		t.Errorf("on screen is %v, want nothing of the card before it", c)
	}
}

func TestSection3TheTimerRestartsWhenTheCardOnScreenIsReplaced(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, `{"id":"a","message":"m","duration":60}`, "shown")
	post(t, h, lasting("a"), "replaced")
	if left := showing(t, h, "a")["remaining"].(float64); left < 3500 || left > 3600 {
		t.Errorf("%v s remain, want the whole new duration", left)
	}
	post(t, h, brief("a"), "replaced")
	times := events.tells(t, "shown a", "replaced a", "replaced a", "expired a")
	if shown := times[3].Sub(times[2]); shown < time.Second || shown > 2*time.Second {
		t.Errorf("shown for %v after it was replaced, want 1 s", shown)
	}
}

func TestSection3SameIDAsAWaitingCardReplacesItsContentInItsPlace(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, lasting("c"), "queued")
	post(t, h, `{"id":"b","message":"new"}`, "queued")
	events.tells(t, "shown a", "queued b", "queued c", "queued b")
	holds(t, h, "a|b c|")
	if got := onStage(t, h).Waiting[0]["message"]; got != "new" {
		t.Errorf("the waiting card says %q, want the new content", got)
	}
}

func TestSection3TheNextQueuedCardIsShownWhenTheDisplayTimeEnds(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	post(t, h, `{"id":"b","message":"m","duration":1.5}`, "queued")
	post(t, h, brief("a"), "replaced")
	times := events.tells(t, "shown a", "queued b", "replaced a", "expired a", "shown b", "expired b")
	holds(t, h, "||")
	for _, pair := range []struct {
		id         string
		begin, end int
		duration   time.Duration
	}{{"a", 2, 3, time.Second}, {"b", 4, 5, 1500 * time.Millisecond}} {
		if shown := times[pair.end].Sub(times[pair.begin]); shown < pair.duration || shown > pair.duration+time.Second {
			t.Errorf("%s was shown for %v, want %v", pair.id, shown, pair.duration)
		}
	}
}

func TestSection3DeleteDismissesTheCardOnScreen(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	dismiss(t, h, "a", "dismissed")
	events.tells(t, "shown a", "dismissed a")
	holds(t, h, "||")
}

func TestSection3DeleteRemovesAWaitingCardFromTheQueue(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, lasting("c"), "queued")
	dismiss(t, h, "b", "removed-from-queue")
	events.tells(t, "shown a", "queued b", "queued c", "removed-from-queue b")
	holds(t, h, "a|c|")
}

func TestSection3DeleteDismissesAPersistentCardOnScreenOrParked(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, persistent("p"), "shown")
	dismiss(t, h, "p", "dismissed")
	events.tells(t, "shown p", "dismissed p")
	holds(t, h, "||")
	post(t, h, persistent("p"), "shown")
	post(t, h, lasting("a"), "shown")
	dismiss(t, h, "p", "dismissed")
	events.tells(t, "shown p", "parked p", "shown a", "dismissed p")
	holds(t, h, "a||")
}

func TestSection3PersistentCardReturnsWhenTheQueueIsEmpty(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, persistent("p"), "shown")
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	holds(t, h, "a|b|p")
	post(t, h, brief("a"), "replaced")
	events.tells(t, "shown p", "parked p", "shown a", "queued b", "replaced a", "expired a", "shown b")
	holds(t, h, "b||p")
	dismiss(t, h, "b", "dismissed")
	events.tells(t, "dismissed b", "returned p")
	holds(t, h, "p||")
}

func TestSection3OnlyOnePersistentCardExistsAtATime(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, persistent("p"), "shown")
	post(t, h, persistent("q"), "shown")
	events.tells(t, "shown p", "dropped p", "shown q")
	holds(t, h, "q||")
	ask(t, h, "DELETE", "/notify/p", "").wants(t, 404, `{"id":"p","result":"unknown"}`)
}

func TestSection3DeleteOfAnIDThatNoCardHasChangesNothing(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("a"), "shown")
	ask(t, h, "DELETE", "/notify/b", "").wants(t, 404, `{"id":"b","result":"unknown"}`)
	ask(t, h, "DELETE", "/notify/A", "").wants(t, 404, `{"id":"A","result":"unknown"}`)
	dismiss(t, h, "a", "dismissed")
	events.tells(t, "shown a", "dismissed a")
	ask(t, h, "DELETE", "/notify/a", "").wants(t, 404, `{"id":"a","result":"unknown"}`)
}

func TestSection3NothingChangesWhileTheOverlayPermissionIsMissing(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	owner(t, h, "overlay", "deny")
	for _, id := range []string{"a", "b"} {
		if a := ask(t, h, "POST", "/notify", lasting(id)); a.status != 503 || a.object(t)["result"] != "no-overlay-permission" {
			t.Errorf("answered %d %s, want 503 and no-overlay-permission", a.status, a.body)
		}
	}
	holds(t, h, "a||")
}

func TestSection3AStableIDPerSourceIsAStatusDisplay(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, `{"id":"wash","message":"0 %","persistent":true}`, "shown")
	for percent := 10; percent <= 100; percent += 10 {
		post(t, h, fmt.Sprintf(`{"id":"wash","message":"%d %%","persistent":true}`, percent), "replaced")
	}
	holds(t, h, "wash||")
	if got := showing(t, h, "wash")["message"]; got != "100 %" {
		t.Errorf("the card says %q, want the last update", got)
	}
}
