// Package robust holds the service to its promises under bad conditions: power cuts,
// crowds, full disks, damaged files and hostile clients.
package robust

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// The program under test: watched by the race detector, and as users have it.
var cuecard, quick house.Binary

// The program as it is started elsewhere.
var (
	open     house.Binary // where files are readable by all unless the program says otherwise
	ordinary house.Binary // by a user who has to obey permissions
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most tests wait for something
	dir, err := os.MkdirTemp("", "cuecard-robust")
	if err == nil {
		err = prepare(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && status == 0 {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// prepare makes the programs, before any test starts one: a script that is still
// being written cannot be run.
func prepare(dir string) (err error) {
	if again := os.Getenv(ownMounts); again != "" {
		cuecard = house.Binary(again)
		return nil
	}
	if err := os.Chmod(dir, 0o755); err != nil { // for an ordinary user
		return err
	}
	for _, program := range []struct {
		at    *house.Binary
		name  string
		flags []string
	}{{&cuecard, "race", []string{"-race"}}, {&quick, "quick", nil}} {
		path := filepath.Join(dir, program.name)
		if err := os.Mkdir(path, 0o755); err != nil {
			return err
		}
		if *program.at, err = house.Build(path, program.flags...); err != nil {
			return err
		}
	}
	if open, err = script(dir, "open", fmt.Sprintf("umask 000\nexec '%s' \"$@\"", cuecard)); err != nil {
		return err
	}
	start := fmt.Sprintf("exec '%s' \"$@\"", cuecard)
	if os.Getuid() == 0 {
		start = fmt.Sprintf("exec setpriv --reuid %d --regid %d --clear-groups '%s' \"$@\"", nobody, nobody, cuecard)
	}
	ordinary, err = script(dir, "ordinary", start)
	return err
}

func script(dir, name, lines string) (house.Binary, error) {
	path := filepath.Join(dir, name)
	return house.Binary(path), os.WriteFile(path, []byte("#!/bin/sh\n"+lines+"\n"), 0o755)
}

// soon is more than any answer should take, and less than a client's patience.
const soon = 3 * time.Second

// caller is a client that takes a new connection for each call.
func caller(h *house.House) *client.Client {
	return h.Client(client.WithHTTPClient(&http.Client{
		Transport: &http.Transport{DisableKeepAlives: true}, Timeout: soon}))
}

// answers fails unless the service answers and takes cards, soon.
func answers(t *testing.T, h *house.House) {
	t.Helper()
	for range 5 {
		if _, err := caller(h).Health(t.Context()); err != nil {
			t.Fatalf("health: %v", err)
		}
		if _, err := caller(h).Notify(t.Context(), client.Card{ID: "answers", Message: "hello"}); err != nil {
			t.Fatalf("notify: %v", err)
		}
	}
}

// post sends a card that stays due, and fails unless the service takes it.
func post(t *testing.T, h *house.House, id, message string) {
	t.Helper()
	if _, err := caller(h).Notify(t.Context(), client.Card{ID: id, Message: message, Duration: time.Hour}); err != nil {
		t.Fatalf("%s: %v\n%s", id, err, h.Log())
	}
}

// held are the ids of the cards in the order of their turns, the parked one last.
func held(t *testing.T, h *house.House) (ids []string) {
	t.Helper()
	state, err := caller(h).Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if state.Showing != nil {
		ids = append(ids, state.Showing.ID)
	}
	for _, c := range state.Waiting {
		ids = append(ids, c.ID)
	}
	if state.Parked != nil {
		ids = append(ids, state.Parked.ID)
	}
	return ids
}
