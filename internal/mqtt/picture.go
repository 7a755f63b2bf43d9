package mqtt

import (
	"bytes"
	"context"
	"time"

	"cuecard.app/internal/screen"
	"github.com/eclipse/paho.golang/paho"
)

const (
	// pictureEvery is how often the screen is painted at most.
	pictureEvery = time.Second
	// askEvery is how often it is asked, at most, whether somebody looks.
	askEvery = 5 * time.Second
)

// viewer is whether anybody looks at the picture of the screen, as far as the broker tells.
type viewer struct {
	*guest
	client *paho.Client
	there  bool
	asked  time.Time
	last   []byte // the picture that was sent
}

// picture sends the screen whenever it looks different, while somebody looks: painting costs time, and fonts cost memory.
func (g *guest) picture(ctx context.Context, client *paho.Client) {
	v := &viewer{guest: g, client: client}
	for {
		select {
		case <-g.look:
		case <-ctx.Done():
			return
		}
		g.waitTurn(ctx)
		if g.anew.Swap(false) {
			v.there, v.asked, v.last = false, time.Time{}, nil
		}
		if v.looks(ctx) {
			v.paint(ctx)
		}
		rest(ctx, pictureEvery)
	}
}

// looks asks the broker, by a message without content, whether somebody would get it.
func (v *viewer) looks(ctx context.Context) bool {
	if !v.there && time.Since(v.asked) > askEvery {
		v.asked = time.Now()
		v.there = v.give(ctx, nil)
	}
	return v.there
}

func (v *viewer) paint(ctx context.Context) {
	frame, err := v.Stage.Frame(ctx)
	if err != nil {
		return
	}
	png, err := v.Picture(ctx, frame)
	if err != nil {
		if ctx.Err() == nil {
			v.Log.Warn("the broker gets no picture of the screen", "error", err)
		}
		return
	}
	if !bytes.Equal(png, v.last) {
		v.last = png
		v.there = v.give(ctx, png)
	}
	if frame.Image.State == screen.Coming || frame.Icon.State == screen.Coming {
		nudge(v.look)
	}
}

// give reports whether somebody gets it.
func (v *viewer) give(ctx context.Context, png []byte) bool {
	ack, err := v.client.Publish(ctx, &paho.Publish{Topic: topic(v.id, picture), Payload: png, QoS: atLeastOnce})
	return err == nil && ack.ReasonCode != nobodyListens
}
