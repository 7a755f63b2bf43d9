package owner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"

	"cuecard.app/internal/settings"
)

// Client is the owner's hand at the desk.
type Client struct {
	Running bool // a service runs; otherwise the files are edited
	web     http.Client
}

// At is the desk of the service that runs on the data directory, or of its files.
func At(dir string, log *slog.Logger) *Client {
	if conn, err := dial(context.Background(), dir); err == nil {
		conn.Close()
		return &Client{Running: true, web: http.Client{Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx, dir) },
		}}}
	}
	desk := &Desk{Settings: settings.Open(dir, log)}
	return &Client{web: http.Client{Transport: inProcess{desk.Handler()}}}
}

// Settings are all settings for people, in order.
func (c *Client) Settings(ctx context.Context) (list []Setting, err error) {
	return list, c.call(ctx, "GET", "/settings", nil, &list)
}

// Change sets settings to values as somebody typed them.
func (c *Client) Change(ctx context.Context, typed map[string]string) error {
	return c.call(ctx, "PATCH", "/settings", typed, nil)
}

// Token is the token, empty when none is set.
func (c *Client) Token(ctx context.Context) (token string, err error) {
	return token, c.call(ctx, "GET", "/token", nil, &token)
}

// NewToken sets another token.
func (c *Client) NewToken(ctx context.Context) (token string, err error) {
	return token, c.call(ctx, "POST", "/token", nil, &token)
}

// ClearToken turns authentication off.
func (c *Client) ClearToken(ctx context.Context) error {
	return c.call(ctx, "DELETE", "/token", nil, nil)
}

// Overlay allows or denies drawing.
func (c *Client) Overlay(ctx context.Context, allowed bool) error {
	return c.call(ctx, "PUT", "/overlay", allowed, nil)
}

// Screens are the TV pages that were approved.
func (c *Client) Screens(ctx context.Context) (screens []settings.Screen, err error) {
	return screens, c.call(ctx, "GET", "/screens", nil, &screens)
}

// Approve admits the TV page that shows the code and returns its name.
func (c *Client) Approve(ctx context.Context, code string) (name string, err error) {
	return name, c.call(ctx, "POST", "/screens", code, &name)
}

// Revoke takes a TV page's key away.
func (c *Client) Revoke(ctx context.Context, id string) error {
	return c.call(ctx, "DELETE", "/screens/"+url.PathEscape(id), nil, nil)
}

// ShowAddress has the TV show its address for a while.
func (c *Client) ShowAddress(ctx context.Context) error {
	return c.call(ctx, "POST", "/address", nil, nil)
}

// Status is how the service is; ErrNotRunning without one.
func (c *Client) Status(ctx context.Context) (status Status, err error) {
	if !c.Running {
		return status, ErrNotRunning
	}
	return status, c.call(ctx, "GET", "/status", nil, &status)
}

func (c *Client) call(ctx context.Context, method, path string, question, answer any) error {
	var sent bytes.Buffer
	if err := json.NewEncoder(&sent).Encode(question); err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://owner"+path, &sent)
	if err != nil {
		return err
	}
	resp, err := c.web.Do(r)
	if err != nil {
		return fmt.Errorf("the service does not answer: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		var refused struct{ Error string }
		if err := json.NewDecoder(resp.Body).Decode(&refused); err != nil {
			return fmt.Errorf("the service answers %s", resp.Status)
		}
		return errors.New(refused.Error)
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(answer)
}

// inProcess carries requests to a handler without a network.
type inProcess struct{ handler http.Handler }

func (p inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &answer{header: http.Header{}, status: http.StatusOK}
	p.handler.ServeHTTP(w, r)
	return &http.Response{StatusCode: w.status, Status: http.StatusText(w.status), Header: w.header,
		Body: io.NopCloser(&w.body), Request: r}, nil
}

type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }
