package api

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"strconv"

	"cuecard.app/internal/card"
	"cuecard.app/internal/snapshot"
)

// Widths of a picture of the screen, in pixels.
const (
	leastShot = 16
	mostShot  = 3840
)

// screenshot answers with the screen as it is drawn now: dim over black, and the card.
func (a *API) screenshot(w http.ResponseWriter, r *http.Request) error {
	info := a.Screen()
	view := snapshot.View{Screen: image.Pt(info.Width, info.Height)}
	if typed := r.URL.Query().Get("width"); typed != "" {
		width, err := strconv.Atoi(typed)
		if err != nil || width < leastShot || width > mostShot {
			return &card.FieldError{Field: "width", Be: "a whole number from " + strconv.Itoa(leastShot) + " to " + strconv.Itoa(mostShot)}
		}
		view.Width = width
	}
	frame, err := a.Stage.Frame(r.Context())
	if err != nil {
		return err
	}
	shot, err := a.Camera.Take(r.Context(), frame, view)
	if err != nil {
		return err
	}
	defer a.Camera.GiveBack(shot)
	var body bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&body, shot); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/png")
	h.Set("Content-Length", strconv.Itoa(body.Len()))
	h.Set("Cache-Control", "no-store")
	if r.Method != http.MethodHead {
		_, _ = w.Write(body.Bytes())
	}
	return nil
}
