package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"strconv"
)

// firstFrame takes the first picture out of a camera's endless stream of them.
func (f *Fetcher) firstFrame(body io.Reader) (File, error) {
	parts, err := split(body)
	if err != nil {
		return File{}, err
	}
	content, declared, err := nextFrame(parts)
	if errors.Is(err, io.EOF) {
		return File{}, refusal("is a stream without a picture in it")
	}
	if err != nil {
		return File{}, err
	}
	file, err := judge(content, declared)
	file.Live = true
	return file, err
}

// nextFrame reads the next part of a stream that may be a picture.
func nextFrame(parts *multipart.Reader) (content []byte, declared string, err error) {
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			return nil, "", err
		}
		if declared = mediaType(part.Header.Get("Content-Type")); mayBePicture(declared) {
			content, err = io.ReadAll(whole(part))
			return content, declared, err
		}
	}
}

// split finds the boundary in the stream itself. Many cameras announce another one in the header: with the two
// dashes already in front, or with a space in it and no quotes.
func split(body io.Reader) (*multipart.Reader, error) {
	lines := bufio.NewReader(body)
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return nil, refusal("is a stream without a boundary")
		}
		if err != nil {
			return nil, err
		}
		boundary, found := bytes.CutPrefix(bytes.TrimSpace(line), []byte("--"))
		if !found || len(boundary) == 0 {
			continue
		}
		first := bytes.NewReader(bytes.Clone(line))
		return multipart.NewReader(io.MultiReader(first, lines), string(boundary)), nil
	}
}

// whole ends a part at its declared length: the boundary that also ends it comes only with the next frame, which a
// camera may send much later.
func whole(part *multipart.Part) io.Reader {
	length, err := strconv.ParseInt(part.Header.Get("Content-Length"), 10, 64)
	if err != nil || length <= 0 {
		return part
	}
	return io.LimitReader(part, length)
}
