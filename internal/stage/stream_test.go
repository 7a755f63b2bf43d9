package stage

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
)

// cameras answer every fetch at once with the first picture of a stream, and whoever watches with one every second, as
// long as it lasts.
type cameras struct {
	lasts int // frames; 0 is without end

	mu               sync.Mutex
	fetches, watches int
	watched          []string // now
}

func (c *cameras) fetch(_ context.Context, url string) (*screen.File, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fetches++
	return &screen.File{Type: url, Live: url != "photo"}, nil
}

func (c *cameras) watch(ctx context.Context, url string, each func(*screen.File)) error {
	c.mu.Lock()
	c.watches++
	c.watched = append(c.watched, url)
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.watched = c.watched[1:]
	}()
	for n := 1; ; n++ {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			each(&screen.File{Type: "too late", Live: true})
			return ctx.Err()
		}
		each(&screen.File{Type: fmt.Sprint(url, " ", n), Live: true})
		if n == c.lasts {
			return errors.New("the stream has ended")
		}
	}
}

func (th *theatre) watches(c *cameras, want ...string) {
	th.t.Helper()
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if strings.Join(c.watched, ", ") != strings.Join(want, ", ") {
		th.t.Errorf("watched are %q, want %q", c.watched, want)
	}
}

func (f *fakeScreen) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.frames)
}

func withCameras(t *testing.T, c *cameras, story func(*theatre), also ...func(*Parts)) {
	t.Helper()
	play(t, nil, story, append(also, func(p *Parts) { p.Fetch, p.Watch = c.fetch, c.watch })...)
}

func TestACameraOnScreenIsLive(t *testing.T) {
	c := &cameras{}
	withCameras(t, c, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.image("ready cam")
		for n := 1; n <= 5; n++ {
			th.pass(time.Second)
			th.image(fmt.Sprint("ready cam ", n))
		}
		th.watches(c, "cam")
		th.pass(60 * time.Second)
		th.shows("")
		th.watches(c)
	})
}

func TestAScreenThatCannotShowACameraLiveShowsItsFirstPicture(t *testing.T) {
	c := &cameras{}
	play(t, nil, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.pass(10 * time.Second)
		th.image("ready cam")
	}, func(p *Parts) { p.Fetch = c.fetch })
}

func TestACameraOfACardThatWaitsIsNotWatched(t *testing.T) {
	c := &cameras{}
	withCameras(t, c, func(th *theatre) {
		first := transient("a", 10)
		th.post(first, deck.Shown)
		th.post(pictured("b", "cam"), deck.Queued)
		th.post(pictured("c", "cam"), deck.Queued)
		th.pass(5 * time.Second)
		th.watches(c)
		th.pass(6 * time.Second)
		th.image("ready cam 1")
		th.watches(c, "cam")
		if c.fetches != 2 || c.watches != 1 {
			t.Errorf("%d fetches, %d streams", c.fetches, c.watches)
		}
	})
}

func TestAPersistentCardsCameraIsLiveAgainWhenItReturns(t *testing.T) {
	for name, lasts := range map[string]int{"a stream that goes on": 0, "a stream that ended": 2} {
		t.Run(name, func(t *testing.T) {
			c := &cameras{lasts: lasts}
			withCameras(t, c, func(th *theatre) {
				parked := pictured("p", "cam")
				parked.Persistent = true
				th.post(parked, deck.Shown)
				th.pass(5 * time.Second)
				th.post(transient("a", 10), deck.Shown)
				th.watches(c)
				th.pass(10 * time.Second)
				th.shows("p")
				th.watches(c, "cam")
				th.image(map[int]string{0: "ready cam 5", 2: "ready cam 2"}[lasts])
				th.pass(time.Second)
				th.image("ready cam 1")
			})
		})
	}
}

func TestAnotherPictureEndsTheStream(t *testing.T) {
	c := &cameras{}
	withCameras(t, c, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.pass(2 * time.Second)
		th.post(pictured("a", "other"), deck.Replaced)
		th.watches(c, "other")
		th.post(pictured("a", "photo"), deck.Replaced)
		th.watches(c)
		th.pass(2 * time.Second)
		th.image("ready photo")
	})
}

func TestAPostOfTheSameCameraGoesOnWithItsStream(t *testing.T) {
	c := &cameras{}
	withCameras(t, c, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.pass(2 * time.Second)
		for range 5 {
			th.post(pictured("a", "cam"), deck.Replaced)
		}
		th.pass(time.Second)
		th.image("ready cam 3")
		if c.fetches != 1 || c.watches != 1 {
			t.Errorf("%d fetches, %d streams", c.fetches, c.watches)
		}
	})
}

func TestTheLastPictureOfAStreamThatEndsStays(t *testing.T) {
	c := &cameras{lasts: 3}
	withCameras(t, c, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.pass(20 * time.Second)
		th.image("ready cam 3")
		if lines := strings.Count(th.log.String(), "the stream has ended"); lines != 1 || c.watches != 1 {
			t.Errorf("%d lines in the log, %d streams", lines, c.watches)
		}
		th.post(pictured("a", "cam"), deck.Replaced) // it may be back
		th.watches(c, "cam")
	})
}

func TestAHiddenCardIsNotLive(t *testing.T) {
	c := &cameras{}
	withCameras(t, c, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.watches(c, "cam")
		for _, overlay := range []bool{false, true} {
			if err := th.Configure(th.t.Context(), Owner{Overlay: overlay, TextScale: 1, Volume: 1}); err != nil {
				t.Fatal(err)
			}
			th.watches(c, map[bool][]string{true: {"cam"}}[overlay]...)
		}
	})
}

func TestLivePicturesAreNoEventsAndAreNotSavedAndMakeNoSound(t *testing.T) {
	var heard *ear
	withCameras(t, &cameras{}, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.pass(time.Second)
		listener, err := th.Listen(th.t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		writes, frames := th.saved.writes, th.screen.count()
		th.pass(20 * time.Second)
		if drawn := th.screen.count() - frames; drawn != 20 {
			t.Errorf("%d frames were drawn", drawn)
		}
		if th.saved.writes != writes || len(listener.Events) != 0 || len(heard.heard) != 2 {
			t.Errorf("%d writes, %d events, sounds %q", th.saved.writes-writes, len(listener.Events), heard.heard)
		}
	}, func(p *Parts) {
		heard = &ear{began: time.Now()}
		p.Sound = heard
	})
}
