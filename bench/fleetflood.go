package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/paho"
)

// floodRate is how many hostile messages a second arrive from the broker.
const floodRate = 1_000

// floodTurns is how many turns with a flood a round has, and as many without.
const floodTurns = 6

// flooded compares how fast posts are answered over HTTP while hostile messages arrive from the broker with how fast they are
// without them.
func (b *bench) flooded(ctx context.Context) ([]row, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	broker, err := b.openMosquitto(ctx)
	if err != nil {
		return nil, err
	}
	service, err := b.open(ctx, "--mqtt", "mqtt://"+broker.address)
	if err != nil {
		return nil, err
	}
	defer service.Kill()
	sender, err := broker.join(ctx, "hostile", "", nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sender.Disconnect(&paho.Disconnect{}) }()
	address, post := hostOf(service.URL), request("POST", "/notify", update)
	var over []float64
	for round := range b.Rounds + 1 {
		var with, without float64 // sums of rates
		hostile := 0
		for i := range 2 * floodTurns { // short ones, so that what else the machine does meets both
			rate, sent, err := underFlood(ctx, sender, address, post, b.Lasts/4, (round+i)%2 == 1)
			if err != nil {
				return nil, err
			}
			if hostile += sent; sent > 0 {
				with += rate
			} else {
				without += rate
			}
		}
		b.say("flood, round %d: %.0f posts a second with %.0f hostile messages a second, %.0f without", round, with/floodTurns,
			float64(hostile)/(b.Lasts/4*floodTurns).Seconds(), without/floodTurns)
		if round > 0 { // the first is not counted
			over = append(over, with/without)
		}
	}
	measure := fmt.Sprintf("POST /notify while %d hostile messages a second arrive from the broker over without, requests a second", floodRate)
	return []row{{measure, figureOf(over), atLeast(0.9)}}, nil
}

// underFlood is the rate of posts, with hostile messages or without.
func underFlood(ctx context.Context, sender *paho.Client, address string, post []byte, lasts time.Duration, with bool) (rate float64, sent int, err error) {
	ctx, stop := context.WithCancel(ctx)
	var flood sync.WaitGroup
	var failed error
	if with {
		flood.Go(func() { sent, failed = pour(ctx, sender) })
	}
	p, err := load(address, post, 64, lasts)
	stop()
	flood.Wait()
	if err == nil {
		err = failed
	}
	return p.rate, sent, err
}

// pour publishes hostile messages at their rate until ctx ends.
func pour(ctx context.Context, sender *paho.Client) (sent int, err error) {
	kinds := []string{"\x00\xff\xfe", "null", `{"message":7}`, strings.Repeat("[", 2000), `{"message":{"a":[1,2,3]}}`, `{"id":"flood","message":"a card like any other"}`,
		`{"message":"` + strings.Repeat("e\u0301", 1000) + `"}`, ""}
	large := strings.Repeat("x", 1<<20)
	pace := time.NewTicker(time.Second / 100)
	defer pace.Stop()
	for {
		select {
		case <-pace.C:
		case <-ctx.Done():
			return sent, nil
		}
		for range floodRate / 100 {
			body := kinds[sent%len(kinds)]
			if sent%floodRate == floodRate-1 {
				body = large
			}
			// Without waiting for the broker: a flood does not.
			if _, err := sender.Publish(context.WithoutCancel(ctx), &paho.Publish{Topic: "cuecard/all/notify", Payload: []byte(body)}); err != nil {
				return sent, err
			}
			sent++
		}
	}
}
