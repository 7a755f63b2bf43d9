// Package docs runs the commands of the documentation as they stand there.
package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

var cuecard house.Binary

func TestMain(m *testing.M) { os.Exit(cuecard.Test(m)) }

// commands are the lines of a page's blocks of shell.
func commands(t *testing.T, page string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", page))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "\n```")
	for _, block := range blocks {
		if shell, ok := strings.CutPrefix(block, "sh\n"); ok {
			lines = append(lines, strings.Split(strings.TrimSpace(shell), "\n")...)
		}
	}
	return lines
}

func TestEveryCurlLineOfTheDocumentationWorksWhenPasted(t *testing.T) {
	for _, page := range []string{"README.md", "docs/api.md"} {
		h := cuecard.Start(t)
		ran := 0
		for _, line := range commands(t, page) {
			if !strings.HasPrefix(line, "curl ") {
				continue
			}
			ran++
			if strings.Contains(line, "token show") {
				h.Run(t, "token", "new")
			}
			// The documentation's cameras are not in this house, and nobody is asked for them.
			paste := strings.NewReplacer("http://localhost:8090", h.URL, "http://cam", h.URL, "http://ha.local", h.URL).Replace(line)
			shell := exec.Command("bash", "-c", strings.Replace(paste, "curl", "curl -sS --fail-with-body", 1))
			shell.Env = append(house.Environment(), "CUECARD_DATA="+h.Dir, "PATH="+filepath.Dir(string(cuecard))+":"+os.Getenv("PATH"))
			shell.Dir = t.TempDir() // for what is written to a file
			out, err := shell.CombinedOutput()
			if err != nil || !json.Valid(out) && !strings.Contains(line, " -o ") {
				t.Errorf("%s: %s\n%v: %s", page, line, err, out)
			}
		}
		if ran < 3 {
			t.Errorf("%s: only %d lines were found", page, ran)
		}
	}
}

func TestEveryCommandOfTheDocumentationIsUnderstood(t *testing.T) {
	h := cuecard.Start(t)
	for _, line := range commands(t, "README.md") {
		if !strings.HasPrefix(line, "cuecard ") {
			continue
		}
		shell := exec.Command("bash", "-c", line)
		shell.Env = append(house.Environment(), "CUECARD_DATA="+h.Dir, "PATH="+filepath.Dir(string(cuecard))+":"+os.Getenv("PATH"))
		shell.Dir = t.TempDir()
		out, err := shell.CombinedOutput()
		// No page waits to be approved here, and the doctor has something to say of denied cards.
		mayFail := strings.Contains(line, "screens approve") || strings.Contains(line, "doctor")
		if err != nil && !mayFail || shell.ProcessState.ExitCode() == 2 {
			t.Errorf("%s\n%v: %s", line, err, out)
		}
	}
}
