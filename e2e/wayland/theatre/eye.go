package theatre

import (
	"bytes"
	"fmt"
	"image"
	"testing"
	"time"

	"cuecard.app/internal/screen/wayland/wire"
)

// Shot is a picture of an output by grim, in pixels.
func (h *Theatre) Shot(t testing.TB, output string) *image.RGBA {
	t.Helper()
	args := []string{"-t", "ppm", "-"}
	if output != "" {
		args = append([]string{"-o", output}, args...)
	}
	data := h.Run(t, "grim", args...)
	var size image.Point
	var most int
	in := bytes.NewReader(data)
	if _, err := fmt.Fscanf(in, "P6\n%d %d\n%d\n", &size.X, &size.Y, &most); err != nil || in.Len() != 3*size.X*size.Y {
		t.Fatalf("grim gave %d bytes that are no picture: %v", len(data), err)
	}
	pixels := data[len(data)-in.Len():]
	shot := image.NewRGBA(image.Rectangle{Max: size})
	for i := range size.X * size.Y {
		copy(shot.Pix[4*i:], pixels[3*i:3*i+3])
		shot.Pix[4*i+3] = 255
	}
	return shot
}

// Shows fails the test unless an output comes to show a part of a picture, to two of 255 in each channel.
func (h *Theatre) Shows(t testing.TB, output string, want *image.RGBA, part image.Rectangle) {
	t.Helper()
	for began := time.Now(); ; {
		got := h.Shot(t, output)
		if got.Rect != want.Rect {
			t.Fatalf("the output is %v, want %v", got.Rect, want.Rect)
		}
		wrong, box := differ(got, want, part)
		if wrong == 0 {
			return
		}
		if time.Since(began) > waitLimit {
			at := box.Min
			t.Fatalf("%d values in %v differ; at its corner it is %v, want %v", wrong, box, got.RGBAAt(at.X, at.Y), want.RGBAAt(at.X, at.Y))
		}
	}
}

// differ counts values that are further apart than two, and says where they are.
func differ(a, b *image.RGBA, part image.Rectangle) (wrong int, box image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		p, q := a.Pix[a.PixOffset(part.Min.X, y):][:4*part.Dx()], b.Pix[b.PixOffset(part.Min.X, y):][:4*part.Dx()]
		if bytes.Equal(p, q) {
			continue
		}
		for i := range p {
			if max(p[i], q[i])-min(p[i], q[i]) > 2 {
				x := part.Min.X + i/4
				wrong, box = wrong+1, box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return wrong, box
}

// Eye sees an output's frames as they come, or a part of them.
type Eye struct {
	*client
	manager wire.ID
	output  *output
	part    image.Rectangle // empty is all
	memory  []byte
	pool    wire.ID
}

// OpenEye looks at a part of an output, in the compositor's units; an empty one is all of it.
func (h *Theatre) OpenEye(name string, part image.Rectangle) (*Eye, error) {
	c, err := h.dial()
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e := &Eye{client: c, part: part}
	if e.output, err = c.output(name); err != nil {
		return nil, err
	}
	if e.manager, err = c.bind("zwlr_screencopy_manager_v1", 3, nil); err != nil {
		return nil, err
	}
	e.memory, e.pool, err = c.share(4 * e.output.mode.X * e.output.mode.Y)
	return e, err
}

// Close closes the eye.
func (e *Eye) Close() { e.client.close() }

// See is the next frame that differs from the one before, or the present one, and the moment when it was there. The
// picture is good until the next See. Blue comes first in it.
func (e *Eye) See(present bool) (*image.RGBA, time.Time, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var format uint32
	var size image.Point
	var stride int
	var offered, ready, failed bool
	var at time.Time
	frame := e.conn.New(func(number uint16, v *wire.Event) {
		switch number {
		case 0:
			format, size, stride = v.Uint(), image.Pt(int(v.Uint()), int(v.Uint())), int(v.Uint())
		case 2:
			ready, at = true, time.Now()
		case 3:
			failed = true
		case 6:
			offered = true
		}
	})
	if e.part.Empty() {
		e.conn.Request(e.manager, 0, frame, 0, e.output.id)
	} else {
		e.conn.Request(e.manager, 1, frame, 0, e.output.id, e.part.Min.X, e.part.Min.Y, e.part.Dx(), e.part.Dy())
	}
	if err := e.await(func() bool { return offered || failed }); err != nil {
		return nil, at, err
	}
	buffer := e.conn.New(nil)
	e.conn.Request(e.pool, 0, buffer, 0, size.X, size.Y, stride, format)
	copying := uint16(2) // with damage
	if present {
		copying = 0
	}
	e.conn.Request(frame, copying, buffer)
	err := e.await(func() bool { return ready || failed })
	e.conn.Request(frame, 1)
	e.conn.Forget(frame)
	e.conn.Request(buffer, 0)
	e.conn.Forget(buffer)
	if err == nil && failed {
		err = fmt.Errorf("the compositor gave no picture")
	}
	return &image.RGBA{Pix: e.memory[:stride*size.Y], Stride: stride, Rect: image.Rectangle{Max: size}}, at, err
}
