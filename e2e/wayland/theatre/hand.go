package theatre

import (
	"errors"
	"image"
	"testing"

	"cuecard.app/internal/screen/wayland/wire"
)

// Hand is a pointer that a test moves, and a keyboard that it never touches: with that, the keyboards of programs that
// type are not the first that the film hears of.
type Hand struct {
	*client
	pointer wire.ID
	room    image.Point
}

// Hand is there until the test ends. The room is what its places are in.
func (h *Theatre) Hand(t testing.TB, room image.Point) *Hand {
	t.Helper()
	c, err := h.dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	c.mu.Lock()
	defer c.mu.Unlock()
	hand := &Hand{c, 0, room}
	if err := hand.open(); err != nil {
		t.Fatal(err)
	}
	return hand
}

func (h *Hand) open() error {
	pointers, err := h.bind("zwlr_virtual_pointer_manager_v1", 1, nil)
	if err != nil {
		return err
	}
	h.pointer = h.conn.New(nil)
	h.conn.Request(pointers, 0, wire.ID(0), h.pointer) // on whatever seat
	if err := h.sync(); err != nil {
		return err
	}
	if err := h.await(func() bool { _, seated := h.globals["wl_seat"]; return seated }); err != nil {
		return err
	}
	keyboards, err1 := h.bind("zwp_virtual_keyboard_manager_v1", 1, nil)
	seat, err2 := h.bind("wl_seat", 1, nil)
	h.conn.Request(keyboards, 0, seat, h.conn.New(nil))
	return errors.Join(err1, err2, h.sync())
}

// Click moves the pointer and presses its left button.
func (h *Hand) Click(t testing.TB, at image.Point) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	const left = uint32(0x110)
	h.conn.Request(h.pointer, 1, uint32(0), uint32(at.X), uint32(at.Y), uint32(h.room.X), uint32(h.room.Y))
	h.conn.Request(h.pointer, 4)
	if err := h.sync(); err != nil {
		t.Fatal(err)
	}
	for _, pressed := range []uint32{1, 0} {
		h.conn.Request(h.pointer, 2, uint32(0), left, pressed)
		h.conn.Request(h.pointer, 4)
	}
	if err := h.sync(); err != nil {
		t.Fatal(err)
	}
}
