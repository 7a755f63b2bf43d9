package stage

import (
	"context"
	"errors"

	"cuecard.app/internal/card"
	"cuecard.app/internal/screen"
)

const (
	fetchesAtOnce = 4
	// aheadBytes is how much may be kept before cards that wait stop fetching ahead.
	aheadBytes = 32 << 20
)

// pictures are those of the cards on the deck, by their address. Every post fetches
// anew, since a camera's address stays the same; until the new picture is there the
// old one is shown.
type pictures struct {
	kept     map[string]*picture
	fetching int
	bytes    int
}

type picture struct {
	file   *screen.File
	failed bool
	stale  bool               // posted since the last fetch began
	cancel context.CancelFunc // of the fetch under way, else nil
	wanted bool               // some card on the deck shows it
	stream *stream            // nil: not followed
}

func (p *pictures) of(url string) screen.Picture {
	if url == "" {
		return screen.Picture{State: screen.None}
	}
	switch kept := p.kept[url]; {
	case kept == nil:
		return screen.Picture{State: screen.Coming}
	case kept.file != nil:
		return screen.Picture{State: screen.Ready, File: kept.file}
	case kept.failed:
		return screen.Picture{State: screen.Failed}
	default:
		return screen.Picture{State: screen.Coming}
	}
}

// posted makes the pictures of a card stale. They are kept track of from here on, also of a card that is gone before
// its pictures were asked for.
func (p *pictures) posted(c *card.Card) {
	for _, url := range [...]string{c.Image, c.Icon} {
		if url != "" {
			p.track(url).stale = true
		}
	}
}

func (p *pictures) track(url string) *picture {
	kept := p.kept[url]
	if kept == nil {
		kept = &picture{stale: true}
		p.kept[url] = kept
	}
	return kept
}

// fetch starts the fetches that are due and lets go of pictures that no card shows any more.
func (s *Stage) fetch() {
	if s.parts.Fetch == nil {
		return
	}
	p := &s.pictures
	onScreen := s.show.deck.OnScreen()
	for c := range s.show.deck.All() {
		for _, url := range [...]string{c.Image, c.Icon} {
			if url == "" {
				continue
			}
			kept := p.track(url)
			kept.wanted = true
			s.follow(url, kept, onScreen != nil && shows(onScreen, url))
			room := c == onScreen || p.bytes < aheadBytes
			if kept.stale && kept.cancel == nil && room && p.fetching < fetchesAtOnce {
				s.start(url, kept)
			}
		}
	}
	for url, kept := range p.kept {
		if !kept.wanted {
			p.let(url)
			if s.parts.Let != nil {
				s.parts.Let(url)
			}
		}
		kept.wanted = false
	}
}

func (s *Stage) start(url string, kept *picture) {
	ctx, cancel := context.WithCancel(context.Background())
	kept.stale, kept.cancel = false, cancel
	s.pictures.fetching++
	s.running.Go(func() {
		defer cancel()
		file, err := s.parts.Fetch(ctx, url)
		_ = s.ask(func() { s.fetched(url, kept, file, err) })
	})
}

func (s *Stage) fetched(url string, kept *picture, file *screen.File, err error) {
	p := &s.pictures
	p.fetching--
	if p.kept[url] != kept {
		return
	}
	kept.cancel, kept.failed = nil, err != nil
	if err != nil && !errors.Is(err, context.Canceled) {
		s.parts.Log.Warn("a card is shown without its picture", "error", err)
	}
	kept.leave()
	s.put(url, kept, file)
}

// put has a new picture take the place of the last.
func (s *Stage) put(url string, kept *picture, file *screen.File) {
	s.pictures.bytes -= kept.size()
	kept.file = file
	s.pictures.bytes += kept.size()
	if c := s.show.deck.OnScreen(); c != nil && shows(c, url) {
		s.redraw()
	}
}

func shows(c *card.Card, url string) bool { return c.Image == url || c.Icon == url }

func (p *pictures) let(url string) {
	kept := p.kept[url]
	if kept.cancel != nil {
		kept.cancel()
	}
	kept.leave()
	p.bytes -= kept.size()
	delete(p.kept, url)
}

func (p *pictures) stop() {
	for url := range p.kept {
		p.let(url)
	}
}

func (p *picture) size() int {
	if p.file == nil {
		return 0
	}
	return len(p.file.Bytes)
}
