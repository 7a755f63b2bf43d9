package theatre

import (
	"errors"
	"image"
	"image/color"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/internal/screen/wayland/wire"
)

// Film is a program that fills an output. Most of its picture stands still, so that it can be compared; a band at the
// bottom is another colour in every frame. It notes the input that it gets.
type Film struct {
	Size image.Point // pixels

	*client
	surface, viewport, xdg, toplevel wire.ID
	memory                           []byte
	buffers                          [2]wire.ID
	held                             [2]bool
	configured                       image.Point
	calm                             bool

	frames    int
	focused   bool // by the keyboard
	focusings int
	keys      []uint32
	clicks    []uint32
	inside    bool
}

// bandPart is the part of the height that moves.
const bandPart = 8

// Still is the part of the film that stands still.
func (f *Film) Still() image.Rectangle {
	return image.Rect(0, 0, f.Size.X, f.Size.Y-f.Size.Y/bandPart)
}

// At is the colour of the film where it stands still.
func (f *Film) At(x, y int) color.RGBA {
	return color.RGBA{uint8(255 * x / f.Size.X), uint8(255 * y / f.Size.Y), uint8(x/16*37 + y/16*91), 255}
}

// Picture is a copy of the film; the band of it is not what is shown.
func (f *Film) Picture() *image.RGBA {
	picture := image.NewRGBA(image.Rectangle{Max: f.Size})
	for y := range f.Size.Y {
		for x := range f.Size.X {
			c, at := f.At(x, y), picture.PixOffset(x, y)
			picture.Pix[at], picture.Pix[at+1], picture.Pix[at+2], picture.Pix[at+3] = c.R, c.G, c.B, 255
		}
	}
	return picture
}

// Play starts a film on an output, by name; empty is the first. It goes on until the test ends.
func (h *Theatre) Play(t testing.TB, output string) *Film {
	t.Helper()
	f := h.PlayUnseen(t, output)
	// A compositor may fade in, or let the film grow; from when it is there, only the band is drawn.
	there := f.Still().Size().Div(3)
	for began := time.Now(); h.Shot(t, output).RGBAAt(there.X, there.Y) != f.At(there.X, there.Y); {
		if time.Since(began) > waitLimit {
			t.Fatal("the film is not to be seen")
		}
	}
	f.Calm()
	return f
}

