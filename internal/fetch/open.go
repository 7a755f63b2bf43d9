package fetch

import (
	"context"
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
	io.Reader        // ends with an error at the limits
	Type      string // as the server declared it
	end       context.CancelFunc
}

// Close ends the download.
func (s *Stream) Close() { s.end() }

// Open begins the download of a file of any kind within the limits, for as long as ctx lasts.
// Like those of Fetch, its errors are sentences for the log.
func (f *Fetcher) Open(ctx context.Context, address string) (*Stream, error) {
	at, err := url.Parse(address)
	if err != nil || !fetchable(at) {
		return nil, fmt.Errorf("the sound's address cannot be understood")
	}
	bounded, end := context.WithTimeout(ctx, f.limits.Time)
	late := time.AfterFunc(startWithin, end)
	answer, err := f.follow(bounded, at)
	late.Stop()
	if err == nil && answer.StatusCode != http.StatusOK {
		err = answered(answer)
	}
	var body io.Reader
	if err == nil {
		body, _, err = f.unpacked(answer)
	}
	if err != nil {
		end()
		return nil, fmt.Errorf("the sound at %s %w", shown(at), inWords(err))
	}
	return &Stream{Reader: body, Type: mediaType(answer.Header.Get("Content-Type")), end: end}, nil
}
