// Package speech reads texts aloud with the voices that this machine has.
//
// It knows three engines (espeak-ng, piper, speech-dispatcher), which language a text is probably in, and what of a text
// can be read at all. It never knows cards, when it is time to speak, or how sound is played.
package speech

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"
)

// The engines, and what else the owner may wish for.
const (
	Auto       = "auto" // the best that is there
	Espeak     = "espeak-ng"
	Piper      = "piper"
	Dispatcher = "speech-dispatcher"
	Off        = "off"
)

// Rates that voices can still be understood at.
const (
	Slowest = 0.5
	Fastest = 2
)

// breath is the silence between two texts.
const breath = 350 * time.Millisecond

// Wishes are the owner's.
type Wishes struct {
	Engine   string  // one of the above; empty is Auto
	Language string  // a tag such as de or pt-BR; empty lets the script of a text decide
	Rate     float64 // 1 is the voice's own; 0 is that too
}

// Player plays a WAV while it is being written, at a volume from 0 to 1. It returns when the last sample was heard, or at
// once when ctx ends. That there is nothing to play on it tells the log itself.
type Player interface {
	Play(ctx context.Context, wav io.Reader, volume float64) error
}

// Speaker reads texts aloud.
type Speaker struct {
	player Player
	wishes func() Wishes
	log    *slog.Logger
	limits limits

	mute     news // why the last text was not read
	standing news // why the last engine had to be stood in for
}

// limits are how long an engine may keep still. Piper loads a voice of some 60 MB first and thinks a sentence through
// before it begins, which takes seconds on a small board.
type limits struct{ espeak, piper, dispatcher time.Duration }

// New returns a speaker that asks for the wishes anew each time.
func New(player Player, wishes func() Wishes, log *slog.Logger) *Speaker {
	return &Speaker{player: player, wishes: wishes, log: log, limits: limits{5 * time.Second, 15 * time.Second, 5 * time.Second}}
}

// Speak reads texts aloud with a pause between them, at a volume from 0 to 1. It returns when the last word was heard, or
// at once when ctx ends. What goes wrong is in the log.
func (s *Speaker) Speak(ctx context.Context, volume float64, texts ...string) {
	if volume <= 0 || ctx.Err() != nil {
		return
	}
	parts, err := s.Prepare(ctx, texts...)
	if err == nil {
		err = s.Say(ctx, volume, parts)
	}
	if ctx.Err() == nil {
		s.note(err)
	}
}

// note writes to the log when texts cease to be read, for another reason than before, or are read again. Of what the player
// complains it has told itself.
func (s *Speaker) note(err error) {
	var failed *failure
	if !errors.As(err, &failed) && !errors.Is(err, errNone) {
		err = nil
	}
	switch {
	case !s.mute.changes(err):
	case err == nil:
		s.log.Info("texts are read aloud again")
	default:
		s.log.Warn("a text was not read aloud to its end; cuecard doctor says what helps", "error", err)
	}
}

// news tells what is new from what the log has already.
type news struct {
	mu   sync.Mutex
	last string
}

func (n *news) changes(err error) bool {
	now := ""
	if err != nil {
		now = err.Error()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	before := n.last
	n.last = now
	return now != before
}

// Say reads what was prepared. Where an engine fails before it is heard, the next one takes its place.
func (s *Speaker) Say(ctx context.Context, volume float64, parts []Part) error {
	var complaint error
	for i, part := range parts {
		err := s.say(ctx, volume, part, i > 0)
		var failed *failure
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &failed):
			complaint = err // the next text may do better
		case err != nil:
			return err
		}
	}
	return complaint
}

func (s *Speaker) say(ctx context.Context, volume float64, part Part, pause bool) (err error) {
	for i, role := range part.roles {
		err = s.perform(ctx, volume, role, part.phrase, pause && i == 0)
		var failed *failure
		if !errors.As(err, &failed) || failed.heard || ctx.Err() != nil {
			return err
		}
		if i+1 < len(part.roles) && s.standing.changes(err) {
			s.log.Warn("another engine reads aloud instead", "engine", part.roles[i+1].engine.name(), "error", err)
		}
	}
	return err
}

func (s *Speaker) perform(ctx context.Context, volume float64, r role, p phrase, pause bool) error {
	said, err := r.engine.start(ctx, r.voice, p)
	if err != nil {
		return err
	}
	if pause {
		rest(ctx, breath) // the engine gets ready meanwhile
	}
	return said.play(ctx, volume)
}

func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
