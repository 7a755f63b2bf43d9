package robust

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

var seed = flag.Uint64("seed", 0, "of the moments at which the service is killed; 0 for another each time")

// TestEveryAcknowledgedCardSurvivesAKill kills the service over and over while it is
// being posted to, on one data directory.
func TestEveryAcknowledgedCardSurvivesAKill(t *testing.T) {
	t.Parallel()
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	t.Logf("to see this again: -seed %d", *seed)
	random := rand.New(rand.NewPCG(*seed, 0))
	clock := new(atomic.Int64)
	posters := []*poster{{name: "keep", persistent: true, clock: clock, random: rand.New(rand.NewPCG(*seed, 1))}}
	for i, name := range []string{"anna", "ben", "cleo", "dora"} {
		posters = append(posters, &poster{name: name, clock: clock, random: rand.New(rand.NewPCG(*seed, uint64(i+2)))})
	}
	dir := t.TempDir()
	const rounds = 50
	for round := range rounds {
		h := quick.StartIn(t, dir)
		compare(t, h, posters, clock)
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
		killWhilePosting(t, h, posters, 1+random.Int64N(400))
		noDamage(t, h, dir)
	}
	h := quick.StartIn(t, dir)
	compare(t, h, posters, clock)
	h.Kill()
	noDamage(t, h, dir)
}

// killWhilePosting has all posters post until so many answers have come, and kills the service then.
func killWhilePosting(t *testing.T, h *house.House, posters []*poster, answers int64) {
	t.Helper()
	var came atomic.Int64
	enough := make(chan struct{})
	var posting sync.WaitGroup
	for _, p := range posters {
		posting.Go(func() {
			p.post(t, h, func() {
				if came.Add(1) == answers {
					close(enough)
				}
			})
		})
	}
	over := make(chan struct{})
	go func() {
		posting.Wait()
		close(over)
	}()
	select {
	case <-enough:
	case <-over: // all of them have found something wrong
	}
	h.Kill()
	<-over
}

// compare holds what the service has against what the posters were told.
func compare(t *testing.T, h *house.House, posters []*poster, clock *atomic.Int64) {
	t.Helper()
	state, err := caller(h).Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	obeysTheRules(t, state)
	now := clock.Add(1)
	seen := map[string]string{} // messages by id
	for _, c := range all(state) {
		if _, twice := seen[c.ID]; twice {
			t.Errorf("%s is in two places", c.ID)
		}
		seen[c.ID] = c.Message
	}
	places := map[string]place{}
	for _, p := range posters {
		p.settle(t, seen, now)
		for id, c := range p.cards {
			places[id] = c.place
		}
	}
	inOrder(t, state, places)
}

// inOrder fails when a card is ahead of one that had its place before this one was sent.
func inOrder(t *testing.T, state client.State, places map[string]place) {
	t.Helper()
	var turns []string
	for _, c := range all(state) {
		if !c.Persistent {
			turns = append(turns, c.ID)
		}
	}
	for i, ahead := range turns {
		for _, behind := range turns[i+1:] {
			if places[behind].told < places[ahead].sent {
				t.Errorf("%s is ahead of %s, which was there before: %q", ahead, behind, turns)
			}
		}
	}
}

func all(state client.State) (cards []client.ShownCard) {
	if state.Showing != nil {
		cards = append(cards, *state.Showing)
	}
	cards = append(cards, state.Waiting...)
	if state.Parked != nil {
		cards = append(cards, *state.Parked)
	}
	return cards
}

// obeysTheRules checks what is true of any cards there are.
func obeysTheRules(t *testing.T, state client.State) {
	t.Helper()
	if len(state.Waiting) > 20 {
		t.Errorf("%d cards wait", len(state.Waiting))
	}
	for _, c := range state.Waiting {
		if c.Persistent {
			t.Errorf("%s is persistent and waits", c.ID)
		}
	}
	switch {
	case state.Showing == nil:
		if len(state.Waiting) > 0 || state.Parked != nil {
			t.Error("cards are there, and none is on screen")
		}
	case state.Showing.Persistent:
		if len(state.Waiting) > 0 || state.Parked != nil {
			t.Errorf("the persistent %s is on screen while others are due", state.Showing.ID)
		}
	case state.Showing.Remaining <= 50*time.Minute || state.Showing.Remaining > time.Hour:
		t.Errorf("%s of an hour remains for %s", state.Showing.Remaining, state.Showing.ID)
	}
	if state.Parked != nil && !state.Parked.Persistent {
		t.Errorf("%s is parked and not persistent", state.Parked.ID)
	}
}

// noDamage fails when a service that has ended found anything to complain about.
func noDamage(t *testing.T, h *house.House, dir string) {
	t.Helper()
	if strings.Contains(h.Log(), "level=WARN") || strings.Contains(h.Log(), "level=ERROR") {
		t.Errorf("the service complains:\n%s", h.Log())
	}
	if aside, _ := filepath.Glob(filepath.Join(dir, "*.damaged-*")); len(aside) > 0 {
		t.Errorf("set aside: %q", aside)
	}
}
