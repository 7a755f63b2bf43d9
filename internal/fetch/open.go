package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// startWithin is how long a server may take to begin with a file that is read while it comes.
const startWithin = 5 * time.Second

// Stream is a file that is read while it comes.
type Stream struct {
	Type string // as the server declared it

	body io.Reader
	ctx  context.Context // of the download; its cause is why it was ended
	late *time.Timer     // ends a download that does not begin
	end  context.CancelCauseFunc
}

// Close ends the download.
func (s *Stream) Close() { s.end(nil) }

// Read ends with an error at the limits. Like Open's, its errors are sentences for the log, which continue "the sound at …".
func (s *Stream) Read(b []byte) (int, error) {
	n, err := s.body.Read(b)
	if n > 0 {
		s.late.Stop()
	}
	if err != nil && err != io.EOF {
		err = whyEnded(s.ctx, err)
	}
	return n, err
}

// whyEnded prefers our own reason to what the network makes of it.
func whyEnded(ctx context.Context, err error) error {
	var ours refusal
	if cause := context.Cause(ctx); errors.As(cause, &ours) {
		return ours
	}
	return inWords(err)
}

// Open begins the download of a file of any kind within the limits, for as long as ctx lasts.
// Like those of Fetch, its errors are sentences for the log.
func (f *Fetcher) Open(ctx context.Context, address string) (*Stream, error) {
	at, err := url.Parse(address)
	if err != nil || !fetchable(at) {
		return nil, fmt.Errorf("the sound's address cannot be understood")
	}
	bounded, end := context.WithCancelCause(ctx)
	late := endAfter(bounded, end, startWithin, "did not begin within")
	endAfter(bounded, end, f.limits.Time, "took longer than")
	answer, err := f.follow(bounded, at)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = answered(answer)
	}
	var body io.Reader
	if err == nil {
		body, _, err = f.unpacked(answer)
	}
	if err != nil {
		err = whyEnded(bounded, err)
		end(nil)
		return nil, fmt.Errorf("the sound at %s %w", shown(at), err)
	}
	return &Stream{body: body, Type: mediaType(answer.Header.Get("Content-Type")), ctx: bounded, late: late, end: end}, nil
}

// endAfter ends a download that lasts too long.
func endAfter(ctx context.Context, end context.CancelCauseFunc, limit time.Duration, words string) *time.Timer {
	timer := time.AfterFunc(limit, func() { end(refusal(fmt.Sprintf("%s %v", words, limit))) })
	context.AfterFunc(ctx, func() { timer.Stop() })
	return timer
}
