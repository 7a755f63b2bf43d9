// Package wire speaks Wayland's wire format over a unix socket: requests go out, events come in, and objects have
// numbers.
//
// It knows bytes, numbers and file descriptors. It never knows what an object is for.
package wire

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// ID is the number of an object; zero is none.
type ID uint32

// Display is the object that every connection begins with.
const Display ID = 1

// Handler is told an object's events, by their number in the protocol.
type Handler func(number uint16, e *Event)

// FD is a file descriptor in a request. The connection owns it, and closes it when it is sent.
type FD int

// writeLimit is how long a compositor may leave its end unread.
const writeLimit = 2 * time.Second

// Conn is a connection to a compositor. Receive may wait in one goroutine while another makes requests; all else is
// for one goroutine at a time.
type Conn struct {
	socket  *net.UnixConn
	objects map[ID]Handler
	next    ID
	free    []ID

	out  []byte
	fds  []int
	in   []byte // received and not dispatched
	room []byte // that in is kept in; Receive's own, with in

	fault error // that the compositor said
}

// Fault is an error that the compositor found in our requests. It ends the connection.
type Fault struct {
	Object ID
	Code   uint32
	Text   string
}

func (f *Fault) Error() string {
	return fmt.Sprintf("the compositor refused a request: %s (object %d, code %d)", f.Text, f.Object, f.Code)
}

// Dial connects to a compositor's socket.
func Dial(ctx context.Context, path string) (*Conn, error) {
	var dialer net.Dialer
	socket, err := dialer.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	c := &Conn{socket: socket.(*net.UnixConn), objects: map[ID]Handler{}, next: Display + 1, room: make([]byte, 4096)}
	c.objects[Display] = c.display
	return c, nil
}

// display takes the events of the connection itself.
func (c *Conn) display(number uint16, e *Event) {
	switch number {
	case 0: // error
		c.fault = &Fault{e.ID(), e.Uint(), e.String()}
	case 1: // delete_id
		id := e.ID()
		if _, known := c.objects[id]; known && id != Display {
			delete(c.objects, id)
			c.free = append(c.free, id)
		}
	}
}

// New is the number of a new object, whose events go to the handler; nil drops them.
func (c *Conn) New(h Handler) ID {
	id := c.next
	if n := len(c.free); n > 0 {
		id, c.free = c.free[n-1], c.free[:n-1]
	} else {
		c.next++
	}
	c.objects[id] = h
	return id
}

// Forget drops the events of an object that a request has just destroyed. Its number is free when the compositor says so.
func (c *Conn) Forget(id ID) { c.objects[id] = nil }

// Request adds a request to those that Flush sends. Arguments are ID, FD, string, int and uint32.
func (c *Conn) Request(object ID, number uint16, arguments ...any) {
	start, order := len(c.out), binary.NativeEndian
	c.out = order.AppendUint32(c.out, uint32(object))
	c.out = order.AppendUint32(c.out, 0)
	for _, a := range arguments {
		switch a := a.(type) {
		case ID:
			c.out = order.AppendUint32(c.out, uint32(a))
		case uint32:
			c.out = order.AppendUint32(c.out, a)
		case int:
			c.out = order.AppendUint32(c.out, uint32(int32(a)))
		case FD:
			c.fds = append(c.fds, int(a))
		case string:
			c.out = order.AppendUint32(c.out, uint32(len(a)+1))
			c.out = append(append(c.out, a...), 0)
			for len(c.out)%4 != 0 {
				c.out = append(c.out, 0)
			}
		default:
			panic(fmt.Sprintf("a request cannot hold a %T", a))
		}
	}
	order.PutUint32(c.out[start+4:], uint32(len(c.out)-start)<<16|uint32(number))
}

// Flush sends all requests.
func (c *Conn) Flush() error {
	if len(c.out) == 0 {
		return nil
	}
	defer c.drop()
	if err := c.socket.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
		return err
	}
	var rights []byte
	if len(c.fds) > 0 {
		rights = unix.UnixRights(c.fds...)
	}
	for out := c.out; len(out) > 0; {
		n, _, err := c.socket.WriteMsgUnix(out, rights, nil)
		if err != nil {
			return err
		}
		out, rights = out[n:], nil
	}
	return nil
}

// drop forgets what was sent, or never will be.
func (c *Conn) drop() {
	for _, fd := range c.fds {
		_ = unix.Close(fd)
	}
	c.out, c.fds = c.out[:0], c.fds[:0]
}

// Close ends the connection; a Receive that waits ends with it.
func (c *Conn) Close() {
	_ = c.socket.Close()
	c.drop()
}
