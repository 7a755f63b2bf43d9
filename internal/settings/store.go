package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"cuecard.app/internal/atomicfile"
	"cuecard.app/internal/broker"
)

// Store keeps the settings in a file and tells when they change.
type Store struct {
	path string

	mu      sync.Mutex // one change at a time
	apply   []func(Settings)
	now     atomic.Pointer[Settings]
	changed atomic.Pointer[chan struct{}]
}

// Open reads the settings in dir. A file that cannot be read is set aside, with its
// name in the log, and the factory's settings hold.
func Open(dir string, log *slog.Logger) *Store {
	s := &Store{path: filepath.Join(dir, "settings.json")}
	s.changed.Store(new(make(chan struct{})))
	settings, err := read(s.path, log)
	switch {
	case errors.Is(err, errForeign):
		aside, failed := atomicfile.SetAside(s.path)
		log.Warn("the settings cannot be read and are set aside; the factory's hold, without a token", "file", aside, "error", errors.Join(err, failed))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		log.Warn("the settings cannot be read; the factory's hold", "error", err)
	}
	s.now.Store(&settings)
	return s
}

var errForeign = errors.New("not a settings file")

// read fills the factory's settings with those of the file that obey their rules.
func read(path string, log *slog.Logger) (Settings, error) {
	settings := Factory()
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return settings, errForeign
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return settings, err
	}
	var kept map[string]json.RawMessage
	var rest struct {
		Version    int
		ID         string
		Overlay    *bool
		Token      string
		ConsoleKey string
		Screens    []Screen
		Greeted    bool
		SetUp      bool
	}
	if json.Unmarshal(data, &kept) != nil || json.Unmarshal(data, &rest) != nil || rest.Version < 1 {
		return settings, errForeign
	}
	for _, field := range settings.Fields() {
		raw, ok := kept[field.Name]
		if !ok {
			continue
		}
		before := settings
		if err := field.Read(raw); err != nil {
			settings = before
			log.Warn("a setting is left out", "error", err)
		}
	}
	settings.Token, settings.Screens = rest.Token, rest.Screens
	settings.Greeted, settings.SetUp = rest.Greeted, rest.SetUp
	if rest.ID != "" {
		settings.ID = rest.ID
	}
	if rest.ConsoleKey != "" {
		settings.ConsoleKey = rest.ConsoleKey
	}
	if rest.Overlay != nil {
		settings.Overlay = *rest.Overlay
	}
	return settings, nil
}

// Get are the settings now.
func (s *Store) Get() Settings { return *s.now.Load() }

// Changed is closed at the next change. Take it before Get, or a change may be missed.
func (s *Store) Changed() <-chan struct{} { return *s.changed.Load() }

// Apply has f called with every change before Change returns, so that a change which
// its maker is told of has taken effect.
func (s *Store) Apply(f func(Settings)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.apply = append(s.apply, f)
}

// Change edits the settings; they hold once they are on disk. An error of edit or of
// the disk changes nothing.
func (s *Store) Change(edit func(*Settings) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings := s.Get()
	if err := edit(&settings); err != nil {
		return err
	}
	data, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return err
	}
	err = os.MkdirAll(filepath.Dir(s.path), 0o700)
	if err == nil {
		err = atomicfile.Write(s.path, append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("the settings cannot be saved: %w", err)
	}
	s.now.Store(&settings)
	close(*s.changed.Swap(new(make(chan struct{}))))
	for _, f := range s.apply {
		f(settings)
	}
	return nil
}

// Values are the settings for people by name, as JSON. The broker's password is masked: nobody is shown it again.
func (s *Settings) Values() map[string]json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil { // strings, flags and finite numbers
		panic(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		panic(err)
	}
	values := map[string]json.RawMessage{}
	for _, field := range s.Fields() {
		values[field.Name] = all[field.Name]
	}
	if values["mqtt"], err = json.Marshal(broker.Masked(s.MQTT)); err != nil {
		panic(err)
	}
	return values
}
