package accept

import (
	"math"
	"mime"
	"net/http"

	"cuecard.app/internal/card"
)

// pipupPlaces are the positions of PiPup by their numbers.
var pipupPlaces = []card.Position{card.TopRight, card.TopLeft, card.BottomRight, card.BottomLeft, card.Center}

const (
	// pipupID is the one card that stands for PiPup's one popup: another takes its place, and /cancel ends it.
	pipupID     = "pipup"
	pipupGround = "#CC000000"
)

// fromPiPup reads a popup, whether it came as JSON or as a form. The sizes of letters are the owner's.
func fromPiPup(f *fields) (*draft, error) {
	d := newDraft()
	d.put("id", "id", pipupID)
	d.image = f.files["image"]
	if d.image != nil {
		d.pipupWidth(f, "imageWidth")
	}
	moving := d.pipupMedia(f)
	d.words(f, "title", "message")
	if d.body["message"] == nil && moving {
		f.wrong("media", "an image when there is no message: a card shows neither videos nor pages")
	}
	if n, given := f.number("duration"); given {
		d.seconds("duration", n)
	}
	d.place(f, "position", pipupPlaces)
	d.dress(f.text("backgroundColor"), "backgroundColor", f.text("messageColor", "titleColor"), "messageColor", pipupGround)
	return d, f.err
}

// pipupMedia fills in the picture, and reports a medium that is none.
func (d *draft) pipupMedia(f *fields) (moving bool) {
	media, given := f.object("media")
	if !given {
		return false
	}
	defer func() {
		if media.err != nil && f.err == nil {
			f.err = media.err
		}
	}()
	for _, kind := range []string{"image", "bitmap"} {
		if picture, given := media.object(kind); given {
			d.showImage("uri", picture.text("uri", "image"))
			d.pipupWidth(picture, "width")
			media.err = picture.err
			return false
		}
	}
	return media.values["video"] != nil || media.values["web"] != nil
}

// pipupWidth makes the card as wide as the picture is to be, in pixels of a screen of 1920 with what stands around it.
func (d *draft) pipupWidth(f *fields, name string) {
	const screen, around = 1920, 2 * 56
	if n, given := f.number(name); given {
		d.put("widthPercent", name, math.Min(math.Max(math.Round((n+around)/screen*100), 10), 100))
	}
}

// piPup is the app on its port: whatever it does not take is a 400.
func (d *Desk) piPup(w http.ResponseWriter, r *http.Request) {
	refuse := func(code int, words string) { say(w, code, "invalid request: "+words) }
	switch {
	case r.Method != http.MethodPost:
		refuse(http.StatusBadRequest, "invalid method")
	case r.URL.Path == "/cancel":
		if err := d.dismiss(toTheEnd(r), pipupID); err != nil {
			refuse(d.refusal(err))
			return
		}
		say(w, http.StatusOK, "")
	case r.URL.Path == "/notify":
		f, err := readPiPup(r)
		var c card.Card
		if err == nil {
			c, err = d.show(r, f, fromPiPup)
		}
		if err != nil {
			refuse(d.refusal(err))
			return
		}
		say(w, http.StatusOK, c.Message)
	default:
		refuse(http.StatusBadRequest, "unknown uri: "+r.URL.Path)
	}
}

func readPiPup(r *http.Request) (*fields, error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "multipart/form-data" {
		return readForm(r, "image")
	}
	return readJSON(r)
}
