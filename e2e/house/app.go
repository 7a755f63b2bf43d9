package house

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"cuecard.app/client"
)

// App plays the program around a service that was started with --screen shell: it is
// told frames and says its own. docs/shell-protocol.md describes them.
type App struct {
	URL   string // of the API
	Hello Frame

	process *exec.Cmd
	in      io.WriteCloser
	told    chan Frame // closed at the end of the service
	log     *log
	ended   sync.Once
	status  error
}

// Frame is one line of the protocol.
type Frame map[string]any

// Type is the frame's kind.
func (f Frame) Type() string { return fmt.Sprint(f["type"]) }

// OpenApp starts a command that serves a shell, and waits until it has said hello.
func OpenApp(command *exec.Cmd) (*App, error) {
	a := &App{process: command, told: make(chan Frame, 1024), log: &log{}}
	command.Stderr = a.log
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if a.in, err = command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	go a.read(out)
	hello, ok := <-a.told
	if !ok || hello.Type() != "hello" {
		return nil, fmt.Errorf("the service did not say hello but %v: %s", hello, errors.Join(a.End(), errors.New(a.Log())))
	}
	a.Hello, a.URL = hello, fmt.Sprintf("http://127.0.0.1:%v", hello["port"])
	return a, nil
}

func (a *App) read(out io.Reader) {
	defer close(a.told)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var frame Frame
		if err := json.Unmarshal(line, &frame); err != nil {
			_, _ = a.log.Write(line)
			continue
		}
		a.told <- frame
	}
}

// StartApp runs the service inside of an app, on a data directory that may hold an
// earlier one's cards, until the test ends.
func (b Binary) StartApp(t testing.TB, dir string, flags ...string) *App {
	t.Helper()
	a, err := OpenApp(b.AppCommand(dir, flags...))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.End() })
	return a
}

// AppCommand is the service as an app starts it.
func (b Binary) AppCommand(dir string, flags ...string) *exec.Cmd {
	command := exec.Command(string(b), append([]string{"serve", "--screen", "shell", "--listen", "127.0.0.1:0", "--data", dir}, flags...)...)
	command.Env = append(Environment(), "TMPDIR="+dir)
	return command
}

// Say sends a frame to the service; one that is gone does not hear it.
func (a *App) Say(frame Frame) {
	line, err := json.Marshal(frame)
	if err != nil {
		panic(err)
	}
	_, _ = a.in.Write(append(line, '\n'))
}

// Next is the next frame that the service tells; false when it has ended.
func (a *App) Next() (Frame, bool) {
	frame, ok := <-a.told
	return frame, ok
}

// Hears waits for a frame of that kind and returns it; those before it that ask for an answer are given it.
func (a *App) Hears(t testing.TB, kind string) Frame {
	t.Helper()
	for {
		frame, ok := a.Next()
		if !ok {
			t.Fatalf("the service ended while the app waited for %q: %s", kind, a.Log())
		}
		if frame.Type() == kind {
			return frame
		}
		a.Obey(frame)
	}
}

// Obey answers a frame as an app that does all it is told.
func (a *App) Obey(frame Frame) {
	switch frame.Type() {
	case "show", "picture", "clear":
		a.Say(Frame{"type": "drawn", "seq": frame["seq"]})
	case "play", "speak":
		a.Say(Frame{"type": "ended", "act": frame["act"]})
	}
}

// Client speaks to the service without a token.
func (a *App) Client(options ...client.Option) *client.Client { return client.New(a.URL, options...) }

// Log is all that the service has written to its standard error so far.
func (a *App) Log() string {
	a.log.mu.Lock()
	defer a.log.mu.Unlock()
	return strings.Clone(a.log.text.String())
}

// PID is the service's process.
func (a *App) PID() int { return a.process.Process.Pid }

// Kill ends the service as the system does when it needs memory.
func (a *App) Kill() error {
	_ = a.process.Process.Kill()
	return a.End()
}

// End is the end of the app: the service sees the end of its input, and ends with it.
func (a *App) End() error {
	a.ended.Do(func() {
		_ = a.in.Close()
		for range a.told { // until it has ended
		}
		a.status = a.process.Wait()
	})
	return a.status
}
