package cinema

import (
	"bufio"
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// filmWord makes a test's program the film: a process of its own, as a player is.
const filmWord = "film"

// Main plays a film if this process was started for that, and never returns then. It stands first in TestMain.
func Main() {
	if len(os.Args) < 3 || os.Args[1] != filmWord {
		return
	}
	if err := play(os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "film:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Cells is how many squares a film has beside each other, and below each other.
var Cells = image.Pt(16, 9)

// Pixel is what a frame of a film on a screen of that size has at a place.
func Pixel(frame int, size image.Point, x, y int) color.RGBA {
	cell := x*Cells.X/size.X + y*Cells.Y/size.Y*Cells.X
	v := uint32(cell*7919+frame*104729) * 2654435761
	return color.RGBA{uint8(v>>24) | 1, uint8(v >> 16), uint8(v >> 8), 255}
}

// Film is a window that covers a part of the screen and draws the frames that it is told to.
type Film struct {
	Window xproto.Window
	Size   image.Point

	process *exec.Cmd
	in      io.WriteCloser
	mu      sync.Mutex
	heard   []string // of the server
	drawn   chan string
}

// Project starts a film on a part of the screen and waits until its first frame is drawn.
func (s *Server) Project(place image.Rectangle) (*Film, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	where := fmt.Sprintf("%d,%d,%d,%d", place.Min.X, place.Min.Y, place.Dx(), place.Dy())
	f := &Film{Size: place.Size(), process: exec.Command(self, filmWord, s.Display, where), drawn: make(chan string, 16)}
	f.process.Stderr = os.Stderr
	out, err := f.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if f.in, err = f.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := f.process.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		return nil, fmt.Errorf("the film did not begin: %w", f.process.Wait())
	}
	if _, err := fmt.Sscanf(lines.Text(), "window %d", &f.Window); err != nil {
		return nil, err
	}
	go f.listen(lines)
	return f, f.Frame(0)
}

// Show is Project for a test, which it ends with.
func (s *Server) Show(t testing.TB, place image.Rectangle) *Film {
	t.Helper()
	f, err := s.Project(place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.End)
	return f
}

func (f *Film) listen(lines *bufio.Scanner) {
	defer close(f.drawn)
	for lines.Scan() {
		if frame, ok := strings.CutPrefix(lines.Text(), "drawn "); ok {
			f.drawn <- frame
			continue
		}
		f.mu.Lock()
		f.heard = append(f.heard, lines.Text())
		f.mu.Unlock()
	}
}

// Frame has a frame drawn and waits until it is, and until all that reached the film before was heard.
func (f *Film) Frame(n int) error {
	return f.does(fmt.Sprint("frame ", n), fmt.Sprint("at frame ", n))
}

// Play draws frame after frame, so many a second, until the film ends.
func (f *Film) Play(rate int) { f.say("play %d", rate) }

// Raise brings the film above all other windows, and waits until it was.
func (f *Film) Raise() error { return f.does("raise", "raised") }

// Freeze has the film draw nothing more, not even what it is asked to draw again.
func (f *Film) Freeze() error { return f.does("freeze", "frozen") }

func (f *Film) does(what, done string) error {
	f.say("%s", what)
	for drawn := range f.drawn {
		if drawn == done {
			return nil
		}
	}
	return fmt.Errorf("the film has ended before it was %s", done)
}

func (f *Film) say(format string, args ...any) { fmt.Fprintf(f.in, format+"\n", args...) }

// Heard is what has reached the film: button, key, expose, focus, leave, each with its numbers.
func (f *Film) Heard() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.heard...)
}

// Hears waits until something has reached the film.
func (f *Film) Hears(t testing.TB, what string) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		heard := strings.Join(f.Heard(), "\n")
		if strings.Contains("\n"+heard+"\n", "\n"+what+"\n") {
			return
		}
		if time.Since(began) > Patience {
			t.Fatalf("the film has not heard %q but:\n%s", what, heard)
		}
	}
}

// End ends the film.
func (f *Film) End() {
	_ = f.in.Close()
	_ = f.process.Wait()
}

// play is the film's own side.
func play(display, where string) error {
	var x, y, width, height int
	if _, err := fmt.Sscanf(where, "%d,%d,%d,%d", &x, &y, &width, &height); err != nil {
		return err
	}
	xgb.Logger.SetOutput(io.Discard)
	c, err := xgb.NewConnDisplay(display)
	if err != nil {
		return err
	}
	screen := xproto.Setup(c).DefaultScreen(c)
	w, _ := xproto.NewWindowId(c)
	gc, err := xproto.NewGcontextId(c)
	if err != nil {
		return err
	}
	xproto.CreateWindow(c, screen.RootDepth, w, screen.Root, int16(x), int16(y), uint16(width), uint16(height), 0, xproto.WindowClassInputOutput, screen.RootVisual,
		xproto.CwBackPixel|xproto.CwOverrideRedirect|xproto.CwEventMask, []uint32{0xff00ff, 1, xproto.EventMaskExposure | xproto.EventMaskButtonPress | xproto.EventMaskKeyPress | xproto.EventMaskFocusChange | xproto.EventMaskLeaveWindow})
	xproto.CreateGC(c, gc, xproto.Drawable(w), 0, nil)
	xproto.MapWindow(c, w)
	if err := xproto.SetInputFocusChecked(c, xproto.InputFocusPointerRoot, w, xproto.TimeCurrentTime).Check(); err != nil {
		return err
	}
	p := &player{c: c, w: w, gc: gc, size: image.Pt(width, height), settled: make(chan struct{})}
	p.activate(screen.Root)
	fmt.Printf("window %d\n", w)
	go p.hear()
	p.obey(bufio.NewScanner(os.Stdin))
	return nil
}

