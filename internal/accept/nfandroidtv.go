package accept

import (
	"net/http"

	"cuecard.app/internal/card"
)

// nfPlaces are the positions of Notifications for Android TV by their numbers.
var nfPlaces = []card.Position{card.BottomRight, card.BottomLeft, card.TopRight, card.TopLeft, card.Center}

const (
	nfGround = "#607D8B" // the app's own, when only its transparency is given
	nfOpaque = 1         // the first step of transparency, of five
	nfClear  = 5
)

// fromNFAndroidTV reads the form of Notifications for Android TV and Fire TV. A card has one size, its width: large
// letters get a wide one.
func fromNFAndroidTV(f *fields) (*draft, error) {
	d := newDraft()
	d.icon, d.image = f.files["filename"], f.files["filename2"]
	d.words(f, "title", "msg")
	if n, given := f.number("duration"); given {
		d.seconds("duration", n)
	}
	d.place(f, "position", nfPlaces)
	switch n, _ := f.number("fontsize"); n {
	case 1: // small
		d.put("widthPercent", "fontsize", 30)
	case 2: // large
		d.put("widthPercent", "fontsize", 75)
	case 3: // as large as can be
		d.put("widthPercent", "fontsize", 100)
	}
	ground, step := f.text("bkgcolor", "color"), nfTransparency(f)
	if ground == "" && step > nfOpaque {
		ground = nfGround
	}
	if colour, ok := card.ParseColour(ground); ok && step > nfOpaque {
		ground = (colour&0xFFFFFF | card.Colour(255*(nfClear-step)/(nfClear-nfOpaque))<<24).String()
	}
	d.dress(ground, "bkgcolor", "", "bkgcolor", nfGround)
	return d, f.err
}

// nfTransparency is the step of transparency: 1 is none, 5 is all.
func nfTransparency(f *fields) int {
	n, given := f.number("transparency")
	switch {
	case !given:
		return nfOpaque
	case n < nfOpaque || n > nfClear:
		f.wrong("transparency", "a number from 1 to 5")
		return nfOpaque
	default:
		return int(n)
	}
}

// nfAndroidTV is the app on its port. Its clients send a form to any path, and look at nothing but the status.
func (d *Desk) nfAndroidTV(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		say(w, http.StatusOK, "Cuecard takes notifications for Android TV here.")
		return
	}
	f, err := readForm(r, "filename", "filename2")
	if err == nil {
		_, err = d.show(r, f, fromNFAndroidTV)
	}
	if err != nil {
		code, words := d.refusal(err)
		say(w, code, words)
		return
	}
	say(w, http.StatusOK, "OK")
}
