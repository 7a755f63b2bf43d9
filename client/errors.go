package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
)

// What can go wrong, for errors.Is. All but ErrUnreachable come as an [*Error].
var (
	ErrInvalid      = errors.New("the TV cannot read the card")                     // 400: Error.Field names the field
	ErrUnauthorized = errors.New("the TV wants another token")                      // 401: none was given, or a wrong one
	ErrUnknownCard  = errors.New("the TV has no such card")                         // 404
	ErrTooLarge     = errors.New("the card is too large")                           // 413
	ErrNoOverlay    = errors.New("the TV may not draw over other apps")             // 503: Error.Message says what to do
	ErrNotCuecard   = errors.New("no Cuecard TV seems to be at this address")       // a router, a printer, a proxy
	ErrUnreachable  = errors.New("no answer from the TV, or one that broke midway") // nobody there, or too slow
)

// Error is an answer other than the one asked for.
type Error struct {
	Status  int    // of HTTP
	Message string // the TV's own text
	Field   string // of a card that is ErrInvalid: the field at fault, "body" for the whole; empty when the TV named none
	ID      string // of the card, where the TV says it
	Result  Result // where the TV says it: Unknown or NoOverlayPermission

	foreign bool
}

// Error returns the TV's own text.
func (e *Error) Error() string { return e.Message }

// Is matches the sentinels of this package.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrInvalid:
		return e.Status == http.StatusBadRequest
	case ErrUnauthorized:
		return e.Status == http.StatusUnauthorized
	case ErrUnknownCard:
		return e.Status == http.StatusNotFound && e.Result == Unknown
	case ErrTooLarge:
		return e.Status == http.StatusRequestEntityTooLarge
	case ErrNoOverlay:
		// A proxy in between says 503 too.
		return e.Status == http.StatusServiceUnavailable && e.Result == NoOverlayPermission
	case ErrNotCuecard:
		return e.foreign
	}
	return false
}

// refusal reads an answer that is not a success.
func (c *Client) refusal(resp *http.Response, content []byte) error {
	var said struct {
		Error  string `json:"error"`
		ID     string `json:"id"`
		Result Result `json:"result"`
	}
	if err := json.Unmarshal(content, &said); err != nil || said.Error == "" && said.Result == "" {
		return c.strange(resp, content)
	}
	e := &Error{Status: resp.StatusCode, Message: said.Error, ID: said.ID, Result: said.Result}
	switch {
	case errors.Is(e, ErrInvalid):
		e.Field = fieldIn(e.Message)
	case e.Message == "" && errors.Is(e, ErrUnknownCard):
		e.Message = fmt.Sprintf("no card has the id %q", e.ID)
	case e.Message == "":
		e.Message = fmt.Sprintf("%s answered %s: %s", c.base, resp.Status, e.Result)
	}
	return e
}

// fieldIn finds the name in "field '<name>' must be <requirement>".
func fieldIn(message string) string {
	rest, found := strings.CutPrefix(message, "field '")
	if !found {
		return ""
	}
	name, _, found := strings.Cut(rest, "' must be ")
	if !found {
		return ""
	}
	return name
}

// strange reports an answer whose content no TV sends.
func (c *Client) strange(resp *http.Response, content []byte) error {
	if location := resp.Header.Get("Location"); resp.StatusCode/100 == 3 && location != "" {
		return c.foreign(resp, fmt.Sprintf("and points to %q, which is not followed", location))
	}
	if json.Valid(content) {
		return c.foreign(resp, "with JSON of another kind")
	}
	kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil || kind == "application/json" {
		return c.foreign(resp, "with something that is not JSON")
	}
	return c.foreign(resp, "with "+kind+" instead of JSON")
}

func (c *Client) foreign(resp *http.Response, manner string) error {
	return &Error{
		Status:  resp.StatusCode,
		Message: fmt.Sprintf("%s answered %s %s: %v", c.base, resp.Status, manner, ErrNotCuecard),
		foreign: true,
	}
}
