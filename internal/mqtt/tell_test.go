package mqtt

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/stage"
)

func noCards() stage.Owner { return stage.Owner{TextScale: 1, Volume: 1} }

// telling runs a story while the TV tells what happens.
func telling(t *testing.T, story func(*visitor)) {
	visit(t, func(v *visitor) {
		ctx, stop := context.WithCancel(v.t.Context())
		var run sync.WaitGroup
		run.Go(func() { v.tell(ctx) })
		synctest.Wait()
		story(v)
		stop()
		run.Wait()
	})
}

// told are the states and events that were told, and the last state.
func (v *visitor) told() (states, happenings int, last state) {
	synctest.Wait()
	for _, p := range v.said() {
		switch p.Topic {
		case topic(v.id, stateTopic):
			states++
			last = state{}
			if err := json.Unmarshal(p.Payload, &last); err != nil || !p.Retain {
				v.t.Errorf("%s: %v, retained %v", p.Payload, err, p.Retain)
			}
		case topic(v.id, events):
			happenings++
		}
	}
	return states, happenings, last
}

func (v *visitor) post(body string) {
	v.t.Helper()
	c, err := card.Decode([]byte(body), card.FactoryStyle())
	if err == nil {
		_, err = v.Stage.Post(v.t.Context(), c)
	}
	if err != nil {
		v.t.Fatal(err)
	}
}

func TestTheStateIsWhatIsOnStage(t *testing.T) {
	telling(t, func(v *visitor) {
		if states, _, s := v.told(); states != 1 || s.Showing != nil || s.Text != "" || s.Waiting != 0 {
			t.Errorf("%d states, then %+v", states, s)
		}
		v.post(`{"id":"p","message":"stays","persistent":true}`)
		v.post(`{"id":"a","title":"Laundry","message":"The wash\nis done","duration":10}`)
		v.post(`{"id":"b","message":"next"}`)
		began := time.Now()
		<-time.After(time.Second)
		states, happenings, s := v.told()
		if states != 1 || happenings != 4 || s.Text != "Laundry: The wash is done" || s.Showing.ID != "a" || s.Waiting != 1 || s.Parked.ID != "p" {
			t.Errorf("%d states, %d events, then %+v", states, happenings, s)
		}
		if left := s.Showing.Ends.Sub(began); left < 9*time.Second || left > 11*time.Second || s.Parked.Ends != nil {
			t.Errorf("it ends after %v", left)
		}
	})
}

func TestAShowThatChangesAllTheTimeIsToldAFewTimesASecond(t *testing.T) {
	telling(t, func(v *visitor) {
		v.told()
		states, happenings := 0, 0
		for i := range 5000 { // five seconds
			v.post(fmt.Sprintf(`{"id":"a","message":"%d"}`, i))
			time.Sleep(time.Millisecond)
			some, more, _ := v.told()
			states, happenings = states+some, happenings+more
		}
		if states < 3 || states > 60 || happenings < 100 || happenings > 5*eventsPerSecond+2*eventsPerSecond {
			t.Errorf("%d states, %d events", states, happenings)
		}
		<-time.After(2 * time.Second)
		if _, _, s := v.told(); s.Showing == nil || s.Text != "4999" {
			t.Errorf("in the end: %+v", s)
		}
	})
}

func TestACardIsOneShortLineOfText(t *testing.T) {
	long := line(&card.Card{Message: strings.Repeat("é ", 300)})
	if n := len([]rune(long)); n != longText || !strings.HasSuffix(long, "…") {
		t.Errorf("%d characters: %s", n, long)
	}
	if got := line(&card.Card{Title: " Home ", Message: "a\r\n b"}); got != "Home : a b" && got != "Home: a b" {
		t.Error(got)
	}
}

func TestAnEventIsWhatHTTPTellsAndItsName(t *testing.T) {
	telling(t, func(v *visitor) {
		v.told()
		v.post(`{"id":"a","message":"hello"}`)
		synctest.Wait()
		for _, p := range v.said() {
			if p.Topic != topic(v.id, events) {
				continue
			}
			var event map[string]any
			if err := json.Unmarshal(p.Payload, &event); err != nil || len(event) != 4 || event["event"] != "shown" || event["id"] != "a" || event["time"] == "" ||
				event["card"].(map[string]any)["message"] != "hello" {
				t.Errorf("%s, %v", p.Payload, err)
			}
			return
		}
		t.Error("nothing was told")
	})
}
