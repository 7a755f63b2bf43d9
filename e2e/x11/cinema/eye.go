package cinema

import (
	"fmt"
	"image"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/res"
	"github.com/jezek/xgb/xproto"
)

// Eye is a client that looks at the screen. It asks and is never told: events of two connections in one process would
// meet in xgb's tables.
type Eye struct {
	*xgb.Conn
	Root xproto.Window
}

// Look opens an eye. It has to be open before the program under test is, where that is in the same process.
func (s *Server) Look() (*Eye, error) {
	xgb.Logger.SetOutput(io.Discard)
	c, err := xgb.NewConnDisplay(s.Display)
	if err != nil {
		return nil, err
	}
	for _, init := range []func(*xgb.Conn) error{composite.Init, res.Init, randr.Init} {
		if err := init(c); err != nil {
			c.Close()
			return nil, err
		}
	}
	if _, err := composite.QueryVersion(c, 0, 4).Reply(); err != nil {
		c.Close()
		return nil, err
	}
	if _, err := res.QueryVersion(c, 1, 2).Reply(); err != nil {
		c.Close()
		return nil, err
	}
	return &Eye{c, xproto.Setup(c).DefaultScreen(c).Root}, nil
}

// Watch is Look for a test, which it ends with.
func (s *Server) Watch(t testing.TB) *Eye {
	t.Helper()
	e, err := s.Look()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		e.Close()
		for event, err := e.WaitForEvent(); event != nil || err != nil; event, err = e.WaitForEvent() {
		}
	})
	return e
}

// See is a part of the screen as it is now.
func (e *Eye) See(part image.Rectangle) (*image.RGBA, error) {
	reply, err := xproto.GetImage(e.Conn, xproto.ImageFormatZPixmap, xproto.Drawable(e.Root), int16(part.Min.X), int16(part.Min.Y), uint16(part.Dx()), uint16(part.Dy()), ^uint32(0)).Reply()
	if err != nil {
		return nil, err
	}
	seen := image.NewRGBA(part)
	for i := 0; i+3 < len(seen.Pix) && i+3 < len(reply.Data); i += 4 {
		seen.Pix[i], seen.Pix[i+1], seen.Pix[i+2], seen.Pix[i+3] = reply.Data[i+2], reply.Data[i+1], reply.Data[i], 255
	}
	return seen, nil
}

// Waits waits until the screen shows a picture in its place, give or take that much of each colour.
func (e *Eye) Waits(t testing.TB, what string, want *image.RGBA, within int) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		seen, err := e.See(want.Rect)
		if err != nil {
			t.Fatal(err)
		}
		wrong := Differs(seen, want, within)
		if wrong == "" {
			return
		}
		if time.Since(began) > Patience {
			t.Fatalf("%s: %s", what, wrong)
		}
	}
}

// Differs says where a picture is not as wanted; "" is nowhere.
func Differs(seen, want *image.RGBA, within int) string {
	for i, wanted := range want.Pix {
		if got := seen.Pix[i]; got != wanted && max(got-wanted, wanted-got) > uint8(within) && min(got-wanted, wanted-got) > uint8(within) {
			x, y := i%want.Stride/4+want.Rect.Min.X, i/want.Stride+want.Rect.Min.Y
			return fmt.Sprintf("at %d,%d is %v, not %v", x, y, seen.RGBAAt(x, y), want.RGBAAt(x, y))
		}
	}
	return ""
}

// Focus is who has the keyboard, who is below the pointer, and which window is said to be active.
func (e *Eye) Focus(t testing.TB) string {
	t.Helper()
	focus, err1 := xproto.GetInputFocus(e.Conn).Reply()
	pointer, err2 := xproto.QueryPointer(e.Conn, e.Root).Reply()
	const name = "_NET_ACTIVE_WINDOW"
	atom, err3 := xproto.InternAtom(e.Conn, false, uint16(len(name)), name).Reply()
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	active, err := xproto.GetProperty(e.Conn, false, e.Root, atom.Atom, xproto.AtomWindow, 0, 1).Reply()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("focus %#x, pointer in %#x, active %x", focus.Focus, pointer.Child, active.Value)
}

// Kept is whether a server keeps a window's pixels apart from the screen.
func (e *Eye) Kept(w xproto.Window) bool {
	id, err := xproto.NewPixmapId(e.Conn)
	if err != nil || composite.NameWindowPixmapChecked(e.Conn, w, id).Check() != nil {
		return false
	}
	xproto.FreePixmap(e.Conn, id)
	return true
}

// keepsAll is whether a server keeps all windows that are mapped apart from the screen.
func (e *Eye) keepsAll() bool {
	tree, err := xproto.QueryTree(e.Conn, e.Root).Reply()
	return err == nil && !slices.ContainsFunc(tree.Children, func(w xproto.Window) bool {
		is, err := xproto.GetWindowAttributes(e.Conn, w).Reply()
		return err == nil && is.Class == xproto.WindowClassInputOutput && is.MapState == xproto.MapStateViewable && !e.Kept(w)
	})
}

// Resources are what a process holds of the server, this eye's left out, by kind, and the bytes of its pixmaps.
func (e *Eye) Resources(t testing.TB, pid int) (kinds map[string]int, pixmaps int) {
	t.Helper()
	clients, err := res.QueryClients(e.Conn).Reply()
	if err != nil {
		t.Fatal(err)
	}
	kinds = map[string]int{}
	for _, client := range clients.Clients {
		if client.ResourceBase == xproto.Setup(e.Conn).ResourceIdBase || !e.isOf(client.ResourceBase, pid) {
			continue
		}
		held, err := res.QueryClientResources(e.Conn, client.ResourceBase).Reply()
		if err != nil {
			continue // it has gone
		}
		for _, kind := range held.Types {
			name, err := xproto.GetAtomName(e.Conn, kind.ResourceType).Reply()
			if err != nil {
				t.Fatal(err)
			}
			kinds[name.Name] += int(kind.Count)
		}
		if bytes, err := res.QueryClientPixmapBytes(e.Conn, client.ResourceBase).Reply(); err == nil {
			pixmaps += int(bytes.Bytes_)
		}
	}
	return kinds, pixmaps
}

func (e *Eye) isOf(client uint32, pid int) bool {
	ids, err := res.QueryClientIds(e.Conn, 1, []res.ClientIdSpec{{Client: client, Mask: res.ClientIdMaskLocalClientPID}}).Reply()
	return err == nil && len(ids.Ids) > 0 && len(ids.Ids[0].Value) > 0 && int(ids.Ids[0].Value[0]) == pid
}

// SwitchOff switches the only monitor off.
func (e *Eye) SwitchOff(t testing.TB) {
	t.Helper()
	all, err := randr.GetScreenResources(e.Conn, e.Root).Reply()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := randr.SetCrtcConfig(e.Conn, all.Crtcs[0], xproto.TimeCurrentTime, all.ConfigTimestamp, 0, 0, 0, randr.RotationRotate0, nil).Reply(); err != nil {
		t.Fatal(err)
	}
}
