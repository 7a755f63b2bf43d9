package sound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"sync"
	"time"
)

// Default is the name of the chime; all other sounds are addresses.
const Default = "default"

// longest is as much of a sound from elsewhere as is played: a minute, and what encoders add to one.
const longest = time.Minute + time.Second

// Fetch begins the download of a sound within the limits of one; it ends with ctx. Its errors are sentences for the
// log, those of the reader continue "the sound at …".
type Fetch func(ctx context.Context, address string) (io.Reader, error)

// Player plays on PulseAudio or PipeWire, and where neither answers, with aplay. It connects for each sound anew: so a
// server that was started again is found, and none is kept awake.
type Player struct {
	fetch Fetch
	log   *slog.Logger
	alsa  alsa

	mu   sync.Mutex
	mute string // why the last sound was not heard, as the log has it
}

// New returns a player that gets sounds from elsewhere by fetch.
func New(fetch Fetch, log *slog.Logger) *Player {
	return &Player{fetch: fetch, log: log, alsa: alsa{"aplay", "/proc/asound/cards"}}
}

// Play plays the chime or the sound at an address, at a volume from 0 to 1, and returns when it was heard or ctx ends.
// What goes wrong is in the log.
func (p *Player) Play(ctx context.Context, sound string, volume float64) {
	if volume <= 0 || ctx.Err() != nil {
		return
	}
	if sound == Default {
		_ = p.PCM(ctx, Chime(), volume)
		return
	}
	broken, _ := p.fromElsewhere(ctx, sound, volume)
	if broken != nil && ctx.Err() == nil {
		p.log.Warn("a sound is not heard to its end", "error", broken)
	}
}

// PCM plays a sound and returns when its last sample was heard, or at once when ctx ends. Reading the sound has to end
// with ctx as well. The volume scales the samples: a half is 6 dB less, as on the other screens. That there is nothing
// to play on is in the log; what is wrong with the sound is not.
func (p *Player) PCM(ctx context.Context, sound *Sound, volume float64) error {
	broken, mute := p.output(ctx, sound, volume)
	if mute != nil {
		return mute
	}
	return broken
}

// output plays on what there is. What ends the sound early is broken; mute is why it cannot be heard.
func (p *Player) output(ctx context.Context, sound *Sound, volume float64) (broken, mute error) {
	volume = min(max(volume, 0), 1)
	server, mute := connect(ctx)
	switch {
	case mute == nil:
		broken, mute = server.play(sound, volume)
		server.close()
	case errors.Is(mute, errNoServer):
		var reason error
		if broken, reason = p.alsa.play(ctx, sound, volume); reason != nil {
			mute = fmt.Errorf("%w; %w", mute, reason)
		} else {
			mute = nil
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p.note(mute)
	return broken, mute
}

// note writes to the log when sounds cease to be heard, for another reason than before, or are heard again.
func (p *Player) note(mute error) {
	now := ""
	if mute != nil {
		now = mute.Error()
	}
	p.mu.Lock()
	before := p.mute
	p.mute = now
	p.mu.Unlock()
	switch {
	case now == before:
	case now == "":
		p.log.Info("sounds are heard again")
	default:
		p.log.Warn("sounds are not heard; cuecard doctor says what helps", "error", mute)
	}
}

func (p *Player) fromElsewhere(ctx context.Context, address string, volume float64) (broken, mute error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	file, err := p.fetch(ctx, address)
	if err != nil {
		return err, nil
	}
	coming := readAhead(ctx, file)
	defer coming.end()
	defer cancel()
	sound, broken := Open(coming)
	if broken == nil {
		sound.cutAfter(longest)
		broken, mute = p.output(ctx, sound, volume)
	}
	if broken != nil {
		broken = fmt.Errorf("the sound at %s %w", shown(address), broken)
	}
	return broken, mute
}

// shown is an address as the log may have it: no user information, no query, no great length.
func shown(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return "an address that cannot be understood"
	}
	const enough = 200
	text := at.Host + at.EscapedPath()
	if len(text) > enough {
		return text[:enough] + "…"
	}
	return text
}
