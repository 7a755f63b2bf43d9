package mqtt

import (
	"bufio"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
)

func TestTheLastWillTellsThatATVIsGone(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	// Another maker's client sees it too.
	sub := exec.CommandContext(t.Context(), program(t, "mosquitto_sub", "mosquitto-clients"), "-p", fmt.Sprint(b.port), "-V", "5", "-q", "1", "-t", v.topic("availability"), "-C", "2")
	out, err := sub.StdoutPipe()
	if err == nil {
		err = sub.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	seen := bufio.NewScanner(out)
	l := b.listen(t, v.topic("availability"))
	l.until("online", func(m message) bool { return m.text() == "online" && m.Retain })
	if !seen.Scan() || seen.Text() != "online" {
		t.Errorf("mosquitto_sub saw %q", seen.Text())
	}
	v.Kill()
	l.until("offline", func(m message) bool { return m.text() == "offline" })
	if !seen.Scan() || seen.Text() != "offline" {
		t.Errorf("mosquitto_sub saw %q", seen.Text())
	}
	if err := sub.Wait(); err != nil {
		t.Error(err)
	}
	b.listen(t, v.topic("availability")).until("offline, kept", func(m message) bool { return m.text() == "offline" && m.Retain })
}

// waitFor looks until something is so.
func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for over := time.After(patience); !so(); {
		select {
		case <-over:
			t.Fatal("it has not come to be")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func TestATVThatIsStoppedSaysGoodbye(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("availability"), "homeassistant/device/+/config")
	l.each([]string{v.topic("availability"), "homeassistant/device/cuecard_" + v.id + "/config"})
	if status := v.Stop(); status != 0 {
		t.Errorf("it ended with %d: %s", status, v.Log())
	}
	l.until("offline", func(m message) bool { return m.text() == "offline" })
	b.listen(t, "homeassistant/device/+/config").until("what Home Assistant knows", func(m message) bool { return m.Retain })
}

func TestABrokerThatWasKilledAndStartedAgainHasItsTVBack(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	before := b.listen(t, v.topic("result"))
	before.ask(v, "notify", `{"id":"one","message":"before","duration":600}`)
	b.kill()
	// The TV works without it.
	if _, err := v.Client().Notify(t.Context(), client.Card{ID: "two", Message: "meanwhile", Duration: 10 * time.Minute}); err != nil {
		t.Error(err)
	}
	v.Says(t, "the broker is not there")
	b.start(t)
	l := b.listen(t, v.topic("availability"), v.topic("state"), v.topic("result"), "homeassistant/#")
	l.until("online", func(m message) bool { return m.text() == "online" })
	l.until("the state", func(m message) bool {
		return m.Topic == v.topic("state") && strings.Contains(m.text(), "before") && strings.Contains(m.text(), `"waiting":1`)
	})
	if a := l.ask(v, "notify", `{"id":"three","message":"after"}`); a.Result != "queued" {
		t.Errorf("%+v", a)
	}
	v.holds(t, "before", "meanwhile", "after")
	if log := v.Log(); strings.Count(log, "the broker is not there") > 3 {
		t.Errorf("the log repeats itself: %s", log)
	}
}

func TestWhatIsSentWhileTheTVHasLostItsConnectionArrives(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	p := openProxy(t, b)
	v := turnOnThrough(t, b, p, t.TempDir())
	l := b.listen(t, v.topic("availability"), v.topic("result"))
	p.cut(true)
	l.until("offline", func(m message) bool { return m.text() == "offline" })
	l.say(v.topic("notify"), `{"message":"while it was away"}`)
	p.cut(false)
	l.next(v.topic("result"))
	v.holds(t, "while it was away")
}

func TestACardThatTheBrokerDeliversAgainIsNotShownTwice(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	p := openProxy(t, b)
	v := turnOnThrough(t, b, p, t.TempDir())
	l := b.listen(t, v.topic("result"))
	p.swallowAcks(true)
	l.ask(v, "notify", `{"message":"ding","duration":600}`)
	v.holds(t, "ding")
	p.cut(true)
	p.swallowAcks(false)
	p.cut(false)
	// The broker sends it again, and is answered again; so is the TV's first answer sent again.
	l.until("an answer to what was delivered again", func(message) bool { return p.again.Load() > 0 })
	v.holds(t, "ding")
	l.say(v.topic("notify"), `{"id":"dong","message":"dong"}`)
	l.until("the answer to another card", func(m message) bool { return strings.Contains(m.text(), `"id":"dong"`) })
	v.holds(t, "ding", "dong")
}

func TestACardThatWasShownBeforeTheServiceWasKilledIsNotShownTwice(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	p := openProxy(t, b)
	dir := t.TempDir()
	v := turnOnThrough(t, b, p, dir)
	l := b.listen(t, v.topic("result"))
	p.swallowAcks(true)
	l.ask(v, "notify", `{"message":"ding","duration":600}`)
	v.Kill()
	p.cut(true)
	p.swallowAcks(false)
	p.cut(false)
	v = turnOnThrough(t, b, p, dir)
	l.until("an answer to what was delivered again", func(message) bool { return p.again.Load() > 0 })
	v.holds(t, "ding")
}

func TestTheServiceWorksWithoutItsBroker(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	b.kill()
	h := cuecard.Start(t, "--mqtt", b.url())
	if _, err := h.Client().Notify(t.Context(), client.Card{Message: "hello"}); err != nil {
		t.Error(err)
	}
	h.Says(t, "the broker is not there")
	if doctor := h.Run(t, "doctor"); doctor.Status != 1 || !strings.Contains(doctor.Out, "WRONG  The broker "+b.url()+" is not there: ") {
		t.Errorf("%+v", doctor)
	}
	if status := h.Stop(); status != 0 {
		t.Errorf("it ended with %d", status)
	}
}
