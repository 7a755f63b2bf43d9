package client

import (
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode"
)

// patience is how long a call waits for its answer when the caller sets no limit.
const patience = 10 * time.Second

// Client speaks to one TV. It is safe for use by several goroutines at once and needs no closing.
type Client struct {
	base  string
	token string
	http  http.Client
	fault error // why no call can be made, told by each of them
}

// Option is a choice made when a Client is created.
type Option func(*Client)

// New returns the client of the TV at an address such as "http://192.168.1.20:8090".
//
// An address without "http://" is completed with it, and one with neither scheme nor port with the port 8090 too, so
// "tv.local" and "192.168.1.20" do. An address that cannot be used is reported by the first call.
func New(address string, options ...Option) *Client {
	c := &Client{}
	for _, option := range options {
		option(c)
	}
	// A TV never redirects. Whatever does is not a TV, and must not be sent the card and the token.
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.base, c.fault = ParseAddress(address)
	if c.fault == nil && strings.ContainsFunc(c.token, unicode.IsControl) {
		c.fault = errors.New("the token of the TV must be a single line of text")
	}
	return c
}

// WithToken sends the token that the TV's owner has set. Space around it, such as the line end of the file that it was
// read from, is dropped; an empty token is none.
func WithToken(token string) Option {
	return func(c *Client) { c.token = strings.TrimSpace(token) }
}

// WithHTTPClient makes the calls with the given client instead of one like [http.DefaultClient], except that redirects
// are never followed. Its Timeout, when set, takes the place of the ten seconds that a call may take by default; it does
// not apply to [Client.Events].
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		if h != nil {
			c.http = *h
		}
	}
}
