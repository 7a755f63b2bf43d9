package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Notify shows a card, or replaces the one with the same ID.
func (c *Client) Notify(ctx context.Context, card Card) (Receipt, error) {
	body, err := json.Marshal(card)
	if err != nil {
		return Receipt{}, fmt.Errorf("the card cannot be written as JSON: %w", err)
	}
	return call[Receipt](ctx, c, http.MethodPost, "/notify", body)
}

// Dismiss removes the card with the given ID from the screen, from the queue or from being parked. When the TV has none,
// the error is ErrUnknownCard.
func (c *Client) Dismiss(ctx context.Context, id string) (Receipt, error) {
	if id == "" {
		return Receipt{}, errors.New("the id of the card to dismiss is empty")
	}
	return call[Receipt](ctx, c, http.MethodDelete, "/notify/"+segment(id), nil)
}

// Health asks for a sign of life. It needs no token and sends none.
func (c *Client) Health(ctx context.Context) (Health, error) {
	return call[Health](ctx, c, http.MethodGet, healthPath, nil)
}

// Info asks the TV to describe itself.
func (c *Client) Info(ctx context.Context) (Info, error) {
	return call[Info](ctx, c, http.MethodGet, "/info", nil)
}

// Cards asks what is on screen, waiting and parked.
func (c *Client) Cards(ctx context.Context) (State, error) {
	return call[State](ctx, c, http.MethodGet, "/cards", nil)
}

// segment escapes an id into one segment of a path. A segment of dots is legal as an id and would be cleaned away on the
// way as a path.
func segment(id string) string {
	if id == "." || id == ".." {
		return strings.ReplaceAll(id, ".", "%2E")
	}
	return url.PathEscape(id)
}
