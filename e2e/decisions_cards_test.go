package e2e

import (
	"fmt"
	"testing"
)

func TestDecision10AnIDLivesInOnePlaceOnly(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, persistent("x"), "shown")
	post(t, h, lasting("a"), "shown") // x is parked
	post(t, h, lasting("x"), "queued")
	holds(t, h, "a|x|")
	post(t, h, persistent("x"), "queued")
	holds(t, h, "a||x")
	post(t, h, persistent("a"), "replaced")
	holds(t, h, "a||")
	dismiss(t, h, "a", "dismissed")
	holds(t, h, "||")
	ask(t, h, "DELETE", "/notify/a", "").wants(t, 404, `{"id":"a","result":"unknown"}`)
}

func TestDecision11TransientOverAShowingPersistentCardIsShown(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, persistent("p"), "shown")
	post(t, h, lasting("a"), "shown")
	holds(t, h, "a||p")
	post(t, h, lasting("b"), "queued")
	dismiss(t, h, "a", "dismissed")
	holds(t, h, "b||p")
	dismiss(t, h, "b", "dismissed")
	holds(t, h, "p||")
	events.tells(t, "shown p", "parked p", "shown a", "queued b", "dismissed a", "shown b", "dismissed b", "returned p")
}

func TestDecision12PersistentWhileATransientShowsIsParkedAtOnce(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	for i := range 20 {
		post(t, h, lasting(fmt.Sprint(i)), "queued")
	}
	events := watch(t, h)
	post(t, h, persistent("p"), "queued") // takes no place and drops no card
	post(t, h, persistent("q"), "queued") // discards the one before it
	events.tells(t, "parked p", "dropped p", "parked q")
	holds(t, h, "a|0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19|q")
}

func TestDecision13PersistentOverAnotherShowingPersistentCardIsDrawnInItsPlace(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, persistent("p"), "shown")
	post(t, h, persistent("q"), "shown")
	holds(t, h, "q||")
	dismiss(t, h, "q", "dismissed")
	holds(t, h, "||")
	events.tells(t, "shown p", "dropped p", "shown q", "dismissed q")
}

func TestDecision14SameIDAsTheCardOnScreen(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, before, after string
		endless             bool
	}{
		{"transient by transient", lasting("x"), lasting("x"), false},
		{"transient by persistent", lasting("x"), persistent("x"), true},
		{"persistent by transient", persistent("x"), lasting("x"), false},
		{"persistent by persistent", persistent("x"), persistent("x"), true},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			h := cuecard.Start(t)
			events := watch(t, h)
			post(t, h, row.before, "shown")
			post(t, h, row.after, "replaced")
			events.tells(t, "shown x", "replaced x")
			holds(t, h, "x||")
			c := showing(t, h, "x")
			if c["persistent"] != row.endless || (c["remaining"] == nil) != row.endless {
				t.Errorf("on screen is %v, want the new one's persistence", c)
			}
		})
	}
}

func TestDecision14ACardThatBecomesTransientEnds(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, persistent("x"), "shown")
	post(t, h, brief("x"), "replaced")
	events.tells(t, "shown x", "replaced x", "expired x")
	holds(t, h, "||")
}

// Those that wait take their turn before a persistent card, also before one that has
// only now become persistent.
func TestDecision14ACardThatBecomesPersistentLetsTheQueuePass(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, lasting("x"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, persistent("x"), "replaced")
	events.tells(t, "shown x", "queued b", "replaced x", "parked x", "shown b")
	holds(t, h, "b||x")
	dismiss(t, h, "b", "dismissed")
	events.tells(t, "dismissed b", "returned x")
	holds(t, h, "x||")
}

func TestDecision14TheCardOnScreenThatBecomesPersistentDiscardsTheParkedOne(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	events := watch(t, h)
	post(t, h, persistent("p"), "shown")
	post(t, h, lasting("x"), "shown")
	post(t, h, persistent("x"), "replaced")
	events.tells(t, "shown p", "parked p", "shown x", "dropped p", "replaced x")
	holds(t, h, "x||")
}

func TestDecision14SameIDAsAWaitingCard(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, lasting("c"), "queued")
	events := watch(t, h)
	post(t, h, `{"id":"b","message":"new"}`, "queued")
	holds(t, h, "a|b c|")
	post(t, h, persistent("b"), "queued") // parked instead
	holds(t, h, "a|c|b")
	events.tells(t, "queued b", "parked b")
}

func TestDecision14SameIDAsTheParkedCard(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, persistent("p"), "queued")
	events := watch(t, h)
	post(t, h, `{"id":"p","message":"new","persistent":true}`, "queued")
	if parked := onStage(t, h).Parked; parked["id"] != "p" || parked["message"] != "new" {
		t.Errorf("parked is %v, want the new content", parked)
	}
	post(t, h, lasting("p"), "queued") // joins the queue
	holds(t, h, "a|b p|")
	events.tells(t, "parked p", "queued p")
}

func TestDecision14AParkedCardThatJoinsAFullQueueDropsTheOldest(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("a"), "shown")
	for i := range 20 {
		post(t, h, lasting(fmt.Sprint(i)), "queued")
	}
	post(t, h, persistent("p"), "queued")
	events := watch(t, h)
	post(t, h, lasting("p"), "queued-dropped-oldest")
	events.tells(t, "dropped 0", "queued p")
	holds(t, h, "a|1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 p|")
}
