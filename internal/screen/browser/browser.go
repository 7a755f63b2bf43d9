// Package browser is the screen that is a web page: it keeps the frame that every
// page should show and hands it to those that watch, at the pace of a screen.
//
// It never knows the rules that chose the card, nor HTTP.
package browser

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"
	"time"

	"cuecard.app/internal/screen"
)

// pace is the least time between two frames for one page: sixty a second.
const pace = time.Second / 60

// backlog is how many acts a page may be behind.
const backlog = 16

// passed is how many names of a stream's pictures are known after they were shown: two seconds' worth.
const passed = 30

// Screen is made by New. A card counts as shown when the screen has it, whether or
// not a page watches: the next page that does is given it.
type Screen struct {
	Streams screen.Streams // what pages play now

	boot string // tells frames of this process from those of another

	mu       sync.Mutex
	frame    screen.Frame
	pictures map[*screen.File]string // names of the frame's pictures
	former   map[*screen.File]string // of the ones before them, which a page may still fetch
	live     [2][]string             // of those before them in the stream that is the image, and the icon
	viewers  map[string]*Viewer
	width    int
	height   int

	acts         uint64 // counts them
	performances map[uint64]*performance
}

// Viewer is one page that watches.
type Viewer struct {
	ID string

	screen *Screen
	drawn  uint64        // the last frame that the page said it drew
	news   chan struct{} // holds one word when there is a frame that Next has not returned
	acts   chan Act      // those that Next has not returned
	sent   time.Time
}

// Cue is what a page is told next: a frame to draw, or an act.
type Cue struct {
	View *View
	Act  *Act
}

// View is a frame with names under which its pictures can be had.
type View struct {
	screen.Frame
	ID        string // unique over restarts
	ImageName string
	IconName  string
}

// New is a screen of a usual television's size until a page tells its own.
func New() *Screen {
	return &Screen{boot: rand.Text(), viewers: map[string]*Viewer{}, width: 1920, height: 1080,
		performances: map[uint64]*performance{}}
}

// Show keeps the frame and wakes the pages. It never fails.
func (s *Screen) Show(f screen.Frame, taken func(error)) {
	s.mu.Lock()
	s.frame = f
	s.namePictures()
	for _, v := range s.viewers {
		v.wake()
	}
	s.mu.Unlock()
	taken(nil)
}

// Ready is always nil: a page may come at any time.
func (s *Screen) Ready() error { return nil }

// namePictures gives each picture of the frame a name that cannot be guessed, the same as long as it is shown.
func (s *Screen) namePictures() {
	var names map[*screen.File]string
	kept := 0
	for i, file := range files(s.frame) {
		if file == nil || !file.Live {
			s.live[i] = nil
		}
		if file == nil {
			continue
		}
		name, known := s.pictures[file]
		if known {
			kept++
		} else {
			name = rand.Text()
		}
		if file.Live && !known {
			s.live[i] = append(s.live[i][max(0, len(s.live[i])-passed+1):], name)
		}
		if names == nil {
			names = map[*screen.File]string{}
		}
		names[file] = name
	}
	if kept < len(s.pictures) {
		s.former = s.pictures
	}
	s.pictures = names
}

func files(f screen.Frame) [2]*screen.File { return [...]*screen.File{f.Image.File, f.Icon.File} }

// Picture is a picture of the frame, or of the one before, by its name; or nil. A page that is slow to ask for one of a
// stream is given the newest.
func (s *Screen) Picture(name string) *screen.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, names := range [...]map[*screen.File]string{s.pictures, s.former} {
		for file, is := range names {
			if is == name {
				return file
			}
		}
	}
	for i, file := range files(s.frame) {
		if slices.Contains(s.live[i], name) {
			return file
		}
	}
	return nil
}

// Watched reports whether any page watches.
func (s *Screen) Watched() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.viewers) > 0
}

// Info is the size of the page that spoke last, and how many watch.
func (s *Screen) Info() screen.Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	info := screen.Info{Kind: "browser", Width: s.width, Height: s.height, Viewers: len(s.viewers)}
	for _, v := range s.viewers {
		if v.drawn == s.frame.Seq {
			info.Drawn++
		}
	}
	return info
}

// Watch adds a page of that size; its viewer has to be closed.
func (s *Screen) Watch(width, height int) *Viewer {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := &Viewer{ID: rand.Text(), screen: s, news: make(chan struct{}, 1), acts: make(chan Act, backlog)}
	v.wake()
	s.viewers[v.ID] = v
	s.resize(width, height)
	return v
}

// Drawn takes a page's word that it has drawn a frame, and the page's size.
func (s *Screen) Drawn(viewer string, seq uint64, width, height int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.viewers[viewer]; v != nil {
		v.drawn = seq
		s.resize(width, height)
	}
}

func (s *Screen) resize(width, height int) {
	const most = 1 << 14 // what a page says need not be true
	if 0 < width && width <= most && 0 < height && height <= most {
		s.width, s.height = width, height
	}
}

func (v *Viewer) wake() {
	select {
	case v.news <- struct{}{}:
	default:
	}
}

// Next waits for the page's next cue. A frame is the newest there is, at most sixty a
// second; an act never comes before the frame that it belongs to. An empty cue means
// that it was interrupted.
func (v *Viewer) Next(ctx context.Context, interrupt <-chan struct{}) (Cue, error) {
	select {
	case <-v.news:
		return v.nextFrame(ctx)
	default:
	}
	select {
	case <-v.news:
		return v.nextFrame(ctx)
	case act := <-v.acts:
		return Cue{Act: &act}, nil
	case <-interrupt:
		return Cue{}, nil
	case <-ctx.Done():
		return Cue{}, ctx.Err()
	}
}

func (v *Viewer) nextFrame(ctx context.Context) (Cue, error) {
	if wait := time.Until(v.sent.Add(pace)); wait > 0 {
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			v.wake() // it is still to be told
			return Cue{}, ctx.Err()
		}
	}
	v.sent = time.Now()
	return Cue{View: new(v.screen.view())}, nil
}

func (s *Screen) view() View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return View{
		Frame:     s.frame,
		ID:        fmt.Sprintf("%s-%d", s.boot, s.frame.Seq),
		ImageName: s.pictures[s.frame.Image.File],
		IconName:  s.pictures[s.frame.Icon.File],
	}
}

// Close ends the watching.
func (v *Viewer) Close() {
	v.screen.mu.Lock()
	defer v.screen.mu.Unlock()
	delete(v.screen.viewers, v.ID)
	for _, p := range v.screen.performances {
		p.without(v.ID)
	}
}
