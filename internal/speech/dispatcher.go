package speech

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// dispatcher is a speech-dispatcher that the owner runs. It plays by itself, with the voices and on the output that it is
// set to.
type dispatcher struct {
	network, address string
	patience         time.Duration
	module           string // which of its engines reads
}

// errHushed is no failure: somebody has told speech-dispatcher to be silent.
var errHushed = errors.New("speech-dispatcher was told to be silent")

func (s *Speaker) findDispatcher(ctx context.Context) (engine, error) {
	d := &dispatcher{patience: s.limits.dispatcher}
	d.network, d.address = dispatcherPlace()
	c, err := d.connect(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED):
		return nil, errors.New("speech-dispatcher is not running")
	case err != nil:
		return nil, fmt.Errorf("speech-dispatcher is not running: %w", err)
	}
	defer c.quit()
	answer, err := c.ask("GET OUTPUT_MODULE")
	switch {
	case err != nil:
		return nil, fmt.Errorf("speech-dispatcher %w", err)
	case len(answer) < 2 || answer[0] == "dummy":
		return nil, errors.New("speech-dispatcher has no engine")
	}
	d.module = answer[0]
	return d, nil
}

// dispatcherPlace is where speech-dispatcher listens, by its own rules.
func dispatcherPlace() (network, address string) {
	kind, at, _ := strings.Cut(os.Getenv("SPEECHD_ADDRESS"), ":")
	switch {
	case kind == "unix_socket" && at != "":
		return "unix", at
	case kind == "inet_socket" && at != "":
		return "tcp", at
	}
	dir := os.Getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		dir, _ = os.UserCacheDir()
	}
	return "unix", filepath.Join(dir, "speech-dispatcher", "speechd.sock")
}

func (d *dispatcher) connect(ctx context.Context) (*ssip, error) {
	conn, err := (&net.Dialer{Timeout: d.patience}).DialContext(ctx, d.network, d.address)
	if err != nil {
		return nil, err
	}
	c := newSSIP(conn, d.patience)
	if _, err := c.ask("SET SELF CLIENT_NAME user:cuecard:main"); err != nil {
		conn.Close()
		return nil, err
	}
	return c, nil
}

func (d *dispatcher) name() string { return Dispatcher }

// voice leaves the choice to speech-dispatcher, which falls back to its own language by itself.
func (d *dispatcher) voice(language string) (string, bool) { return d.module + " " + language, true }

// message is a text that speech-dispatcher is about to read.
type message struct {
	conn     *ssip
	text     string
	patience time.Duration
	longest  time.Duration
}

func (d *dispatcher) start(ctx context.Context, _ string, p phrase) (utterance, error) {
	fail := func(reason error) error { return &failure{engine: Dispatcher, reason: reason} }
	conn, err := d.connect(ctx)
	if err != nil {
		return nil, fail(fmt.Errorf("went away: %w", err))
	}
	// A rate of 100 is about three times as fast.
	speed := int(math.Round(100 * math.Log(p.rate) / math.Log(3)))
	for _, command := range []string{"PRIORITY message", "NOTIFICATION ALL on", "SSML_MODE off", "LANGUAGE " + p.language, fmt.Sprint("RATE ", speed)} {
		if _, err := conn.ask("SET SELF " + command); err != nil {
			conn.quit()
			return nil, fail(err)
		}
	}
	return &message{conn, p.text, d.patience, p.longest()}, nil
}

func (m *message) play(ctx context.Context, volume float64) error {
	defer m.conn.quit()
	heard := false
	fail := func(reason error) error { return &failure{Dispatcher, reason, heard} }
	if _, err := m.conn.ask(fmt.Sprintf("SET SELF VOLUME %d", int(math.Round(200*min(volume, 1)-100)))); err != nil {
		return fail(err)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := m.conn.speak(m.text); err != nil {
		return fail(err)
	}
	// From here on a cancel has something to cancel.
	stopped := context.AfterFunc(ctx, m.conn.cancel)
	defer stopped()
	wait := m.patience
	for {
		event, err := m.conn.event(ctx, wait)
		switch {
		case err != nil && ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, os.ErrDeadlineExceeded):
			m.conn.cancel()
			return fail(fmt.Errorf("did not come to an end within %v and was told to stop", wait.Round(time.Second)))
		case err != nil:
			return fail(err)
		}
		switch event {
		case begins:
			heard, wait = true, m.longest
		case ends:
			return nil
		case canceled:
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return errHushed
		}
	}
}
