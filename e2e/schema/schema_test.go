// Package schema holds the built binary to its own description of the interface.
package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"cuecard.app/e2e/clients"
	"cuecard.app/e2e/house"
)

var cuecard house.Binary

var describe = flag.Bool("describe", false, "write docs/openapi.json anew")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(cuecard.Test(m))
}

const page = "../../docs/openapi.json"

// description is what the service says of itself, to someone without a token.
func description(t *testing.T, h *house.House) []byte {
	t.Helper()
	response, err := http.Get(h.URL + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/json" || response.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Fatalf("%d %v: %v", response.StatusCode, response.Header, err)
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, body, "", " "); err != nil {
		t.Fatal(err)
	}
	indented.WriteByte('\n')
	return indented.Bytes()
}

// st runs schemathesis against the service and returns its report.
func st(t *testing.T, h *house.House, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	args = append([]string{"--no-color", "--config-file", here + "/schemathesis.toml", "run", h.URL + "/openapi.json", "--url", h.URL, "--continue-on-failure",
		"--exclude-path", "/events", "--exclude-path", "/tv/feed", "--exclude-path", "/tv/pair"}, args...) // which have no end
	run := exec.CommandContext(ctx, clients.Tool(t, "st"), args...)
	run.Env = clients.Environment(t, "SCHEMATHESIS_HOOKS=hooks", "PYTHONPATH="+here, "PYTHONUTF8=1")
	run.Dir = t.TempDir() // for what it keeps
	out, err := run.CombinedOutput()
	return string(out), err
}

func TestSchemathesisFindsNothing(t *testing.T) {
	h := cuecard.Start(t)
	token := strings.TrimSpace(h.Run(t, "token", "new").Out)
	token = token[strings.LastIndex(token, "\n")+1:]
	report, err := st(t, h, "--header", "Authorization: Bearer "+token)
	tried := regexp.MustCompile(`(\d+) generated, (\d+) passed`).FindStringSubmatch(report)
	if err != nil || len(tried) != 3 || tried[1] != tried[2] || len(tried[1]) < 3 {
		t.Fatalf("%v: %s\n%s", err, report, h.Log())
	}
	if strings.Contains(h.Log(), "level=ERROR") || !strings.Contains(h.Log(), "127.0.0.1:9/") {
		t.Errorf("the service says: %s", h.Log())
	}
	t.Logf("%s requests", tried[1])
}

func TestSchemathesisFindsNothingWhileCardsAreNotAllowed(t *testing.T) {
	h := cuecard.Start(t)
	h.Run(t, "overlay", "deny")
	report, err := st(t, h, "--include-path", "/notify", "--exclude-checks", "not_a_server_error", "--phases", "examples,coverage")
	if err != nil || !strings.Contains(report, " passed\n") {
		t.Errorf("%v: %s", err, report)
	}
}

func TestTheDescriptionIsOpenAPI(t *testing.T) {
	check := exec.CommandContext(t.Context(), clients.Tool(t, "openapi-spec-validator"), "--schema", "3.1", page)
	check.Env = clients.Environment(t)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestTheDescriptionInTheDocumentationIsTheServices(t *testing.T) {
	h := cuecard.Start(t)
	h.Run(t, "token", "new")
	said := description(t, h)
	if *describe {
		if err := os.WriteFile(page, said, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(page)
	if err != nil || !bytes.Equal(kept, said) {
		t.Errorf("docs/openapi.json is not what the service says (%v); run: make openapi", err)
	}
}
