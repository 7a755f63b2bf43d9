package client

import "time"

// Card is a notification. Only Message is required; a field at its zero value is not sent, and the TV's own setting
// applies. As JSON it has the form of the HTTP interface.
type Card struct {
	// ID identifies the card, at most 128 characters without "/". Posting the same ID again replaces the card. The TV
	// makes one up for a card without.
	ID string `json:"id,omitempty"`
	// Title is the bold heading, cut after 200 characters.
	Title string `json:"title,omitempty"`
	// Message is the text, cut after 2000 characters.
	Message string `json:"message"`
	// Image is the http or https URL of a picture shown below the text.
	Image string `json:"image,omitempty"`
	// Icon is the http or https URL of a small picture shown next to the title.
	Icon string `json:"icon,omitempty"`
	// Duration is the time on screen, 1 second to 1 hour. It is sent in seconds, fractions kept.
	Duration time.Duration `json:"duration,omitempty"`
	// Persistent keeps the card until it is dismissed, whatever its Duration.
	Persistent bool `json:"persistent,omitempty"`
	// Position is the place on the screen.
	Position Position `json:"position,omitempty"`
	// WidthPercent is the width as a percentage of the screen's, 10 to 100.
	WidthPercent float64 `json:"widthPercent,omitempty"`
	// Background is the colour of the card: RGB, ARGB, RRGGBB or AARRGGBB in hex digits, with or without a "#".
	Background string `json:"background,omitempty"`
	// TextColor is the colour of title and message.
	TextColor string `json:"textColor,omitempty"`
	// Accent is the colour of the stripe on the left edge, or NoAccent for no stripe even when the TV has one by default.
	Accent string `json:"accent,omitempty"`
	// Dim is the opacity, 0 to 1, of the black layer behind the card; new(0.0) is no layer even when the TV has one by
	// default.
	Dim *float64 `json:"dim,omitempty"`
	// Sound is NoSound, DefaultSound, or the http or https URL of an audio file.
	Sound string `json:"sound,omitempty"`
	// Speak reads title and message aloud after the sound.
	Speak bool `json:"speak,omitempty"`
}

// NoAccent is the Accent of a card without a stripe.
const NoAccent = "none"

// The sounds that are no URL.
const (
	NoSound      = "none"
	DefaultSound = "default" // the TV's own chime
)

// Position is a card's place on the screen.
type Position string

// The places on the screen.
const (
	Center      Position = "center"
	TopLeft     Position = "top-left"
	TopRight    Position = "top-right"
	BottomLeft  Position = "bottom-left"
	BottomRight Position = "bottom-right"
)
