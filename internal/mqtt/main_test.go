package mqtt

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"cuecard.app/internal/broker"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/settings"
	"cuecard.app/internal/stage"
	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// willing draws everything at once, and nothing is kept.
type willing struct{}

func (willing) Show(_ screen.Frame, taken func(error)) { taken(nil) }
func (willing) Ready() error                           { return nil }
func (willing) Append(...[]byte) error                 { return nil }
func (willing) WantsRewrite() bool                     { return false }
func (willing) Rewrite(...[]byte) error                { return nil }

// visitor is a guest with a real stage and real settings, and what it has to say instead of a broker.
type visitor struct {
	*guest
	t   *testing.T
	log *strings.Builder
}

// visit runs a story in a bubble of its own time.
func visit(t *testing.T, story func(*visitor)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		log := &strings.Builder{}
		logger := slog.New(slog.NewTextHandler(log, nil))
		store := settings.Open(t.TempDir(), logger)
		show := stage.New(stage.Parts{Screen: willing{}, Journal: willing{}, Log: logger}, stage.Owner{Overlay: true, TextScale: 1, Volume: 1}, nil)
		ctx, stop := context.WithCancel(t.Context())
		var run sync.WaitGroup
		run.Go(func() { show.Run(ctx) })
		address, err := broker.Parse("mqtt://nobody")
		if err != nil {
			t.Fatal(err)
		}
		b := &Bridge{Version: "1", Settings: store, Stage: show, Log: logger}
		story(&visitor{b.newGuest(address), t, log})
		stop()
		run.Wait()
	})
}

// letter is a message to the TV itself.
func (v *visitor) letter(about, payload string, change ...func(*packets.Publish)) *paho.Publish {
	p := &packets.Publish{Topic: topic(v.id, about), Payload: []byte(payload), QoS: 1, PacketID: 1, Properties: &packets.Properties{}}
	for _, f := range change {
		f(p)
	}
	return paho.PublishFromPacketPublish(p)
}

func again(p *packets.Publish)   { p.Duplicate = true }
func keptOne(p *packets.Publish) { p.Retain = true }
func number2(p *packets.Publish) { p.PacketID = 2 }
func named(p *packets.Publish) {
	p.Properties.CorrelationData = []byte("a name of its own, long enough")
}
func briefly(p *packets.Publish)  { p.Properties.CorrelationData = []byte("1") }
func answerMe(p *packets.Publish) { p.Properties.ResponseTopic = "me/answers" }

// said is what the TV has said since it was asked last.
func (v *visitor) said() (all []*paho.Publish) {
	for {
		select {
		case p := <-v.out:
			all = append(all, p)
		default:
			return all
		}
	}
}

// answers is how the TV answers one message.
func (v *visitor) answers(p *paho.Publish) Answer {
	v.t.Helper()
	v.inbox.receive(p)
	said := v.said()
	if len(said) == 0 {
		v.t.Fatalf("no answer to %s", p.Payload)
	}
	return v.read(said[0])
}

func (v *visitor) read(p *paho.Publish) (a Answer) {
	v.t.Helper()
	if err := json.Unmarshal(p.Payload, &a); err != nil {
		v.t.Fatalf("%s: %v", p.Payload, err)
	}
	return a
}

// cards are the messages of the cards on stage, the one on screen first.
func (v *visitor) cards() (messages []string) {
	v.t.Helper()
	cards, err := v.Stage.Cards(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	if cards.Showing != nil {
		messages = append(messages, cards.Showing.Message)
	}
	for _, c := range cards.Waiting {
		messages = append(messages, c.Message)
	}
	return messages
}

func (v *visitor) holds(want ...string) {
	v.t.Helper()
	if got := v.cards(); strings.Join(got, "|") != strings.Join(want, "|") {
		v.t.Fatalf("on stage are %q, want %q", got, want)
	}
}
