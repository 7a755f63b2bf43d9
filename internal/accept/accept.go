// Package accept lets this TV be spoken to as if it were another app: Notifications for Android TV, PiPup, TvOverlay,
// Kodi or ntfy. It knows what those apps are asked and what they answer, translates a request into the body of a card,
// and keeps the ports that the owner opened for them.
//
// It never knows the rules of cards, which are the decoder's, nor how a card is shown.
package accept

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"cuecard.app/internal/accept/guise"
	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
	"github.com/google/uuid"
)

// Stage is where cards go.
type Stage interface {
	Post(ctx context.Context, c card.Card) (deck.Result, error)
	Delete(ctx context.Context, id string) (deck.Result, error)
}

// Device is what other apps' clients may ask about the TV.
type Device struct {
	Name    string
	Version string
	Overlay bool    // cards are shown
	Seconds float64 // that a card stays
}

// Desk takes the requests of other apps' clients.
type Desk struct {
	Stage  Stage
	Style  func() card.Style // the owner's
	Device func() Device
	Album  *Album
	Log    *slog.Logger

	large   chan struct{} // a seat for each large request under way
	endings endings
}

// NewDesk is a desk whose cards go to a stage. Close ends what it still has to do.
func NewDesk(stage Stage, style func() card.Style, device func() Device, album *Album, log *slog.Logger) *Desk {
	return &Desk{Stage: stage, Style: style, Device: device, Album: album, Log: log, large: make(chan struct{}, largeAtOnce)}
}

// Close forgets which cards have an end that is yet to come.
func (d *Desk) Close() { d.endings.close() }

// As is the desk as an app's clients know it.
func (d *Desk) As(app guise.App) http.Handler {
	switch app {
	case guise.NFAndroidTV:
		return d.bounded(d.nfAndroidTV)
	case guise.PiPup:
		return d.bounded(d.piPup)
	case guise.TvOverlay:
		return d.bounded(d.tvOverlay)
	case guise.Kodi:
		return d.bounded(d.kodi)
	case guise.Ntfy:
		return d.bounded(d.ntfy)
	default:
		return http.NotFoundHandler()
	}
}

// show translates a request and puts its card on the stage.
func (d *Desk) show(r *http.Request, f *fields, translate func(*fields) (*draft, error)) (card.Card, error) {
	draft, err := translate(f)
	if err != nil {
		return card.Card{}, err
	}
	c, err := draft.card(d.Style())
	if err != nil {
		return card.Card{}, err
	}
	if c.ID == "" {
		c.ID = uuid.NewString()
	}
	for _, picture := range []struct {
		bytes []byte
		to    *string
	}{{draft.image, &c.Image}, {draft.icon, &c.Icon}} {
		if picture.bytes == nil {
			continue
		}
		if *picture.to, err = d.Album.keep(picture.bytes); err != nil {
			d.Log.Warn("a card is shown without its picture", "error", err)
		}
	}
	d.endings.forget(c.ID)
	if _, err = d.Stage.Post(toTheEnd(r), c); err != nil {
		d.Album.Let(c.Image)
		d.Album.Let(c.Icon)
	}
	return c, err
}

// dismiss removes a card; that there is none is as good.
func (d *Desk) dismiss(ctx context.Context, id string) error {
	d.endings.forget(id)
	_, err := d.Stage.Delete(ctx, id)
	return err
}

// toTheEnd is the context of a step on stage, which takes two seconds at most, whether the client stays or not.
func toTheEnd(r *http.Request) context.Context { return context.WithoutCancel(r.Context()) }

// refusal is an error as a status and as words for the sender. What is not the sender's fault is logged.
func (d *Desk) refusal(err error) (status int, words string) {
	var (
		field   *card.FieldError
		missing *screen.NoOverlay
	)
	switch {
	case errors.As(err, &field):
		return http.StatusBadRequest, err.Error()
	case errors.Is(err, errTooLarge):
		return http.StatusRequestEntityTooLarge, err.Error()
	case errors.Is(err, errTooSlow):
		return http.StatusRequestTimeout, err.Error()
	case errors.As(err, &missing):
		return http.StatusServiceUnavailable, err.Error()
	default:
		d.Log.Error("a card that was meant for another app could not be shown", "error", err)
		return http.StatusInternalServerError, "the card could not be drawn; the log of the service says why"
	}
}

func say(w http.ResponseWriter, status int, words string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(words)) // a client that is gone needs no answer
}

func sayJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
