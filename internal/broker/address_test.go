package broker

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnAddressIsReadAsPeopleWriteIt(t *testing.T) {
	for written, want := range map[string]Address{
		"mqtt://192.168.1.5":                   {Host: "192.168.1.5:1883"},
		" mqtt://broker.local:1884/ ":          {Host: "broker.local:1884"},
		"mqtts://broker.local":                 {TLS: true, Host: "broker.local:8883"},
		"mqtt://[fd00::5]":                     {Host: "[fd00::5]:1883"},
		"mqtt://tv@broker":                     {Host: "broker:1883", User: "tv"},
		"mqtt://tv:s%40cret%2F@broker:1":       {Host: "broker:1", User: "tv", password: "s@cret/"},
		"mqtts://:only-a-password@broker:8884": {TLS: true, Host: "broker:8884", password: "only-a-password"},
	} {
		if got, err := Parse(written); err != nil || got != want {
			t.Errorf("%q: %+v, %v", written, got, err)
		}
	}
}

func TestWhatIsNoAddressIsNotRepeatedInTheError(t *testing.T) {
	for _, written := range []string{"", "broker", "broker:1883", "http://tv:secret@broker", "mqtt://", "mqtt://tv:secret@", "mqtt://tv:secret@broker/topic",
		"mqtt://tv:secret@broker?x=1", "mqtt://tv:secret@broker#x", "mqtt://tv:sec ret@broker", "mqtt:tv:secret@broker", "mqtt://tv:secret@broker:port"} {
		got, err := Parse(written)
		if err == nil || strings.Contains(err.Error(), "secret") || Masked(written) != "" {
			t.Errorf("%q: %v, %v", written, got, err)
		}
	}
}

func TestAPrintedAddressDoesNotTellThePassword(t *testing.T) {
	a, err := Parse("mqtts://living%20room:hunter2@broker")
	if err != nil {
		t.Fatal(err)
	}
	for _, printed := range []string{a.String(), fmt.Sprint(a), fmt.Sprintf("%+v %#v", a, a), fmt.Sprintf("%v", &a), Masked("mqtts://living%20room:hunter2@broker")} {
		if strings.Contains(printed, "hunter2") || !strings.Contains(printed, "mqtts://living%20room:***@broker:8883") {
			t.Error(printed)
		}
	}
	if !IsMasked(a.String()) || IsMasked("mqtts://living%20room:hunter2@broker") || IsMasked("mqtt://broker") {
		t.Error("a masked address is not told from another")
	}
	if a.Password() != "hunter2" || a.Hostname() != "broker" {
		t.Errorf("%q at %q", a.Password(), a.Hostname())
	}
}
