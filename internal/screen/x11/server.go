package x11

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"os"
	"os/user"
	"slices"
	"strings"
	"time"

	"cuecard.app/internal/screen"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/composite"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/render"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/shm"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// patience is how long a server may take for an answer before it counts as gone.
const patience = 5 * time.Second

// server is a connection, with what is asked of a server once. One goroutine uses it.
type server struct {
	*xgb.Conn
	wire     *wire
	name     string
	setup    *xproto.SetupInfo
	screen   *xproto.ScreenInfo
	root     xproto.Window
	number   int // of the screen
	argb     xproto.Visualid
	plain    bool // the screen's pixels are those of argb, but for the opacity
	formats  map[xproto.Visualid]render.Pictformat
	atoms    map[string]xproto.Atom // of what windows say of themselves
	hasRandR bool
	hasShm   bool
	// hasShmPixmaps: what the server draws with may be shared memory, too. Those that draw with a graphics card have none.
	hasShmPixmaps bool
	keepsAll      bool
	broken        error // why no identifiers are left
}

// connect reaches the server of a display; "" is $DISPLAY.
func connect(ctx context.Context, display string) (*server, error) {
	if display == "" {
		display = os.Getenv("DISPLAY")
	}
	if display == "" {
		return nil, &screen.NoOverlay{Reason: "no X display is named: DISPLAY is not set", Command: "DISPLAY=:0 cuecard serve --screen x11"}
	}
	a, err := parse(display)
	if err != nil {
		return nil, &screen.NoOverlay{Reason: err.Error(), Command: "DISPLAY=:0 cuecard serve --screen x11"}
	}
	x := &server{name: display, number: a.screen}
	if x.wire, err = dial(ctx, a); err != nil {
		return nil, &screen.NoOverlay{Reason: "no X server answers at " + display, Command: "cuecard doctor"}
	}
	stop := context.AfterFunc(ctx, func() { _ = x.wire.Close() })
	defer stop()
	_ = x.wire.SetDeadline(time.Now().Add(patience))
	if err := x.greet(a.cookie()); err != nil {
		_ = x.wire.Close()
		return nil, x.refused(err)
	}
	if err := x.meet(); err != nil {
		x.close()
		return nil, err
	}
	_ = x.wire.SetDeadline(time.Time{})
	return x, nil
}

func dial(ctx context.Context, a address) (*wire, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var tried error
	for _, socket := range a.sockets() {
		conn, err := new(net.Dialer).DialContext(ctx, socket[0], socket[1])
		if err == nil {
			return &wire{Conn: conn}, nil
		}
		tried = errors.Join(tried, err)
	}
	return nil, tried
}

// greet begins the conversation, with the user's secret where there is one.
func (x *server) greet(cookie string) (err error) {
	// Everything that it prints is returned as an error, too.
	xgb.Logger.SetOutput(io.Discard)
	if cookie == "" {
		x.Conn, err = xgb.NewConnNet(x.wire)
	} else {
		x.Conn, err = xgb.NewConnNetWithCookieHex(x.wire, cookie)
	}
	return err
}

func (x *server) refused(err error) error {
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() || !strings.Contains(err.Error(), "authentication refused") {
		return &screen.NoOverlay{Reason: "the X server at " + x.name + " does not answer", Command: "cuecard doctor"}
	}
	name := "$USER"
	if me, err := user.Current(); err == nil {
		name = me.Username
	}
	return &screen.NoOverlay{Reason: fmt.Sprintf("the X server at %s does not let the user %s in", x.name, name),
		Command: "DISPLAY=" + x.name + " xhost +si:localuser:" + name}
}

// lost is why a display cannot be drawn on that failed with err.
func (x *server) lost(err error) error {
	return &screen.NoOverlay{Reason: fmt.Sprintf("the X server at %s has ended the connection: %v", x.name, err), Command: "cuecard doctor"}
}

