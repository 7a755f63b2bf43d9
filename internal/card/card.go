// Package card is the notification card: its fields, its one decoder and
// validator, its colours and limits, and the error that names a field.
//
// It never knows I/O, the time or HTTP.
package card

// Limits of section 8 of the interface.
const (
	MaxBody    = 262_144 // bytes of a request
	MaxID      = 128     // characters
	MaxTitle   = 200     // characters, cut behind them
	MaxMessage = 2_000   // characters, cut behind them
)

// Card is a complete card: what was sent, with the owner's Style where nothing was.
type Card struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Message    string `json:"message"`
	Image      string `json:"image"`
	Icon       string `json:"icon"`
	Persistent bool   `json:"persistent"`
	Speak      bool   `json:"speak"`
	Style
}

// Style is the part of a card that the owner of the TV has defaults for.
type Style struct {
	Duration     float64  `json:"duration"` // seconds
	Position     Position `json:"position"`
	WidthPercent float64  `json:"widthPercent"`
	Background   Colour   `json:"background"`
	TextColor    Colour   `json:"textColor"`
	Accent       *Colour  `json:"accent"` // nil: no stripe
	Dim          float64  `json:"dim"`
	Sound        string   `json:"sound"` // SoundNone, SoundDefault or a URL
}

// Position is where on the screen a card stands.
type Position string

const (
	Center      Position = "center"
	TopLeft     Position = "top-left"
	TopRight    Position = "top-right"
	BottomLeft  Position = "bottom-left"
	BottomRight Position = "bottom-right"
)

// Words of the sound field that are not URLs.
const (
	SoundNone    = "none"
	SoundDefault = "default"
)

// FactoryStyle is the style of a TV whose owner has changed nothing.
func FactoryStyle() Style {
	return Style{
		Duration:     15,
		Position:     Center,
		WidthPercent: 60,
		Background:   0xFFFFFFFF,
		TextColor:    0xFF111111,
		Sound:        SoundDefault,
	}
}

// fields is section 2 of the interface, one line a field. The order is that of
// judgement: persistent comes before duration, whose rule asks for it.
func (c *Card) fields() []Field {
	return append([]Field{
		identifier("id", &c.ID, MaxID),
		Text("title", &c.Title, MaxTitle),
		spoken("message", &c.Message, MaxMessage),
		link("image", &c.Image),
		link("icon", &c.Icon),
		flag("persistent", &c.Persistent),
		flag("speak", &c.Speak),
	}, c.Style.fields(&c.Persistent)...)
}

func (s *Style) fields(persistent *bool) []Field {
	return []Field{
		Number("duration", &s.Duration, 1, 3600).unless(persistent),
		OneOf("position", &s.Position, Center, TopLeft, TopRight, BottomLeft, BottomRight),
		Number("widthPercent", &s.WidthPercent, 10, 100),
		colour("background", &s.Background),
		colour("textColor", &s.TextColor),
		stripe("accent", &s.Accent),
		Number("dim", &s.Dim, 0, 1),
		sound("sound", &s.Sound),
	}
}

// Fields are the style's own rules, for the owner's defaults.
func (s *Style) Fields() []Field { return s.fields(new(bool)) }
