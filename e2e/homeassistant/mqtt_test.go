//go:build homeassistant

package homeassistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// patience is how long anything may take on a busy machine. Cards have to stay longer, or one that is not dismissed would look so.
const patience = time.Minute

// openBroker starts a mosquitto that lets everybody of this machine in, until the test ends, and returns its port.
func openBroker(t *testing.T) int {
	t.Helper()
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/mosquitto") // where only root looks
	}
	if err != nil {
		t.Fatal("mosquitto is missing: apt install mosquitto")
	}
	port := house.FreePort(t)
	file, log := filepath.Join(t.TempDir(), "mosquitto.conf"), &bytes.Buffer{}
	if err := os.WriteFile(file, fmt.Appendf(nil, "listener %d 127.0.0.1\nallow_anonymous true\n", port), 0o644); err != nil {
		t.Fatal(err)
	}
	broker := exec.Command(path, "-c", file)
	broker.Stdout, broker.Stderr = log, log
	if err := broker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = broker.Process.Kill()
		_ = broker.Wait()
		if t.Failed() {
			t.Log(log)
		}
	})
	return port
}

// addBroker adds the MQTT integration, as somebody does who clicks through its pages.
func (h *hub) addBroker(t *testing.T, port int) {
	t.Helper()
	var step struct {
		Flow   string `json:"flow_id"`
		Type   string
		Errors map[string]string
	}
	h.ask(t, "POST", "/api/config/config_entries/flow", map[string]any{"handler": "mqtt"}, &step)
	h.ask(t, "POST", "/api/config/config_entries/flow/"+step.Flow, map[string]any{"broker": "127.0.0.1", "port": port}, &step)
	if step.Type != "create_entry" {
		t.Fatalf("the broker was not taken: %+v", step)
	}
}

// entity is one of the TV's, as Home Assistant has it.
type entity struct {
	State      string
	Attributes map[string]any
}

// entities are all that Home Assistant has of a device, by their ids.
func (h *hub) entities(t *testing.T, device string) map[string]entity {
	t.Helper()
	var states []struct {
		ID string `json:"entity_id"`
		entity
	}
	h.ask(t, "GET", "/api/states", nil, &states)
	all := map[string]entity{}
	for _, s := range states {
		if _, name, _ := strings.Cut(s.ID, "."); name == device || strings.HasPrefix(name, device+"_") {
			all[s.ID] = s.entity
		}
	}
	return all
}

// has waits until Home Assistant has these entities of the living room, and no others.
func (h *hub) has(t *testing.T, names []string) {
	t.Helper()
	until(t, fmt.Sprintf("%d entities are there", len(names)), func() (bool, any) {
		found := slices.Sorted(maps.Keys(h.entities(t, "living_room")))
		return slices.Equal(found, names), found
	})
}

// until waits for a condition of somebody else's making; seen is told when it does not come.
func until(t *testing.T, what string, is func() (ok bool, seen any)) {
	t.Helper()
	over, again := time.After(patience), time.NewTicker(100*time.Millisecond)
	defer again.Stop()
	for {
		ok, seen := is()
		if ok {
			return
		}
		select {
		case <-again.C:
		case <-over:
			t.Fatalf("%s: not within %s; seen: %+v", what, patience, seen)
		}
	}
}

// says waits until an entity has a state.
func (h *hub) says(t *testing.T, id, state string) (e entity) {
	t.Helper()
	until(t, id+" is "+state, func() (bool, any) {
		h.ask(t, "GET", "/api/states/"+id, nil, &e)
		return e.State == state, e
	})
	return e
}

// act calls an action for an entity.
func (h *hub) act(t *testing.T, action, id string, data map[string]any) {
	t.Helper()
	body := map[string]any{"entity_id": id}
	maps.Copy(body, data)
	h.ask(t, "POST", "/api/services/"+action, body, nil)
}

// runs runs a script of the recipe.
func (h *hub) runs(t *testing.T, script string) {
	t.Helper()
	h.ask(t, "POST", "/api/services/script/"+script, nil, nil)
}

// picture waits until an image entity has a picture that is not the one before.
func (h *hub) picture(t *testing.T, id string, before []byte) (shot []byte) {
	t.Helper()
	until(t, "a picture", func() (bool, any) {
		var e entity
		h.ask(t, "GET", "/api/states/"+id, nil, &e)
		address, _ := e.Attributes["entity_picture"].(string)
		var err error
		if shot, err = h.try(t, "GET", address, nil); err != nil {
			return false, err // there is none yet
		}
		return len(shot) > 0 && !bytes.Equal(shot, before), len(shot)
	})
	if size, err := png.DecodeConfig(bytes.NewReader(shot)); err != nil || size.Width != 640 || size.Height != 360 {
		t.Errorf("%s: %+v, %v", id, size, err)
	}
	return shot
}

// shows waits until the card with a message is on screen; without one, until nothing is.
func shows(t *testing.T, tv *client.Client, message string) (c client.Card) {
	t.Helper()
	until(t, "the TV shows "+message, func() (bool, any) {
		state, err := tv.Cards(t.Context())
		if err != nil || state.Showing == nil {
			return err == nil && message == "", err
		}
		c = state.Showing.Card
		return c.Message == message, c
	})
	return c
}

// kept waits until the TV keeps a setting with a value, as JSON.
func kept(t *testing.T, dir, name, value string) {
	t.Helper()
	until(t, name+" is "+value, func() (bool, any) {
		text, err := os.ReadFile(filepath.Join(dir, "settings.json"))
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]json.RawMessage
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		return string(all[name]) == value, string(text)
	})
}

