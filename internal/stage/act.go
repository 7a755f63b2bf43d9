package stage

import (
	"context"

	"cuecard.app/internal/card"
)

// act is the sound and speech of the card on screen.
type act struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// cue is the card whose act is next; without one there is silence.
type cue struct {
	card *card.Card
	up   <-chan struct{} // closed when it is on screen
}

// perform ends the act under way, then plays and speaks the card that is next once it is up.
func (s *Stage) perform() {
	if s.cue == nil {
		return
	}
	c, up := s.cue.card, s.cue.up
	s.cue = nil
	before := s.act
	before.stop()
	if c == nil {
		return
	}
	sounds := s.parts.Sound != nil && c.Sound != card.SoundNone
	speaks := s.parts.Speech != nil && c.Speak
	if !sounds && !speaks || !s.owner.Overlay || s.parts.Audience != nil && !s.parts.Audience() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.act = act{cancel, make(chan struct{})}
	done, volume := s.act.done, s.owner.Volume
	s.running.Go(func() {
		defer close(done)
		defer cancel()
		if before.done != nil {
			<-before.done // two acts are never heard at once
		}
		select {
		case <-up:
		case <-ctx.Done():
			return
		}
		if sounds {
			s.parts.Sound.Play(ctx, c.Sound, volume)
		}
		if speaks && ctx.Err() == nil {
			s.parts.Speech.Speak(ctx, volume, texts(c)...)
		}
	})
}

// stop ends the act at once; it may be over already.
func (a *act) stop() {
	if a.cancel != nil {
		a.cancel()
	}
}

func texts(c *card.Card) []string {
	if c.Title == "" {
		return []string{c.Message}
	}
	return []string{c.Title, c.Message}
}
