package theatre

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// X is an X server without a monitor, for compositors whose outputs are windows that can be closed.
type X struct {
	Display string
	conn    *xgb.Conn
	server  *exec.Cmd
}

// StartX starts an X server until the test ends.
func StartX(t testing.TB) *X {
	t.Helper()
	x, err := openX()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func openX() (x *X, err error) {
	server, err := Program("Xvfb", "-displayfd", "3", "-screen", "0", "2600x1200x24", "-ac", "-nolisten", "tcp")
	if err != nil {
		return nil, err
	}
	told, tell, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer told.Close()
	server.ExtraFiles = []*os.File{tell}
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	err = server.Start()
	tell.Close()
	if err != nil {
		return nil, err
	}
	x = &X{server: server}
	defer func() {
		if err != nil {
			x.Close()
		}
	}()
	line, err := bufio.NewReader(told).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("the X server did not start: %w", err)
	}
	x.Display = ":" + strings.TrimSpace(line)
	xgb.Logger.SetOutput(io.Discard) // it misses .Xauthority
	if x.conn, err = xgb.NewConnDisplay(x.Display); err != nil {
		return nil, err
	}
	for _, name := range []string{"WM_PROTOCOLS", "WM_DELETE_WINDOW", "UTF8_STRING", "_NET_WM_NAME"} {
		if _, err := x.atom(name); err != nil { // compositors expect that a desktop has made these
			return nil, err
		}
	}
	return x, nil
}

// Close ends the server.
func (x *X) Close() {
	if x.conn != nil {
		x.conn.Close()
	}
	_ = x.server.Process.Kill()
	_ = x.server.Wait()
}

// newest is the window that was made last.
func (x *X) newest() (xproto.Window, error) {
	tree, err := xproto.QueryTree(x.conn, xproto.Setup(x.conn).DefaultScreen(x.conn).Root).Reply()
	if err != nil {
		return 0, err
	}
	if len(tree.Children) == 0 {
		return 0, errors.New("there is no window")
	}
	return slices.Max(tree.Children), nil
}

// CloseNewest asks the newest window to close, as whoever clicks at its edge does. The compositor takes it for an
// unplugged output.
func (x *X) CloseNewest(t testing.TB) {
	t.Helper()
	window, err1 := x.newest()
	protocols, err2 := x.atom("WM_PROTOCOLS")
	remove, err3 := x.atom("WM_DELETE_WINDOW")
	event := xproto.ClientMessageEvent{Format: 32, Window: window, Type: protocols, Data: xproto.ClientMessageDataUnionData32New([]uint32{uint32(remove), 0, 0, 0, 0})}
	err4 := xproto.SendEventChecked(x.conn, false, window, 0, string(event.Bytes())).Check()
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
}

func (x *X) atom(name string) (xproto.Atom, error) {
	reply, err := xproto.InternAtom(x.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, err
	}
	return reply.Atom, nil
}
