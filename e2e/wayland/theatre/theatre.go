// Package theatre starts real Wayland compositors without a monitor, plays a film in them that fills the screen, and
// looks at what is to be seen.
//
// It never knows the program under test: that is a client like any other.
package theatre

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Kind is a compositor, by the name of its program.
type Kind string

const (
	Sway   Kind = "sway"
	Phoc   Kind = "phoc"
	Weston Kind = "weston"
)

// Options are how a theatre is furnished. The zero Options are one output of 1280 × 720 at 60 Hz.
type Options struct {
	Mode    string   // of every output of sway, as its configuration has it
	Outputs int      // when not one
	X11     string   // the display whose windows are the outputs of sway; they can be closed
	Dir     string   // of an earlier theatre: its socket has the same name
	Config  []string // more lines for sway
}

// startLimit is enough for a machine that has a lot to do.
const startLimit = 30 * time.Second

// Theatre is a running compositor.
type Theatre struct {
	Dir    string // XDG_RUNTIME_DIR
	Socket string // for WAYLAND_DISPLAY, with its path

	process *exec.Cmd
	exited  chan struct{}
	log     *written
	env     []string
	own     bool // the directory is to be removed
}

// written is what a program writes, while it writes it.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// Start is Open for a test, which ends the compositor.
func Start(t testing.TB, kind Kind, o Options) *Theatre {
	t.Helper()
	h, err := Open(kind, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// Open starts a compositor and waits until it takes clients. Compositors refuse root, so it runs as nobody then.
func Open(kind Kind, o Options) (*Theatre, error) {
	h := &Theatre{Dir: o.Dir, exited: make(chan struct{}), log: &written{}}
	if h.Dir == "" {
		var err error
		// The path of a socket has little room.
		if h.Dir, err = os.MkdirTemp("/tmp", "cuecard"); err != nil {
			return nil, err
		}
		h.own = true
	}
	if err := h.start(kind, o); err != nil {
		return nil, errors.Join(err, h.removeDir())
	}
	if err := h.waitForSocket(); err != nil {
		h.Close()
		return nil, fmt.Errorf("%s did not start: %w: %s", kind, err, h.log)
	}
	return h, nil
}

func (h *Theatre) start(kind Kind, o Options) error {
	backend := "headless"
	if o.X11 != "" {
		backend = "x11"
	}
	outputs := fmt.Sprint(max(1, o.Outputs))
	h.env = append(os.Environ(), "XDG_RUNTIME_DIR="+h.Dir, "HOME="+h.Dir, "WLR_BACKENDS="+backend, "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1",
		"WLR_HEADLESS_OUTPUTS="+outputs, "WLR_X11_OUTPUTS="+outputs, "GSETTINGS_BACKEND=memory", "DISPLAY="+o.X11, "WAYLAND_DISPLAY=",
		"SWAYSOCK="+filepath.Join(h.Dir, "ipc"))
	var args []string
	switch kind {
	case Sway:
		mode := o.Mode
		if mode == "" {
			mode = "1280x720@60Hz"
		}
		lines := append([]string{"xwayland disable", "output * mode --custom " + mode, "output * bg #000000 solid_color", "default_border none"}, o.Config...)
		path := filepath.Join(h.Dir, "config")
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			return err
		}
		// A film that is handed to the monitor as it is leaves old pixels in what sway 1.7 draws, and takes pictures of, next.
		args = []string{"-c", path, "-Dnoscanout"}
	case Weston:
		args = []string{"--backend=headless-backend.so", "--no-config", "--socket=wayland-1"}
	case Phoc:
		args = []string{"-E", "sleep 1000000"}
	}
	for _, stale := range h.sockets() {
		_ = os.Remove(stale)
	}
	if os.Geteuid() == 0 {
		if err := errors.Join(os.Chown(h.Dir, nobody, nobody), os.Chmod(h.Dir, 0o700)); err != nil {
			return err
		}
	}
	var err error
	if h.process, err = h.Command(string(kind), args...); err != nil {
		return err
	}
	h.process.Stderr = h.log
	if err := h.process.Start(); err != nil {
		return err
	}
	go func() {
		_ = h.process.Wait()
		close(h.exited)
	}()
	return nil
}

func (h *Theatre) sockets() []string {
	found, _ := filepath.Glob(filepath.Join(h.Dir, "wayland-?"))
	return found
}

func (h *Theatre) waitForSocket() error {
	over := time.After(startLimit)
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-h.exited:
			return errors.New("it has ended")
		case <-over:
			return errors.New("it listens nowhere")
		case <-look.C:
		}
		for _, path := range h.sockets() {
			if c, err := net.Dial("unix", path); err == nil {
				c.Close()
				h.Socket = path
				h.env = append(h.env, "WAYLAND_DISPLAY="+filepath.Base(path))
				return nil
			}
		}
	}
}

// nobody is the user that compositors run as when root starts them.
const nobody = 65534

var packages = map[string]string{"mako": "mako-notifier", "swaymsg": "sway", "Xvfb": "xvfb"}

// Program is an installed program; its error says how to install it.
func Program(name string, args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		wanted := name
		if packages[name] != "" {
			wanted = packages[name]
		}
		return nil, fmt.Errorf("%s is not installed; to install it: apt-get install --no-install-recommends %s", name, wanted)
	}
	return exec.Command(path, args...), nil
}

// Command is a program as the user of the theatre runs it: the compositor, or a client.
func (h *Theatre) Command(name string, args ...string) (*exec.Cmd, error) {
	c, err := Program(name, args...)
	if err != nil {
		return nil, err
	}
	c.Env, c.Dir = h.env, h.Dir
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if os.Geteuid() == 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return c, nil
}

// Run runs a client of the compositor to its end, and returns what it printed.
func (h *Theatre) Run(t testing.TB, name string, args ...string) []byte {
	t.Helper()
	c, err := h.Command(name, args...)
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v: %s%s", name, strings.Join(args, " "), err, out, errs.Bytes())
	}
	return out
}

// PID is the compositor's process.
func (h *Theatre) PID() int { return h.process.Process.Pid }

// Log is what the compositor has written.
func (h *Theatre) Log() string { return h.log.String() }

// Kill ends the compositor as a crash does. Its directory stays.
func (h *Theatre) Kill() {
	_ = syscall.Kill(-h.PID(), syscall.SIGKILL) // with what it started
	<-h.exited
}

// Close ends the compositor.
func (h *Theatre) Close() {
	if h.process != nil {
		h.Kill()
	}
	_ = h.removeDir()
}

func (h *Theatre) removeDir() error {
	if !h.own {
		return nil
	}
	return os.RemoveAll(h.Dir)
}
