package settings

import (
	"bytes"
	"encoding/base64"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/internal/card"
)

func open(t *testing.T, dir string) (*Store, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	return Open(dir, slog.New(slog.NewTextHandler(&log, nil))), &log
}

func change(t *testing.T, s *Store, edit func(*Settings) error) {
	t.Helper()
	if err := s.Change(edit); err != nil {
		t.Fatal(err)
	}
}

func TestFactoryValuesAreThoseOfTheInterface(t *testing.T) {
	s := Factory()
	host, _ := os.Hostname()
	if s.DeviceName != host || s.Duration != 15 || s.Position != "center" || s.WidthPercent != 60 || s.Background.String() != "#FFFFFF" ||
		s.TextColor.String() != "#111111" || s.Accent != nil || s.Dim != 0 || s.Sound != "default" || s.TextScale != 1 || s.Volume != 1 ||
		!s.Overlay || s.Token != "" || s.Discovery != On {
		t.Errorf("%+v", s)
	}
}

func TestSettingsAreThereAfterARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "when needed")
	s, _ := open(t, dir)
	change(t, s, func(s *Settings) error {
		s.Token, s.Overlay = "secret", false
		s.Approve("kitchen")
		return errors.Join(s.Set("dim", "0.5"), s.Set("accent", "#80FF0000"), s.Set("deviceName", "Wohnzimmer 📺"))
	})
	again, log := open(t, dir)
	got, want := again.Get(), s.Get()
	if got.Token != "secret" || got.Overlay || got.Dim != 0.5 || got.Accent.String() != "#80FF0000" || got.DeviceName != "Wohnzimmer 📺" ||
		got.ConsoleKey != want.ConsoleKey || len(got.Screens) != 1 || got.Screens[0] != want.Screens[0] {
		t.Errorf("got %+v\nwant %+v\n%s", got, want, log)
	}
	info, err := os.Stat(filepath.Join(dir, "settings.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestTheDevicesIDIsMadeOnce(t *testing.T) {
	dir := t.TempDir()
	s, _ := open(t, dir)
	id := s.Get().ID
	if len(id) != 10 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") != "" || id == Factory().ID {
		t.Errorf("%q", id)
	}
	change(t, s, func(s *Settings) error { return s.Set("deviceName", "") })
	if again, _ := open(t, dir); again.Get().ID != id {
		t.Errorf("%q becomes %q", id, again.Get().ID)
	}
}

func TestADefaultObeysTheRulesOfACard(t *testing.T) {
	for _, row := range []struct{ name, typed, want string }{
		{"duration", "0", "field 'duration' must be a number from 1 to 3600"},
		{"duration", "5", ""},
		{"position", "middle", "field 'position' must be one of center, top-left, top-right, bottom-left, bottom-right"},
		{"textScale", "2.5", "field 'textScale' must be a number from 0.5 to 2"},
		{"volume", "loud", "field 'volume' must be a number from 0 to 1"},
		{"volume", "0", ""},
		{"background", "111111", ""},
		{"sound", "http://nas/ding.mp3", ""},
		{"sound", "ding", `field 'sound' must be "none", "default" or an http or https URL`},
	} {
		s := Factory()
		err := s.Set(row.name, row.typed)
		if (err == nil) != (row.want == "") || err != nil && err.Error() != row.want {
			t.Errorf("%s=%s: %v, want %q", row.name, row.typed, err, row.want)
		}
	}
}

func TestASettingThatDoesNotExistIsAnErrorThatNamesThoseThatDo(t *testing.T) {
	s := Factory()
	var field *card.FieldError
	if err := s.Set("colour", "red"); !errors.As(err, &field) || field.Field != "colour" || !strings.Contains(err.Error(), "background, textColor") {
		t.Errorf("got %v", err)
	}
}

func TestAnEmptyValueIsTheFactorysAgain(t *testing.T) {
	s := Factory()
	for name, typed := range map[string]string{"duration": "99", "position": "top-left", "accent": "#FFF", "deviceName": "x"} {
		if err := errors.Join(s.Set(name, typed), s.Set(name, "")); err != nil {
			t.Error(err)
		}
	}
	if f := Factory(); s.Duration != f.Duration || s.Position != f.Position || s.Accent != nil || s.DeviceName != f.DeviceName {
		t.Errorf("%+v", s)
	}
}

