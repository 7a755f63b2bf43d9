package speech

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

// ssip is a connection in speech-dispatcher's protocol: lines with a number, of which the last of an answer has a space
// after it and the others a dash. Numbers from 700 are events.
type ssip struct {
	conn     net.Conn
	in       *bufio.Reader
	patience time.Duration
	events   []string // that came between answers
}

// Events that tell how far a text is.
const (
	begins   = "701"
	ends     = "702"
	canceled = "703"
)

func newSSIP(conn net.Conn, patience time.Duration) *ssip {
	return &ssip{conn: conn, in: bufio.NewReaderSize(conn, 4096), patience: patience}
}

// ask sends a line, and returns the answer's lines without their numbers.
func (c *ssip) ask(line string) ([]string, error) {
	if err := c.send(line); err != nil {
		return nil, err
	}
	_ = c.conn.SetReadDeadline(time.Now().Add(c.patience))
	for {
		code, lines, err := c.next()
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return nil, errors.New("does not answer")
		case err != nil:
			return nil, err
		case code[0] == '7':
			c.events = append(c.events, code)
		case code[0] != '2':
			return nil, fmt.Errorf("refuses: %s", lines[len(lines)-1])
		default:
			return lines, nil
		}
	}
}

func (c *ssip) send(line string) error {
	_ = c.conn.SetWriteDeadline(time.Now().Add(c.patience))
	if _, err := io.WriteString(c.conn, line+"\r\n"); err != nil {
		return errors.New("went away")
	}
	return nil
}

// next reads an answer or an event.
func (c *ssip) next() (code string, lines []string, err error) {
	const mostLines = 100
	for len(lines) < mostLines {
		line, err := c.in.ReadSlice('\n')
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return "", nil, err
		case errors.Is(err, bufio.ErrBufferFull) || err == nil && !numbered(line):
			return "", nil, errForeign
		case err != nil:
			return "", nil, errors.New("went away")
		}
		lines = append(lines, strings.TrimRight(string(line[4:]), "\r\n"))
		if line[3] == ' ' {
			return string(line[:3]), lines, nil
		}
	}
	return "", nil, errForeign
}

var errForeign = errors.New("says what is not its protocol")

func numbered(line []byte) bool {
	return len(line) > 4 && strings.Trim(string(line[:3]), "0123456789") == "" && (line[3] == ' ' || line[3] == '-')
}

// speak hands over a text. A line of one dot would end it, so dots at the beginning of a line are doubled.
func (c *ssip) speak(text string) error {
	if _, err := c.ask("SPEAK"); err != nil {
		return err
	}
	var data strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, ".") {
			data.WriteByte('.')
		}
		data.WriteString(line + "\r\n")
	}
	_, err := c.ask(data.String() + ".")
	return err
}

// cancel may be called while another waits for an event: its answer comes between them.
func (c *ssip) cancel() { _ = c.send("CANCEL SELF") }

// event waits for the next one. When ctx ends it waits only a moment longer, for the word that all is still.
func (c *ssip) event(ctx context.Context, within time.Duration) (string, error) {
	if len(c.events) > 0 {
		first := c.events[0]
		c.events = c.events[1:]
		return first, nil
	}
	unbind := context.AfterFunc(ctx, func() { _ = c.conn.SetReadDeadline(time.Now().Add(goodbye)) })
	defer unbind()
	_ = c.conn.SetReadDeadline(time.Now().Add(within))
	if ctx.Err() != nil {
		_ = c.conn.SetReadDeadline(time.Now().Add(goodbye))
	}
	for {
		code, _, err := c.next()
		if err != nil || code[0] == '7' {
			return code, err
		}
	}
}

func (c *ssip) quit() {
	_ = c.send("QUIT")
	c.conn.Close()
}
