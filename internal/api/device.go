package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/qrcode"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/browser"
	"cuecard.app/internal/settings"
)

// soundWithin is how long a sound may take to be played out.
const soundWithin = 90 * time.Second

// device is what the TV page shows of the device while no card is on screen.
type device struct {
	Name   string        `json:"name"`
	URL    string        `json:"url"`    // where to send cards; empty without a network
	Code   *qrcode.Code  `json:"code"`   // of the URL
	Grant  string        `json:"grant"`  // the command that helps while cards cannot be drawn
	Reason string        `json:"reason"` // why they cannot
	Idle   settings.Idle `json:"idle"`
	Greet  bool          `json:"greet"` // no card was ever shown
}

// describe tells the page of the device, unless that is what it was told last.
func (a *API) describe(ctx context.Context, s *stream, told *string) error {
	owner, url := a.Settings.Get(), a.URL()
	d := device{Name: owner.DeviceName, URL: url, Code: qrcode.Of(url), Idle: owner.Idle, Greet: !owner.Greeted}
	var missing *screen.NoOverlay
	if errors.As(a.Stage.Overlay(ctx), &missing) {
		d.Grant, d.Reason = missing.Command, missing.Reason
	}
	text, err := json.Marshal(d)
	if err != nil || string(text) == *told {
		return err
	}
	*told = string(text)
	return s.send("device", "", d)
}

// act is what the page is to play or speak, or to stop, or for how long to show the address.
type act struct {
	N       uint64   `json:"n,omitempty"`
	Sound   string   `json:"sound,omitempty"` // "default", or where to find it
	Texts   []string `json:"texts,omitempty"`
	Volume  float64  `json:"volume"`
	Seconds int      `json:"seconds,omitempty"`
}

func actOf(a browser.Act) act {
	told := act{N: a.N, Sound: a.Sound, Texts: a.Texts, Volume: a.Volume}
	if a.Sound != "" && a.Sound != card.SoundDefault {
		told.Sound = "/tv/sounds/" + a.Sound
	}
	if a.Kind == browser.Address {
		told.Seconds = 30
	}
	return told
}

// ended takes a page's word that an act is over.
func (a *API) ended(r *http.Request) (any, error) {
	word, err := readWord(r)
	if err != nil {
		return nil, err
	}
	a.TV.Ended(word.Viewer, word.N)
	return struct{}{}, nil
}

// sound streams a sound that the page was told to play: it speaks to no other server.
func (a *API) sound(name string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		address := a.Streams.Address(name)
		if address == "" {
			return errNoSound
		}
		stream, err := a.Sounds.Open(r.Context(), address)
		if err != nil {
			a.Log.Warn("a card is shown without its sound", "error", err)
			return errNoSound
		}
		defer stream.Close()
		h := w.Header()
		h.Set("Content-Type", stream.Type)
		if !strings.HasPrefix(stream.Type, "audio/") {
			h.Set("Content-Type", "application/octet-stream") // never a page of this origin
		}
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(soundWithin))
		if r.Method != http.MethodHead {
			_, _ = io.Copy(w, stream)
		}
		return nil
	}
}
