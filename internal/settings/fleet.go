package settings

import (
	"crypto/rand"
	"strings"
	"unicode"
	"unicode/utf8"

	"cuecard.app/internal/broker"
	"cuecard.app/internal/card"
)

// Limits of groups.
const (
	mostGroups = 32
	longGroup  = 64 // characters of a name
)

// everybody is the group that every TV is in.
const everybody = "all"

// newID is a name for a device that no other has: short, for it is read and typed.
func newID() string { return strings.ToLower(rand.Text()[:10]) }

// GroupNames are the groups that the TV is a member of.
func (s Settings) GroupNames() []string { return namesIn(s.Groups) }

func namesIn(typed string) []string {
	return strings.FieldsFunc(typed, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
}

// fleetFields are the settings of a TV that is one of many.
func (s *Settings) fleetFields() []card.Field {
	return []card.Field{
		card.Checked("mqtt", broker.Rule+"; with its password, which is not shown again", &s.MQTT, isBroker),
		card.Checked("groups", "names with commas between them, of letters, digits, - and _, and none of them all", &s.Groups, areGroups),
	}
}

// isBroker refuses an address whose password was masked: the secret that it stands for is sent nowhere else.
func isBroker(typed string) bool {
	if typed == "" {
		return true
	}
	_, err := broker.Parse(typed)
	return err == nil && !broker.IsMasked(typed)
}

func areGroups(typed string) bool {
	names := namesIn(typed)
	for _, name := range names {
		if name == everybody || utf8.RuneCountInString(name) > longGroup || strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
		}) {
			return false
		}
	}
	return len(names) <= mostGroups
}

// keepsPassword reports whether a typed address is the one that is kept, as it is shown.
func (s *Settings) keepsPassword(name, typed string) bool {
	return name == "mqtt" && s.MQTT != "" && strings.TrimSpace(typed) == broker.Masked(s.MQTT)
}
