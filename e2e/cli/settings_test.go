package cli

import (
	"os"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
)

// table reads the settings as they are printed.
func table(t *testing.T, owner shell) map[string]string {
	t.Helper()
	values := map[string]string{}
	for row := range strings.Lines(owner.does(t, "settings")) {
		name, value, _ := strings.Cut(strings.TrimSuffix(row, "\n"), " ")
		values[name] = strings.TrimSpace(value)
	}
	return values
}

func factory(t *testing.T) map[string]string {
	t.Helper()
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"deviceName": name, "duration": "15", "position": "center", "widthPercent": "60", "background": "#FFFFFF",
		"textColor": "#111111", "accent": "none", "dim": "0", "sound": "default", "textScale": "1", "volume": "1", "idle": "black", "pictureMemory": "160", "monitor": "",
		"speech": "auto", "language": "", "speechRate": "1", "accept": "none", "discovery": "on", "mqtt": "", "groups": "",
	}
}

func TestSettingsAreFactoryMadeUntilTheyAreChanged(t *testing.T) {
	t.Parallel()
	for _, desk := range desks {
		t.Run(desk.name, func(t *testing.T) {
			t.Parallel()
			owner, _ := desk.open(t)
			now := table(t, owner)
			for name, value := range factory(t) {
				if now[name] != value {
					t.Errorf("%s is %q, not %q", name, now[name], value)
				}
			}
		})
	}
}

func TestChangedSettingsAreThoseOfTheNextCard(t *testing.T) {
	t.Parallel()
	for _, desk := range desks {
		t.Run(desk.name, func(t *testing.T) {
			t.Parallel()
			owner, running := desk.open(t)
			typed := map[string]string{
				"deviceName": "Living room = TV", "duration": "20.5", "position": "top-right", "widthPercent": "35", "background": "#102030",
				"textColor": "#80FFFFFF", "accent": "#FF8800", "dim": "0.4", "sound": "none", "textScale": "1.5", "volume": "0.25", "idle": "clock", "pictureMemory": "64", "monitor": "HDMI-1",
				"speech": "espeak-ng", "language": "pt-BR", "speechRate": "1.5", "accept": "kodi=127.0.0.1:0, ntfy=127.0.0.1:0+without-token", "discovery": "off",
				"mqtt": "mqtt://127.0.0.1:9", "groups": "kitchen, upstairs",
			}
			args := []string{"settings"}
			for name, value := range typed {
				args = append(args, name+"="+value)
			}
			owner.does(t, args...)
			h := running()
			owner.does(t, "send", "hello", "--id", "one")
			got := showing(t, h)
			if want := (client.Card{ID: "one", Message: "hello", Duration: 20500 * time.Millisecond, Position: client.TopRight, WidthPercent: 35,
				Background: "#102030", TextColor: "#80FFFFFF", Accent: "#FF8800", Dim: got.Dim, Sound: client.NoSound}); got != want || *got.Dim != 0.4 {
				t.Errorf("%+v", got)
			}
			if info, err := h.Client().Info(t.Context()); err != nil || info.DeviceName != "Living room = TV" {
				t.Errorf("%+v, %v", info, err)
			}
			for name, value := range table(t, owner) {
				if typed[name] != value {
					t.Errorf("%s is %q", name, value)
				}
			}
		})
	}
}

func TestSettingsChangeAllOrNone(t *testing.T) {
	t.Parallel()
	for _, desk := range desks {
		t.Run(desk.name, func(t *testing.T) {
			t.Parallel()
			owner, _ := desk.open(t)
			for _, c := range []struct{ wrong, words string }{
				{"dim=2", "field 'dim' must be a number from 0 to 1"},
				{"dim=dark", "field 'dim' must be a number from 0 to 1"},
				{`dim="0.5"`, "field 'dim' must be a number from 0 to 1"},
				{"duration=0", "field 'duration' must be a number from 1 to 3600"},
				{"position=middle", "field 'position' must be one of"},
				{"background=sky", "field 'background' must be"},
				{"accent=sky", "field 'accent' must be"},
				{"sound=loud", "field 'sound' must be"},
				{"textScale=3", "field 'textScale' must be a number from 0.5 to 2"},
				{"speech=loud", "field 'speech' must be one of auto, piper"},
				{"language=Deutsch!", "field 'language' must be empty, or a language such as de"},
				{"volume=-1", "field 'volume' must be a number from 0 to 1"},
				{"accept=kodi", "field 'accept' must be none, or some of"},
				{"colour=red", "field 'colour' must be one of the settings"},
				{"token=secret", "field 'token' must be one of the settings"},
			} {
				says(t, owner.fails(t, 1, "settings", "widthPercent=80", c.wrong, "deviceName=Changed"), c.words)
			}
			for name, value := range table(t, owner) {
				if factory(t)[name] != value {
					t.Errorf("%s is %q", name, value)
				}
			}
		})
	}
}

func TestAnEmptyValueIsTheFactorysAgain(t *testing.T) {
	t.Parallel()
	for _, desk := range desks {
		t.Run(desk.name, func(t *testing.T) {
			t.Parallel()
			owner, _ := desk.open(t)
			owner.does(t, "settings", "deviceName=Kitchen", "duration=20", "position=top-left", "widthPercent=35", "background=#102030",
				"textColor=#FFFFFF", "accent=#FF8800", "dim=0.4", "sound=none", "textScale=1.5", "volume=0.25", "idle=clock", "pictureMemory=64", "monitor=HDMI-1", "speech=off", "language=de", "speechRate=0.8", "accept=ntfy=127.0.0.1:0", "discovery=off", "mqtt=mqtt://127.0.0.1:9", "groups=kitchen")
			owner.does(t, "settings", "accent=none")
			if now := table(t, owner); now["accent"] != "none" {
				t.Errorf("%v", now)
			}
			args := []string{"settings"}
			for name := range factory(t) {
				args = append(args, name+"=")
			}
			owner.does(t, args...)
			for name, value := range table(t, owner) {
				if factory(t)[name] != value {
					t.Errorf("%s is %q", name, value)
				}
			}
		})
	}
}
