package mqtt

import (
	"encoding/json"
	"slices"
	"strings"

	"cuecard.app/internal/card"
	"cuecard.app/internal/settings"
)

// overlay is the knob that is no setting of that name: whether cards may be drawn.
const overlay = "overlay"

// knob is a setting of the owner that the home may turn too.
type knob struct {
	name, label, icon string
	from, to, step    float64  // of a number
	unit              string   // of a number
	words             []string // of a choice
}

// knobs are the settings that make sense in a home's automations. What is not here cannot be changed by way of the broker.
func knobs() []knob {
	places := []string{string(card.Center), string(card.TopLeft), string(card.TopRight), string(card.BottomLeft), string(card.BottomRight)}
	return []knob{
		{name: "volume", label: "Volume", icon: "mdi:volume-high", to: 1, step: 0.05},
		{name: "duration", label: "Duration", icon: "mdi:timer-outline", from: 1, to: 3600, step: 1, unit: "s"},
		{name: "textScale", label: "Size of text", icon: "mdi:format-size", from: 0.5, to: 2, step: 0.05},
		{name: "dim", label: "Dim the film", icon: "mdi:brightness-6", to: 1, step: 0.05},
		{name: "position", label: "Position", icon: "mdi:arrow-all", words: places},
		{name: "idle", label: "When nothing shows", icon: "mdi:clock-outline", words: []string{string(settings.IdleBlack), string(settings.IdleClock)}},
		{name: overlay, label: "Cards", icon: "mdi:card-text-outline"},
	}
}

// unsaved is a setting that obeys its rule and could not be kept.
type unsaved struct{ error }

// set changes a setting to a value as the home sends it.
func (in *inbox) set(name, typed string) error {
	all := knobs()
	if !slices.ContainsFunc(all, func(k knob) bool { return k.name == name }) {
		var names []string
		for _, k := range all {
			names = append(names, k.name)
		}
		return &card.FieldError{Field: name, Be: "one of " + strings.Join(names, ", ")}
	}
	before := in.Settings.Get()
	wanted := before
	if err := turn(&wanted, name, typed); err != nil {
		return err
	}
	if wanted.Overlay == before.Overlay && string(wanted.Values()[name]) == string(before.Values()[name]) {
		return nil // nothing to be written
	}
	if err := in.Settings.Change(func(s *settings.Settings) error { return turn(s, name, typed) }); err != nil {
		return unsaved{err}
	}
	return nil
}

func turn(s *settings.Settings, name, typed string) error {
	if name != overlay {
		return s.Set(name, typed)
	}
	switch strings.ToLower(strings.TrimSpace(typed)) {
	case "on", "true":
		s.Overlay = true
	case "off", "false":
		s.Overlay = false
	default:
		return &card.FieldError{Field: overlay, Be: "ON or OFF"}
	}
	return nil
}

// turned are the values of the knobs.
func turned(s settings.Settings) map[string]json.RawMessage {
	values, all := s.Values(), map[string]json.RawMessage{}
	for _, k := range knobs() {
		all[k.name] = values[k.name]
	}
	all[overlay] = asJSON(s.Overlay)
	return all
}
