package accept

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"

	"cuecard.app/internal/card"
)

const (
	// maxRequest is two pictures in base64, and words.
	maxRequest = 16 << 20
	// maxPicture is what a picture from the network may have, too.
	maxPicture = 5_242_880
	// largeAtOnce is how many requests may be read at one time that are larger than a card's own: each is kept in memory.
	largeAtOnce = 2
	// maxParts is more than any of the apps has.
	maxParts = 64
)

var (
	errTooLarge = fmt.Errorf("the request is larger than %d bytes", maxRequest)
	errTooSlow  = errors.New("the request took too long to arrive")
)

// bounded refuses what is too large to be read, and has large requests wait for each other.
func (d *Desk) bounded(take http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxRequest {
			w.Header().Set("Connection", "close") // or the server would read on before it answers
			say(w, http.StatusRequestEntityTooLarge, errTooLarge.Error())
			return
		}
		if r.ContentLength < 0 || r.ContentLength > card.MaxBody {
			select {
			case d.large <- struct{}{}:
				defer func() { <-d.large }()
			case <-r.Context().Done():
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		take(w, r)
	})
}

// read takes all of a body or of a part of one, up to a byte behind the limit.
func read(from io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err != nil {
		return nil, unread(err, &card.FieldError{Field: "body", Be: "as long as its Content-Length says"})
	}
	return body, nil
}

// unread is why a request did not arrive whole.
func unread(err, otherwise error) error {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return errTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errTooSlow
	default:
		return otherwise
	}
}

func readJSON(r *http.Request) (*fields, error) {
	body, err := read(r.Body, maxRequest)
	if err != nil {
		return nil, err
	}
	return readObject(body)
}

// readForm reads a form of several parts. Which of them are pictures is told by their names: some clients send every
// text as a file.
func readForm(r *http.Request, pictures ...string) (*fields, error) {
	f := &fields{values: map[string]any{}, files: map[string][]byte{}}
	noForm := &card.FieldError{Field: "body", Be: "a form of the kind multipart/form-data"}
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, noForm
	}
	for range maxParts {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return f, nil
		}
		if err != nil {
			return nil, unread(err, noForm)
		}
		isPicture, limit := slices.Contains(pictures, part.FormName()), int64(card.MaxBody)
		if isPicture {
			limit = maxPicture
		}
		content, err := read(part, limit)
		switch {
		case err != nil:
			return nil, err
		case isPicture && len(content) > 0:
			f.files[part.FormName()] = content
		case !isPicture:
			f.values[part.FormName()] = string(content)
		}
	}
	return nil, noForm
}
