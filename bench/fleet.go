package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/mqtt"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/settings"
	"cuecard.app/internal/stage"
	"github.com/eclipse/paho.golang/paho"
)

// screens is how many TVs are simulated.
const screens = 200

// fleet compares the way of a card to the last of many TVs at one broker with that of a message to as many bare subscribers.
// The TVs are the program's own stage and bridge, with a screen that draws at once; all of them share this machine with the
// broker, where a real fleet has a machine for each.
func (b *bench) fleet(ctx context.Context) ([]row, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(200)) // as the service has it
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	broker, err := b.openMosquitto(ctx)
	if err != nil {
		return nil, err
	}
	sender, err := broker.join(ctx, "sender", "", nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sender.Disconnect(&paho.Disconnect{}) }()
	shown, heard := newFinish(screens), newFinish(screens)
	for i := range screens {
		client, err := broker.join(ctx, fmt.Sprint("bare", i), "bare/notify", func(payload []byte) { heard.reach(string(payload)) })
		if err != nil {
			return nil, err
		}
		defer func() { _ = client.Disconnect(&paho.Disconnect{}) }()
		if err := b.simulate(ctx, &running, broker, shown); err != nil {
			return nil, err
		}
	}
	if err := settleFleet(ctx, broker, sender, shown); err != nil {
		return nil, err
	}
	var over []float64
	for round := range b.Rounds {
		var took [2][]float64
		for i := range max(3, b.Delays/4) {
			for at, race := range []struct {
				topic  string
				finish *finish
			}{{"bare/notify", heard}, {"cuecard/all/notify", shown}} {
				d, err := race.finish.time(ctx, sender, race.topic, fmt.Sprintf(`{"id":"laundry","title":"Laundry","message":"round %d, %d of %s"}`, round, i, race.topic))
				if err != nil {
					return nil, err
				}
				took[at] = append(took[at], d.Seconds())
			}
			pause(ctx, 1500*time.Millisecond) // until what the TVs tell afterwards is told
		}
		// The least of a round: what else the machine does only ever adds.
		bare, tv := figureOf(took[0]).least, figureOf(took[1]).least
		b.say("fleet, round %d: a card to the last of %d screens %.1f ms, a message to the last of as many bare subscribers %.1f ms", round+1, screens, tv*1e3, bare*1e3)
		over = append(over, tv/bare)
	}
	measure := fmt.Sprintf("A card through mosquitto to the last of %d screens over a message to the last of %d bare subscribers", screens, screens)
	return []row{{measure, figureOf(over), atMost(1.5)}}, nil
}

// simulate adds a TV to the fleet.
func (b *bench) simulate(ctx context.Context, running *sync.WaitGroup, broker *mosquitto, shown *finish) error {
	dir, err := os.MkdirTemp(b.dir, "tv")
	if err != nil {
		return err
	}
	log := slog.New(slog.DiscardHandler)
	store := settings.Open(dir, log)
	if err := store.Change(func(s *settings.Settings) error { return s.Set("mqtt", "mqtt://"+broker.address) }); err != nil {
		return err
	}
	tv := stage.New(stage.Parts{Screen: willing{shown}, Journal: willing{}, Log: log}, stage.Owner{Overlay: true, TextScale: 1, Volume: 1}, nil)
	bridge := &mqtt.Bridge{Version: "bench", Settings: store, Stage: tv, Log: log}
	running.Go(func() { tv.Run(ctx) })
	running.Go(func() { bridge.Run(ctx) })
	return nil
}

// willing is a screen that draws at once, and a journal that keeps nothing.
type willing struct{ shown *finish }

func (w willing) Show(f screen.Frame, taken func(error)) {
	if f.Card != nil {
		w.shown.reach(messageOf(f.Card))
	}
	taken(nil)
}
func (willing) Ready() error            { return nil }
func (willing) Append(...[]byte) error  { return nil }
func (willing) WantsRewrite() bool      { return false }
func (willing) Rewrite(...[]byte) error { return nil }

func messageOf(c *card.Card) string { return c.Message }

// settleFleet returns when all TVs are at the broker and a card reaches them.
func settleFleet(ctx context.Context, broker *mosquitto, sender *paho.Client, shown *finish) error {
	online := newFinish(screens)
	client, err := broker.join(ctx, "watcher", "cuecard/+/settings", func([]byte) { online.reach("") })
	if err != nil {
		return err
	}
	defer func() { _ = client.Disconnect(&paho.Disconnect{}) }()
	if err := online.wait(ctx); err != nil {
		return fmt.Errorf("the fleet is not at its broker: %w", err)
	}
	for range 5 {
		if _, err := shown.time(ctx, sender, "cuecard/all/notify", `{"id":"laundry","message":"warm `+time.Now().String()+`"}`); err != nil {
			return err
		}
	}
	pause(ctx, 2*time.Second)
	return nil
}

// finish is where as many as there are screens arrive.
type finish struct {
	of   int
	mu   sync.Mutex
	word string // those that count hold it
	left int
	done chan struct{}
}

func newFinish(of int) *finish { return &finish{of: of, left: of, done: make(chan struct{})} }

// reach counts one that carries the word of this race.
func (f *finish) reach(carries string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left == 0 || !strings.Contains(f.word, carries) && !strings.Contains(carries, f.word) {
		return
	}
	if f.left--; f.left == 0 {
		close(f.done)
	}
}

// time publishes and returns how long it took to the last.
func (f *finish) time(ctx context.Context, sender *paho.Client, topic, body string) (time.Duration, error) {
	f.mu.Lock()
	f.word, f.left, f.done = body, f.of, make(chan struct{})
	f.mu.Unlock()
	began := time.Now()
	if _, err := sender.PublishWithOptions(ctx, &paho.Publish{Topic: topic, QoS: 1, Payload: []byte(body)}, paho.PublishOptions{Method: paho.PublishMethod_AsyncSend}); err != nil {
		return 0, err
	}
	err := f.wait(ctx)
	return time.Since(began), err
}

func (f *finish) wait(ctx context.Context) error {
	f.mu.Lock()
	done := f.done
	f.mu.Unlock()
	select {
	case <-done:
		return nil
	case <-time.After(20 * time.Second):
		f.mu.Lock()
		defer f.mu.Unlock()
		return fmt.Errorf("%d of %d did not arrive", f.left, f.of)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
