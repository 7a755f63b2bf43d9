package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strconv"

	"cuecard.app/internal/card"
	"cuecard.app/internal/intake"
	"cuecard.app/internal/pairing"
	"cuecard.app/internal/stage"
)

var (
	errMethod     = errors.New("this path does not take this method; the Allow header names those that it takes")
	errNoSuchPath = errors.New("there is nothing at this path for this method")
	errToken      = errors.New("missing or invalid bearer token")
	errTooSlow    = errors.New("the body took too long to arrive")
	errFull       = errors.New("too many listeners")
	errNoPages    = errors.New("this TV draws cards on its own screen and has no page for them; its web client is at /")
	errNoPicture  = errors.New("no card on screen has this picture")
	errNoSound    = errors.New("no card on screen plays this sound, or it cannot be had")
)

// refuse answers with an error. It is the only place that knows one status from another.
func (a *API) refuse(w http.ResponseWriter, r *http.Request, err error) {
	body := intake.Refusal(err)
	var (
		status  int
		field   *card.FieldError
		missing intake.NoOverlay
		unknown intake.UnknownCard
	)
	switch {
	case errors.As(err, &field):
		status = http.StatusBadRequest
	case errors.Is(err, errToken):
		status = http.StatusUnauthorized
		w.Header().Set("WWW-Authenticate", "Bearer")
	case errors.Is(err, errNoSuchPath), errors.Is(err, errNoPages), errors.Is(err, errNoPicture), errors.Is(err, errNoSound):
		status = http.StatusNotFound
	case errors.As(err, &unknown):
		status = http.StatusNotFound
	case errors.Is(err, errMethod):
		status = http.StatusMethodNotAllowed
	case errors.Is(err, errTooSlow):
		status = http.StatusRequestTimeout
	case errors.Is(err, intake.ErrTooLarge):
		status = http.StatusRequestEntityTooLarge
		w.Header().Set("Connection", "close") // or the server would read on before it answers
	case errors.As(err, &missing):
		status = http.StatusServiceUnavailable
	case errors.Is(err, errFull), errors.Is(err, pairing.ErrCrowded), errors.Is(err, stage.ErrStopped):
		status = http.StatusServiceUnavailable
	default:
		status, body.Error = http.StatusInternalServerError, intake.Undrawn
		a.Log.Error("a request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	writeJSON(w, status, body)
}

// unread is the error of a body that did not arrive whole.
func unread(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errTooSlow
	}
	return &card.FieldError{Field: "body", Be: "as long as its Content-Length says"}
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil { // answers are made of strings, flags and finite numbers
		panic(err)
	}
	h := w.Header()
	h["Content-Type"] = []string{"application/json"}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone needs no answer
}
