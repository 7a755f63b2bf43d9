package speech

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"cuecard.app/internal/sound"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// deadline is for what a healthy machine does at once.
const deadline = 20 * time.Second

// program finds a program, or fails the test with the package that has it.
func program(t testing.TB, name, debian string) string {
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

// until waits for what another process does.
func until(t testing.TB, what string, there func() bool) {
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

// lines is a log that is read while it is written.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// want wants one line for each text.
func (l *lines) want(t testing.TB, texts ...string) {
	t.Helper()
	l.mu.Lock()
	got := slices.Collect(strings.Lines(l.text.String()))
	l.mu.Unlock()
	if len(got) != len(texts) {
		t.Fatalf("the log has %d lines, want %d: %q", len(got), len(texts), got)
	}
	for i, text := range texts {
		if !strings.Contains(got[i], text) {
			t.Errorf("the log says %q, want %q", got[i], text)
		}
	}
}

// mayHave wants no line but ones with a text.
func (l *lines) mayHave(t testing.TB, text string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		if !strings.Contains(line, text) {
			t.Errorf("the log says %q", line)
		}
	}
}

// ear hears at once what others take time for.
type ear struct{ sounds []heard }

type heard struct {
	rate    int
	samples []int16
}

func (h heard) seconds() float64 { return float64(len(h.samples)) / float64(h.rate) }

func (e *ear) Play(_ context.Context, wav io.Reader, _ float64) error {
	s, err := sound.Open(wav)
	if err != nil {
		return err
	}
	all := heard{rate: s.Rate}
	for block := make([]int16, 4096); ; {
		n, err := s.Read(block)
		all.samples = append(all.samples, block[:n]...)
		if err != nil {
			e.sounds = append(e.sounds, all)
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// loudspeaker plays for real.
type loudspeaker struct{ *sound.Player }

func (l loudspeaker) Play(ctx context.Context, wav io.Reader, volume float64) error {
	s, err := sound.Open(wav)
	if err != nil {
		return err
	}
	return l.PCM(ctx, s, volume)
}

// speaker is one whose wishes and log a test has in its hands.
func speaker(player Player, wishes *Wishes) (*Speaker, *lines) {
	log := &lines{}
	return New(player, func() Wishes { return *wishes }, slog.New(slog.NewTextHandler(log, nil))), log
}

// alone gives the test a home and a path without anything, and English as the device's language.
func alone(t testing.TB) (bin string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "cuecard") // short: there are sockets in it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	bin = filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"SPEECHD_ADDRESS", PiperVoice, "LC_ALL", "LC_MESSAGES", "XDG_DATA_HOME", "PULSE_SERVER", "PULSE_COOKIE", "PULSE_RUNTIME_PATH"} {
		t.Setenv(name, "") // so that it is put back
		os.Unsetenv(name)
	}
	for name, value := range map[string]string{"PATH": bin, "HOME": dir, "XDG_CONFIG_HOME": filepath.Join(dir, "config"), "XDG_RUNTIME_DIR": dir, "LANG": "en_GB.UTF-8"} {
		t.Setenv(name, value)
	}
	return bin
}

// install puts a program in the path, and others that it needs.
func install(t testing.TB, bin, name, script string) {
	t.Helper()
	script = "#!/bin/sh\nPATH=/usr/local/bin:/usr/bin:/bin\n" + script
	if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
}

func link(t testing.TB, bin, name, path string) {
	t.Helper()
	if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
		t.Fatal(err)
	}
}

// withEspeak is a machine that has espeak-ng and nothing else.
func withEspeak(t testing.TB) (bin string) {
	t.Helper()
	path := program(t, "espeak-ng", "espeak-ng")
	bin = alone(t)
	link(t, bin, "espeak-ng", path)
	return bin
}

// background is a program that runs until the test ends.
func background(t testing.TB, name, debian string, args ...string) {
	t.Helper()
	path := program(t, name, debian)
	dir := os.Getenv("HOME")
	log, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "LANG=C.UTF-8") // others may not be installed
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		log.Close()
		if text, err := os.ReadFile(log.Name()); err == nil && t.Failed() {
			t.Logf("%s:\n%.3000s", name, text)
		}
	})
}

// gone tells whether a process is; one that nobody has asked for its end is, too.
func gone(pid string) bool {
	stat, err := os.ReadFile("/proc/" + strings.TrimSpace(pid) + "/stat")
	return err != nil || strings.Contains(string(stat), ") Z ")
}

func pids(t testing.TB, path string) []string {
	t.Helper()
	var all []string
	until(t, "the list of processes", func() bool {
		text, _ := os.ReadFile(path)
		all = strings.Fields(string(text))
		return len(all) > 0
	})
	return all
}

func quoted(text string) string { return fmt.Sprintf("%.40q", text) }
