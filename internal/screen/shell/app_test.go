package shell

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/internal/card"
	"cuecard.app/internal/screen"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// app is the program around a screen, played by the test.
type app struct {
	t        *testing.T
	screen   *Screen
	owner    *owner
	in       *io.PipeWriter
	out      *bufio.Reader
	returned chan struct{} // a word each time that cards can be drawn again
	ended    chan error    // why Run ended
	log      *strings.Builder
	stop     context.CancelFunc
}

// start runs a screen with an app that has not yet said anything.
func start(t *testing.T) *app {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	a := &app{t: t, owner: &owner{}, returned: make(chan struct{}, 100), ended: make(chan error, 1), log: new(strings.Builder)}
	var err error
	a.screen, err = New(func() { a.returned <- struct{}{} }, slog.New(slog.NewTextHandler(a.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	fromApp, in := io.Pipe()
	toApp, out := io.Pipe()
	a.in, a.out = in, bufio.NewReader(toApp)
	ctx, stop := context.WithCancel(t.Context())
	a.stop = stop
	go func() { a.ended <- a.screen.Run(ctx, fromApp, out, a.owner) }()
	t.Cleanup(func() {
		stop()
		in.Close()
		toApp.Close()
	})
	return a
}

// open is start with an app that has told of its device.
func open(t *testing.T) *app {
	t.Helper()
	a := start(t)
	a.sayFixture("app-device")
	<-a.returned
	return a
}

func (a *app) say(line string) {
	a.t.Helper()
	if _, err := io.WriteString(a.in, line+"\n"); err != nil {
		a.t.Fatal(err)
	}
}

func (a *app) sayFixture(name string) {
	a.t.Helper()
	a.say(oneLine(a.t, fixture(a.t, name)))
}

// told is a frame to the app.
type told struct {
	Type      string
	Seq       uint64
	Act       uint64
	Sound     string
	Texts     []string
	Volume    float64
	Card      *card.Card
	Image     source
	Icon      source
	Remaining *float64
	Error     string
	Asked     string
	Result    string
}

// hears is the next frame to the app.
func (a *app) hears(kind string) (frame told) {
	a.t.Helper()
	line, err := a.out.ReadBytes('\n')
	if err != nil {
		a.t.Fatalf("waiting for %s: %v", kind, err)
	}
	if err := json.Unmarshal(line, &frame); err != nil {
		a.t.Fatal(err)
	}
	if frame.Type != kind {
		a.t.Fatalf("told %s, want %s: %s", frame.Type, kind, line)
	}
	return frame
}

// outcome is what a frame came to.
type outcome chan error

func (a *app) show(f screen.Frame) outcome {
	o := make(outcome, 1)
	a.screen.Show(f, func(err error) { o <- err })
	return o
}

func (a *app) drawn(frame told) {
	a.t.Helper()
	a.say(oneLine(a.t, mustJSON(a.t, map[string]any{"type": "drawn", "seq": frame.Seq})))
}

// gone is why Run ended.
func (a *app) gone() error {
	a.in.Close()
	return <-a.ended
}

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "shell", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func oneLine(t *testing.T, data []byte) string {
	t.Helper()
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	return string(mustJSON(t, value))
}

func mustJSON(t *testing.T, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// owner notes the wishes it is given.
type owner struct {
	wishes []string
	refuse error
	asked  chan struct{} // when set, SendTest says that it has begun and waits for release
	done   chan struct{}
}

func (o *owner) wish(words string) error {
	o.wishes = append(o.wishes, words)
	return o.refuse
}

func (o *owner) Set(values map[string]string) error {
	return o.wish("set " + values["dim"] + " " + values["position"])
}
func (o *owner) NewToken() (string, error) { return "secret", o.wish("generate") }
func (o *owner) ClearToken() error         { return o.wish("clear") }
func (o *owner) SetUp(done bool) error {
	if done {
		return o.wish("set up")
	}
	return o.wish("not set up")
}

func (o *owner) SendTest(ctx context.Context) (string, error) {
	if o.asked != nil {
		o.asked <- struct{}{}
		<-o.done
	}
	if o.refuse != nil {
		return "", o.refuse
	}
	return "shown", o.wish("test")
}

var errRefused = errors.New("field 'dim' must be a number from 0 to 1")
