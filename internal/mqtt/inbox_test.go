package mqtt

import (
	"strings"
	"testing"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/settings"
	"github.com/eclipse/paho.golang/packets"
)

func TestACardIsShownAndTheAnswerSaysWhoseItIs(t *testing.T) {
	visit(t, func(v *visitor) {
		v.inbox.receive(v.letter(notify, `{"id":"door","message":"ding"}`, named, answerMe))
		v.holds("ding")
		said := v.said()
		if len(said) != 2 || said[0].Topic != topic(v.id, result) || said[1].Topic != "me/answers" {
			t.Fatalf("said: %v", said)
		}
		for _, p := range said {
			a := v.read(p)
			if a.ID != "door" || a.Result != "shown" || !a.Done() || a.Device != v.id || a.Name != v.Settings.Get().DeviceName || a.Error != "" {
				t.Errorf("%s", p.Payload)
			}
			if string(p.Properties.CorrelationData) != "a name of its own, long enough" || p.QoS != 1 || p.Retain {
				t.Errorf("%+v", p)
			}
		}
	})
}

func TestEveryBadBodyIsRefusedInTheDecodersWords(t *testing.T) {
	visit(t, func(v *visitor) {
		for _, body := range []string{``, `null`, `[]`, `"text"`, `{`, `{"message":7}`, `{"message":" "}`, `{"message":"a","dim":2}`, "\xff", `{"message":"a","id":"a/b"}`} {
			_, err := card.Decode([]byte(body), card.FactoryStyle())
			if a := v.answers(v.letter(notify, body)); err == nil || a.Error != err.Error() || a.Status != refused {
				t.Errorf("%q: %+v, want %v", body, a, err)
			}
		}
		large := `{"message":"` + strings.Repeat("a", card.MaxBody) + `"}`
		if a := v.answers(v.letter(notify, large)); a.Error != "the body is larger than 262144 bytes" || a.Status != refused {
			t.Errorf("%+v", a)
		}
		v.holds()
	})
}

func TestBareTextIsACard(t *testing.T) {
	visit(t, func(v *visitor) {
		for _, text := range []string{"The wash is done", `{"message":"no"}`, "\x00\" \\ <b>"} {
			v.answers(v.letter(message, text))
			cards := v.cards()
			if got := cards[len(cards)-1]; got != text {
				t.Errorf("%q is shown as %q", text, got)
			}
		}
		for text, want := range map[string]string{"": "field 'message' must be a non-empty string", "\xff": "field 'message' must be text in UTF-8",
			strings.Repeat("a", card.MaxBody+1): "the body is larger than 262144 bytes"} {
			if a := v.answers(v.letter(message, text)); a.Error != want {
				t.Errorf("%.20q: %+v", text, a)
			}
		}
		if a := v.answers(v.letter(message, strings.Repeat("\x01", card.MaxBody))); !a.Done() {
			t.Errorf("text that grows in JSON: %+v", a)
		}
	})
}

func TestADismissalNamesACardOrMeansTheOneThatShows(t *testing.T) {
	visit(t, func(v *visitor) {
		for _, payload := range []string{`one`, ` "one" `, `{"id":"one"}`, ``, `{}`, `{"id":null}`} {
			v.answers(v.letter(notify, `{"id":"one","message":"a"}`))
			if a := v.answers(v.letter(dismiss, payload)); a.ID != "one" || a.Result != "dismissed" || !a.Done() {
				t.Errorf("%q: %+v", payload, a)
			}
			v.holds()
		}
		if a := v.answers(v.letter(dismiss, "two")); a.ID != "two" || a.Result != "unknown" || a.Status != refused || a.Error != "" {
			t.Errorf("%+v", a)
		}
		for _, payload := range []string{`{"id":7}`, `{`, `"`, "\xff", strings.Repeat("x", 129)} {
			if a := v.answers(v.letter(dismiss, payload)); a.Status != refused || !strings.HasPrefix(a.Error, "field 'id' must be a string of at most 128 characters") {
				t.Errorf("%q: %+v", payload, a)
			}
		}
	})
}

