// Package cinema is a television for tests: a real X server, a compositor where one is wanted, a film that plays in
// full screen and notes what reaches it, and an eye that sees the pixels.
//
// It never knows the program under test.
package cinema

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
)

// Patience is how long a test waits for something that has to happen.
const Patience = 20 * time.Second

// Package names, by program, of Debian.
var packages = map[string]string{"Xvfb": "xvfb", "picom": "picom", "xdotool": "xdotool", "xrandr": "x11-xserver-utils", "xhost": "x11-xserver-utils", "ipcs": "util-linux",
	"dunst": "dunst", "dbus-daemon": "dbus-daemon"}

// Program is a command whose absence is explained.
func Program(name string, args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("%s is missing; it is in Debian's package %s", name, packages[name])
	}
	return exec.Command(path, args...), nil
}

// Server is an X server without a monitor.
type Server struct {
	Display string
	process *exec.Cmd
}

// Open starts a server with a screen of that size. Arguments are Xvfb's own; one that begins with a colon is its name.
// A server without one gets a name that no other takes while it is down: of those that Xvfb gives out, the next to start would.
func Open(size string, args ...string) (*Server, error) {
	if len(args) > 0 && strings.HasPrefix(args[0], ":") {
		return start(size, args)
	}
	for tries := 0; ; tries++ {
		s, err := start(size, append([]string{":" + strconv.Itoa(1000+rand.IntN(50_000))}, args...))
		if err == nil || tries == 5 {
			return s, err
		}
	}
}

// start starts a server whose name is the first argument.
func start(size string, args []string) (*Server, error) {
	args = append(args, "-screen", "0", size+"x24", "-nolisten", "tcp", "-noreset", "-displayfd", "3")
	command, err := Program("Xvfb", args...)
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	command.ExtraFiles = []*os.File{write}
	command.Env = append(os.Environ(), "XAUTHORITY=/dev/null")
	if err := command.Start(); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	_ = write.Close()
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		_ = command.Wait()
		return nil, fmt.Errorf("the server Xvfb %s did not start: %w", strings.Join(args, " "), err)
	}
	s := &Server{Display: ":" + strings.TrimSpace(number), process: command}
	if s.Display != args[0] {
		s.Kill()
		return nil, fmt.Errorf("the server is %s, not %s", s.Display, args[0])
	}
	return s, nil
}

// Start is Open for a test, which it ends with.
func Start(t testing.TB, size string, args ...string) *Server {
	t.Helper()
	s, err := Open(size, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return s
}

// Kill ends the server at once, and waits until it is gone.
func (s *Server) Kill() {
	if s.process.ProcessState == nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		// One that is killed leaves these behind.
		number := strings.TrimPrefix(s.Display, ":")
		_ = os.Remove("/tmp/.X11-unix/X" + number)
		_ = os.Remove("/tmp/.X" + number + "-lock")
	}
}

// PID is the server's process.
func (s *Server) PID() int { return s.process.Process.Pid }

// Run runs a program on the display to its end and returns what it says.
func (s *Server) Run(t testing.TB, name string, args ...string) string {
	t.Helper()
	command, err := Program(name, args...)
	if err != nil {
		t.Fatal(err)
	}
	command.Env = append(os.Environ(), "DISPLAY="+s.Display)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// Compositor is picom as it comes.
type Compositor struct{ process *exec.Cmd }

// Compose starts a compositor and waits until it is one, of all windows.
func (s *Server) Compose(e *Eye) (*Compositor, error) {
	command, err := Program("picom", "--config", "/dev/null")
	if err != nil {
		return nil, err
	}
	command.Env = append(os.Environ(), "DISPLAY="+s.Display)
	if err := command.Start(); err != nil {
		return nil, err
	}
	c := &Compositor{command}
	for began := time.Now(); !e.Composited() || !e.keepsAll(); time.Sleep(time.Millisecond) {
		if time.Since(began) > Patience {
			c.Kill()
			return nil, errors.New("picom has not become the compositor")
		}
	}
	return c, nil
}

// Kill ends the compositor at once.
func (c *Compositor) Kill() {
	if c.process.ProcessState == nil {
		_ = c.process.Process.Kill()
		_ = c.process.Wait()
	}
}

// Composited is whether there is a compositor.
func (e *Eye) Composited() bool {
	const name = "_NET_WM_CM_S0"
	atom, err := xproto.InternAtom(e.Conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return false
	}
	owner, err := xproto.GetSelectionOwner(e.Conn, atom.Atom).Reply()
	return err == nil && owner.Owner != xproto.WindowNone
}
