package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"syscall"
)

// silence is a call without an answer: a sentence for people, and the cause for errors.Is and errors.As.
type silence struct {
	sentence string
	cause    error
}

func (s *silence) Error() string   { return s.sentence }
func (s *silence) Unwrap() []error { return []error{ErrUnreachable, s.cause} }

// silent says why a call brought no answer. That the caller gave up is not the TV's fault and not ErrUnreachable.
func (c *Client) silent(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		if !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
			return fmt.Errorf("the call to %s was given up: %w", c.base, ctx.Err())
		}
		err = context.DeadlineExceeded
	}
	return &silence{sentence: "no answer from " + c.base + ": " + reason(err), cause: err}
}

// brokeOff says why a stream of events ended.
func (c *Client) brokeOff(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("listening to %s ended: %w", c.base, ctx.Err())
	case errors.Is(err, errLongEvent):
		return fmt.Errorf("listening to %s ended: %w", c.base, err)
	}
	return &silence{sentence: "listening to " + c.base + " ended: " + reason(err), cause: err}
}

// reason is the part of an error that a person can act on, without the layers of "dial tcp" and "read tcp" around it.
func reason(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	if name, ok := errors.AsType[*net.DNSError](err); ok {
		return name.Err
	}
	if slow, ok := errors.AsType[net.Error](err); ok && slow.Timeout() {
		return "nothing came in time"
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "the connection was closed"
	}
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err.Error()
	}
	return err.Error()
}
