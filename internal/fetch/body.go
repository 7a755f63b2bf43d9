package fetch

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
)

// picture reads the picture out of a good answer.
func (f *Fetcher) picture(answer *http.Response) (File, error) {
	declared := mediaType(answer.Header.Get("Content-Type"))
	stream := declared == mixedReplace
	if !stream && !mayBePicture(declared) {
		return File{}, notPicture(declared)
	}
	// A stream has no end, so what it says of its length means nothing.
	if !stream && answer.ContentLength > f.limits.Bytes {
		return File{}, tooLarge(f.limits.Bytes)
	}
	body, packed, err := f.unpacked(answer)
	if err != nil {
		return File{}, err
	}
	if stream {
		return f.firstFrame(body)
	}
	length := answer.ContentLength
	if packed {
		length = -1
	}
	bytes, err := readAll(body, length)
	if err != nil {
		return File{}, err
	}
	return judge(bytes, declared)
}

// unpacked is the body as the server meant it. The limit holds on both sides of the packing: one keeps a small file
// from growing huge, the other an endless one from unpacking to nothing.
func (f *Fetcher) unpacked(answer *http.Response) (body io.Reader, packed bool, err error) {
	sent := http.MaxBytesReader(nil, answer.Body, f.limits.Bytes)
	switch encoding := lower(answer.Header.Get("Content-Encoding")); encoding {
	case "", "identity":
		return sent, false, nil
	case "gzip", "x-gzip":
		plain, err := gzip.NewReader(sent)
		if err != nil {
			return nil, false, fmt.Errorf("gzip: %w", err)
		}
		return http.MaxBytesReader(nil, plain, f.limits.Bytes), true, nil
	}
	return nil, false, refusal("is packed in a way that was not asked for")
}

// readAll reads to the end, into exactly the memory needed when the length is known. A length of -1 is not.
func readAll(from io.Reader, length int64) ([]byte, error) {
	if length < 0 {
		return io.ReadAll(from)
	}
	bytes := make([]byte, length)
	_, err := io.ReadFull(from, bytes)
	return bytes, err
}
