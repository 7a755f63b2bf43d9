// Package intake takes what senders ask for, whichever way it came: it reads a card's body, hands the card to the stage, and puts
// the outcome in words, the same for all.
//
// It never knows the way it came: neither HTTP nor a broker.
package intake

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/stage"
	"github.com/google/uuid"
)

// ErrTooLarge is the error of a body that nobody should read.
var ErrTooLarge = fmt.Errorf("the body is larger than %d bytes", card.MaxBody)

// Undrawn is what a sender is told of a failure that is not its own.
const Undrawn = "the card could not be drawn; the log of the service says why"

// Outcome is the answer to a sender.
type Outcome struct {
	ID     string      `json:"id,omitempty"`
	Result deck.Result `json:"result,omitempty"`
	Error  string      `json:"error,omitempty"`
}

// NoOverlay is a card that was not taken because cards cannot be drawn.
type NoOverlay struct {
	ID string
	error
}

// UnknownCard is the id of a dismissal that no card has.
type UnknownCard string

func (id UnknownCard) Error() string { return "no card has the id " + strconv.Quote(string(id)) }

// Notify shows the card of a body, with the owner's style where it says nothing.
func Notify(ctx context.Context, s *stage.Stage, body []byte, style card.Style) (Outcome, error) {
	if len(body) > card.MaxBody {
		return Outcome{}, ErrTooLarge
	}
	c, err := card.Decode(body, style)
	if err != nil {
		return Outcome{}, err
	}
	if c.ID == "" {
		c.ID = uuid.NewString()
	}
	result, err := s.Post(ctx, c)
	var missing *screen.NoOverlay
	if errors.As(err, &missing) {
		return Outcome{}, NoOverlay{c.ID, missing}
	}
	return Outcome{ID: c.ID, Result: result}, err
}

// Dismiss removes a card wherever it is.
func Dismiss(ctx context.Context, s *stage.Stage, id string) (Outcome, error) {
	result, err := s.Delete(ctx, id)
	if err == nil && result == deck.Unknown {
		err = UnknownCard(id)
	}
	return Outcome{ID: id, Result: result}, err
}

// Refusal is the answer to a sender whose wish met an error that is meant for it.
func Refusal(err error) Outcome {
	var (
		missing NoOverlay
		unknown UnknownCard
	)
	switch {
	case errors.As(err, &missing):
		return Outcome{ID: missing.ID, Result: "no-overlay-permission", Error: err.Error()}
	case errors.As(err, &unknown):
		return Outcome{ID: string(unknown), Result: deck.Unknown}
	default:
		return Outcome{Error: err.Error()}
	}
}
