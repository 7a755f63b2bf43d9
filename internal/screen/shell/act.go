package shell

import (
	"context"
	"time"

	"cuecard.app/internal/card"
)

// longest is how long the app may take over an act before it is given up.
const longest = 90 * time.Second

// Play has the app play a sound and returns when it has, or when ctx ends.
func (s *Screen) Play(ctx context.Context, sound string, volume float64) {
	if sound != card.SoundDefault {
		name, close := s.Streams.Open(sound)
		defer close()
		sound = s.streamURL(name)
	}
	s.perform(ctx, func(act uint64) any { return playFrame{"play", act, sound, volume} })
}

// Speak has the app read texts aloud and returns when it has, or when ctx ends.
func (s *Screen) Speak(ctx context.Context, volume float64, texts ...string) {
	s.perform(ctx, func(act uint64) any { return speakFrame{"speak", act, texts, volume} })
}

func (s *Screen) streamURL(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base + "/tv/sounds/" + name
}

func (s *Screen) perform(ctx context.Context, frame func(act uint64) any) {
	ended := make(chan struct{})
	s.mu.Lock()
	s.acts++
	act := s.acts
	s.acting[act] = ended
	s.mu.Unlock()
	s.tell(frame(act))
	limit := time.NewTimer(longest)
	defer limit.Stop()
	select {
	case <-ended:
		return
	case <-limit.C:
	case <-ctx.Done():
	}
	if s.forget(act) {
		s.tell(hushFrame{"hush", act})
	}
}

// ended takes the app's word that an act is over.
func (s *Screen) ended(act uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ended, ok := s.acting[act]; ok {
		delete(s.acting, act)
		close(ended)
	}
}

// forget ends an act without the app's word, and reports whether it was still under way.
func (s *Screen) forget(act uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.acting[act]
	delete(s.acting, act)
	return ok
}
