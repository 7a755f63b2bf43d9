package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/unix"
)

var (
	errShort = errors.New("the compositor sent an event that is too short for what it should hold")
	errEnded = errors.New("the compositor has ended the connection")
)

// Event is what an event holds, read in the order of the protocol. What is missing reads as zero, and ends the connection.
type Event struct {
	rest  []byte
	short bool
}

// Uint reads a number.
func (e *Event) Uint() uint32 {
	if len(e.rest) < 4 {
		e.rest, e.short = nil, true
		return 0
	}
	n := binary.NativeEndian.Uint32(e.rest)
	e.rest = e.rest[4:]
	return n
}

// Int reads a number with a sign.
func (e *Event) Int() int { return int(int32(e.Uint())) }

// ID reads the number of an object.
func (e *Event) ID() ID { return ID(e.Uint()) }

// String reads a text.
func (e *Event) String() string {
	length := int(e.Uint()) // with a zero byte at its end
	if length == 0 {
		return ""
	}
	padded := (length + 3) &^ 3
	if padded > len(e.rest) {
		e.rest, e.short = nil, true
		return ""
	}
	text := string(e.rest[:length-1])
	e.rest = e.rest[padded:]
	return text
}

const (
	headerSize  = 8
	largestSize = 1 << 16 // the header has sixteen bits for it
)

// Receive waits until the compositor has sent something. File descriptors that come along are closed: nothing that is
// used here has any that matter.
func (c *Conn) Receive() error {
	if len(c.in) > 0 && &c.in[0] != &c.room[0] {
		c.in = c.room[:copy(c.room, c.in)]
	}
	if len(c.in) == len(c.room) {
		c.room = append(c.room, make([]byte, min(len(c.room), largestSize))...)
		c.in = c.room[:len(c.in)]
	}
	if len(c.in) == 0 {
		c.in = c.room[:0]
	}
	oob := make([]byte, unix.CmsgSpace(28*4))
	n, rights, _, _, err := c.socket.ReadMsgUnix(c.room[len(c.in):], oob)
	closeAll(oob[:rights])
	if errors.Is(err, io.EOF) || errors.Is(err, unix.ECONNRESET) {
		return errEnded
	}
	if err != nil {
		return err
	}
	c.in = c.room[:len(c.in)+n]
	return nil
}

func closeAll(rights []byte) {
	messages, _ := unix.ParseSocketControlMessage(rights)
	for _, m := range messages {
		fds, _ := unix.ParseUnixRights(&m)
		for _, fd := range fds {
			_ = unix.Close(fd)
		}
	}
}

// Dispatch gives what was received to the handlers, as far as it is whole. An error is the end of the connection.
func (c *Conn) Dispatch() error {
	for len(c.in) >= headerSize {
		id := ID(binary.NativeEndian.Uint32(c.in))
		word := binary.NativeEndian.Uint32(c.in[4:])
		size, number := int(word>>16), uint16(word)
		if size < headerSize || size%4 != 0 {
			return fmt.Errorf("the compositor sent an event of %d bytes", size)
		}
		if len(c.in) < size {
			break
		}
		e := &Event{rest: c.in[headerSize:size]}
		if handle := c.objects[id]; handle != nil {
			handle(number, e)
		}
		c.in = c.in[size:]
		if c.fault != nil {
			return c.fault
		}
		if e.short {
			return errShort
		}
	}
	return nil
}
