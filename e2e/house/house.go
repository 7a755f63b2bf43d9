// Package house starts the built binary for tests: the program as a user runs it, on
// a free port and a data directory of its own.
//
// It never looks inside the service.
package house

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cuecard.app/client"
)

// Binary is the path of the program under test, made by Build.
type Binary string

// Build compiles the program into dir. With the flag -race a race of the service ends
// it with a report on its standard error.
func Build(dir string, flags ...string) (Binary, error) {
	path := filepath.Join(dir, "cuecard")
	args := append(append([]string{"build"}, flags...), "-o", path, "cuecard.app/cmd/cuecard")
	if output, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, output)
	}
	return Binary(path), nil
}

// Test builds the program for a package's tests, runs them, and returns their status.
func (b *Binary) Test(m *testing.M, flags ...string) (status int) {
	dir, err := os.MkdirTemp("", "cuecard-test")
	if err == nil {
		defer os.RemoveAll(dir)
		*b, err = Build(dir, flags...)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// patience is how long anything may take on a busy machine.
const patience = time.Minute

// House is a running service.
type House struct {
	URL     string // of the API
	Console string // address with key; empty when it is off
	Dir     string // data directory

	binary  Binary
	process *exec.Cmd
	exited  chan struct{}
	log     *log
}

// log is what the service writes, while it writes it.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // closed when there is more; nil while nobody waits for that
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.more != nil {
		close(l.more)
		l.more = nil
	}
	return l.text.Write(p)
}

// next is all that was written, and what is closed when there is more.
func (l *log) next() (string, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.more == nil {
		l.more = make(chan struct{})
	}
	return l.text.String(), l.more
}

// Start runs the service on a fresh data directory until the test ends.
func (b Binary) Start(t testing.TB, flags ...string) *House {
	t.Helper()
	return b.StartIn(t, t.TempDir(), flags...)
}

// StartIn runs the service on a data directory that may hold an earlier one's cards.
// Flags come after the usual ones and win over them.
func (b Binary) StartIn(t testing.TB, dir string, flags ...string) *House {
	t.Helper()
	return b.StartWith(t, nil, dir, flags...)
}

// StartWith is StartIn with more in the service's environment.
func (b Binary) StartWith(t testing.TB, environment []string, dir string, flags ...string) *House {
	t.Helper()
	h, err := b.OpenWith(environment, dir, flags...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.end(t) })
	return h
}

// Open is StartIn for a caller that is no test; it ends the service by itself.
func (b Binary) Open(dir string, flags ...string) (*House, error) {
	return b.OpenWith(nil, dir, flags...)
}

// OpenWith is Open with more in the service's environment.
func (b Binary) OpenWith(environment []string, dir string, flags ...string) (*House, error) {
	h := &House{Dir: dir, binary: b, exited: make(chan struct{}), log: &log{}}
	args := append([]string{"serve", "--data", dir, "--listen", "127.0.0.1:0", "--console", "off", "--screen", "browser"}, flags...)
	h.process = exec.Command(string(b), args...)
	h.process.Env = append(Environment(), environment...)
	h.process.Stderr = h.log
	out, err := h.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := h.process.Start(); err != nil {
		return nil, err
	}
	said := bufio.NewReader(out)
	ready := h.readBanner(said)
	go func() {
		_, _ = io.Copy(h.log, said)
		_ = h.process.Wait()
		close(h.exited)
	}()
	if !ready {
		<-h.exited
		return nil, fmt.Errorf("the service did not start: %s", h.Log())
	}
	return h, nil
}

// readBanner reads up to the line that is printed last, once the service is ready.
func (h *House) readBanner(said *bufio.Reader) bool {
	for {
		line, err := said.ReadString('\n')
		if err != nil {
			return false
		}
		_, _ = h.log.Write([]byte(line))
		name, value, _ := strings.Cut(strings.TrimSpace(line), "  ")
		switch name {
		case "Send to":
			h.URL = value
		case "Console":
			h.Console = value
		case "Try":
			return true
		}
	}
}

// Environment is this process's without what would configure the program. Nothing is told to the network that the
// tests run on.
func Environment() []string {
	kept := []string{"GORACE=atexit_sleep_ms=0", "CUECARD_DISCOVERY=off"} // the race detector would have it end a second later
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "CUECARD_") {
			kept = append(kept, variable)
		}
	}
	return kept
}

// Client speaks to the service without a token.
func (h *House) Client(options ...client.Option) *client.Client { return client.New(h.URL, options...) }

// Log is all that the service has written so far, its banner included.
func (h *House) Log() string {
	h.log.mu.Lock()
	defer h.log.mu.Unlock()
	return h.log.text.String()
}

// Says waits until the service has written a line with all of these words.
func (h *House) Says(t testing.TB, words ...string) {
	t.Helper()
	for late := time.After(patience); ; {
		text, more := h.log.next()
		for line := range strings.Lines(text) {
			if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, word) }) {
				return
			}
		}
		select {
		case <-more:
		case <-late:
			t.Fatalf("no line with %q in:\n%s", words, text)
		}
	}
}

// Post sends a card. One that a busy machine does not draw in time was withdrawn, and is sent again.
func (h *House) Post(t testing.TB, c client.Card) client.Receipt {
	t.Helper()
	for began := time.Now(); ; {
		receipt, err := h.Client().Notify(t.Context(), c)
		var slow *client.Error
		if errors.As(err, &slow) && slow.Status == http.StatusInternalServerError && time.Since(began) < patience {
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, h.Log())
		}
		return receipt
	}
}

// Kill ends the service as a power cut would, and waits until it is gone.
func (h *House) Kill() {
	_ = h.process.Process.Kill()
	<-h.exited
}

// Stop asks the service to end, waits until it has, and returns its exit status.
func (h *House) Stop() int {
	_ = h.process.Process.Signal(syscall.SIGTERM)
	<-h.exited
	return h.process.ProcessState.ExitCode()
}

// Exited is closed when the service has ended.
func (h *House) Exited() <-chan struct{} { return h.exited }

// PID is the service's process.
func (h *House) PID() int { return h.process.Process.Pid }

func (h *House) end(t testing.TB) {
	h.Kill()
	if strings.Contains(h.Log(), "WARNING: DATA RACE") || strings.Contains(h.Log(), "\npanic: ") {
		t.Errorf("the service broke:\n%s", h.Log())
	}
}

// Result is what a command of the program did.
type Result struct {
	Status      int
	Out, Errors string
}

// Run runs a command of the program to its end, on this house's data directory.
func (h *House) Run(t testing.TB, args ...string) Result {
	t.Helper()
	return h.binary.Run(t, "", append(args, "--data", h.Dir)...)
}

// Run runs a command of the program to its end, with that standard input.
func (b Binary) Run(t testing.TB, input string, args ...string) Result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := exec.CommandContext(ctx, string(b), args...)
	cmd.Env = append(Environment(), "HOME="+t.TempDir())
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("cuecard %s: %v", strings.Join(args, " "), err)
	}
	return Result{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}