// meet asks for all that is needed of the server.
func (x *server) meet() error {
	x.setup = xproto.Setup(x.Conn)
	if x.number >= len(x.setup.Roots) {
		return &screen.NoOverlay{Reason: fmt.Sprintf("the X server at %s has no screen %d", x.name, x.number), Command: "DISPLAY=:0 cuecard serve --screen x11"}
	}
	x.screen = &x.setup.Roots[x.number]
	x.root = x.screen.Root
	x.argb = visual(x.screen, 32, 0)
	x.plain = visual(x.screen, 24, x.screen.RootVisual) != 0 && x.screen.RootDepth == 24 && slices.ContainsFunc(x.setup.PixmapFormats,
		func(f xproto.Format) bool { return f.Depth == 24 && f.BitsPerPixel == 32 })
	for _, e := range []struct {
		name string
		init func(*xgb.Conn) error
		ask  func() error
	}{
		{"SHAPE", shape.Init, func() error { _, err := shape.QueryVersion(x.Conn).Reply(); return err }},
		{"XFIXES", xfixes.Init, func() error { _, err := xfixes.QueryVersion(x.Conn, 5, 0).Reply(); return err }},
		{"RENDER", render.Init, func() error { _, err := render.QueryVersion(x.Conn, 0, 11).Reply(); return err }},
		{"Composite", composite.Init, func() error { _, err := composite.QueryVersion(x.Conn, 0, 4).Reply(); return err }},
		{"DAMAGE", damage.Init, func() error { _, err := damage.QueryVersion(x.Conn, 1, 1).Reply(); return err }},
	} {
		if e.init(x.Conn) != nil || e.ask() != nil {
			return &screen.NoOverlay{Reason: fmt.Sprintf("the X server at %s has no extension %s", x.name, e.name), Command: "cuecard serve --screen browser"}
		}
	}
	if randr.Init(x.Conn) == nil {
		v, err := randr.QueryVersion(x.Conn, 1, 5).Reply()
		x.hasRandR = err == nil && (v.MajorVersion > 1 || v.MinorVersion >= 5)
	}
	if shm.Init(x.Conn) == nil {
		v, err := shm.QueryVersion(x.Conn).Reply()
		x.hasShm = err == nil
		x.hasShmPixmaps = x.hasShm && v.SharedPixmaps && v.PixmapFormat == xproto.ImageFormatZPixmap
	}
	formats, err := render.QueryPictFormats(x.Conn).Reply()
	if err != nil {
		return x.lost(err)
	}
	x.formats = map[xproto.Visualid]render.Pictformat{}
	for _, s := range formats.Screens {
		for _, d := range s.Depths {
			for _, v := range d.Visuals {
				x.formats[v.Visual] = v.Format
			}
		}
	}
	x.atoms = map[string]xproto.Atom{}
	for _, name := range []string{"_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_NOTIFICATION", "_NET_WM_BYPASS_COMPOSITOR", "_COMPTON_SHADOW"} {
		x.atoms[name] = x.atom(name)
	}
	if x.argb == 0 {
		return &screen.NoOverlay{Reason: fmt.Sprintf("the X server at %s has no colours with transparency", x.name), Command: "cuecard serve --screen browser"}
	}
	return nil
}

// visual is one of that depth with 8 bits for each colour in the usual order, and with that id if one is given; 0 when
// there is none.
func visual(s *xproto.ScreenInfo, depth byte, id xproto.Visualid) xproto.Visualid {
	for _, d := range s.AllowedDepths {
		for _, v := range d.Visuals {
			if d.Depth == depth && (id == 0 || v.VisualId == id) && v.Class == xproto.VisualClassTrueColor && v.RedMask == 0xff0000 && v.GreenMask == 0xff00 && v.BlueMask == 0xff {
				return v.VisualId
			}
		}
	}
	return 0
}

// id is one for a new resource. When there are no more, the next sync fails, and a new connection has all of them again.
func (x *server) id() uint32 {
	id, err := x.NewId()
	if err != nil && x.broken == nil {
		x.broken = err
	}
	return id
}

// owns tells a window of this connection.
func (x *server) owns(w xproto.Window) bool {
	return uint32(w)&^x.setup.ResourceIdMask == x.setup.ResourceIdBase
}

// sync waits until the server has done all that it was asked, and returns where in the order of requests that was.
func (x *server) sync() (uint16, error) {
	reply, err := xproto.GetInputFocus(x.Conn).Reply()
	if err != nil {
		return 0, err
	}
	return reply.Sequence, x.broken
}

func (x *server) atom(name string) xproto.Atom {
	reply, err := xproto.InternAtom(x.Conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	return reply.Atom
}

// keepAll has the server keep the pixels of all windows, those that are covered, too.
func (x *server) keepAll() {
	if !x.keepsAll {
		composite.RedirectSubwindows(x.Conn, x.root, composite.RedirectAutomatic)
		x.keepsAll = true
	}
}

// keepNone ends that.
func (x *server) keepNone() {
	if x.keepsAll {
		composite.UnredirectSubwindows(x.Conn, x.root, composite.RedirectAutomatic)
		x.keepsAll = false
	}
}

// close ends the connection and waits until nothing of it is left.
func (x *server) close() {
	_ = x.wire.Close()
	for {
		if event, err := x.WaitForEvent(); event == nil && err == nil {
			return
		}
	}
}

// rectangle is r in the coordinates of the protocol.
func rectangle(r image.Rectangle) xproto.Rectangle {
	return xproto.Rectangle{X: int16(r.Min.X), Y: int16(r.Min.Y), Width: uint16(r.Dx()), Height: uint16(r.Dy())}
}

// split is a without b, in up to four parts.
func split(a, b image.Rectangle) (rest []image.Rectangle) {
	b = b.Intersect(a)
	if b.Empty() {
		return []image.Rectangle{a}
	}
	for _, r := range []image.Rectangle{
		image.Rect(a.Min.X, a.Min.Y, a.Max.X, b.Min.Y), image.Rect(a.Min.X, b.Max.Y, a.Max.X, a.Max.Y),
		image.Rect(a.Min.X, b.Min.Y, b.Min.X, b.Max.Y), image.Rect(b.Max.X, b.Min.Y, a.Max.X, b.Max.Y),
	} {
		if !r.Empty() {
			rest = append(rest, r)
		}
	}
	return rest
}

// around is split in the coordinates of the protocol.
func around(a, b image.Rectangle) (rest []xproto.Rectangle) {
	for _, r := range split(a, b) {
		rest = append(rest, rectangle(r))
	}
	return rest
}
