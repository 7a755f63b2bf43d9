package wayland

import (
	"fmt"
	"image"
	"slices"

	"golang.org/x/sys/unix"

	"cuecard.app/internal/screen/overlay"
	"cuecard.app/internal/screen/wayland/wire"
)

// memory is shared with the compositor.
type memory struct {
	bytes []byte
	pool  wire.ID
}

func (d *display) newMemory(size int) (*memory, error) {
	fd, err := unix.MemfdCreate("cuecard", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("no memory to share with the compositor: %w", err)
	}
	bytes, err := mapped(fd, size)
	if err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("no memory to share with the compositor: %w", err)
	}
	m := &memory{bytes, d.conn.New(nil)}
	d.conn.Request(d.globals.shm, shmPool, m.pool, wire.FD(fd), size)
	return m, nil
}

func mapped(fd, size int) ([]byte, error) {
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return nil, err
	}
	// A compositor need not fear memory that cannot shrink under it.
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL); err != nil {
		return nil, err
	}
	return unix.Mmap(fd, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

func (d *display) free(m *memory) {
	d.conn.Request(m.pool, poolDestroy)
	d.conn.Forget(m.pool)
	_ = unix.Munmap(m.bytes)
}

const (
	// mostBuffers is more than a compositor that lets go of them can hold.
	mostBuffers = 3
	// spareMemory is what is kept from one card to the next: more than most cards need.
	spareMemory = 8 << 20
)

// buffer is a picture of the card, as of some earlier view or the last one.
type buffer struct {
	memory *memory
	id     wire.ID
	held   bool            // by the compositor
	place  image.Rectangle // on the monitor
	sheet  image.Rectangle
	stale  image.Rectangle // of what has changed since it was drawn
}

// canvas is the buffers of the card.
type canvas struct {
	display *display
	buffers []*buffer
	spare   *memory
}

// take is a buffer that may be drawn on, nil while the compositor holds all of them.
func (c *canvas) take(place, sheet image.Rectangle) (*buffer, error) {
	need := 4 * place.Dx() * place.Dy()
	for _, b := range c.buffers {
		if !b.held && b.place == place && b.sheet == sheet {
			return b, nil
		}
	}
	for _, b := range slices.Clone(c.buffers) {
		if !b.held {
			c.retire(b)
		}
	}
	if len(c.buffers) == mostBuffers {
		return nil, nil
	}
	m := c.spare
	c.spare = nil
	if m != nil && len(m.bytes) < need {
		c.display.free(m)
		m = nil
	}
	if m == nil {
		var err error
		if m, err = c.display.newMemory(need); err != nil {
			return nil, err
		}
	}
	b := &buffer{memory: m, place: place, sheet: sheet, stale: place}
	b.id = c.display.conn.New(func(uint16, *wire.Event) { b.held = false })
	c.display.conn.Request(m.pool, poolBuffer, b.id, 0, place.Dx(), place.Dy(), 4*place.Dx(), argb)
	c.buffers = append(c.buffers, b)
	return b, nil
}

// retire destroys a buffer, and keeps its memory when that is worth it.
func (c *canvas) retire(b *buffer) {
	c.buffers = slices.DeleteFunc(c.buffers, func(other *buffer) bool { return other == b })
	c.display.conn.Request(b.id, bufferDestroy)
	c.display.conn.Forget(b.id)
	m := b.memory
	if len(m.bytes) <= spareMemory && (c.spare == nil || len(c.spare.bytes) < len(m.bytes)) {
		c.spare, m = m, c.spare
	}
	if m != nil {
		c.display.free(m)
	}
}

// rest is the canvas while nothing is shown. The buffer that was is kept when it is not too large: often the next card has
// its place, and little on it differs.
func (c *canvas) rest(was *buffer) {
	for _, b := range slices.Clone(c.buffers) {
		if b != was || len(b.memory.bytes) > spareMemory {
			c.retire(b)
		}
	}
}

func (c *canvas) close() {
	c.rest(nil)
	if c.spare != nil {
		c.display.free(c.spare)
	}
}

// draw brings the buffer up to date with a sheet that differs from the one before in what has changed.
func (c *canvas) draw(b *buffer, sheet overlay.Sheet, changed image.Rectangle) {
	for _, other := range c.buffers {
		other.stale = other.stale.Union(changed.Intersect(other.place))
	}
	seen := b.place.Intersect(b.sheet)
	if b.stale == b.place && seen != b.place {
		clear(b.memory.bytes[:4*b.place.Dx()*b.place.Dy()])
	}
	if part := b.stale.Intersect(seen); !part.Empty() {
		sheet.Draw(&image.RGBA{Pix: b.memory.bytes, Stride: 4 * b.place.Dx(), Rect: b.place}, part, 0)
	}
	b.stale = image.Rectangle{}
}
