package owner

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

const socketName = "owner.sock"

// ErrTaken is the error of a second service on one data directory.
var ErrTaken = errors.New("another service runs on this data directory")

// Lock makes the data directory this process's own until it ends.
func Lock(dir string) (release func(), err error) {
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR|unix.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err != nil {
		file.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = ErrTaken
		}
		return nil, err
	}
	return func() { file.Close() }, nil
}

// Listen opens the owner's socket. The caller holds the lock, so one that is there is a dead service's.
func Listen(dir string) (l net.Listener, err error) {
	_ = os.Remove(filepath.Join(dir, socketName))
	err = near(dir, func(path string) error {
		before := unix.Umask(0o177) // 0600 from its first moment on
		defer unix.Umask(before)
		l, err = net.Listen("unix", path)
		return err
	})
	if l, ok := l.(*net.UnixListener); ok {
		l.SetUnlinkOnClose(false) // by its real path, by Serve
	}
	return l, err
}

// Serve answers on the owner's socket until ctx ends.
func Serve(ctx context.Context, l net.Listener, dir string, desk *Desk) {
	server := &http.Server{Handler: desk.Handler(), ReadTimeout: 10 * time.Second, IdleTimeout: time.Second}
	done := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer done()
	_ = server.Serve(l)
	_ = os.Remove(filepath.Join(dir, socketName))
}

func dial(ctx context.Context, dir string) (conn net.Conn, err error) {
	err = near(dir, func(path string) error {
		conn, err = new(net.Dialer).DialContext(ctx, "unix", path)
		return err
	})
	return conn, err
}

// near calls use with a path of the socket that is short enough for the system,
// which takes no more than about a hundred bytes.
func near(dir string, use func(path string) error) error {
	path := filepath.Join(dir, socketName)
	if len(path) < 100 {
		return use(path)
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return use(fmt.Sprintf("/proc/self/fd/%d/%s", d.Fd(), socketName))
}
