package client

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

var errLongEvent = errors.New("an event is longer than a TV ever sends")

// message is one server-sent event as it stands in the stream.
type message struct {
	kind string
	data []byte
}

// stream cuts a body into server-sent events as the HTML standard describes them.
type stream struct {
	from    *bufio.Reader
	line    []byte
	afterCR bool
	started bool
}

func newStream(body io.Reader) *stream {
	return &stream{from: bufio.NewReader(body)}
}

// next returns the next message that has data. One that the end of the stream cuts short is dropped.
func (s *stream) next() (message, error) {
	m := message{kind: "message"}
	hasData := false
	for {
		line, err := s.readLine()
		if err != nil {
			return message{}, err
		}
		if len(line) == 0 {
			if hasData {
				return m, nil
			}
			m.kind = "message"
			continue
		}
		// A line that starts with a colon is a comment: its field has no name.
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "event":
			m.kind = string(value)
		case "data":
			if hasData {
				m.data = append(m.data, '\n')
			}
			hasData = true
			m.data = append(m.data, value...)
			if len(m.data) > maxAnswer {
				return message{}, errLongEvent
			}
		}
	}
}

// readLine returns the next line without its end, which is LF, CR or CRLF. It returns at the CR without waiting for what
// may follow, or a server that uses CR alone would be heard one event late.
func (s *stream) readLine() ([]byte, error) {
	s.line = s.line[:0]
	for {
		b, err := s.from.ReadByte()
		if err != nil {
			return nil, err
		}
		secondHalf := b == '\n' && s.afterCR
		s.afterCR = b == '\r'
		switch {
		case secondHalf:
		case b == '\n' || b == '\r':
			return s.withoutMark(), nil
		case len(s.line) > maxAnswer:
			return nil, errLongEvent
		default:
			s.line = append(s.line, b)
		}
	}
}

// withoutMark drops the byte order mark that may open a stream.
func (s *stream) withoutMark() []byte {
	if s.started {
		return s.line
	}
	s.started = true
	return bytes.TrimPrefix(s.line, []byte("\uFEFF"))
}