func TestAnEditThatFailsChangesNothing(t *testing.T) {
	s, _ := open(t, t.TempDir())
	changed := s.Changed()
	err := s.Change(func(s *Settings) error { return errors.Join(s.Set("duration", "30"), s.Set("dim", "7")) })
	if err == nil || s.Get().Duration != 15 {
		t.Errorf("%v, duration %v", err, s.Get().Duration)
	}
	select {
	case <-changed:
		t.Error("a change was told")
	default:
	}
	applied := 0.0
	s.Apply(func(s Settings) { applied = s.Duration })
	change(t, s, func(s *Settings) error { return s.Set("duration", "30") })
	<-changed
	if applied != 30 {
		t.Errorf("%v was applied", applied)
	}
}

func TestSettingsThatCannotBeSavedDoNotHold(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, filepath.Join(file, "no directory"))
	err := s.Change(func(s *Settings) error { s.Token = "x"; return nil })
	if err == nil || s.Get().Token != "" {
		t.Errorf("%v, token %q", err, s.Get().Token)
	}
}

func TestADamagedOrForeignFileIsSetAsideWithItsNameInTheLog(t *testing.T) {
	for name, content := range map[string]string{
		"torn":    `{"version":1,"dur`,
		"foreign": `[1,2,3]`,
		"empty":   ``,
		"no form": `{"colour":"blue"}`,
		"binary":  "\x00\x01\x02",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		s, log := open(t, dir)
		aside, _ := filepath.Glob(filepath.Join(dir, "settings.json.damaged-*"))
		if s.Get().Duration != 15 || len(aside) != 1 || !strings.Contains(log.String(), aside[0]) {
			t.Errorf("%s: aside %v, log %s", name, aside, log)
			continue
		}
		if kept, _ := os.ReadFile(aside[0]); string(kept) != content {
			t.Errorf("%s: kept %q", name, kept)
		}
	}
}

func TestADirectoryInTheFilesPlaceIsSetAside(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "settings.json", "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, dir)
	change(t, s, func(s *Settings) error { return s.Set("duration", "30") })
}

func TestOneBadValueInTheFileDoesNotLoseTheOthers(t *testing.T) {
	dir := t.TempDir()
	content := `{"version":1,"duration":"long","dim":0.5,"token":"t","later":"addition"}`
	if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	s, log := open(t, dir)
	if got := s.Get(); got.Duration != 15 || got.Dim != 0.5 || got.Token != "t" || !got.Overlay {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(log.String(), "duration") {
		t.Errorf("log: %s", log)
	}
}

func TestTheTokenIsThirtyTwoRandomBytes(t *testing.T) {
	a, b := NewSecret(), NewSecret()
	raw, err := base64.RawURLEncoding.DecodeString(a)
	if err != nil || len(raw) != 32 || a == b {
		t.Errorf("%q and %q", a, b)
	}
}

func TestWhoIsAllowed(t *testing.T) {
	s := Factory()
	if !s.Allows("") || !s.AllowsScreen("") {
		t.Error("without a token somebody is kept out")
	}
	s.Token = "secret"
	screen, key := s.Approve("kitchen")
	for _, row := range []struct {
		bearer       string
		api, watches bool
	}{{"secret", true, true}, {"", false, false}, {"Secret", false, false}, {"secret ", false, false}, {key, false, true}, {screen.KeyHash, false, false}} {
		if s.Allows(row.bearer) != row.api || s.AllowsScreen(row.bearer) != row.watches {
			t.Errorf("%q: %v, %v", row.bearer, s.Allows(row.bearer), s.AllowsScreen(row.bearer))
		}
	}
	if !s.Revoke(screen.ID) || s.Revoke(screen.ID) || s.AllowsScreen(key) {
		t.Error("a revoked key still opens")
	}
}
