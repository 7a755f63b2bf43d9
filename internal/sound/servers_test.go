package sound

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// soundServer is a real sound server with one sink that plays to nobody, and whose output is recorded.
type soundServer struct {
	dir     string
	start   func(t *testing.T)
	running []*exec.Cmd
}

// deadline is for what a healthy machine does at once.
const deadline = 20 * time.Second

// program finds a program, or fails the test with the package that has it.
func program(t *testing.T, name, debian string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("%s (Debian's %s) is not installed", name, debian)
		}
		t.Fatalf("%s (Debian's %s) is not installed", name, debian)
	}
	return path
}

func (s *soundServer) socket() string { return filepath.Join(s.dir, "pulse", "native") }

// run starts one process of the server, with a home and a session of its own.
func (s *soundServer) run(t *testing.T, name, debian string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(program(t, name, debian), args...)
	cmd.Env = append(os.Environ(), "HOME="+s.dir, "XDG_RUNTIME_DIR="+s.dir, "XDG_CONFIG_HOME="+s.dir, "XDG_STATE_HOME="+s.dir, "DBUS_SESSION_BUS_ADDRESS=unix:path="+s.dir+"/bus")
	log, err := os.OpenFile(filepath.Join(s.dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd.Stderr = log
	if cmd.Stdout == nil {
		cmd.Stdout = log
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.running = append(s.running, cmd)
	return cmd
}

// kill ends the server as a crash does.
func (s *soundServer) kill() {
	for _, cmd := range slices.Backward(s.running) { // nobody is to notice the end of another
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	s.running = nil
	// A server that is killed leaves its socket behind, and so does the next one find it.
}

// open starts the server, points the environment at it and waits until its sink is there.
func open(t *testing.T, start func(t *testing.T, s *soundServer)) *soundServer {
	t.Helper()
	dir, err := os.MkdirTemp("", "cuecard") // short: it is the path of a socket
	if err != nil {
		t.Fatal(err)
	}
	s := &soundServer{dir: dir}
	s.start = func(t *testing.T) {
		t.Helper()
		start(t, s)
		until(t, "the server's sink", func() bool {
			info, err := s.pactl(t, "info")
			return err == nil && strings.Contains(info, "Default Sink: null\n")
		})
	}
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
			for _, path := range logs {
				text, _ := os.ReadFile(path)
				t.Logf("%s:\n%.3000s", filepath.Base(path), text)
			}
		}
		os.RemoveAll(dir)
	})
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("XDG_RUNTIME_DIR", dir)
	for _, name := range []string{"PULSE_SERVER", "PULSE_COOKIE", "PULSE_RUNTIME_PATH"} {
		t.Setenv(name, "") // so that it is put back
		os.Unsetenv(name)
	}
	s.start(t)
	return s
}

func startPulseAudio(t *testing.T, s *soundServer) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.socket()), 0o700); err != nil {
		t.Fatal(err)
	}
	s.run(t, "pulseaudio", "pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--load=module-null-sink sink_name=null",
		"--load=module-native-protocol-unix socket="+s.socket())
}

func startPipeWire(t *testing.T, s *soundServer) {
	t.Helper()
	fragments := filepath.Join(s.dir, "pipewire", "pipewire.conf.d")
	if err := os.MkdirAll(fragments, 0o700); err != nil {
		t.Fatal(err)
	}
	const sink = `context.objects = [ { factory = adapter args = { factory.name = support.null-audio-sink node.name = "null"
		node.description = "Null Output" media.class = Audio/Sink audio.position = [ FL FR ] monitor.channel-volumes = true } } ]`
	if err := os.WriteFile(filepath.Join(fragments, "sink.conf"), []byte(sink), 0o600); err != nil {
		t.Fatal(err)
	}
	there := func(name string) func() bool {
		return func() bool { _, err := os.Stat(filepath.Join(s.dir, name)); return err == nil }
	}
	for _, left := range []string{"bus", "pipewire-0", "pipewire-0.lock"} {
		os.Remove(filepath.Join(s.dir, left))
	}
	s.run(t, "dbus-daemon", "dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=unix:path="+s.dir+"/bus")
	until(t, "the bus", there("bus"))
	s.run(t, "pipewire", "pipewire")
	until(t, "PipeWire", there("pipewire-0"))
	s.run(t, "wireplumber", "wireplumber")
	s.run(t, "pipewire-pulse", "pipewire-pulse")
}

// until waits for what another process does.
func until(t *testing.T, what string, there func() bool) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	late := time.After(deadline)
	for !there() {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("%s did not come within %v", what, deadline)
		}
	}
}

func (s *soundServer) pactl(t *testing.T, args ...string) (string, error) {
	t.Helper()
	out, err := exec.Command(program(t, "pactl", "pulseaudio-utils"), args...).Output()
	return string(out), err
}

// recording is what the sink plays on the left.
type recording struct {
	mu  sync.Mutex
	all []int16
}

const recordingRate = 48_000

// record records the sink until the test ends, and returns when it has begun.
func (s *soundServer) record(t *testing.T) *recording {
	t.Helper()
	parec := exec.Command(program(t, "parec", "pulseaudio-utils"), "-d", "null.monitor", "--latency-msec=20", "--rate=48000", "--channels=2", "--format=s16le", "--raw")
	out, err := parec.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parec.Start(); err != nil {
		t.Fatal(err)
	}
	r := &recording{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		in := bufio.NewReader(out)
		for {
			buffer := make([]byte, 480)
			n, err := io.ReadFull(in, buffer)
			samples := make([]int16, n/4)
			for i := range samples {
				samples[i] = int16(uint16(buffer[4*i]) | uint16(buffer[4*i+1])<<8)
			}
			r.mu.Lock()
			r.all = append(r.all, samples...)
			r.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = parec.Process.Kill()
		<-done
		_ = parec.Wait()
	})
	// A sink that was idle has laid two seconds of silence ahead, and makes a pause of as much.
	at, began := r.now(), time.Now()
	until(t, "a steady recording", func() bool {
		took := time.Since(began)
		if took < 300*time.Millisecond {
			return false
		}
		now := r.now()
		pace := float64(now-at) / recordingRate / took.Seconds()
		at, began = now, time.Now()
		return pace > 0.8 && pace < 1.2
	})
	return r
}

// since is what was recorded from a place on.
func (r *recording) since(at int) []int16 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all[min(max(at, 0), len(r.all)):])
}

// now is the place where the recording is.
func (r *recording) now() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.all)
}

// waitLoud waits until a level is heard from a place on.
func (r *recording) waitLoud(t *testing.T, what string, from int, level float64) {
	t.Helper()
	until(t, what, func() bool {
		fresh := r.since(from)
		from += len(fresh)
		return peak(fresh) > level
	})
}

// quietSince waits until nothing was heard for a while, and returns what was recorded from a place on.
func (r *recording) quietSince(t *testing.T, at int) []int16 {
	t.Helper()
	const while = recordingRate / 4
	looked := r.now()
	loud := looked // the last place that was
	until(t, "silence", func() bool {
		fresh := r.since(looked)
		looked += len(fresh)
		if peak(fresh) > audible {
			loud = looked
		}
		return looked > loud+while
	})
	return r.since(at)
}

// audible is more than a server adds of its own.
const audible = 0.003

// heard cuts away the silence before and after.
func heard(samples []int16) []int16 {
	first, last := -1, -1
	for i := range samples {
		if peak(samples[i:i+1]) > audible {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return nil
	}
	return samples[first : last+1]
}
