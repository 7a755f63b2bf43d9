package sound

import (
	"context"
	"io"
)

// ahead reads a file on while what has come of it is played, up to a megabyte: a download does not take as long as its
// sound, and a pause of the network is not heard.
type ahead struct {
	chunks chan []byte
	left   []byte
	err    error // what ended the file; it is there once chunks is closed
}

func readAhead(ctx context.Context, file io.Reader) *ahead {
	const size, count = 16 << 10, 64
	a := &ahead{chunks: make(chan []byte, count)}
	go func() {
		defer close(a.chunks)
		for {
			chunk := make([]byte, size)
			n, err := file.Read(chunk)
			if n > 0 {
				select {
				case a.chunks <- chunk[:n]:
				case <-ctx.Done():
					err = ctx.Err()
				}
			}
			if err != nil {
				a.err = err
				return
			}
		}
	}()
	return a
}

func (a *ahead) Read(b []byte) (int, error) {
	if len(a.left) == 0 {
		chunk, ok := <-a.chunks
		if !ok {
			return 0, a.err
		}
		a.left = chunk
	}
	n := copy(b, a.left)
	a.left = a.left[n:]
	return n, nil
}

// end returns when nothing reads the file any more; its context has ended before.
func (a *ahead) end() {
	for range a.chunks {
	}
}
