package browser

import (
	"context"
	"time"

	"cuecard.app/internal/card"
)

// longest is how long a page may take over an act before it is given up.
const longest = 90 * time.Second

// Act is a sound or words for the page to perform, or the end of one.
type Act struct {
	N      uint64
	Kind   ActKind
	Sound  string // "default", or the name of one of Streams
	Texts  []string
	Volume float64
}

// ActKind is what a page does in an act.
type ActKind string

const (
	Play  ActKind = "play"
	Speak ActKind = "speak"
	Hush  ActKind = "hush"

	// Address has the page show the TV's address for a while; it does not end.
	Address ActKind = "address"
)

// performance is an act under way.
type performance struct {
	act   Act
	by    map[string]bool // viewers that have not ended it
	ended chan struct{}   // closed when all have
}

// Play has the pages play a sound and returns when they have. It is silent where none watches.
func (s *Screen) Play(ctx context.Context, sound string, volume float64) {
	if sound != card.SoundDefault {
		name, close := s.Streams.Open(sound)
		defer close()
		sound = name
	}
	s.perform(ctx, &performance{act: Act{Kind: Play, Sound: sound, Volume: volume}})
}

// Speak has the pages read texts aloud and returns when they have.
func (s *Screen) Speak(ctx context.Context, volume float64, texts ...string) {
	s.perform(ctx, &performance{act: Act{Kind: Speak, Texts: texts, Volume: volume}})
}

// ShowAddress has the pages show the TV's address for a while.
func (s *Screen) ShowAddress() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.viewers {
		v.tell(Act{Kind: Address})
	}
}

func (s *Screen) perform(ctx context.Context, p *performance) {
	if !s.begin(p) {
		return
	}
	defer s.end(p)
	limit := time.NewTimer(longest)
	defer limit.Stop()
	select {
	case <-p.ended:
	case <-limit.C:
	case <-ctx.Done():
	}
}

// begin tells the pages of an act and reports whether any will perform it.
func (s *Screen) begin(p *performance) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acts++
	p.act.N, p.by, p.ended = s.acts, map[string]bool{}, make(chan struct{})
	for id, v := range s.viewers {
		if v.tell(p.act) {
			p.by[id] = true
		}
	}
	if len(p.by) == 0 {
		return false
	}
	s.performances[p.act.N] = p
	return true
}

// end silences the pages that still perform.
func (s *Screen) end(p *performance) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.performances, p.act.N)
	for id := range p.by {
		s.viewers[id].tell(Act{N: p.act.N, Kind: Hush})
	}
}

// Ended takes a page's word that it has performed an act, or cannot.
func (s *Screen) Ended(viewer string, n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.performances[n]; p != nil {
		p.without(viewer)
	}
}

// without is called with the lock held.
func (p *performance) without(viewer string) {
	if !p.by[viewer] {
		return
	}
	delete(p.by, viewer)
	if len(p.by) == 0 {
		close(p.ended)
	}
}

// tell hands an act to the page's next cue. A page that has fallen far behind hears nothing.
func (v *Viewer) tell(act Act) bool {
	select {
	case v.acts <- act:
		return true
	default:
		return false
	}
}
