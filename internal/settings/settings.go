// Package settings is what the owner of the TV has decided: the defaults of cards,
// the device's id and name, the token, the overlay switch, the approved screens and the broker, kept
// in one file.
//
// It never knows HTTP, nor what the settings are used for.
package settings

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"cuecard.app/internal/accept/guise"
	"cuecard.app/internal/card"
)

// version of the file's form. Fields are only ever added; a change of meaning gets a number and a migration.
const version = 1

// Settings are values to be copied; a Store keeps them.
type Settings struct {
	Version    int    `json:"version"`
	ID         string `json:"id"` // of the device; made once
	DeviceName string `json:"deviceName"`
	card.Style
	TextScale float64 `json:"textScale"`
	Volume    float64 `json:"volume"`
	Idle      Idle    `json:"idle"`
	Accept    string  `json:"accept"`    // the other apps that the TV may be taken for
	MQTT      string  `json:"mqtt"`      // address of the broker, with its password; empty without one
	Groups    string  `json:"groups"`    // names with commas between them
	Monitor   string  `json:"monitor"`   // that cards are drawn on; empty is the primary one
	Discovery Switch  `json:"discovery"` // the network is told of this TV

	PictureMemory float64 `json:"pictureMemory"` // in MB, that decoding one picture may take

	Speech     Speech  `json:"speech"`   // who reads cards aloud where this machine draws them
	Language   string  `json:"language"` // of speech; empty: the script of the text decides
	SpeechRate float64 `json:"speechRate"`

	Overlay    bool     `json:"overlay"` // cards may be drawn
	Token      string   `json:"token"`   // empty: authentication is off
	ConsoleKey string   `json:"consoleKey"`
	Screens    []Screen `json:"screens"`
	Greeted    bool     `json:"greeted"` // a card was shown; until then the TV shows its address
	SetUp      bool     `json:"setUp"`   // the owner has been through the first-run setup
}

// Idle is what a TV page shows between cards.
type Idle string

const (
	IdleBlack Idle = "black"
	IdleClock Idle = "clock"
)

// Speech names an engine.
type Speech string

// SpeechAuto takes the best that is there.
const SpeechAuto Speech = "auto"

var languageTag = regexp.MustCompile(`^([A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*)?$`)

// Switch is a setting that people turn on and off.
type Switch string

const (
	On  Switch = "on"
	Off Switch = "off"
)

// Screen is a TV page that the owner has approved.
type Screen struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	KeyHash  string    `json:"keyHash"` // the key itself is in that browser only
	Approved time.Time `json:"approved"`
}

// Factory are the settings of a TV whose owner has changed nothing.
func Factory() Settings {
	name, err := os.Hostname()
	if err != nil || name == "" {
		name = "Cuecard"
	}
	return Settings{
		Version:    version,
		ID:         newID(),
		DeviceName: name,
		Style:      card.FactoryStyle(),
		TextScale:  1,
		Volume:     1,
		Idle:       IdleBlack,
		Accept:     guise.None,
		Discovery:  On,

		PictureMemory: 160,
		Speech:        SpeechAuto,
		SpeechRate:    1,

		Overlay:    true,
		ConsoleKey: NewSecret(),
	}
}

// Fields are the settings that have a name and a value for people, under the same
// rules as the card's.
func (s *Settings) Fields() []card.Field {
	return slices.Concat(
		[]card.Field{card.Text("deviceName", &s.DeviceName, 64)},
		s.Style.Fields(),
		[]card.Field{
			card.Number("textScale", &s.TextScale, 0.5, 2),
			card.Number("volume", &s.Volume, 0, 1),
			card.OneOf("idle", &s.Idle, IdleBlack, IdleClock),
			card.Checked("accept", guise.Rule, &s.Accept, guise.Obeys),
			card.OneOf("discovery", &s.Discovery, On, Off),
			card.Number("pictureMemory", &s.PictureMemory, 16, 1024),
			card.Checked("monitor", "empty, or the name of a monitor", &s.Monitor, func(name string) bool { return len(name) <= 64 }),
			card.OneOf("speech", &s.Speech, SpeechAuto, "piper", "espeak-ng", "speech-dispatcher", "off"),
			card.Checked("language", "empty, or a language such as de or pt-BR", &s.Language, languageTag.MatchString),
			card.Number("speechRate", &s.SpeechRate, 0.5, 2),
		},
		s.fleetFields())
}

// Set reads a value that somebody typed. An empty one is the factory's again.
func (s *Settings) Set(name, typed string) error {
	fields := s.Fields()
	at := slices.IndexFunc(fields, func(f card.Field) bool { return f.Name == name })
	if at < 0 {
		return &card.FieldError{Field: name, Be: "one of the settings " + s.names()}
	}
	if s.keepsPassword(name, typed) {
		return nil
	}
	if strings.TrimSpace(typed) == "" {
		factory := Factory()
		return fields[at].Read(factory.Values()[name])
	}
	return fields[at].ReadText(typed)
}

func (s *Settings) names() string {
	var names []string
	for _, field := range s.Fields() {
		names = append(names, field.Name)
	}
	return strings.Join(names, ", ")
}

// Allows reports whether a bearer may use the endpoints that the token protects.
func (s *Settings) Allows(bearer string) bool {
	return s.Token == "" || same(hash(bearer), hash(s.Token))
}

// AllowsScreen reports whether a bearer may watch the screen.
func (s *Settings) AllowsScreen(bearer string) bool {
	allowed := s.Allows(bearer)
	for _, screen := range s.Screens {
		allowed = same(hash(bearer), screen.KeyHash) || allowed
	}
	return allowed
}

// Approve adds a screen and returns its key.
func (s *Settings) Approve(name string) (Screen, string) {
	key := NewSecret()
	id := strings.ToLower(rand.Text()[:8])
	screen := Screen{ID: id, Name: name, KeyHash: hash(key), Approved: time.Now().UTC().Truncate(time.Second)}
	s.Screens = append(slices.Clone(s.Screens), screen)
	return screen, key
}

// Revoke removes a screen and reports whether there was one.
func (s *Settings) Revoke(id string) bool {
	before := len(s.Screens)
	s.Screens = slices.DeleteFunc(slices.Clone(s.Screens), func(screen Screen) bool { return screen.ID == id })
	return len(s.Screens) < before
}

// NewSecret is 32 random bytes as text: a token, or a key.
func NewSecret() string {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// same compares in constant time: hashes have one length.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
