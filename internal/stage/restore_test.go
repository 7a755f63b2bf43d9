package stage

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/deck"
)

// restart is a story in two acts, with time between them in which the service is not running.
func restart(t *testing.T, first func(*theatre), away time.Duration, second func(*theatre)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var saved [][]byte
		perform(t, nil, func(th *theatre) {
			first(th)
			saved = th.saved.records
		})
		<-time.After(away)
		perform(t, saved, second)
	})
}

func TestScreenQueueAndParkedCardAreBackAfterARestart(t *testing.T) {
	restart(t, func(th *theatre) {
		th.post(persistent("p"), deck.Shown)
		th.post(transient("a", 60), deck.Shown)
		th.post(transient("b", 5), deck.Queued)
		th.post(transient("c", 5), deck.Queued)
		th.delete("c", deck.RemovedFromQueue)
		th.pass(20 * time.Second)
	}, 10*time.Second, func(th *theatre) {
		th.shows("a")
		cards, _ := th.Cards(th.t.Context())
		if *cards.Showing.Remaining != 30 || len(cards.Waiting) != 1 || cards.Parked == nil {
			t.Errorf("%v s remain, %d wait, parked %v", *cards.Showing.Remaining, len(cards.Waiting), cards.Parked)
		}
		th.pass(30 * time.Second)
		th.shows("b")
		th.pass(5 * time.Second)
		th.shows("p")
	})
}

func TestACardWhoseTimeIsOverIsNotShownAgain(t *testing.T) {
	restart(t, func(th *theatre) {
		th.post(transient("a", 5), deck.Shown)
		th.post(transient("b", 5), deck.Queued)
	}, time.Hour, func(th *theatre) {
		for _, f := range th.screen.frames {
			if f.Card != nil && f.Card.ID == "a" {
				t.Error("the old card was shown again")
			}
		}
		th.shows("b")
		th.pass(5 * time.Second)
		th.shows("")
	})
}

func TestAClockThatWasSetBackGivesTheCardItsWholeTime(t *testing.T) {
	ahead := `{"at":4102444800000,"post":{"id":"a","message":"a","duration":10}}` // 2100
	play(t, [][]byte{[]byte(ahead)}, func(th *theatre) {
		th.shows("a")
		th.pass(10 * time.Second)
		th.shows("")
	})
}

func TestALargeJournalIsRewrittenAsOneRecordThatSaysTheSame(t *testing.T) {
	restart(t, func(th *theatre) {
		th.post(persistent("p"), deck.Shown)
		th.post(transient("a", 60), deck.Shown)
		th.pass(10 * time.Second)
		th.saved.large = true
		th.post(transient("b", 5), deck.Queued)
		synctest.Wait() // it is rewritten once nobody waits
		if len(th.saved.records) != 1 || th.saved.rewrites != 1 {
			t.Errorf("%d records after %d rewrites", len(th.saved.records), th.saved.rewrites)
		}
		th.post(transient("c", 5), deck.Queued)
	}, 0, func(th *theatre) {
		cards, _ := th.Cards(th.t.Context())
		if cards.Showing.ID != "a" || *cards.Showing.Remaining != 50 || len(cards.Waiting) != 2 || cards.Parked.ID != "p" {
			t.Errorf("back: %+v", cards)
		}
	})
}

func TestAJournalThatFailsDoesNotStopTheShow(t *testing.T) {
	play(t, nil, func(th *theatre) {
		th.saved.err = errors.New("disk full")
		th.post(transient("a", 5), deck.Shown)
		th.shows("a")
	})
}

func TestASavedStepThatCannotBeReadIsSaidInTheLog(t *testing.T) {
	play(t, [][]byte{[]byte(`{"at":"noon"}`), []byte(`{"at":0,"post":{"id":"p","message":"p","persistent":true}}`)}, func(th *theatre) {
		th.shows("p")
		if !strings.Contains(th.log.String(), "cannot be read") {
			t.Errorf("log: %s", th.log)
		}
	})
}
