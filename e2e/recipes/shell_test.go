package recipes

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/clients"
	"cuecard.app/e2e/house"
)

// kitchen is a house with a shell in front of it, and what a recipe's commands need.
type kitchen struct {
	*house.House
	places *strings.Replacer
	dir    string
	token  string
}

func newKitchen(t testing.TB, more ...string) *kitchen {
	t.Helper()
	h := cuecard.Start(t)
	return &kitchen{House: h, places: home(h, more...), dir: t.TempDir()}
}

// lock sets a token.
func (k *kitchen) lock(t testing.TB) {
	t.Helper()
	lines := strings.Fields(k.Run(t, "token", "new").Out)
	k.token = lines[len(lines)-1]
}

// unlock clears it.
func (k *kitchen) unlock(t testing.TB) {
	t.Helper()
	k.Run(t, "token", "clear")
	k.token = ""
}

func (k *kitchen) environment(t testing.TB, more ...string) []string {
	path := "PATH=" + filepath.Dir(string(cuecard)) + ":" + filepath.Dir(clients.Tool(t, "python")) + ":" + os.Getenv("PATH")
	return clients.Environment(t, append(more, path, "TOKEN="+k.token, "PYTHONUTF8=1")...)
}

// does runs a line of a page, which has to succeed, and returns what it printed.
func (k *kitchen) does(t testing.TB, line string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	line = k.places.Replace(line)
	shell := exec.CommandContext(ctx, "bash", "-e", "-o", "pipefail", "-c", line)
	shell.Env, shell.Dir = k.environment(t), k.dir
	var errs strings.Builder
	shell.Stderr = &errs
	out, err := shell.Output()
	if err != nil {
		t.Fatalf("%s\n%v: %s%s", line, err, out, errs.String())
	}
	return string(out)
}

// showing is the card on screen.
func (k *kitchen) showing(t testing.TB) client.Card {
	t.Helper()
	state, err := k.Client(client.WithToken(k.token)).Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if state.Showing == nil {
		t.Fatal("no card is on screen")
	}
	return state.Showing.Card
}

// clear takes the card on screen away.
func (k *kitchen) clear(t testing.TB) {
	t.Helper()
	if _, err := k.Client(client.WithToken(k.token)).Dismiss(t.Context(), k.showing(t).ID); err != nil {
		t.Fatal(err)
	}
}

// results are what the TV answered, one after the other.
func results(t testing.TB, out string) (all []string) {
	t.Helper()
	for answers := json.NewDecoder(strings.NewReader(out)); answers.More(); {
		var answer struct{ ID, Result, Error string }
		if err := answers.Decode(&answer); err != nil || answer.Error != "" || answer.ID == "" {
			t.Fatalf("%s: %v", out, err)
		}
		all = append(all, answer.Result)
	}
	return all
}

func TestTheCommandsOfTheShellShowTheirCards(t *testing.T) {
	k := newKitchen(t)
	seen := map[string]int{}
	for _, line := range commands(t, "shell.md") {
		if strings.Contains(line, "$TOKEN") {
			k.lock(t)
		}
		out := k.does(t, line)
		k.unlock(t)
		words := strings.Fields(line)
		seen[words[0]]++
		if words[0] == "cuecard" {
			continue // it speaks to people
		}
		if got := results(t, out); len(got) != 1 {
			t.Errorf("%s: %s", line, out)
		}
	}
	if seen["curl"] < 5 || seen["http"] != 2 || seen["uptime"] != 1 || seen["cuecard"] != 1 {
		t.Errorf("these were found: %v", seen)
	}
}

func TestHTTPieSendsNumbersAsNumbers(t *testing.T) {
	k := newKitchen(t)
	for _, line := range commands(t, "shell.md") {
		if strings.HasPrefix(line, "http ") && strings.Contains(line, "dim:=") {
			k.does(t, line)
			if c := k.showing(t); c.Duration != 20*time.Second || c.Dim == nil || *c.Dim != 0.5 || c.Message != "Hello" {
				t.Errorf("%+v", c)
			}
			return
		}
	}
	t.Error("the line is not there")
}

func TestTextOfACommandBecomesAMessage(t *testing.T) {
	k := newKitchen(t)
	for _, line := range commands(t, "shell.md") {
		if strings.HasPrefix(line, "uptime ") {
			k.does(t, strings.Replace(line, "uptime", `echo 'it "runs" \ for 3 days'`, 1))
		}
	}
	if c := k.showing(t); c.Message != `it "runs" \ for 3 days` || c.ID != "uptime" {
		t.Errorf("%+v", c)
	}
}