// livingRoom starts a TV of that name at a broker, whose cards stay for an hour, and returns its id too.
func livingRoom(t *testing.T, broker string) (*house.House, string) {
	t.Helper()
	dir := t.TempDir()
	cuecard.Run(t, "", "settings", "deviceName=Living room", "duration=3600", "--data", dir)
	service := cuecard.StartIn(t, dir, "--mqtt", broker)
	text, err := os.ReadFile(filepath.Join(dir, "settings.json"))
	var tv struct{ ID string }
	if err == nil {
		err = json.Unmarshal(text, &tv)
	}
	if err != nil || tv.ID == "" {
		t.Fatalf("the TV has no id: %v: %s", err, text)
	}
	return service, tv.ID
}

func TestHomeAssistantFindsTheTVOverMQTT(t *testing.T) {
	port := openBroker(t)
	broker := fmt.Sprintf("mqtt://127.0.0.1:%d", port)
	service, id := livingRoom(t, broker)
	tv := service.Client()
	h := start(t, strings.NewReplacer("DEVICE", id))
	h.addBroker(t, port)

	const sensor, binary, screen = "sensor.living_room_on_screen", "binary_sensor.living_room_shows_a_card", "image.living_room_screen"
	names := []string{binary, "button.living_room_dismiss", screen, "notify.living_room", "number.living_room_dim_the_film", "number.living_room_duration",
		"number.living_room_size_of_text", "number.living_room_volume", "select.living_room_position", "select.living_room_when_nothing_shows", sensor, "switch.living_room_cards"}
	h.has(t, names)
	var dark []byte
	t.Run("the screen has a picture before the first card", func(t *testing.T) { dark = h.picture(t, screen, nil) })
	t.Run("notify.send_message shows a card, and the entities tell of it", func(t *testing.T) {
		h.says(t, binary, "off")
		h.says(t, sensor, "nothing")
		h.runs(t, "tv_dinner")
		c := shows(t, tv, "Dinner is ready")
		h.says(t, binary, "on")
		e := h.says(t, sensor, "Dinner is ready")
		if card, _ := e.Attributes["showing"].(map[string]any); card["id"] != c.ID || e.Attributes["waiting"] != 0.0 {
			t.Errorf("the sensor says %v, the card is %s", e.Attributes, c.ID)
		}
		h.picture(t, screen, dark)
	})
	t.Run("the button dismisses it", func(t *testing.T) {
		h.act(t, "button/press", "button.living_room_dismiss", nil)
		shows(t, tv, "")
		h.says(t, binary, "off")
		h.says(t, sensor, "nothing")
	})
	t.Run("mqtt.publish has all fields", func(t *testing.T) {
		h.runs(t, "tv_door")
		if c := shows(t, tv, "Somebody is there"); c.ID != "door" || c.Title != "Door" || c.Dim == nil || *c.Dim != 0.6 || c.Duration != 90*time.Second {
			t.Errorf("%+v", c)
		}
		h.says(t, sensor, "Door: Somebody is there")
		h.runs(t, "tv_quiet")
		shows(t, tv, "")
		kept(t, service.Dir, "volume", "0.2")
		h.says(t, "number.living_room_volume", "0.2")
	})
	t.Run("numbers, selects and the switch turn the TV's settings", func(t *testing.T) {
		for _, knob := range []struct {
			action, id, key string
			value           any
			setting, kept   string
		}{
			{"number/set_value", "number.living_room_volume", "value", 0.35, "volume", "0.35"},
			{"number/set_value", "number.living_room_duration", "value", 20, "duration", "20"},
			{"number/set_value", "number.living_room_size_of_text", "value", 1.25, "textScale", "1.25"},
			{"number/set_value", "number.living_room_dim_the_film", "value", 0.5, "dim", "0.5"},
			{"select/select_option", "select.living_room_position", "option", "top-left", "position", `"top-left"`},
			{"select/select_option", "select.living_room_when_nothing_shows", "option", "clock", "idle", `"clock"`},
		} {
			h.act(t, knob.action, knob.id, map[string]any{knob.key: knob.value})
			kept(t, service.Dir, knob.setting, knob.kept)
			h.says(t, knob.id, fmt.Sprint(knob.value))
		}
		for _, turn := range []string{"off", "on"} {
			h.act(t, "switch/turn_"+turn, "switch.living_room_cards", nil)
			h.says(t, "switch.living_room_cards", turn)
			if info, err := tv.Info(t.Context()); err != nil || info.OverlayPermission != (turn == "on") {
				t.Errorf("cards are %s, the TV says %+v, %v", turn, info, err)
			}
		}
	})
	t.Run("what the owner changes at the TV is told", func(t *testing.T) {
		service.Run(t, "settings", "volume=0.8", "position=bottom-right")
		h.says(t, "number.living_room_volume", "0.8")
		h.says(t, "select.living_room_position", "bottom-right")
	})
	t.Run("a TV that leaves the broker is removed, and found again when it comes back", func(t *testing.T) {
		service.Run(t, "settings", "mqtt=")
		h.has(t, nil)
		service.Run(t, "settings", "mqtt="+broker)
		h.has(t, names)
		h.says(t, "number.living_room_volume", "0.8")
	})
	t.Run("a TV that is gone is unavailable", func(t *testing.T) {
		service.Kill()
		for _, name := range names {
			h.says(t, name, "unavailable")
		}
	})
}
