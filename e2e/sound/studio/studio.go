// Package studio is a sound server for tests: a real one whose only sink plays to nobody, the recording of what that sink
// plays, and what can be told of a recording without understanding it.
//
// It never knows the program under test.
package studio

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Patience is how long a test waits for something that has to happen.
const Patience = 20 * time.Second

// Kind is a kind of sound server.
type Kind string

// The kinds of sound servers; both speak PulseAudio's protocol.
const (
	PulseAudio Kind = "PulseAudio"
	PipeWire   Kind = "PipeWire"
)

// Studio is a sound server with one sink, and all that it keeps is in a directory of its own.
type Studio struct {
	Kind    Kind
	dir     string
	running []*exec.Cmd
}

// Open starts a server and returns when its sink is there.
func Open(kind Kind) (*Studio, error) {
	dir, err := os.MkdirTemp("", "cuecard") // short: it is the path of a socket
	if err != nil {
		return nil, err
	}
	s := &Studio{Kind: kind, dir: dir}
	if err := s.Start(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Start is for a server that was killed.
func (s *Studio) Start() error {
	begin := s.startPulseAudio
	if s.Kind == PipeWire {
		begin = s.startPipeWire
	}
	if err := begin(); err != nil {
		return err
	}
	return s.until("the sink of "+string(s.Kind), func() bool {
		info, err := s.output("pactl", "info")
		return err == nil && strings.Contains(info, "Default Sink: null\n")
	})
}

// Kill ends the server as a crash does: its socket stays behind.
func (s *Studio) Kill() {
	for _, process := range s.running {
		_ = process.Process.Kill()
		_ = process.Wait()
	}
	s.running = nil
}

// Close leaves nothing behind.
func (s *Studio) Close() {
	s.Kill()
	_ = os.RemoveAll(s.dir)
}

// Address is where the server is found, as PULSE_SERVER has it.
func (s *Studio) Address() string { return "unix:" + s.socket() }

func (s *Studio) socket() string { return filepath.Join(s.dir, "pulse", "native") }

// Dir is for files of whoever works here; it goes with the studio.
func (s *Studio) Dir() string { return s.dir }

// Package names, by program, of Debian.
var packages = map[string]string{"pulseaudio": "pulseaudio", "pactl": "pulseaudio-utils", "parec": "pulseaudio-utils", "paplay": "pulseaudio-utils",
	"pipewire": "pipewire", "wireplumber": "wireplumber", "pipewire-pulse": "pipewire-pulse", "dbus-daemon": "dbus-daemon", "espeak-ng": "espeak-ng",
	"canberra-gtk-play": "gnome-session-canberra (and libcanberra-pulse)", "mpg123": "mpg123", "lame": "lame"}

// Find is where a program is, or an error that says which package has it.
func Find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is missing; it is in Debian's package %s", name, packages[name])
	}
	return path, nil
}

// Command is a program that finds the studio's server.
func (s *Studio) Command(name string, args ...string) (*exec.Cmd, error) {
	path, err := Find(name)
	if err != nil {
		return nil, err
	}
	command := exec.Command(path, args...)
	command.Env = append(os.Environ(), "PULSE_SERVER="+s.Address(), "HOME="+s.dir, "XDG_RUNTIME_DIR="+s.dir, "XDG_CONFIG_HOME="+s.dir, "XDG_STATE_HOME="+s.dir,
		"DBUS_SESSION_BUS_ADDRESS=unix:path="+filepath.Join(s.dir, "bus"))
	return command, nil
}

func (s *Studio) output(name string, args ...string) (string, error) {
	command, err := s.Command(name, args...)
	if err != nil {
		return "", err
	}
	out, err := command.Output()
	return string(out), err
}

// Streams is what is played now, as the server's own tool lists it.
func (s *Studio) Streams(t testing.TB) string {
	t.Helper()
	list, err := s.output("pactl", "list", "sink-inputs")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// until looks again and again at what other processes do.
func (s *Studio) until(what string, there func() bool) error {
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	late := time.After(Patience)
	for !there() {
		select {
		case <-look.C:
		case <-late:
			return errors.Join(fmt.Errorf("not in %v: %s", Patience, what), s.logs())
		}
	}
	return nil
}
