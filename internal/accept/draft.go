package accept

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strings"

	"cuecard.app/internal/card"
)

// draft is a card as another app's request describes it. What the request leaves open is left to the owner.
type draft struct {
	body        map[string]any    // as in a post of this TV's own
	theirs      map[string]string // what the sender calls the fields, for errors
	image, icon []byte            // pictures that came as bytes
}

func newDraft() *draft { return &draft{body: map[string]any{}, theirs: map[string]string{}} }

// put fills in a field. Empty text says nothing.
func (d *draft) put(field, theirs string, value any) {
	d.theirs[field] = theirs
	if value != "" {
		d.body[field] = value
	}
}

// card is the draft as the one decoder reads it, in the owner's style where it says nothing. Errors name the field as
// its sender does.
func (d *draft) card(style card.Style) (card.Card, error) {
	body, err := json.Marshal(d.body)
	if err != nil {
		return card.Card{}, err
	}
	c, err := card.Decode(body, style)
	var wrong *card.FieldError
	if errors.As(err, &wrong) && d.theirs[wrong.Field] != "" {
		err = &card.FieldError{Field: d.theirs[wrong.Field], Be: wrong.Be}
	}
	return c, err
}

// wordless is what a card says whose sender gave a picture and nothing else: a card has to say something.
const wordless = "Picture"

// words fills in title and message. A title alone is the message; a picture alone is said to be one.
func (d *draft) words(f *fields, title, message string) {
	head, body := f.text(title), f.text(message)
	if body == "" {
		head, body = "", head
	}
	if body == "" && (d.image != nil || d.body["image"] != nil) {
		body = wordless
	}
	d.put("title", title, head)
	d.put("message", message, body)
}

// seconds fills in the time on screen, as near to what is asked for as a card can stay.
func (d *draft) seconds(theirs string, n float64) {
	d.put("duration", theirs, math.Min(math.Max(n, 1), 3600))
}

// place fills in the position by the number that an app has for it.
func (d *draft) place(f *fields, name string, places []card.Position) {
	n, given := f.number(name)
	if !given {
		return
	}
	if n != math.Trunc(n) || n < 0 || int(n) >= len(places) {
		f.wrong(name, "a number from 0 to 4")
		return
	}
	d.put("position", name, string(places[int(n)]))
}

// dress fills in the colours. An app whose sender gives only one of both has the other by itself: beside the owner's
// it might not be read.
func (d *draft) dress(ground, groundName, text, textName, usualGround string) {
	if ground == "" && text == "" {
		return
	}
	if ground == "" {
		ground = usualGround
	}
	ground = hex(ground)
	if colour, ok := card.ParseColour(ground); ok && text == "" {
		text = legible(colour)
	}
	d.put("background", groundName, ground)
	d.put("textColor", textName, hex(text))
}

// legible is the colour of text on a ground, over a film that may be dark.
func legible(ground card.Colour) string {
	alpha, red, green, blue := ground>>24, ground>>16&0xFF, ground>>8&0xFF, ground&0xFF
	if bright := (299*red + 587*green + 114*blue) / 1000 * alpha / 255; bright > 150 {
		return "#111111"
	}
	return "#FFFFFF"
}

// hex is the digits of a colour that Android knows by a name; other text stays as it is.
func hex(colour string) string {
	switch strings.ToLower(strings.TrimSpace(colour)) {
	case "black":
		return "#000000"
	case "darkgray", "darkgrey":
		return "#444444"
	case "gray", "grey":
		return "#888888"
	case "lightgray", "lightgrey":
		return "#CCCCCC"
	case "white":
		return "#FFFFFF"
	case "red":
		return "#FF0000"
	case "green", "lime":
		return "#00FF00"
	case "blue":
		return "#0000FF"
	case "yellow":
		return "#FFFF00"
	case "cyan", "aqua":
		return "#00FFFF"
	case "magenta", "fuchsia":
		return "#FF00FF"
	case "maroon":
		return "#800000"
	case "navy":
		return "#000080"
	case "olive":
		return "#808000"
	case "purple":
		return "#800080"
	case "silver":
		return "#C0C0C0"
	case "teal":
		return "#008080"
	default:
		return colour
	}
}

// showImage and showIcon fill in a picture that is an address, or its bytes in base64. The names of icons that an app
// draws by itself are left out: this TV has none of them.
func (d *draft) showImage(theirs, sent string) {
	if bytes, ok := unpack(sent); ok {
		d.image = bytes
	} else if !isNamedIcon(sent) {
		d.put("image", theirs, sent)
	}
}

func (d *draft) showIcon(theirs, sent string) {
	if bytes, ok := unpack(sent); ok {
		d.icon = bytes
	} else if !isNamedIcon(sent) {
		d.put("icon", theirs, sent)
	}
}

func isNamedIcon(sent string) bool { return strings.HasPrefix(sent, "mdi:") }

// unpack is a picture in base64, with or without the head of a data address.
func unpack(sent string) (picture []byte, ok bool) {
	if strings.HasPrefix(sent, "http://") || strings.HasPrefix(sent, "https://") {
		return nil, false
	}
	if strings.HasPrefix(sent, "data:") {
		_, sent, _ = strings.Cut(sent, ",")
	}
	sent = strings.NewReplacer("\n", "", "\r", "", " ", "").Replace(sent)
	picture, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(sent, "="))
	return picture, err == nil && strings.HasPrefix(http.DetectContentType(picture), "image/")
}
