// Package mqtt is the TV at an MQTT broker: it takes cards and dismissals from topics, answers, tells what shows, and has Home
// Assistant find it. docs/mqtt.md describes the topics.
//
// It knows topics and the broker. It never knows HTTP, nor the rules of cards.
package mqtt

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"cuecard.app/internal/broker"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/settings"
	"cuecard.app/internal/stage"
)

// Bridge carries between a broker and the stage while Run does. URL and Picture may be nil.
type Bridge struct {
	Version  string
	Settings *settings.Store
	Stage    *stage.Stage
	URL      func() string                                             // of the web client; empty when there is none
	Picture  func(ctx context.Context, f screen.Frame) ([]byte, error) // a frame as a PNG
	Resolver *net.Resolver                                             // nil is the system's
	Log      *slog.Logger

	mu      sync.Mutex
	trouble string
}

// errMoved ends what belongs to a broker that is not the owner's wish any more.
var errMoved = errors.New("the broker was changed")

// Run stays with the broker of the settings, whichever that is, until ctx ends.
func (b *Bridge) Run(ctx context.Context) {
	for ctx.Err() == nil {
		changed, written := b.Settings.Changed(), b.Settings.Get().MQTT
		address, err := broker.Parse(written)
		if written == "" || err != nil { // the settings have judged it; an error is a file that somebody edited
			select {
			case <-changed:
			case <-ctx.Done():
			}
			continue
		}
		b.stay(ctx, written, address)
	}
}

// stay keeps the connection to one broker until it is no longer the owner's, or ctx ends.
func (b *Bridge) stay(ctx context.Context, written string, address broker.Address) {
	ctx, leave := context.WithCancelCause(ctx)
	var watch sync.WaitGroup
	defer watch.Wait()
	defer leave(nil)
	watch.Go(func() { b.watch(ctx, written, leave) })
	g := b.newGuest(address)
	defer b.say("")
	for tries := 0; ctx.Err() == nil; tries++ {
		if tries > 0 {
			rest(ctx, backoff(tries))
		}
		began := time.Now()
		err := g.visit(ctx)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > steady {
			tries = 0
		}
		b.complain(address, err)
	}
}

// watch leaves when the settings name another broker, or none.
func (b *Bridge) watch(ctx context.Context, written string, leave context.CancelCauseFunc) {
	for {
		changed := b.Settings.Changed()
		if b.Settings.Get().MQTT != written {
			leave(errMoved)
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

// complain logs a trouble, but not the same one again and again.
func (b *Bridge) complain(address broker.Address, err error) {
	if b.say(err.Error()) {
		b.Log.Warn("the broker is not there; cards over HTTP work all the same", "broker", address, "error", err)
	}
}

// say keeps what keeps the TV from its broker, and reports whether that is new.
func (b *Bridge) say(trouble string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	fresh := b.trouble != trouble
	b.trouble = trouble
	return fresh
}

// Trouble is why the broker is not reached; empty when it is, or when there is none.
func (b *Bridge) Trouble() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.trouble
}
