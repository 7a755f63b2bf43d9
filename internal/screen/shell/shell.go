// Package shell is the screen of a program around the core, such as the Android app:
// it is told in lines of JSON what to draw, play and speak, and tells in the same way
// what it did and what the device is like. docs/shell-protocol.md describes the lines.
//
// It never knows the rules that chose the card, the settings, nor HTTP.
package shell

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"cuecard.app/internal/look"
	"cuecard.app/internal/screen"
)

const (
	protocol = 1
	// patience is how long the app may take to draw a frame.
	patience = 2 * time.Second
	// backlog is how many lines the app may be behind before it counts as deaf.
	backlog = 256
)

// Errors that end Run.
var (
	// ErrGone is the end of the app; it asked for the end, or its pipe has ended.
	ErrGone = errors.New("the app around the core has ended")
	errDeaf = errors.New("the app around the core does not read what it is told")
)

var errSilent = errors.New("the app did not say that it has drawn the card")

// Owner takes the wishes of the person in front of the screen.
type Owner interface {
	Set(values map[string]string) error
	NewToken() (string, error)
	ClearToken() error
	SetUp(done bool) error
	SendTest(ctx context.Context) (result string, err error)
}

// Screen is made by New and works while Run does.
type Screen struct {
	Streams screen.Streams // what the app plays now

	log    *slog.Logger
	lines  chan []byte   // on their way to the app
	deaf   chan struct{} // closed when there are too many of them
	queue  *screen.Queue // of frames that the app has not been given
	wishes chan word     // of the owner, in the order they were told

	mu       sync.Mutex
	base     string // where the app reaches the core's HTTP
	device   *Device
	met      chan struct{} // closed when the app has told of its device
	changed  chan struct{} // closed when that changes
	returned func()        // called when cards can be drawn again
	blank    bool          // the system has taken away what was drawn
	answer   *answer       // of the frame that the app draws now
	acts     uint64        // counts them
	acting   map[uint64]chan struct{}

	pictures *pictures // of the drawing goroutine
}

// New is a screen that keeps its pictures in a new folder below the system's temporary one. Returned is called,
// from any goroutine, when the app may draw again.
func New(returned func(), log *slog.Logger) (*Screen, error) {
	dir, err := os.MkdirTemp("", "cuecard-pictures-")
	if err != nil {
		return nil, err
	}
	return &Screen{
		log:      log,
		lines:    make(chan []byte, backlog),
		deaf:     make(chan struct{}),
		queue:    screen.NewQueue(),
		wishes:   make(chan word, backlog),
		met:      make(chan struct{}),
		changed:  make(chan struct{}),
		returned: returned,
		acting:   map[uint64]chan struct{}{},
		pictures: newPictures(dir),
	}, nil
}

// Hello is the first word to the app: HTTP is answered now, and at base for the app itself.
func (s *Screen) Hello(version string, port int, base string) {
	s.mu.Lock()
	s.base = base
	s.mu.Unlock()
	s.tell(helloFrame{"hello", protocol, version, port, look.Numbers()})
}

// Run speaks with the app until it is gone or ctx ends, and says why it ended.
func (s *Screen) Run(ctx context.Context, in io.Reader, out io.Writer, owner Owner) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() { stop(s.write(ctx, out)) }() // may be held up by the pipe beyond Run
	go func() { stop(s.read(in)) }()        // ends with its pipe, which may be after Run
	var others sync.WaitGroup
	others.Go(func() { s.draw(ctx) })
	others.Go(func() { s.obey(ctx, owner) })
	select {
	case <-ctx.Done():
	case <-s.deaf:
		stop(errDeaf)
	}
	others.Wait()
	s.pictures.close()
	return context.Cause(ctx)
}

// tell puts a frame on its way to the app.
func (s *Screen) tell(frame any) {
	line, err := json.Marshal(frame)
	if err != nil { // strings, flags and finite numbers
		panic(err)
	}
	select {
	case s.lines <- append(line, '\n'):
	default:
		s.mu.Lock()
		defer s.mu.Unlock()
		select {
		case <-s.deaf:
		default:
			close(s.deaf)
		}
	}
}

func (s *Screen) write(ctx context.Context, out io.Writer) error {
	for {
		select {
		case line := <-s.lines:
			if _, err := out.Write(line); err != nil {
				return ErrGone
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// Tell sends the owner's settings to the app.
func (s *Screen) Tell(settings Settings) { s.tell(settingsFrame{"settings", settings}) }

// ShowAddress has the app show the TV's address for a while.
func (s *Screen) ShowAddress() { s.tell(addressFrame{"address", 30}) }

// Ready is nil, or a *screen.NoOverlay while the app may not draw.
func (s *Screen) Ready() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.device == nil:
		return &screen.NoOverlay{Reason: "the app has not told of its screen yet", Command: "adb shell am start -n app.cuecard.tv/.screen.SettingsActivity"}
	case !s.device.Overlay:
		return &screen.NoOverlay{Reason: "the overlay permission is not granted", Command: s.device.Grant}
	default:
		return nil
	}
}

// Info is the app's screen; a usual television's until it told.
func (s *Screen) Info() screen.Info {
	info := screen.Info{Kind: "shell", Width: 1920, Height: 1080}
	if d := s.Device(); d.Width > 0 && d.Height > 0 {
		info.Width, info.Height = d.Width, d.Height
	}
	return info
}

// Watched reports whether the app has told of itself.
func (s *Screen) Watched() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.device != nil
}

// Device is what the app told last; zero before.
func (s *Screen) Device() Device {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.device == nil {
		return Device{}
	}
	return *s.device
}

// Changed is closed at the next change of the device. Take it before Device, or a change may be missed.
func (s *Screen) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

func (s *Screen) meet(d Device) {
	s.mu.Lock()
	again := d.Overlay && (s.device == nil || !s.device.Overlay)
	if s.device == nil {
		close(s.met)
	}
	s.device = &d
	s.blank = s.blank || !d.Overlay
	close(s.changed)
	s.changed = make(chan struct{})
	s.mu.Unlock()
	if again {
		s.returned()
	}
}
