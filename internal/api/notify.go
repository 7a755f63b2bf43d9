package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"

	"cuecard.app/internal/card"
	"cuecard.app/internal/intake"
	"cuecard.app/internal/look"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/stage"
)

func (a *API) notify(r *http.Request) (any, error) {
	body, err := read(r)
	if err != nil {
		return nil, err
	}
	answer, err := intake.Notify(toTheEnd(r), a.Stage, body, a.Settings.Get().Style)
	return answer, meantFor(r, body, err)
}

// toTheEnd is the context of a step on stage, which takes two seconds at most: a client
// that has said all and closed its half of the connection still gets its answer.
func toTheEnd(r *http.Request) context.Context { return context.WithoutCancel(r.Context()) }

// usualBody is more than the bodies that homes send, in bytes.
const usualBody = 2 << 10

// read takes a body of at most MaxBody bytes. One that says it is larger is not read at all.
func read(r *http.Request) ([]byte, error) {
	if r.ContentLength > card.MaxBody {
		return nil, intake.ErrTooLarge
	}
	var body bytes.Buffer
	// A usual one need not grow; a large one takes memory only as it arrives.
	body.Grow(int(min(max(r.ContentLength, 0), usualBody)) + bytes.MinRead)
	_, err := body.ReadFrom(io.LimitReader(r.Body, card.MaxBody+1))
	switch {
	case err != nil:
		return nil, unread(err)
	case body.Len() > card.MaxBody:
		return nil, intake.ErrTooLarge
	default:
		return body.Bytes(), nil
	}
}

func (a *API) dismiss(id string) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		return intake.Dismiss(toTheEnd(r), a.Stage, id)
	}
}

type health struct {
	Status  string `json:"status"`
	App     string `json:"app"`
	Version string `json:"version"`
}

func (a *API) health(*http.Request) (any, error) { return health{"ok", "Cuecard", a.Version}, nil }

type info struct {
	DeviceName        string  `json:"deviceName"`
	IP                *string `json:"ip"` // null: the device has none
	Port              int     `json:"port"`
	ScreenWidth       int     `json:"screenWidth"`  // pixels
	ScreenHeight      int     `json:"screenHeight"` // pixels
	Version           string  `json:"version"`
	AuthEnabled       bool    `json:"authEnabled"`
	OverlayPermission bool    `json:"overlayPermission"`
}

func (a *API) info(r *http.Request) (any, error) {
	err := a.Stage.Overlay(toTheEnd(r))
	var missing *screen.NoOverlay
	if err != nil && !errors.As(err, &missing) {
		return nil, err
	}
	var ip *string
	if address := a.Address(); address.IsValid() {
		ip = new(address.String())
	}
	owner, screen := a.Settings.Get(), a.Screen()
	return info{owner.DeviceName, ip, a.Port, screen.Width, screen.Height, a.Version, owner.Token != "", err == nil}, nil
}

// onStage is the body of /cards and of the first event.
type onStage struct {
	stage.Cards
	Screen    screen.Info `json:"screen"`
	Defaults  card.Style  `json:"defaults"` // what a card looks like when its sender does not say
	TextScale float64     `json:"textScale"`
	Look      look.Look   `json:"look"`
}

func (a *API) onStage(cards stage.Cards) onStage {
	owner := a.Settings.Get()
	return onStage{cards, a.Screen(), owner.Style, owner.TextScale, look.Numbers()}
}

func (a *API) cards(r *http.Request) (any, error) {
	cards, err := a.Stage.Cards(toTheEnd(r))
	return a.onStage(cards), err
}
