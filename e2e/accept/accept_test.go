// Package accept has the clients of other apps, as people run them, speak to the built program.
package accept

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// cuecard is the program under test.
var cuecard house.Binary

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "4") // most tests wait for a program
	status := cuecard.Test(m, "-race")
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && status == 0 {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

// start runs a service that is spoken to as an app on a free port, and returns that port's address. Cards stay longer than
// any test takes.
func start(t *testing.T, app string) (*house.House, string) {
	t.Helper()
	h := cuecard.Start(t, "--accept", app+"=127.0.0.1:0")
	if set := h.Run(t, "settings", "duration=600"); set.Status != 0 {
		t.Fatal(set)
	}
	return h, opened(t, h.Log(), "Also as  "+app+" on ")
}

// opened is the address behind some words.
func opened(t *testing.T, said, words string) string {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(words) + `(\d+\.\d+\.\d+\.\d+:\d+)`).FindStringSubmatch(said)
	if found == nil {
		t.Fatalf("%q is not in: %s", words, said)
	}
	return found[1]
}

const venv = "../../.venv"

// python runs a script with the clients and returns what it printed. What follows the script are its arguments.
func python(t *testing.T, script string, args ...string) string {
	t.Helper()
	return run(t, "", script, args...)
}

// earlier is python with the earlier version of the client that has one.
func earlier(t *testing.T, script string, args ...string) string {
	t.Helper()
	path, err := filepath.Abs(venv + "/earlier")
	if err != nil {
		t.Fatal(err)
	}
	return run(t, path, script, args...)
}

func run(t *testing.T, path, script string, args ...string) string {
	t.Helper()
	interpreter := venv + "/bin/python"
	if _, err := os.Stat(venv + "/.installed"); err != nil {
		t.Fatal("the clients of other apps are not installed; run: make clients")
	}
	cmd := exec.CommandContext(t.Context(), interpreter, append([]string{"-c", script}, args...)...)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+path, "PYTHONDONTWRITEBYTECODE=1", "HOME="+t.TempDir(), "no_proxy=*")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s%s", err, out, errs.String())
	}
	return strings.TrimSpace(string(out))
}

// curl runs curl and returns the body with the status behind it.
func curl(t *testing.T, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Fatal("curl is not installed; Debian has it: apt-get install curl")
	}
	out, err := exec.CommandContext(t.Context(), "curl", append([]string{"-s", "--noproxy", "*", "-w", " %{http_code}"}, args...)...).Output()
	if err != nil {
		t.Fatalf("curl %q: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// showing is the card on screen.
func showing(t *testing.T, h *house.House) client.Card {
	t.Helper()
	state, err := h.Client().Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if state.Showing == nil {
		t.Fatalf("nothing is on screen: %s", h.Log())
	}
	return state.Showing.Card
}

// same fails unless the fields of the card that are named are these.
func same(t *testing.T, c client.Card, want string) {
	t.Helper()
	text, err := json.Marshal(c)
	var got, wanted map[string]any
	if err != nil || json.Unmarshal(text, &got) != nil || json.Unmarshal([]byte(want), &wanted) != nil {
		t.Fatal(string(text), want, err)
	}
	for name, value := range wanted {
		if fmt.Sprint(got[name]) != fmt.Sprint(value) {
			t.Errorf("%s is %v, not %v, in %s", name, got[name], value, text)
		}
	}
}

// photo is a file that is a picture of one colour.
func photo(t *testing.T, c color.Color) string {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 320, 200))
	for i := range picture.Pix {
		r, g, b, a := c.RGBA()
		picture.Pix[i] = []byte{byte(r >> 8), byte(g >> 8), byte(b >> 8), byte(a >> 8)}[i%4]
	}
	var content bytes.Buffer
	if err := png.Encode(&content, picture); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "photo.png")
	if err := os.WriteFile(path, content.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// arrived waits until no picture of the card on screen is still to come.
func arrived(t *testing.T, h *house.House) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", h.URL+"/tv/feed?width=1280&height=720", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if line := lines.Text(); strings.HasPrefix(line, "data:") && strings.Contains(line, `"state":`) && !strings.Contains(line, `"state":"coming"`) {
			return
		}
	}
	t.Fatalf("the pictures did not arrive: %v", lines.Err())
}

// paints counts the pixels of the screen that have a colour.
func paints(t *testing.T, h *house.House, c color.RGBA) (pixels int) {
	t.Helper()
	arrived(t, h)
	answer, err := http.Get(h.URL + "/screen.png?width=960")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	screen, err := png.Decode(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for y := range screen.Bounds().Dy() {
		for x := range screen.Bounds().Dx() {
			if color.RGBAModel.Convert(screen.At(x, y)) == c {
				pixels++
			}
		}
	}
	return pixels
}

var (
	magenta = color.RGBA{255, 0, 255, 255}
	lime    = color.RGBA{0, 255, 0, 255}
)