type player struct {
	c       *xgb.Conn
	w       xproto.Window
	gc      xproto.Gcontext
	size    image.Point
	settled chan struct{} // is told that a message to itself was heard

	mu     sync.Mutex
	frame  int
	frozen bool
}

// activate says what a window manager would.
func (p *player) activate(root xproto.Window) {
	const name = "_NET_ACTIVE_WINDOW"
	if atom, err := xproto.InternAtom(p.c, false, uint16(len(name)), name).Reply(); err == nil {
		value := make([]byte, 4)
		xgb.Put32(value, uint32(p.w))
		xproto.ChangeProperty(p.c, xproto.PropModeReplace, root, atom.Atom, xproto.AtomWindow, 32, 1, value)
	}
}

func (p *player) obey(lines *bufio.Scanner) {
	for lines.Scan() {
		var n int
		switch line := lines.Text(); {
		case line == "raise":
			xproto.ConfigureWindow(p.c, p.w, xproto.ConfigWindowStackMode, []uint32{xproto.StackModeAbove})
			p.settle()
			fmt.Println("drawn raised")
		case line == "freeze":
			p.draw(func(before int) int { return before })
			p.settle()
			p.mu.Lock()
			p.frozen = true
			p.mu.Unlock()
			fmt.Println("drawn frozen")
		case scans(line, "frame %d", &n):
			p.draw(func(int) int { return n })
			p.settle()
			fmt.Printf("drawn at frame %d\n", n)
		case scans(line, "play %d", &n):
			go func() {
				for range time.Tick(time.Second / time.Duration(n)) {
					p.draw(func(before int) int { return before + 1 })
					p.c.Sync()
				}
			}()
		}
	}
}

// settle waits until the server has done what it was asked and all that came of it was heard: a message to itself is heard last.
func (p *player) settle() {
	xproto.SendEvent(p.c, false, p.w, 0, string(xproto.ClientMessageEvent{Format: 8, Window: p.w, Type: xproto.AtomString,
		Data: xproto.ClientMessageDataUnionData8New(make([]byte, 20))}.Bytes()))
	<-p.settled
}

func scans(line, format string, n *int) bool {
	_, err := fmt.Sscanf(line, format, n)
	return err == nil
}

// draw draws the frame after the one before, cell by cell.
func (p *player) draw(next func(before int) int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.frozen {
		return
	}
	p.frame = next(p.frame)
	for row := range Cells.Y {
		for column := range Cells.X {
			// The first pixel of a cell is the first whose place is of it.
			x0, x1 := up(column*p.size.X, Cells.X), up((column+1)*p.size.X, Cells.X)
			y0, y1 := up(row*p.size.Y, Cells.Y), up((row+1)*p.size.Y, Cells.Y)
			ink := Pixel(p.frame, p.size, x0, y0)
			xproto.ChangeGC(p.c, p.gc, xproto.GcForeground, []uint32{uint32(ink.R)<<16 | uint32(ink.G)<<8 | uint32(ink.B)})
			xproto.PolyFillRectangle(p.c, xproto.Drawable(p.w), p.gc, []xproto.Rectangle{{X: int16(x0), Y: int16(y0), Width: uint16(x1 - x0), Height: uint16(y1 - y0)}})
		}
	}
}

func up(a, b int) int { return (a + b - 1) / b }

func (p *player) hear() {
	for {
		event, failure := p.c.WaitForEvent()
		switch e := event.(type) {
		case nil:
			if failure == nil {
				os.Exit(0) // the server is gone
			}
		case xproto.ExposeEvent:
			fmt.Printf("expose %d %d %d %d\n", e.X, e.Y, e.Width, e.Height)
			if e.Count == 0 {
				p.draw(func(before int) int { return before })
			}
		case xproto.ButtonPressEvent:
			fmt.Printf("button %d %d %d\n", e.Detail, e.RootX, e.RootY)
		case xproto.KeyPressEvent:
			fmt.Printf("key %d\n", e.Detail)
		case xproto.FocusOutEvent:
			fmt.Printf("focus out\n")
		case xproto.LeaveNotifyEvent:
			fmt.Printf("leave\n")
		case xproto.ClientMessageEvent:
			p.settled <- struct{}{}
		}
	}
}
