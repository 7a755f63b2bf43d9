package api

import (
	"bytes"
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
)

// crowd is the connections there are. When there are too many, the one that has
// been longest in one state leaves: a slow sender, or one that says nothing. So
// any number of those leaves the door open for the others.
type crowd struct {
	limit int

	mu    sync.Mutex
	order *list.List // the longest unchanged first
	place map[net.Conn]*list.Element
}

func newCrowd(limit int) *crowd {
	return &crowd{limit: limit, order: list.New(), place: map[net.Conn]*list.Element{}}
}

// seen is the server's word on a connection.
func (c *crowd) seen(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	place := c.place[conn]
	switch {
	case state == http.StateClosed, state == http.StateHijacked:
		c.forget(conn)
	case place != nil:
		c.order.MoveToBack(place)
	default:
		c.place[conn] = c.order.PushBack(conn)
		if c.order.Len() > c.limit {
			longest := c.order.Front().Value.(net.Conn)
			c.forget(longest)
			_ = longest.Close()
		}
	}
}

func (c *crowd) forget(conn net.Conn) {
	if place := c.place[conn]; place != nil {
		c.order.Remove(place)
		delete(c.place, conn)
	}
}

// stays takes a connection out of the crowd: it is a stream, and those have seats of their own.
func (c *crowd) stays(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(conn)
}

// door is the listener whose connections are guests.
type door struct {
	net.Listener
	crowd *crowd
}

func (d door) Accept() (net.Conn, error) {
	conn, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &guest{Conn: conn, crowd: d.crowd}, nil
}

// guest is a connection. What net/http itself says to a request that is no HTTP is
// said in the form of the interface.
type guest struct {
	net.Conn
	crowd *crowd
}

// Write passes on what the server writes.
func (g *guest) Write(p []byte) (int, error) {
	status, ok := ownRefusal(p)
	if !ok {
		return g.Conn.Write(p)
	}
	if _, err := g.Conn.Write(refusal(status)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// CloseWrite lets the server end an answer before it closes the connection.
func (g *guest) CloseWrite() error {
	if half, ok := g.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// ownRefusal finds the status of an answer that net/http gives by itself: to what is
// no request it alone writes these headers first, and nobody else says 417.
func ownRefusal(p []byte) (status string, ok bool) {
	rest, ok := bytes.CutPrefix(p, []byte("HTTP/1.1 "))
	if !ok {
		return "", false
	}
	line, headers, ok := bytes.Cut(rest, []byte("\r\n"))
	status = string(line)
	return status, ok && (status == "417 Expectation Failed" ||
		bytes.HasPrefix(headers, []byte("Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n")))
}

func refusal(status string) []byte {
	const body = `{"error":"the request is not one that HTTP/1.1 allows"}`
	var b bytes.Buffer
	b.WriteString("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nConnection: close\r\n")
	_ = allOrigins.Write(&b) // a buffer takes everything
	b.WriteString("\r\n" + body)
	return b.Bytes()
}

type guestKey struct{}

func withGuest(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, guestKey{}, conn)
}

// stayed is said of a request whose answer is a stream.
func stayed(r *http.Request) {
	if g, ok := r.Context().Value(guestKey{}).(*guest); ok {
		g.crowd.stays(g)
	}
}