// PlayUnseen is Play for a film that is under something from the start. All of it is drawn in every frame.
func (h *Theatre) PlayUnseen(t testing.TB, output string) *Film {
	t.Helper()
	f, err := h.OpenFilm(output, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// Calm lets the film draw its band only, from the next frame on.
func (f *Film) Calm() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calm = true
}

// OpenFilm is Play for a caller that is no test. Without full screen it fills the output, too, but as a window.
func (h *Theatre) OpenFilm(name string, fullScreen bool) (*Film, error) {
	c, err := h.dial()
	if err != nil {
		return nil, err
	}
	f := &Film{client: c}
	c.mu.Lock()
	defer c.mu.Unlock()
	o, err := c.output(name)
	if err != nil {
		return nil, err
	}
	f.Size = o.mode
	if o.turn%2 == 1 {
		f.Size = image.Pt(o.mode.Y, o.mode.X)
	}
	if err := f.open(o, fullScreen); err != nil {
		return nil, err
	}
	return f, f.await(func() bool { return f.frames > 2 && f.configured.X > 0 })
}

// Close ends the film.
func (f *Film) Close() {
	f.client.close()
	_ = unix.Munmap(f.memory)
}

func (f *Film) open(o *output, fullScreen bool) error {
	compositor, err1 := f.bind("wl_compositor", 4, nil)
	viewporter, err2 := f.bind("wp_viewporter", 1, nil)
	shell, err3 := f.bind("xdg_wm_base", 1, nil)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	f.seated = f.sit
	if _, there := f.globals["wl_seat"]; there {
		f.sit()
	}
	f.surface, f.viewport = f.conn.New(nil), f.conn.New(nil)
	f.conn.Request(compositor, 0, f.surface)
	f.conn.Request(viewporter, 1, f.viewport, f.surface)
	f.xdg = f.conn.New(func(_ uint16, e *wire.Event) { f.configure(e.Uint()) })
	f.conn.Request(shell, 2, f.xdg, f.surface)
	f.toplevel = f.conn.New(func(number uint16, e *wire.Event) {
		if number == 0 {
			f.configured = image.Pt(e.Int(), e.Int())
		}
	})
	f.conn.Request(f.xdg, 1, f.toplevel)
	f.conn.Request(f.toplevel, 2, "film")
	if fullScreen {
		f.conn.Request(f.toplevel, 11, o.id)
	}
	f.conn.Request(f.surface, 6)
	size := 4 * f.Size.X * f.Size.Y
	memory, pool, err := f.share(2 * size)
	if err != nil {
		return err
	}
	f.memory = memory
	for i := range f.buffers {
		f.buffers[i] = f.conn.New(func(uint16, *wire.Event) { f.held[i] = false })
		f.conn.Request(pool, 0, f.buffers[i], i*size, f.Size.X, f.Size.Y, 4*f.Size.X, 0)
	}
	for y := range f.Size.Y {
		for x := range f.Size.X {
			c, at := f.At(x, y), 4*(y*f.Size.X+x)
			memory[at], memory[at+1], memory[at+2], memory[at+3] = c.B, c.G, c.R, 255
		}
	}
	copy(memory[size:], memory[:size])
	return nil
}

func (f *Film) configure(serial uint32) {
	f.conn.Request(f.xdg, 4, serial)
	if f.configured.X > 0 { // else the size is the film's to choose, for now
		f.conn.Request(f.viewport, 2, f.configured.X, f.configured.Y)
	}
	if f.frames == 0 {
		f.draw()
	}
}

// draw shows another frame, and asks when the next one is due.
func (f *Film) draw() {
	i := f.frames % 2
	if f.held[i] {
		i = 1 - i
	}
	band := image.Rect(0, f.Still().Max.Y, f.Size.X, f.Size.Y)
	pixels := f.memory[4*f.Size.X*(i*f.Size.Y+band.Min.Y):][:4*band.Dx()*band.Dy()]
	shade := byte(40 + 60*(f.frames%3))
	for at := range pixels {
		pixels[at] = shade
	}
	f.frames++
	f.held[i] = true
	f.conn.Request(f.surface, 1, f.buffers[i], 0, 0)
	if f.calm {
		f.conn.Request(f.surface, 9, 0, band.Min.Y, band.Dx(), band.Dy())
	} else {
		f.conn.Request(f.surface, 9, 0, 0, f.Size.X, f.Size.Y)
	}
	f.conn.Request(f.surface, 3, f.conn.New(func(uint16, *wire.Event) { f.draw() }))
	f.conn.Request(f.surface, 6)
}

// sit listens to input devices as they come. A seat has none at first, and some compositors have no seat then.
func (f *Film) sit() {
	f.seated = nil
	var seat wire.ID
	var pointing, typing bool
	seat, _ = f.bind("wl_seat", 5, func(number uint16, e *wire.Event) {
		if number != 0 {
			return
		}
		devices := e.Uint()
		if devices&1 != 0 && !pointing {
			pointing = true
			f.conn.Request(seat, 0, f.newPointer())
		}
		if devices&2 != 0 && !typing {
			typing = true
			f.conn.Request(seat, 1, f.conn.New(f.typed))
		}
	})
}

// newPointer notes what a pointer does.
func (f *Film) newPointer() (pointer wire.ID) {
	pointer = f.conn.New(func(number uint16, e *wire.Event) {
		switch number {
		case 0: // enter: no cursor is to be seen
			f.inside = true
			f.conn.Request(pointer, 0, e.Uint(), wire.ID(0), 0, 0)
		case 1:
			f.inside = false
		case 3:
			_, _, button := e.Uint(), e.Uint(), e.Uint()
			if pressed := e.Uint() == 1; pressed {
				f.clicks = append(f.clicks, button)
			}
		}
	})
	return pointer
}

// typed notes what a keyboard does.
func (f *Film) typed(number uint16, e *wire.Event) {
	switch number {
	case 1:
		f.focused = true
		f.focusings++
	case 2:
		f.focused = false
		f.focusings++
	case 3:
		_, _, key := e.Uint(), e.Uint(), e.Uint()
		if pressed := e.Uint() == 1; pressed {
			f.keys = append(f.keys, key)
		}
	}
}

// State is what the film has seen.
type State struct {
	Frames     int
	Focused    bool // the keyboard is its own
	Focusings  int  // how often it got or lost the keyboard
	Inside     bool // the pointer is on it
	Keys       int  // pressed
	Clicks     int
	Configured image.Point
}

func (f *Film) state() State {
	return State{f.frames, f.focused, f.focusings, f.inside, len(f.keys), len(f.clicks), f.configured}
}

// State is what the film has seen until now.
func (f *Film) State() State {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state()
}

// Until waits until the film has seen something.
func (f *Film) Until(t testing.TB, what string, seen func(State) bool) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.await(func() bool { return seen(f.state()) }); err != nil {
		t.Fatalf("the film has not seen %s: %v; it saw %+v", what, err, f.state())
	}
}
