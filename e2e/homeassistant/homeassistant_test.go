//go:build homeassistant

// Package homeassistant runs the recipe for Home Assistant with Home Assistant: make test-homeassistant.
package homeassistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

var cuecard house.Binary

func TestMain(m *testing.M) { os.Exit(cuecard.Test(m)) }

// rest is what a Home Assistant without a screen needs besides the recipe.
const rest = `
homeassistant: {name: Home, latitude: 0, longitude: 0, elevation: 0, unit_system: metric, time_zone: UTC}
http: {server_host: 127.0.0.1, server_port: %s}
api:
config:
webhook:
frontend:
`

// hub is a running Home Assistant.
type hub struct {
	url   string
	token string
}

// start runs Home Assistant with the files of the recipe.
func start(t *testing.T, places *strings.Replacer) *hub {
	t.Helper()
	hass, err := filepath.Abs("../../.venv-ha/bin/hass")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(hass); err != nil {
		t.Fatal("Home Assistant is not installed; run: make test-homeassistant")
	}
	page, err := os.ReadFile("../../docs/recipes/home-assistant.md")
	if err != nil {
		t.Fatal(err)
	}
	dir, port, files := t.TempDir(), fmt.Sprint(house.FreePort(t)), map[string]string{}
	for _, b := range regexp.MustCompile("(?ms)^```yaml ([^\n]+)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		files[b[1]] = places.Replace(strings.ReplaceAll(b[2], "# headers:", "headers:"))
	}
	files["configuration.yaml"] += files["includes.yaml"] + fmt.Sprintf(rest, port)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := exec.Command(hass, "--config", dir, "--skip-pip")
	log := &bytes.Buffer{}
	program.Stdout, program.Stderr = log, log
	program.Env = append(house.Environment(), "HOME="+dir, "no_proxy=*", "PYTHONDONTWRITEBYTECODE=1")
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = program.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = program.Process.Kill()
		<-ended
		if t.Failed() {
			t.Log(log)
		}
	})
	h := &hub{url: "http://127.0.0.1:" + port}
	h.wait(t, ended)
	h.onboard(t)
	return h
}

// wait waits until Home Assistant answers.
func (h *hub) wait(t *testing.T, ended <-chan struct{}) {
	t.Helper()
	deadline, again := time.After(3*time.Minute), time.NewTicker(200*time.Millisecond)
	defer again.Stop()
	for {
		if response, err := http.Get(h.url + "/api/onboarding"); err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case <-again.C:
		case <-ended:
			t.Fatal("Home Assistant has ended")
		case <-deadline:
			t.Fatal("Home Assistant does not answer within three minutes")
		}
	}
}

// onboard makes the first user and takes a token for it.
func (h *hub) onboard(t *testing.T) {
	t.Helper()
	var user struct {
		Code string `json:"auth_code"`
	}
	h.ask(t, "POST", "/api/onboarding/users", map[string]any{"client_id": h.url, "name": "Test", "username": "test", "password": "only for this test", "language": "en"}, &user)
	response, err := http.PostForm(h.url+"/auth/token", url.Values{"grant_type": {"authorization_code"}, "code": {user.Code}, "client_id": {h.url}})
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var given struct {
		Token string `json:"access_token"`
	}
	if err := json.NewDecoder(response.Body).Decode(&given); err != nil || given.Token == "" {
		t.Fatalf("%s: %v", response.Status, err)
	}
	h.token = given.Token
}

// ask speaks to Home Assistant's own interface; into takes the answer, as JSON or as bytes.
func (h *hub) ask(t *testing.T, method, path string, body, into any) {
	t.Helper()
	answer, err := h.try(t, method, path, body)
	if err != nil {
		t.Fatal(err)
	}
	switch into := into.(type) {
	case nil:
	case *[]byte:
		*into = answer
	default:
		if err := json.Unmarshal(answer, into); err != nil {
			t.Fatalf("%s: %v: %s", path, err, answer)
		}
	}
}

// try is ask for what may be refused.
func (h *hub) try(t *testing.T, method, path string, body any) ([]byte, error) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, h.url+path, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+h.token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s %v: %s", method, path, response.Status, err, answer)
	}
	return answer, nil
}

