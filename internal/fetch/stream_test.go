package fetch

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestTheFirstFrameOfACamerasStreamIsThePicture(t *testing.T) {
	const next = "\xff\xd8\xff the next frame"
	for _, c := range []struct {
		name, header, stream string
	}{
		{"as it should be", "boundary=frame",
			"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg + "\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n" + next},
		{"with a length", "boundary=frame",
			length("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", jpeg)},
		{"dashes in the header too", "boundary=--frame",
			"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg + "\r\n--frame\r\n"},
		{"a space in the boundary", "boundary=--video boundary--",
			length("--video boundary--\r\nContent-length: %d\r\nContent-type: image/jpeg\r\n\r\n", jpeg)},
		{"no boundary in the header", "x=",
			"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg + "\r\n--frame\r\n"},
		{"an empty line first", "boundary=frame",
			"\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg + "\r\n--frame\r\n"},
		{"bare line feeds", "boundary=frame",
			"--frame\nContent-Type: image/jpeg\n\n" + jpeg + "\n--frame\n"},
		{"no type", "boundary=frame",
			length("--frame\r\nContent-Length: %d\r\n\r\n", jpeg)},
		{"a length past the end of the frame", "boundary=frame",
			"--frame\r\nContent-Length: 100000\r\n\r\n" + jpeg + "\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n" + next},
		{"a length that is no number", "boundary=frame",
			"--frame\r\nContent-Length: many\r\n\r\n" + jpeg + "\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n" + next},
		{"words before pictures", "boundary=frame",
			"--frame\r\nContent-Type: text/x-motion\r\n\r\nnone\r\n" +
				length("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", jpeg)},
	} {
		t.Run(c.name, func(t *testing.T) {
			left := make(chan struct{})
			at := serve(t, func(w http.ResponseWriter, r *http.Request) {
				defer close(left)
				w.Header().Set("Content-Type", "Multipart/X-Mixed-Replace; "+c.header)
				io.WriteString(w, c.stream)
				w.(http.Flusher).Flush()
				<-r.Context().Done() // the next frame never comes
			})
			file, err := New(FactoryLimits()).Fetch(t.Context(), at)
			wantFile(t, file, err, "image/jpeg", jpeg)
			<-left // the connection does not outlive the fetch
		})
	}
}

func TestAStreamIsNotMeasuredByItsAnnouncedLength(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", mixedReplace)
		w.Header().Set("Content-Length", "2147483647")
		io.WriteString(w, length("--frame\r\nContent-Length: %d\r\n\r\n", jpeg))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	file, err := New(FactoryLimits()).Fetch(t.Context(), at)
	wantFile(t, file, err, "image/jpeg", jpeg)
}

func TestAStreamIsBoundedLikeAnyPicture(t *testing.T) {
	for name, c := range map[string]struct{ begin, again, words string }{
		"a frame without end": {"--frame\r\n\r\n\xff\xd8\xff", strings.Repeat(".", 4096), "is larger than 65536 bytes"},
		"no picture ever":     {"", "--frame\r\nContent-Type: text/html\r\n\r\n" + strings.Repeat(".", 4096) + "\r\n", "is larger than 65536 bytes"},
		"no boundary ever":    {"", "nothing\r\n", "is larger than 65536 bytes"},
		"a line without end":  {"", strings.Repeat(".", 4096), "without a boundary"},
	} {
		t.Run(name, func(t *testing.T) {
			at := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", mixedReplace)
				_, err := io.WriteString(w, c.begin)
				for err == nil {
					_, err = io.WriteString(w, c.again)
				}
			})
			_, err := New(Limits{Time: FactoryLimits().Time, Bytes: 1 << 16}).Fetch(t.Context(), at)
			wantFailure(t, err, c.words)
		})
	}
}

func TestAStreamThatEndsWithoutAPictureIsAFailure(t *testing.T) {
	for stream, words := range map[string]string{
		"":            "breaks off",
		"nothing\r\n": "breaks off",
		"--frame":     "breaks off",
		"--frame\r\nContent-Type: text/html\r\n\r\nno\r\n--frame--\r\n": "without a picture",
		"--frame\r\n\r\n<html></html>\r\n--frame--\r\n":                 "not in a picture format",
	} {
		at := serve(t, func(w http.ResponseWriter, r *http.Request) { send(w, mixedReplace, stream) })
		_, err := New(FactoryLimits()).Fetch(t.Context(), at)
		wantFailure(t, err, words)
	}
}

// length writes a part's header with the length of its content, and the content.
func length(header, content string) string {
	return fmt.Sprintf(header, len(content)) + content
}
