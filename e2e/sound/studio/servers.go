package studio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// run starts one process of the server.
func (s *Studio) run(name string, args ...string) error {
	command, err := s.Command(name, args...)
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	command.Stdout, command.Stderr = log, log
	if err := command.Start(); err != nil {
		return err
	}
	s.running = append(s.running, command)
	return nil
}

// logs are what the server's processes have said.
func (s *Studio) logs() (all error) {
	files, _ := filepath.Glob(filepath.Join(s.dir, "*.log"))
	for _, path := range files {
		text, _ := os.ReadFile(path)
		all = errors.Join(all, fmt.Errorf("%s:\n%.2000s", filepath.Base(path), text))
	}
	return all
}

func (s *Studio) startPulseAudio() error {
	if err := os.MkdirAll(filepath.Dir(s.socket()), 0o700); err != nil {
		return err
	}
	return s.run("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--load=module-null-sink sink_name=null",
		"--load=module-native-protocol-unix auth-anonymous=1 socket="+s.socket())
}

func (s *Studio) startPipeWire() error {
	fragments := filepath.Join(s.dir, "pipewire", "pipewire.conf.d")
	if err := os.MkdirAll(fragments, 0o700); err != nil {
		return err
	}
	const sink = `context.objects = [ { factory = adapter args = { factory.name = support.null-audio-sink node.name = "null"
		node.description = "Null Output" media.class = Audio/Sink audio.position = [ FL FR ] monitor.channel-volumes = true } } ]`
	if err := os.WriteFile(filepath.Join(fragments, "sink.conf"), []byte(sink), 0o600); err != nil {
		return err
	}
	for _, part := range []struct {
		socket  string // that says that it is there
		program string
		args    []string
	}{
		{"bus", "dbus-daemon", []string{"--session", "--nofork", "--nopidfile", "--address=unix:path=" + filepath.Join(s.dir, "bus")}},
		{"pipewire-0", "pipewire", nil},
		{"", "wireplumber", nil},
		{"", "pipewire-pulse", nil},
	} {
		socket := filepath.Join(s.dir, part.socket)
		if part.socket != "" {
			_ = os.Remove(socket) // of one that was killed
			_ = os.Remove(socket + ".lock")
		}
		if err := s.run(part.program, part.args...); err != nil {
			return err
		}
		if err := s.until(part.program, func() bool { _, err := os.Stat(socket); return err == nil }); err != nil {
			return err
		}
	}
	return nil
}
