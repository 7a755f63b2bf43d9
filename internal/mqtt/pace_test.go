package mqtt

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/eclipse/paho.golang/packets"
)

func TestTriesGetRarerUpToAMinuteAndAreNeverInStep(t *testing.T) {
	for tries, most := range []time.Duration{1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second, 6: 32 * time.Second, 7: time.Minute, 1000: time.Minute} {
		if most == 0 {
			continue
		}
		var pauses []time.Duration
		for range 100 {
			pauses = append(pauses, backoff(tries))
		}
		if slices.Min(pauses) < most/2 || slices.Max(pauses) > most || slices.Max(pauses)-slices.Min(pauses) < most/5 {
			t.Errorf("before try %d: %v to %v", tries, slices.Min(pauses), slices.Max(pauses))
		}
	}
}

func TestAnAllowanceIsABurstAndThenARate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAllowance(10, 20)
		take := func() (n int) {
			for a.take() {
				n++
			}
			return n
		}
		if n := take(); n != 20 {
			t.Errorf("%d at once", n)
		}
		time.Sleep(time.Second)
		if n := take(); n != 10 {
			t.Errorf("%d after a second", n)
		}
		time.Sleep(time.Hour)
		if n := take(); n != 20 {
			t.Errorf("%d after an hour", n)
		}
	})
}

func TestWhatWasSeenIsForgottenInTime(t *testing.T) {
	visit(t, func(v *visitor) {
		s := newSeen()
		first := v.letter(notify, "first", named)
		s.remember(first, []byte("x"))
		for i := range mostSeen * 2 {
			s.remember(v.letter(notify, "other", func(p *packets.Publish) { p.PacketID = uint16(i + 2) }), nil)
		}
		if _, ok := s.again(first); ok || len(s.answers) > mostSeen || len(s.order) > mostSeen {
			t.Errorf("%d and %d are kept", len(s.answers), len(s.order))
		}
		s.remember(first, []byte("x"))
		time.Sleep(requestsSeen)
		if _, ok := s.again(first); ok {
			t.Error("a request counts as repeated for ever")
		}
	})
}

func TestABrokerThatHasForgottenNumbersAnew(t *testing.T) {
	visit(t, func(v *visitor) {
		s := newSeen()
		s.remember(v.letter(notify, "a"), []byte("x"))
		s.remember(v.letter(notify, "b", named), []byte("y"))
		s.forgetDeliveries()
		if _, ok := s.again(v.letter(notify, "a", again)); ok {
			t.Error("a delivery is remembered")
		}
		if answer, ok := s.again(v.letter(notify, "b", named, number2)); !ok || string(answer) != "y" || len(s.order) != 1 {
			t.Errorf("a request is forgotten: %q, %v, %d", answer, ok, len(s.order))
		}
	})
}

func TestTVsThatWereSentTheSameCardSpeakOneAfterTheOther(t *testing.T) {
	visit(t, func(v *visitor) {
		speaksAfter := func(topic string) time.Duration {
			began := time.Now()
			v.hush(topic)
			v.waitTurn(v.t.Context())
			return time.Since(began)
		}
		var pauses []time.Duration
		for range 200 {
			pauses = append(pauses, speaksAfter("cuecard/all/notify"))
			time.Sleep(time.Millisecond)
		}
		if slices.Max(pauses) > spread || slices.Max(pauses)-slices.Min(pauses) < spread/2 {
			t.Errorf("after %v to %v", slices.Min(pauses), slices.Max(pauses))
		}
		if pause := speaksAfter(topic(v.id, notify)); pause != 0 {
			t.Errorf("a TV that is spoken to alone waits for %v", pause)
		}
	})
}
