package mqtt

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cuecard.app/client"
	"github.com/eclipse/paho.golang/paho"
)

func TestHostileMessagesBreakNothing(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	sender := b.listen(t)
	sender.say("cuecard/all/notify", "\x00\xff garbage that is kept", retain)
	sender.say("homeassistant/status", strings.Repeat("online", 1000), retain)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("result"))
	big := strings.Repeat("x", 1<<20)
	for _, about := range []string{"notify", "dismiss", "message", "set/volume", "set/", "set/nothing", "set/overlay"} {
		for _, payload := range []string{"", "\x00", "\xff\xfe", "null", "[[[[", `{"message":{}}`, `{"id":[]}`, "1e400", big, strings.Repeat("[", 200_000), `{"message":"` + strings.Repeat("a", 300_000)} {
			sender.say(v.topic(about), payload, func(p *paho.Publish) {
				p.Properties.ResponseTopic, p.Properties.CorrelationData = v.topic("result"), []byte(payload[:min(len(payload), 60_000)])
			})
		}
	}
	for _, odd := range []string{v.topic("set/a/b"), v.topic("notify/x"), v.topic(""), "cuecard//notify", "cuecard/all/nothing"} {
		sender.say(odd, "{}")
	}
	// What lies in the broker for the TV is handled in its turn; then it is there as ever.
	l.whenTaken(v)
	if state := v.cards(t); state.Showing == nil {
		t.Error("nothing shows")
	}
	if strings.Count(v.Log(), "connected to the broker") != 1 {
		t.Errorf("the connection was lost: %.2000s", v.Log())
	}
}

func TestAThousandMessagesASecondLeaveTheServiceAsItIs(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	before := residentOf(t, v.PID())
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	flood.Go(func() { b.flood(ctx, t, v.topic("notify")) })
	answered := 0
	waitFor(t, func() bool {
		if _, err := v.Client().Notify(t.Context(), client.Card{ID: "web", Message: "over HTTP"}); err != nil {
			t.Fatal(err)
		}
		answered++
		return answered > 100 && strings.Contains(v.Log(), "too many messages")
	})
	stop()
	flood.Wait()
	if after := residentOf(t, v.PID()); after > before+64<<10 { // of a program that is built to look for races
		t.Errorf("memory grew from %d to %d kB", before, after)
	}
	if a := b.listen(t, v.topic("result")).whenTaken(v); a.Status != "done" {
		t.Errorf("after the flood: %+v", a)
	}
}

// flood publishes a thousand a second, of both qualities, until ctx ends.
func (b *broker) flood(ctx context.Context, t *testing.T, topic string) {
	sender := b.listen(t)
	body := []byte(`{"message":"` + strings.Repeat("flood ", 500) + `"}`)
	pace := time.NewTicker(10 * time.Millisecond)
	defer pace.Stop()
	for ctx.Err() == nil {
		<-pace.C
		for i := range 10 {
			p := &paho.Publish{Topic: topic, Payload: body, QoS: byte(i % 2)}
			if _, err := sender.client.PublishWithOptions(ctx, p, paho.PublishOptions{Method: paho.PublishMethod_AsyncSend}); err != nil && ctx.Err() == nil {
				t.Error(err)
				return
			}
		}
	}
}

// whenTaken sends a card until it is not one too many.
func (l *listener) whenTaken(v tv) (a answer) {
	l.t.Helper()
	waitFor(l.t, func() bool {
		l.say(v.topic("notify"), `{"id":"calm","message":"calm"}`)
		return strings.Contains(l.heard(), `"id":"calm"`) // of those that are too many, few are answered
	})
	l.until("the answer", func(m message) bool { return strings.Contains(m.text(), `"id":"calm"`) }).into(l.t, &a)
	return a
}

// residentOf is a process's memory in kilobytes.
func residentOf(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	size, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return size
}
