package stage

import (
	"context"

	"cuecard.app/internal/screen"
)

// stream is a camera that is followed while a card on screen shows it.
type stream struct {
	cancel context.CancelFunc
	over   bool // it ended by itself; the last picture stays
}

// follow begins to follow a stream whose card is on screen, and ends it with that. A card that only waits has the first
// picture, and one that returns is live again.
func (s *Stage) follow(url string, kept *picture, onScreen bool) {
	switch {
	case !onScreen || !s.owner.Overlay || kept.file == nil || !kept.file.Live:
		kept.leave()
	case kept.stream == nil && kept.cancel == nil && !kept.stale && s.parts.Watch != nil:
		s.watch(url, kept)
	case kept.stream != nil && !kept.stream.over:
		kept.stale = false // there is nothing newer to be fetched
	}
}

func (s *Stage) watch(url string, kept *picture) {
	ctx, cancel := context.WithCancel(context.Background())
	followed := &stream{cancel: cancel}
	kept.stream = followed
	s.running.Go(func() {
		defer cancel()
		err := s.parts.Watch(ctx, url, func(file *screen.File) {
			_ = s.ask(func() {
				if kept.stream == followed {
					s.put(url, kept, file)
				}
			})
		})
		_ = s.ask(func() {
			if kept.stream == followed {
				followed.over = true
				s.parts.Log.Info("a card's picture is live no longer", "error", err)
			}
		})
	})
}

// leave ends the following, if there is any.
func (p *picture) leave() {
	if p.stream != nil {
		p.stream.cancel()
		p.stream = nil
	}
}
