package recipes

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/clients"
)

// camera is a server of one picture that tells which addresses were asked for.
func camera(t testing.TB) (url string, asked <-chan string) {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	requests := make(chan string, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(picture.Bytes())
		requests <- r.URL.RequestURI()
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

func TestADoorbellShowsThePictureOfItsCamera(t *testing.T) {
	picture, asked := camera(t)
	bedroom := cuecard.Start(t)
	k := newKitchen(t, "http://camera.local", picture, "bedroom.local:8090", strings.TrimPrefix(bedroom.URL, "http://"))
	lines := commands(t, "doorbell.md")
	if len(lines) != 3 {
		t.Fatalf("the lines are %q", lines)
	}
	if got := results(t, k.does(t, lines[0])); got[0] != "shown" {
		t.Errorf("%q", got)
	}
	if address := within(t, "the TV fetches the picture", asked); address != "/snapshot.jpg" {
		t.Errorf("the TV asked for %s", address)
	}
	if c := k.showing(t); c.ID != "door" || *c.Dim != 0.6 || !c.Speak {
		t.Errorf("%+v", c)
	}
	if got := results(t, k.does(t, lines[1])); got[0] != "dismissed" {
		t.Errorf("%q", got)
	}
	if got := results(t, k.does(t, lines[2])); len(got) != 2 || got[0] != "shown" || got[1] != "shown" {
		t.Errorf("%q", got)
	}
	bedroom.Kill()
	if got := results(t, k.does(t, lines[2])); len(got) != 1 || got[0] != "replaced" {
		t.Errorf("with one TV off: %q", got)
	}
}

// frigate answers as the API of Frigate does, with two persons that were seen.
func frigate(t testing.TB) string {
	t.Helper()
	picture, _ := camera(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		switch {
		case strings.HasSuffix(r.URL.Path, ".jpg"):
			http.Redirect(w, r, picture, http.StatusFound)
		case r.URL.Path != "/api/events" || query.Get("labels") != "person" || query.Get("has_snapshot") != "1":
			http.NotFound(w, r)
		case query.Get("after") == "1000.0":
			_, _ = w.Write([]byte(`[{"id":"1002.5-b","camera":"back_yard","label":"person","start_time":1002.5,"end_time":null,"has_snapshot":true},
				{"id":"1001.5-a","camera":"front","label":"person","start_time":1001.5,"end_time":1002.0,"has_snapshot":true}]`))
		default:
			_, _ = w.Write([]byte("[]"))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestEveryPersonThatFrigateSeesIsACard(t *testing.T) {
	nvr := frigate(t)
	k := newKitchen(t, "http://frigate.local:5000", nvr)
	events := listen(t, k.House)
	script := exec.CommandContext(t.Context(), clients.Tool(t, "python"), put(t, k.dir, "frigate.md", "frigate-cards.py", k.places), "1000")
	script.Env = k.environment(t)
	script.Stderr = os.Stderr
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = script.Process.Kill(); _ = script.Wait() }()
	if c := until(t, events, client.EventShown); c.ID != "frigate-front" || c.Title != "Front" || c.Message != "Person" || c.Image != nvr+"/api/events/1001.5-a/snapshot.jpg?bbox=1" {
		t.Errorf("%+v", c)
	}
	if c := until(t, events, client.EventQueued); c.ID != "frigate-back_yard" || c.Title != "Back Yard" {
		t.Errorf("%+v", c)
	}
}

func TestACameraOfFrigateIsShown(t *testing.T) {
	picture, asked := camera(t)
	k := newKitchen(t, "http://frigate.local:5000", picture)
	for _, line := range commands(t, "frigate.md") {
		results(t, k.does(t, line))
	}
	if address := within(t, "the TV fetches the picture", asked); address != "/api/front/latest.jpg?h=480" {
		t.Errorf("the TV asked for %s", address)
	}
}

func TestWhatGrafanaSendsIsACard(t *testing.T) {
	k := newKitchen(t)
	put(t, k.dir, "grafana.md", "webhook.json", k.places)
	results(t, k.does(t, "curl -sS -H 'Content-Type: application/json' -d @webhook.json http://tv.local:8090/notify"))
	var sent struct{ Title, Message string }
	text, err := os.ReadFile(filepath.Join(k.dir, "webhook.json"))
	if err != nil || json.Unmarshal(text, &sent) != nil {
		t.Fatal(err)
	}
	if c := k.showing(t); c.Title != sent.Title || c.Message != sent.Message || c.Title == "" {
		t.Errorf("%+v", c)
	}
}
