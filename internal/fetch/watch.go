package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// pace is the least time between two frames of a stream that are handed on: fifteen a second.
const pace = time.Second / 15

// errStalled ends a stream whose next frame does not come within the time of a fetch.
var errStalled = errors.New("no new picture came in time")

// Watch follows the camera's stream at an address and hands its frames on, one call of each at a time. Of the frames
// that come faster than fifteen a second, or while each is still at the last one, the newest wins. The limits hold for
// every frame: of the bytes, and of the time since the one before.
//
// It returns when the stream ends, stalls or turns out to be none, and at once when ctx ends. Like those of Fetch, its
// errors are sentences for the log.
func (f *Fetcher) Watch(ctx context.Context, address string, each func(File)) error {
	at, err := url.Parse(address)
	if err != nil || !fetchable(at) {
		return errors.New("the stream's address cannot be understood")
	}
	bounded, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stall := time.AfterFunc(f.limits.Time, func() { cancel(errStalled) })
	defer stall.Stop()

	newest := make(chan File, 1)
	var handing sync.WaitGroup
	handing.Go(func() { handOn(bounded, newest, each) })
	err = f.watch(bounded, at, func(frame File) {
		stall.Reset(f.limits.Time)
		select {
		case <-newest: // is older now
		default:
		}
		newest <- frame
	})
	close(newest)
	handing.Wait()
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("is watched no longer: %w", ctx.Err())
	case context.Cause(bounded) == errStalled:
		err = refusal(fmt.Sprintf("has stalled for %v", f.limits.Time))
	default:
		err = inWords(err)
	}
	return fmt.Errorf("the stream at %s %w", shown(at), err)
}

// handOn gives the newest frame on at its pace, and what is left when the stream has ended.
func handOn(ctx context.Context, newest <-chan File, each func(File)) {
	for frame := range newest {
		if ctx.Err() != nil {
			return
		}
		each(frame)
		select {
		case <-time.After(pace):
		case <-ctx.Done():
			return
		}
	}
}

// watch reads frame after frame. What is in a stream and is no picture is passed over.
func (f *Fetcher) watch(ctx context.Context, at *url.URL, got func(File)) error {
	answer, err := f.follow(ctx, at)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return answered(answer)
	}
	if mediaType(answer.Header.Get("Content-Type")) != mixedReplace {
		return refusal("is none any more")
	}
	if packing := lower(answer.Header.Get("Content-Encoding")); packing != "" && packing != "identity" {
		return refusal("is packed, which no camera does")
	}
	body := &metered{from: answer.Body, left: f.limits.Bytes, limit: f.limits.Bytes}
	parts, err := split(body)
	if err != nil {
		return err
	}
	for {
		content, declared, err := nextFrame(parts)
		if errors.Is(err, io.EOF) {
			return refusal("has ended")
		}
		if err != nil {
			return err
		}
		if frame, err := judge(content, declared); err == nil {
			frame.Live = true
			body.left = body.limit
			got(frame)
		}
	}
}

// metered lets no more through than a limit, which is set anew for every frame.
type metered struct {
	from        io.Reader
	left, limit int64
}

func (m *metered) Read(into []byte) (int, error) {
	if m.left <= 0 {
		return 0, tooLarge(m.limit)
	}
	n, err := m.from.Read(into[:min(int64(len(into)), m.left)])
	m.left -= int64(n)
	return n, err
}