// camera serves one picture.
func camera(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_ = png.Encode(w, image.NewGray(image.Rect(0, 0, 8, 8)))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// showing is the card on screen.
func showing(t *testing.T, tv *client.Client) client.Card {
	t.Helper()
	state, err := tv.Cards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if state.Showing == nil {
		t.Fatal("no card is on screen")
	}
	return state.Showing.Card
}

func TestHomeAssistantSpeaksToTheTVByItsRecipe(t *testing.T) {
	service, picture := cuecard.Start(t), camera(t)
	said := strings.Fields(service.Run(t, "token", "new").Out)
	token := said[len(said)-1]
	tv := service.Client(client.WithToken(token))
	h := start(t, strings.NewReplacer("http://tv.local:8090", service.URL, "http://camera.local", picture, "Bearer TOKEN", "Bearer "+token))

	t.Run("rest_command keeps the types and has the TV's words", func(t *testing.T) {
		h.ask(t, "POST", "/api/services/rest_command/tv_card", map[string]any{"card": map[string]any{
			"id": "wash day", "message": "Käse \"done\"", "duration": 30, "dim": 0.5, "persistent": true, "accent": nil}}, nil)
		if c := showing(t, tv); c.ID != "wash day" || c.Message != `Käse "done"` || c.Dim == nil || *c.Dim != 0.5 || !c.Persistent {
			t.Errorf("%+v", c)
		}
		var answer struct {
			Response struct {
				Content map[string]string
				Status  int
			} `json:"service_response"`
		}
		h.ask(t, "POST", "/api/services/rest_command/tv_card?return_response", map[string]any{"card": map[string]any{"message": "m", "dim": "0.5"}}, &answer)
		if answer.Response.Status != 400 || answer.Response.Content["error"] != "field 'dim' must be a number from 0 to 1" {
			t.Errorf("%+v", answer)
		}
		h.ask(t, "POST", "/api/services/rest_command/tv_dismiss", map[string]any{"id": "wash day"}, nil)
		if state, err := tv.Cards(t.Context()); err != nil || state.Showing != nil {
			t.Errorf("the card is still there: %+v, %v", state.Showing, err)
		}
	})
	t.Run("notify has a look of its own", func(t *testing.T) {
		h.ask(t, "POST", "/api/services/notify/tv", map[string]any{"title": "Laundry", "message": "Done"}, nil)
		c := showing(t, tv)
		if c.Title != "Laundry" || c.Message != "Done" || c.Duration != 20*time.Second || c.Position != client.TopRight || c.WidthPercent != 35 {
			t.Errorf("%+v", c)
		}
		if _, err := tv.Dismiss(t.Context(), c.ID); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("an automation shows the doorbell", func(t *testing.T) {
		h.ask(t, "POST", "/api/webhook/doorbell", nil, nil)
		c := showing(t, tv)
		if c.ID != "door" || c.Image != picture+"/snapshot.jpg" || *c.Dim != 0.6 || !regexp.MustCompile(`^Somebody is there at \d\d:\d\d$`).MatchString(c.Message) {
			t.Errorf("%+v", c)
		}
	})
	t.Run("the screen is a camera and an image", func(t *testing.T) {
		service.Run(t, "token", "clear")
		h.addCamera(t, service.URL+"/screen.png?width=960")
		var states []struct {
			ID         string `json:"entity_id"`
			Attributes struct {
				Picture string `json:"entity_picture"`
			}
		}
		h.ask(t, "GET", "/api/states", nil, &states)
		found := 0
		for _, state := range states {
			kind, _, _ := strings.Cut(state.ID, ".")
			if kind != "camera" && kind != "image" {
				continue
			}
			found++
			var shot []byte
			h.ask(t, "GET", state.Attributes.Picture, nil, &shot)
			if picture, err := png.DecodeConfig(bytes.NewReader(shot)); err != nil || picture.Width != 960 || picture.Height != 540 {
				t.Errorf("%s: %+v, %v", state.ID, picture, err)
			}
		}
		if found != 2 {
			t.Errorf("%d cameras and images were found", found)
		}
	})
}

// addCamera adds a generic camera, as somebody does who clicks through its pages.
func (h *hub) addCamera(t *testing.T, still string) {
	t.Helper()
	var step struct {
		Flow   string `json:"flow_id"`
		Type   string
		Step   string `json:"step_id"`
		Errors map[string]string
	}
	h.ask(t, "POST", "/api/config/config_entries/flow", map[string]any{"handler": "generic"}, &step)
	h.ask(t, "POST", "/api/config/config_entries/flow/"+step.Flow, map[string]any{"still_image_url": still, "authentication": "basic", "framerate": 2, "verify_ssl": true}, &step)
	if step.Step == "user_confirm" {
		h.ask(t, "POST", "/api/config/config_entries/flow/"+step.Flow, map[string]any{"confirmed_ok": true}, &step)
	}
	if step.Type != "create_entry" {
		t.Fatalf("the camera was not made: %+v", step)
	}
}
