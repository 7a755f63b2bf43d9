package theatre

import (
	"context"
	"errors"
	"fmt"
	"image"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/internal/screen/wayland/wire"
)

// waitLimit is how long anything may take that a test waits for.
const waitLimit = 20 * time.Second

var errLate = errors.New("it did not happen in time")

// client is a connection of the theatre's own. Handlers run with the lock held.
type client struct {
	conn    *wire.Conn
	globals map[string]global
	outputs []*output
	shm     wire.ID
	seated  func() // told when there is a seat, unless nil

	mu    sync.Mutex
	err   error
	news  chan struct{}
	ended chan struct{}
}

type global struct{ name, version uint32 }

type output struct {
	id   wire.ID
	name string
	mode image.Point
	turn uint32
}

func (h *Theatre) dial() (*client, error) {
	conn, err := wire.Dial(context.Background(), h.Socket)
	if err != nil {
		return nil, err
	}
	c := &client{conn: conn, globals: map[string]global{}, news: make(chan struct{}, 1), ended: make(chan struct{})}
	registry := conn.New(func(number uint16, e *wire.Event) {
		if number != 0 {
			return
		}
		name, kind, version := e.Uint(), e.String(), e.Uint()
		c.globals[kind] = global{name, version}
		if kind == "wl_output" {
			o := &output{}
			o.id = conn.New(o.hear)
			conn.Request(registryID, 0, name, kind, min(4, version), o.id)
			c.outputs = append(c.outputs, o)
		}
		if kind == "wl_seat" && c.seated != nil {
			c.seated()
		}
	})
	if registry != registryID {
		panic("the registry is the first object")
	}
	conn.Request(wire.Display, 1, registry)
	go c.read()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := errors.Join(c.sync(), c.sync()); err != nil {
		return nil, err
	}
	c.shm, err = c.bind("wl_shm", 1, nil)
	return c, err
}

const registryID wire.ID = 2

func (o *output) hear(number uint16, e *wire.Event) {
	switch number {
	case 0:
		for range 5 {
			e.Int()
		}
		_, _ = e.String(), e.String()
		o.turn = e.Uint()
	case 1:
		if flags, mode := e.Uint(), image.Pt(e.Int(), e.Int()); flags&1 != 0 {
			o.mode = mode
		}
	case 4:
		o.name = e.String()
	}
}

func (c *client) read() {
	defer close(c.ended)
	for {
		err := c.conn.Receive()
		c.mu.Lock()
		if err == nil {
			err = c.conn.Dispatch()
		}
		if err == nil {
			err = c.conn.Flush()
		}
		c.err = err
		c.mu.Unlock()
		select {
		case c.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// bind is a global of the compositor.
func (c *client) bind(kind string, version uint32, h wire.Handler) (wire.ID, error) {
	g, ok := c.globals[kind]
	if !ok {
		return 0, fmt.Errorf("the compositor has no %s", kind)
	}
	id := c.conn.New(h)
	c.conn.Request(registryID, 0, g.name, kind, min(version, g.version), id)
	return id, nil
}

// await waits until something is so. The lock is free meanwhile.
func (c *client) await(so func() bool) error {
	if err := c.conn.Flush(); err != nil {
		return err
	}
	over := time.NewTimer(waitLimit)
	defer over.Stop()
	for !so() {
		if c.err != nil {
			return c.err
		}
		c.mu.Unlock()
		select {
		case <-c.news:
			c.mu.Lock()
		case <-over.C:
			c.mu.Lock()
			return errLate
		}
	}
	return nil
}

func (c *client) sync() error {
	done := false
	id := c.conn.New(func(uint16, *wire.Event) { done = true })
	c.conn.Request(wire.Display, 0, id)
	return c.await(func() bool { return done })
}

func (c *client) close() {
	c.mu.Lock()
	c.conn.Close()
	c.mu.Unlock()
	<-c.ended
}

// output is the one of a name, or the first.
func (c *client) output(name string) (*output, error) {
	for _, o := range c.outputs {
		if name == "" || o.name == name {
			return o, nil
		}
	}
	return nil, fmt.Errorf("the compositor has no output %q", name)
}

// share is memory that the compositor sees, and its pool.
func (c *client) share(size int) ([]byte, wire.ID, error) {
	fd, err := unix.MemfdCreate("theatre", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, 0, err
	}
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return nil, 0, err
	}
	bytes, err := unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, 0, err
	}
	pool := c.conn.New(nil)
	c.conn.Request(c.shm, 0, pool, wire.FD(fd), size)
	return bytes, pool, nil
}
