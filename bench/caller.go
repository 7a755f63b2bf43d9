package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
)

// caller is one connection that is kept. It sends requests made beforehand and looks
// at no more of the answer than its status and length, so that it takes little of the
// machine, and the same for every server.
type caller struct {
	conn   net.Conn
	buffer []byte
}

func dial(address string) (*caller, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	return &caller{conn, make([]byte, 0, 4<<10)}, nil
}

func (c *caller) close() { _ = c.conn.Close() }

// request is the bytes of a request.
func request(method, path, body string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: tv\r\n", method, path)
	if body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return []byte(b.String())
}

// call sends the request and returns the answer, which holds until the next call.
func (c *caller) call(request []byte) (status int, body []byte, err error) {
	if _, err := c.conn.Write(request); err != nil {
		return 0, nil, err
	}
	c.buffer = c.buffer[:0]
	for {
		n, err := c.conn.Read(c.buffer[len(c.buffer):cap(c.buffer)])
		c.buffer = c.buffer[:len(c.buffer)+n]
		status, body, whole := parse(c.buffer)
		switch {
		case whole:
			return status, body, nil
		case errors.Is(err, io.EOF):
			return 0, nil, fmt.Errorf("the connection ended after %q", c.buffer)
		case err != nil:
			return 0, nil, err
		case len(c.buffer) == cap(c.buffer):
			return 0, nil, errors.New("the answer is longer than any that is expected")
		}
	}
}

// must is call for a request that has to succeed.
func (c *caller) must(request []byte) error {
	status, body, err := c.call(request)
	if err == nil && status != 200 {
		err = fmt.Errorf("answered with %d: %s", status, body)
	}
	return err
}

// parse finds an answer's status and body, if all of it is there.
func parse(answer []byte) (status int, body []byte, whole bool) {
	head, body, ok := bytes.Cut(answer, []byte("\r\n\r\n"))
	if !ok {
		return 0, nil, false
	}
	_, length, ok := bytes.Cut(head, []byte("\r\nContent-Length: "))
	if !ok {
		return 0, nil, false
	}
	length, _, _ = bytes.Cut(length, []byte("\r\n"))
	n, err := strconv.Atoi(string(length))
	if err != nil || len(body) < n {
		return 0, nil, false
	}
	status, err = strconv.Atoi(string(head[len("HTTP/1.1 "):][:3]))
	return status, body[:n], err == nil
}