func TestACardThatTheBrokerSendsAgainIsNotShownTwice(t *testing.T) {
	visit(t, func(v *visitor) {
		first := v.answers(v.letter(notify, `{"message":"ding"}`))
		v.holds("ding")
		if a := v.answers(v.letter(notify, `{"message":"ding"}`, again)); a != first {
			t.Errorf("first %+v, then %+v", first, a)
		}
		v.holds("ding")
		// Nor when it has gone meanwhile.
		if _, err := v.Stage.Delete(v.t.Context(), first.ID); err != nil {
			t.Fatal(err)
		}
		v.answers(v.letter(notify, `{"message":"ding"}`, again))
		v.holds()
		v.answers(v.letter(notify, `{"message":"ding"}`, func(p *packets.Publish) { p.PacketID = 3 }))
		// The next one rings like the first: it is another.
		v.answers(v.letter(notify, `{"message":"ding"}`, number2))
		v.holds("ding", "ding")
	})
}

func TestACardThatTheBrokerCouldNotDeliverBeforeIsShown(t *testing.T) {
	visit(t, func(v *visitor) {
		v.answers(v.letter(notify, `{"message":"one"}`))
		v.answers(v.letter(notify, `{"message":"two"}`, again))
		v.holds("one", "two")
	})
}

func TestACardThatWasShownBeforeTheServiceDiedIsNotShownTwice(t *testing.T) {
	visit(t, func(v *visitor) {
		first := v.answers(v.letter(notify, `{"message":"one"}`))
		waits := v.answers(v.letter(notify, `{"id":"w","message":"two"}`, number2))
		v.inbox.seen = newSeen() // as after a restart
		if a := v.answers(v.letter(notify, `{"message":"one"}`, again)); a.ID != first.ID || a.Result != "shown" {
			t.Errorf("%+v", a)
		}
		if a := v.answers(v.letter(notify, `{"id":"w","message":"two"}`, again, number2)); a != waits {
			t.Errorf("%+v", a)
		}
		v.holds("one", "two")
	})
}

func TestARequestThatItsSenderRepeatsIsNotShownTwice(t *testing.T) {
	visit(t, func(v *visitor) {
		first := v.answers(v.letter(notify, `{"message":"ding"}`, named))
		if a := v.answers(v.letter(notify, `{"message":"ding"}`, named, number2)); a != first {
			t.Errorf("%+v", a)
		}
		v.holds("ding")
		v.answers(v.letter(notify, `{"message":"dong"}`, named, number2))
		v.holds("ding", "dong")
	})
}

func TestAShortNameOfARequestMayBeACounter(t *testing.T) {
	visit(t, func(v *visitor) {
		v.answers(v.letter(notify, `{"message":"ding"}`, briefly))
		v.answers(v.letter(notify, `{"message":"ding"}`, briefly, number2))
		v.holds("ding", "ding")
	})
}

func TestWhatABrokerKeepsIsIgnoredAndSaidOnce(t *testing.T) {
	visit(t, func(v *visitor) {
		for range 3 {
			v.inbox.receive(v.letter(notify, `{"message":"stale"}`, keptOne))
			v.inbox.receive(v.letter(set+"/volume", `0.5`, keptOne))
		}
		v.holds()
		if said := v.said(); len(said) != 0 || v.Settings.Get().Volume != 1 || strings.Count(v.log.String(), "retain flag") != 1 {
			t.Errorf("said %v, log %s", said, v.log)
		}
	})
}

