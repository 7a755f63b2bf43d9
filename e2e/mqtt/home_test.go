package mqtt

import (
	"bytes"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"
)

// described is what Home Assistant is told of a TV.
type described struct {
	Device struct {
		Identifiers    []string
		Name           string
		SoftwareNumber string `json:"sw_version"`
	}
	Origin       struct{ Name string }
	Availability string `json:"availability_topic"`
	Components   map[string]map[string]any
}

func TestHomeAssistantFindsTheTVWithAllItsEntities(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	v.does(t, "settings", "deviceName=Living room")
	var d described
	b.listen(t, "homeassistant/+/+/config").until("the name", func(m message) bool {
		m.into(t, &d)
		return d.Device.Name == "Living room" && m.Topic == "homeassistant/device/cuecard_"+v.id+"/config"
	})
	if !slices.Equal(d.Device.Identifiers, []string{"cuecard_" + v.id}) || d.Origin.Name != "Cuecard" || d.Availability != v.topic("availability") || d.Device.SoftwareNumber == "" {
		t.Errorf("%+v", d)
	}
	kinds := map[string][]string{}
	for name, entity := range d.Components {
		kind := entity["platform"].(string)
		kinds[kind] = append(kinds[kind], name)
		if entity["unique_id"] != "cuecard_"+v.id+"_"+name {
			t.Errorf("%s: %v", name, entity)
		}
	}
	if got := slices.Sorted(maps.Keys(kinds)); !slices.Equal(got, []string{"binary_sensor", "button", "image", "notify", "number", "select", "sensor", "switch"}) {
		t.Errorf("kinds of entities: %v", got)
	}
	if numbers := slices.Sorted(slices.Values(kinds["number"])); !slices.Equal(numbers, []string{"dim", "duration", "textScale", "volume"}) {
		t.Errorf("numbers: %v", numbers)
	}
}

func TestHomeAssistantsEntitiesWork(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, "homeassistant/device/+/config", v.topic("result"), v.topic("settings"))
	var d described
	l.until("the device", func(m message) bool { return strings.HasPrefix(m.Topic, "homeassistant/") }).into(t, &d)
	press := func(entity, payload string) { l.say(d.Components[entity]["command_topic"].(string), payload) }

	press("message", "The wash is done")
	var a answer
	l.next(v.topic("result")).into(t, &a)
	if a.Result != "shown" {
		t.Errorf("%+v", a)
	}
	v.holds(t, "The wash is done")
	press("dismiss", d.Components["dismiss"]["payload_press"].(string))
	l.next(v.topic("result")).into(t, &a)
	if a.Result != "dismissed" {
		t.Errorf("%+v", a)
	}
	for entity, turn := range map[string][2]string{"volume": {"0.4", `"volume":0.4`}, "duration": {"20", `"duration":20`}, "textScale": {"1.25", `"textScale":1.25`},
		"dim": {"0.5", `"dim":0.5`}, "position": {"top-left", `"position":"top-left"`}, "idle": {"clock", `"idle":"clock"`}, "overlay": {"OFF", `"overlay":false`}} {
		press(entity, turn[0])
		l.until(turn[1], func(m message) bool { return m.Topic == v.topic("settings") && strings.Contains(m.text(), turn[1]) })
	}
	if printed := v.does(t, "settings"); !strings.Contains(printed, "top-left") || !strings.Contains(printed, "0.4") {
		t.Error(printed)
	}
	press("volume", "loud")
	l.next(v.topic("result")).into(t, &a)
	if a.Error != "field 'volume' must be a number from 0 to 1" || a.Status != "refused" {
		t.Errorf("%+v", a)
	}
	press("overlay", "ON")
	l.until("cards on", func(m message) bool { return strings.Contains(m.text(), `"overlay":true`) })
}

func TestHomeAssistantThatComesLaterIsToldAgain(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, "homeassistant/device/+/config", v.topic("availability"), v.topic("settings"))
	all := []string{"homeassistant/device/cuecard_" + v.id + "/config", v.topic("availability"), v.topic("settings")}
	l.each(all)
	l.say("homeassistant/status", "online")
	l.each(all)
}

func TestThePictureOfTheScreenIsSentToWhoLooks(t *testing.T) {
	t.Parallel()
	b := openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, v.topic("screen"))
	l.say("homeassistant/status", "online") // or the TV would ask a little later whether somebody looks
	picture := func(brightness func(uint32) bool) {
		t.Helper()
		l.until("a picture", func(m message) bool {
			if len(m.Payload) == 0 {
				return false
			}
			shot, err := png.Decode(bytes.NewReader(m.Payload))
			if err != nil || shot.Bounds().Dx() != 640 || shot.Bounds().Dy() != 360 {
				t.Fatalf("%v, %v", shot.Bounds(), err)
			}
			r, _, _, _ := shot.At(320, 180).RGBA()
			return brightness(r)
		})
	}
	picture(func(r uint32) bool { return r == 0 })
	b.listen(t, v.topic("result")).ask(v, "notify", `{"message":"`+strings.Repeat("white ", 100)+`","background":"#FFFFFF","textColor":"#FFFFFF"}`)
	picture(func(r uint32) bool { return r > 0xF000 })
}

func TestClearingTheBrokerLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	b, other := openBroker(t), openBroker(t)
	v := turnOn(t, b)
	l := b.listen(t, "#")
	kept := []string{"homeassistant/device/cuecard_" + v.id + "/config", v.topic("state"), v.topic("settings"), v.topic("availability")}
	l.each(kept)
	l.say(v.topic("notify"), `{"message":"here"}`)
	l.next(v.topic("result"))
	// To another broker, and to none.
	v.does(t, "settings", "mqtt="+other.url())
	for range kept {
		l.until("the end of it", func(m message) bool { return slices.Contains(kept, m.Topic) && len(m.Payload) == 0 })
	}
	there := other.listen(t, "#")
	there.until("online", func(m message) bool { return m.Topic == v.topic("availability") && m.text() == "online" })
	v.does(t, "settings", "mqtt=")
	for range kept {
		there.until("the end of it", func(m message) bool { return slices.Contains(kept, m.Topic) && len(m.Payload) == 0 })
	}
	// Whoever comes now finds nothing.
	late := b.listen(t, "#")
	late.say("a/mark", "")
	late.next("a/mark")
	if heard := late.heard(); strings.Contains(heard, "cuecard") {
		t.Errorf("left behind: %s", heard)
	}
	if printed := v.does(t, "settings"); strings.Contains(printed, "mqtt://") {
		t.Error(printed)
	}
}
