package mqtt

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestEveryKnobIsAnEntityWhoseTopicTurnsIt(t *testing.T) {
	visit(t, func(v *visitor) {
		v.Bridge.URL = func() string { return "http://192.168.1.20:8090" }
		var device struct {
			Device     map[string]any
			Components map[string]map[string]any
		}
		if err := json.Unmarshal(asJSON(v.device(v.Settings.Get())), &device); err != nil {
			t.Fatal(err)
		}
		if device.Device["configuration_url"] != "http://192.168.1.20:8090" {
			t.Errorf("%v", device.Device)
		}
		values := turned(v.Settings.Get())
		for _, k := range knobs() {
			entity := device.Components[k.name]
			topic, _ := entity["command_topic"].(string)
			if what, setting := about(topic); what != set || setting != k.name || values[k.name] == nil || !strings.Contains(entity["value_template"].(string), "value_json."+k.name) {
				t.Errorf("%s: %v, %s", k.name, entity, values[k.name])
			}
		}
		if device.Components["screen"] != nil {
			t.Error("a TV that cannot paint its screen has a picture of it")
		}
	})
}

func TestATVListensToItselfItsGroupsAndAll(t *testing.T) {
	got := strings.Join(listened("abc", []string{"hall"}), " ")
	for _, topic := range []string{"cuecard/abc/notify", "cuecard/abc/dismiss", "cuecard/abc/message", "cuecard/abc/set/+", "cuecard/all/notify", "cuecard/all/dismiss",
		"cuecard/hall/notify", "cuecard/hall/dismiss", "homeassistant/status"} {
		if !strings.Contains(got, topic) {
			t.Errorf("%s is not in %s", topic, got)
		}
	}
}
