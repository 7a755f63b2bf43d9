package mqtt

import (
	"bytes"
	"context"

	"cuecard.app/internal/settings"
	"github.com/eclipse/paho.golang/paho"
)

// object is one of JSON.
type object = map[string]any

// describe keeps Home Assistant and everybody else informed of the device and its settings, and listens to its groups, until
// ctx ends.
func (g *guest) describe(ctx context.Context, client *paho.Client, groups []string) {
	var described, told []byte
	tell := func(topic string, before *[]byte, now []byte) {
		if !bytes.Equal(*before, now) {
			*before = now
			g.publish(ctx, retained(topic, now))
		}
	}
	for {
		changed, now := g.Settings.Changed(), g.Settings.Get()
		tell(discovery(g.id), &described, asJSON(g.device(now)))
		tell(topic(g.id, settingTopic), &told, asJSON(turned(now)))
		if after := now.GroupNames(); ctx.Err() == nil {
			if err := g.follow(ctx, client, groups, after); err == nil {
				groups = after
			}
		}
		select {
		case <-changed:
		case <-g.home: // it may have missed what the broker does not keep
			described, told = nil, nil
			g.announce(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// device is the TV as Home Assistant takes it: one device with all its entities.
func (g *guest) device(now settings.Settings) object {
	about := object{"identifiers": []string{"cuecard_" + g.id}, "name": now.DeviceName, "manufacturer": "Cuecard", "model": "TV", "sw_version": g.Version}
	if g.URL != nil && g.URL() != "" {
		about["configuration_url"] = g.URL()
	}
	return object{
		"device":             about,
		"origin":             object{"name": "Cuecard", "sw_version": g.Version},
		"availability_topic": topic(g.id, availability),
		"qos":                atLeastOnce,
		"components":         g.components(),
	}
}

func (g *guest) components() object {
	all := object{
		"message": object{"platform": "notify", "name": nil, "command_topic": topic(g.id, message)},
		"showing": object{"platform": "sensor", "name": "On screen", "icon": "mdi:television", "state_topic": topic(g.id, stateTopic),
			"value_template": "{{ value_json.text or 'nothing' }}", "json_attributes_topic": topic(g.id, stateTopic)},
		"shows": object{"platform": "binary_sensor", "name": "Shows a card", "icon": "mdi:television-shimmer", "state_topic": topic(g.id, stateTopic),
			"value_template": "{{ 'ON' if value_json.showing else 'OFF' }}"},
		"dismiss": object{"platform": "button", "name": "Dismiss", "icon": "mdi:close-box-outline", "command_topic": topic(g.id, dismiss), "payload_press": "{}"},
	}
	if g.Picture != nil {
		all["screen"] = object{"platform": "image", "name": "Screen", "image_topic": topic(g.id, picture), "content_type": "image/png"}
	}
	for _, k := range knobs() {
		all[k.name] = g.control(k)
	}
	for name, entity := range all {
		entity.(object)["unique_id"] = "cuecard_" + g.id + "_" + name
	}
	return all
}

// control is the entity of a knob.
func (g *guest) control(k knob) object {
	entity := object{"name": k.label, "icon": k.icon, "entity_category": "config", "command_topic": topic(g.id, set+"/"+k.name),
		"state_topic": topic(g.id, settingTopic), "value_template": "{{ value_json." + k.name + " }}"}
	switch {
	case k.words != nil:
		entity["platform"], entity["options"] = "select", k.words
	case k.name == overlay:
		entity["platform"], entity["value_template"] = "switch", "{{ 'ON' if value_json.overlay else 'OFF' }}"
	default:
		entity["platform"], entity["min"], entity["max"], entity["step"], entity["mode"] = "number", k.from, k.to, k.step, "slider"
		if k.unit != "" {
			entity["unit_of_measurement"], entity["mode"] = k.unit, "box"
		}
	}
	return entity
}
