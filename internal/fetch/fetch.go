// Package fetch downloads one picture, or follows a camera's stream of them, within bounds of time, size and redirects.
//
// It knows HTTP, its own limits and the signatures of the picture formats. It never knows cards, what a picture is
// for, or how one is decoded.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Limits bound one fetch from its first packet to its last byte.
type Limits struct {
	Time      time.Duration // for everything: name lookup, connecting, redirects and body
	Bytes     int64         // of body, both as sent and as unpacked
	Redirects int           // followed before giving up
}

// FactoryLimits are the limits of the interface.
func FactoryLimits() Limits {
	return Limits{Time: 5 * time.Second, Bytes: 5_242_880, Redirects: 5}
}

// File is a fetched picture.
type File struct {
	Bytes []byte
	Type  string // media type in lower case, without parameters
	Live  bool   // it is one of a camera's stream: Watch follows the others
}

// Fetcher fetches pictures, any number at a time. It keeps nothing from one fetch to the next: no connections, no
// cookies.
type Fetcher struct {
	Resolver *net.Resolver // of names; nil is the system's

	limits Limits
	dial   func(ctx context.Context, network, address string) (net.Conn, error)
}

// New returns a Fetcher that keeps to the limits, taken as they are: a zero Redirects follows none.
func New(limits Limits) *Fetcher {
	f := &Fetcher{limits: limits}
	f.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		return (&net.Dialer{Resolver: f.Resolver}).DialContext(ctx, network, address)
	}
	return f
}

// Fetch returns the picture at an http or https address. Its errors are sentences for the log; they hold neither the
// user information nor the query of an address, and of a server's words no more than a content type.
func (f *Fetcher) Fetch(ctx context.Context, address string) (File, error) {
	at, err := url.Parse(address)
	if err != nil {
		// The parser quotes what it stumbled over, which may be half a password.
		return File{}, errors.New("the picture's address cannot be understood")
	}
	if !fetchable(at) {
		return File{}, errors.New("the picture's address is not one of http or https with a host")
	}
	bounded, cancel := context.WithTimeout(ctx, f.limits.Time)
	defer cancel()

	file, err := f.fetch(bounded, at)
	switch {
	case err == nil:
		return file, nil
	case ctx.Err() != nil:
		err = fmt.Errorf("was given up: %w", ctx.Err())
	case bounded.Err() != nil:
		err = refusal(fmt.Sprintf("took longer than %v", f.limits.Time))
	default:
		err = inWords(err)
	}
	return File{}, fmt.Errorf("the picture at %s %w", shown(at), err)
}

func (f *Fetcher) fetch(ctx context.Context, at *url.URL) (File, error) {
	answer, err := f.follow(ctx, at)
	if err != nil {
		return File{}, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return File{}, answered(answer)
	}
	return f.picture(answer)
}

// transport makes connections that end with the fetch. net/http on its own would go on dialling after a fetch is
// cancelled, for the sake of a later request; a camera that is switched off would hold the goroutine for minutes.
func (f *Fetcher) transport(fetch context.Context) *http.Transport {
	return &http.Transport{
		DialContext: func(_ context.Context, network, address string) (net.Conn, error) {
			conn, err := f.dial(fetch, network, address)
			if err != nil {
				return nil, err
			}
			context.AfterFunc(fetch, func() { conn.Close() })
			return conn, nil
		},
		Proxy:                  nil, // pictures come from the home network, whatever the environment says
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
	}
}
