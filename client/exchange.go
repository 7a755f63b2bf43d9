package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
)

const (
	healthPath = "/health"

	// maxAnswer bounds an answer and an event: whoever answers may not be a TV.
	maxAnswer = 1 << 20

	// askFirst is the size from which a body is sent only once the TV has agreed to read it. A TV that refuses a large
	// body closes the connection, and a client still writing would see that instead of the reason.
	askFirst = 256 << 10
)

// call makes a request and reads its answer, whole and within the time allowed.
func call[A answer](ctx context.Context, c *Client, method, path string, body []byte) (A, error) {
	var none A
	ctx, cancel := c.limit(ctx)
	defer cancel()
	resp, err := c.send(ctx, method, path, body)
	if err != nil {
		return none, err
	}
	defer resp.Body.Close()
	content, err := c.read(ctx, resp)
	if err != nil {
		return none, err
	}
	if resp.StatusCode/100 != 2 {
		return none, c.refusal(resp, content)
	}
	var got A
	if err := json.Unmarshal(content, &got); err != nil || !got.complete() {
		return none, c.strange(resp, content)
	}
	return got, nil
}

// limit gives the call its default time unless the caller has set one.
func (c *Client) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has || c.http.Timeout > 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, patience)
}

func (c *Client) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	req, err := c.request(ctx, method, path, body)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, c.silent(ctx, err)
	}
	return resp, nil
}

func (c *Client) request(ctx context.Context, method, path string, body []byte) (*http.Request, error) {
	if c.fault != nil {
		return nil, c.fault
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	if len(body) > askFirst {
		req.Header.Set("Expect", "100-continue")
	}
	if c.token != "" && path != healthPath {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	return req, nil
}

// read returns the body of an answer that is not too long to be a TV's.
func (c *Client) read(ctx context.Context, resp *http.Response) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil {
		return nil, c.silent(ctx, err)
	}
	if len(content) > maxAnswer {
		return nil, c.foreign(resp, "with more than a TV ever says")
	}
	return content, nil
}
