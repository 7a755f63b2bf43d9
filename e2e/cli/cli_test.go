// Package cli holds the program to its promises at the command line and the console,
// each command as a user types it.
package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// cuecard is the program under test.
var cuecard house.Binary

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // most tests wait for a program
	status := cuecard.Test(m, "-race")
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && status == 0 {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// shell is where a user types.
type shell struct {
	variables []string
	input     string // what is piped into the command
}

// at is a shell whose commands work on that data directory.
func at(dir string) shell {
	return shell{variables: []string{"CUECARD_DATA=" + dir, "HOME=" + filepath.Join(dir, "home")}}
}

func (s shell) with(variable string) shell {
	s.variables = append(s.variables[:len(s.variables):len(s.variables)], variable)
	return s
}

func (s shell) pipe(input string) shell {
	s.input = input
	return s
}

// run runs a command to its end.
func (s shell) run(t *testing.T, args ...string) house.Result {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), string(cuecard), args...)
	cmd.Env = append(append(house.Environment(), "HOME="+t.TempDir(), "XDG_DATA_HOME="), s.variables...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(s.input), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("cuecard %q: %v", args, err)
	}
	if strings.Contains(errs.String(), "DATA RACE") || strings.Contains(errs.String(), "goroutine ") {
		t.Errorf("cuecard %q broke:\n%s", args, errs.String())
	}
	return house.Result{Status: cmd.ProcessState.ExitCode(), Out: out.String(), Errors: errs.String()}
}

// does runs a command that has to end well, and returns what it printed.
func (s shell) does(t *testing.T, args ...string) string {
	t.Helper()
	result := s.run(t, args...)
	if result.Status != 0 {
		t.Fatalf("cuecard %q ended with %d: %s", args, result.Status, result.Errors)
	}
	return result.Out
}

// fails runs a command that has to end with that status, and returns its complaint.
func (s shell) fails(t *testing.T, status int, args ...string) string {
	t.Helper()
	result := s.run(t, args...)
	if result.Status != status || strings.TrimSpace(result.Errors) == "" {
		t.Errorf("cuecard %q ended with %d, not %d: %q", args, result.Status, status, result.Errors)
	}
	return result.Errors
}

// says fails unless the text holds all of the words.
func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("%q is not in: %s", word, text)
		}
	}
}

// cards is what the service holds.
func cards(t *testing.T, h *house.House, options ...client.Option) client.State {
	t.Helper()
	state, err := h.Client(options...).Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// showing is the card on screen.
func showing(t *testing.T, h *house.House, options ...client.Option) client.Card {
	t.Helper()
	state := cards(t, h, options...)
	if state.Showing == nil {
		t.Fatal("nothing is on screen")
	}
	return state.Showing.Card
}