func TestTooManyMessagesAreDroppedAndOneAnswerASecondSaysSo(t *testing.T) {
	visit(t, func(v *visitor) {
		counts := map[status]int{}
		for range 3000 { // in three seconds
			v.inbox.receive(v.letter(notify, `{"id":"one","message":"flood"}`))
			time.Sleep(time.Millisecond)
			for _, p := range v.said() {
				counts[v.read(p).Status]++
			}
		}
		if counts[done] < perSecond*3 || counts[done] > perSecond*3+atOnce+1 || counts[busy] < 2 || counts[busy] > 4 {
			t.Errorf("%v", counts)
		}
		if strings.Count(v.log.String(), "too many messages") != 1 {
			t.Errorf("log: %s", v.log)
		}
		time.Sleep(time.Second)
		if a := v.answers(v.letter(notify, `{"id":"two","message":"calm"}`)); !a.Done() {
			t.Errorf("after the flood: %+v", a)
		}
	})
}

func TestAnswersThatNobodyTakesDoNotPileUp(t *testing.T) {
	visit(t, func(v *visitor) {
		for range 2 * backlog {
			v.inbox.receive(v.letter(notify, `{}`))
			time.Sleep(time.Second / perSecond)
		}
		if n := len(v.said()); n != backlog {
			t.Errorf("%d wait", n)
		}
	})
}

func TestOnlyKnobsCanBeTurned(t *testing.T) {
	visit(t, func(v *visitor) {
		for name, typed := range map[string]string{"volume": "0.25", "duration": "20", "textScale": "1.5", "dim": "0.5", "position": "top-left", "idle": "clock", overlay: "OFF"} {
			v.inbox.receive(v.letter(set+"/"+name, typed))
		}
		now := v.Settings.Get()
		if len(v.said()) != 0 || now.Volume != 0.25 || now.Duration != 20 || now.TextScale != 1.5 || now.Dim != 0.5 || now.Position != card.TopLeft || now.Idle != settings.IdleClock || now.Overlay {
			t.Errorf("%+v", now)
		}
		if v.inbox.receive(v.letter(set+"/"+overlay, "true")); !v.Settings.Get().Overlay {
			t.Error("cards stay off")
		}
		for name, typed := range map[string]string{"volume": "loud", "position": "middle", overlay: "maybe", "mqtt": "mqtt://evil", "token": "x", "deviceName": "x", "groups": "x", "": "1"} {
			if a := v.answers(v.letter(set+"/"+name, typed)); a.Status != refused || !strings.HasPrefix(a.Error, "field '"+name+"' must be ") {
				t.Errorf("%s=%s: %+v", name, typed, a)
			}
		}
		if v.Settings.Get().MQTT != "" {
			t.Error("the broker has changed the broker")
		}
	})
}

func TestWithoutPermissionTheAnswerIsThatOfHTTP(t *testing.T) {
	visit(t, func(v *visitor) {
		if err := v.Stage.Configure(v.t.Context(), noCards()); err != nil {
			t.Fatal(err)
		}
		a := v.answers(v.letter(notify, `{"id":"one","message":"a"}`))
		if a.ID != "one" || a.Result != "no-overlay-permission" || a.Status != failed || !strings.Contains(a.Error, "cuecard overlay allow") {
			t.Errorf("%+v", a)
		}
	})
}

func TestAnAnswerGoesToNoTopicThatABrokerWouldThrowUsOutFor(t *testing.T) {
	for named, may := range map[string]bool{"a/b": true, "": false, "a/#": false, "+": false, "$SYS/x": false, "a\x00": false, "\xff": false, strings.Repeat("a", 1025): false} {
		if canAnswerOn(named) != may {
			t.Errorf("%.20q: %v", named, !may)
		}
	}
}

func TestHomeAssistantsBirthIsNoticed(t *testing.T) {
	visit(t, func(v *visitor) {
		p := v.letter(notify, "offline")
		p.Topic = homeStatus
		v.inbox.receive(p)
		if len(v.home) != 0 {
			t.Error("offline is taken for a birth")
		}
		p.Payload = []byte("online")
		v.inbox.receive(p)
		v.inbox.receive(p)
		if len(v.home) != 1 {
			t.Error("not noticed")
		}
	})
}
