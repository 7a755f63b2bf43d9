package settings

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestADeviceHasOneIDForLife(t *testing.T) {
	dir := t.TempDir()
	first, _ := open(t, dir)
	change(t, first, func(*Settings) error { return nil })
	id := first.Get().ID
	if !regexp.MustCompile(`^[a-z0-9]{10}$`).MatchString(id) || id == Factory().ID {
		t.Errorf("the id is %q", id)
	}
	change(t, first, func(s *Settings) error { return errors.Join(s.Set("deviceName", "Kitchen"), s.Set("deviceName", "")) })
	again, _ := open(t, dir)
	if again.Get().ID != id {
		t.Errorf("%q became %q", id, again.Get().ID)
	}
}

func TestAFileOfAnEarlierVersionGetsAnIDThatIsKept(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(`{"version":1,"volume":0.5}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, dir)
	change(t, s, func(*Settings) error { return nil })
	again, _ := open(t, dir)
	if id := s.Get().ID; id == "" || again.Get().ID != id || again.Get().Volume != 0.5 {
		t.Errorf("%q, then %+v", id, again.Get())
	}
}

func TestTheBrokersPasswordIsKeptButNeverShown(t *testing.T) {
	dir := t.TempDir()
	s, _ := open(t, dir)
	change(t, s, func(s *Settings) error { return s.Set("mqtt", "mqtt://tv:hunter2@broker") })
	again, _ := open(t, dir)
	now := again.Get()
	if now.MQTT != "mqtt://tv:hunter2@broker" {
		t.Fatalf("kept is %q", now.MQTT)
	}
	if shown := string(now.Values()["mqtt"]); shown != `"mqtt://tv:***@broker:1883"` {
		t.Errorf("shown is %s", shown)
	}
	for name, value := range now.Values() {
		if strings.Contains(string(value), "hunter2") {
			t.Errorf("%s tells it: %s", name, value)
		}
	}
}

func TestAShownAddressThatIsSavedAgainKeepsItsPassword(t *testing.T) {
	s := Factory()
	if err := errors.Join(s.Set("mqtt", "mqtt://tv:hunter2@broker"), s.Set("mqtt", "mqtt://tv:***@broker:1883")); err != nil || s.MQTT != "mqtt://tv:hunter2@broker" {
		t.Errorf("%q, %v", s.MQTT, err)
	}
	// The secret goes to nobody but the one it was given for.
	err := s.Set("mqtt", "mqtt://tv:***@elsewhere:1883")
	if err == nil || !strings.Contains(err.Error(), "field 'mqtt' must be") || s.MQTT != "mqtt://tv:hunter2@broker" {
		t.Errorf("%q, %v", s.MQTT, err)
	}
}

func TestABadAddressIsNotRepeated(t *testing.T) {
	s := Factory()
	err := s.Set("mqtt", "http://tv:hunter2@broker")
	if err == nil || strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), "field 'mqtt' must be a broker's address such as mqtt://") {
		t.Error(err)
	}
}

func TestClearingTheBrokerAndTheGroups(t *testing.T) {
	s := Factory()
	err := errors.Join(s.Set("mqtt", "mqtt://broker"), s.Set("groups", "kitchen"), s.Set("mqtt", ""), s.Set("groups", " "))
	if err != nil || s.MQTT != "" || s.Groups != "" || len(s.GroupNames()) != 0 {
		t.Errorf("%q, %q, %v", s.MQTT, s.Groups, err)
	}
}

func TestGroupsAreNamesThatATopicCanHold(t *testing.T) {
	for typed, want := range map[string][]string{
		"kitchen":                {"kitchen"},
		"kitchen, upstairs":      {"kitchen", "upstairs"},
		"küche,hall_2 ,floor-3,": {"küche", "hall_2", "floor-3"},
	} {
		s := Factory()
		if err := s.Set("groups", typed); err != nil || !slices.Equal(s.GroupNames(), want) {
			t.Errorf("%q: %q, %v", typed, s.GroupNames(), err)
		}
	}
	for _, typed := range []string{"all", "kitchen,all", "a/b", "#", "+", "$SYS", "a\x00b", strings.Repeat("x", 65), strings.Repeat("x,", 33) + "x"} {
		s := Factory()
		if err := s.Set("groups", typed); err == nil {
			t.Errorf("%q is taken", typed)
		}
	}
}
