package mqtt

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"
)

const (
	firstPause = time.Second
	mostPause  = time.Minute
	// steady is how long a connection lasts that was a good one: after it, trying begins anew.
	steady = 30 * time.Second
)

// backoff is how long to wait before another try: longer each time, and never as long as the next TV, so that a broker which
// comes back is not run over by all of them at once.
func backoff(tries int) time.Duration {
	pause := mostPause
	if tries < 7 {
		pause = min(mostPause, firstPause<<(tries-1))
	}
	return pause/2 + rand.N(pause/2)
}

// rest waits, or not until the end when ctx ends before.
func rest(ctx context.Context, pause time.Duration) {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
}

// allowance is how much may happen: so many a second, and a burst. It is for one goroutine.
type allowance struct {
	perSecond, burst float64
	left             float64
	at               time.Time
}

func newAllowance(perSecond, burst float64) *allowance {
	return &allowance{perSecond: perSecond, burst: burst, left: burst, at: time.Now()}
}

// take reports whether one more may happen.
func (a *allowance) take() bool {
	now := time.Now()
	a.left = min(a.burst, a.left+now.Sub(a.at).Seconds()*a.perSecond)
	a.at = now
	if a.left < 1 {
		return false
	}
	a.left--
	return true
}

// spread is over how long TVs that were sent the same card say what they have to say: one broker hears all of them.
const spread = time.Second

// hush has the TV be quiet for a moment of its own after a message to many.
func (g *guest) hush(topic string) {
	if now := time.Now().UnixNano(); !strings.HasPrefix(topic, root+g.id+"/") && g.quiet.Load() < now {
		g.quiet.Store(now + int64(rand.N(spread)))
	}
}

// waitTurn waits until the TV may speak.
func (g *guest) waitTurn(ctx context.Context) {
	if left := time.Duration(g.quiet.Load() - time.Now().UnixNano()); left > 0 {
		rest(ctx, left)
	}
}
