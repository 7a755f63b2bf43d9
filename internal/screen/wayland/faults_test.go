package wayland

import (
	"context"
	"errors"
	"image"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cuecard.app/e2e/wayland/theatre"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/overlay"
)

// gone waits until the display says that its server is.
func gone(t *testing.T, d overlay.Display) {
	t.Helper()
	over := time.After(20 * time.Second)
	for {
		select {
		case _, there := <-d.Changes():
			if !there {
				return
			}
		case <-over:
			t.Fatal("the display does not tell that the compositor is gone")
		}
	}
}

func TestACompositorThatIsKilledAndStartedAgain(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	opener := Opener(Options{Display: h.Socket, Log: new(told).logger()})
	display, err := opener(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	painting := newPainting(t)
	v := painting.of(laundry(), display.Size())
	draw(t, display, v)
	h.Kill()
	gone(t, display)
	if err := display.Draw(v); err == nil || !strings.Contains(err.Error(), "ended the connection") {
		t.Errorf("Draw says %v", err)
	}
	display.Close()
	var missing *screen.NoOverlay
	if _, err := opener(t.Context()); !errors.As(err, &missing) || !strings.Contains(missing.Reason, h.Socket) {
		t.Errorf("the opener says %v", err)
	}
	again := theatre.Start(t, theatre.Sway, theatre.Options{Dir: h.Dir})
	film := again.Play(t, "")
	if display, err = opener(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer display.Close()
	draw(t, display, v)
	shows(t, again, "", film, v)
}

func TestWhatTheCompositorSaysOfARequestEndsTheDisplay(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	opened := open(t, h, "")
	d := opened.(*display)
	d.mu.Lock()
	d.conn.Request(d.layer.dim.viewport, viewportDestination, 0, -7)
	d.mu.Unlock()
	v := newPainting(t).of(laundry(), theatreSize)
	err := opened.Draw(v)
	if err == nil || !strings.Contains(err.Error(), "wl_viewport.set_destination") && !strings.Contains(err.Error(), "-7") {
		t.Errorf("Draw says %v", err)
	}
	gone(t, opened)
	if again := opened.Draw(v); again == nil || again.Error() != err.Error() {
		t.Errorf("Draw says %v then", again)
	}
}

func TestADisplayOfAFrozenCompositorEndsInsteadOfWaitingForever(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	display := open(t, h, "")
	if err := syscall.Kill(h.PID(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := display.Draw(newPainting(t).of(laundry(), theatreSize)); !errors.Is(err, errSilent) {
		t.Errorf("Draw says %v", err)
	}
	if _, err := Opener(Options{Display: h.Socket})(t.Context()); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("the opener says %v", err)
	}
	if took := time.Since(began); took > 4*answerLimit {
		t.Errorf("it took %v", took)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	began = time.Now()
	if _, err := Opener(Options{Display: h.Socket})(ctx); err == nil || time.Since(began) > answerLimit {
		t.Errorf("the opener says %v after %v", err, time.Since(began))
	}
}

func TestAnOutputWithoutFramesSlowsAndStopsNothing(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	film, opened, painting := h.Play(t, ""), open(t, h, ""), newPainting(t)
	d := opened.(*display)
	var v overlay.View
	var took time.Duration
	for _, message := range []string{"one", "two", "three"} {
		c := laundry()
		c.Message = message
		v = painting.of(c, theatreSize)
		began := time.Now()
		draw(t, d, v)
		took += time.Since(began)
		d.mu.Lock()
		if drawn, err := d.await(answerLimit, func() bool { return !d.layer.pending }); err != nil || !drawn {
			t.Errorf("no frame has come: %v", err)
		}
		d.layer.pending = true // as on a monitor that is switched off, and draws none
		d.mu.Unlock()
	}
	if took < 2*frameLimit || took > 2*answerLimit {
		t.Errorf("it took %v", took)
	}
	shows(t, h, "", film, v)
}

func TestWithoutACompositorTheReasonIsSaid(t *testing.T) {
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("XDG_RUNTIME_DIR", "")
	nowhere, deaf := filepath.Join(t.TempDir(), "wayland-7"), filepath.Join(t.TempDir(), "wayland-8")
	if err := os.WriteFile(deaf, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ display, reason, command string }{
		{"", "WAYLAND_DISPLAY is not set", "WAYLAND_DISPLAY=wayland-0 cuecard serve"},
		{"wayland-0", "XDG_RUNTIME_DIR is not set", "XDG_RUNTIME_DIR="},
		{nowhere, "no Wayland compositor is at " + nowhere, "cuecard doctor"},
		{deaf, "the Wayland compositor at " + deaf + " does not answer", "cuecard doctor"},
	} {
		var missing *screen.NoOverlay
		_, err := Opener(Options{Display: test.display})(t.Context())
		if !errors.As(err, &missing) || !strings.Contains(missing.Reason, test.reason) || !strings.HasPrefix(missing.Command, test.command) {
			t.Errorf("%q: %v", test.display, err)
		}
		if offered := Offered(t.Context(), test.display); offered == nil || offered.Error() != err.Error() {
			t.Errorf("%q: offered says %v", test.display, offered)
		}
	}
}

func TestACompositorWithoutLayersIsSentToX11(t *testing.T) {
	h := theatre.Start(t, theatre.Weston, theatre.Options{})
	err := Offered(t.Context(), h.Socket)
	var missing *screen.NoOverlay
	if !errors.As(err, &missing) || !strings.Contains(missing.Reason, "zwlr_layer_shell_v1") || !strings.Contains(missing.Reason, "GNOME") ||
		missing.Command != "cuecard serve --screen x11" {
		t.Errorf("%v", err)
	}
}

func TestLayersAreOffered(t *testing.T) {
	for _, kind := range compositors {
		h := theatre.Start(t, kind, theatre.Options{})
		if err := Offered(t.Context(), h.Socket); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestWhateverSpeaksNoWaylandIsRefused(t *testing.T) {
	for name, words := range map[string]string{
		"no length":       "\x01\x00\x00\x00\x00\x00\x00\x00",
		"an odd length":   "\x01\x00\x00\x00\x00\x00\x09\x00.",
		"a short event":   "\x01\x00\x00\x00\x00\x00\x0c\x00\x01\x00\x00\x00",
		"a boundless one": "\x02\x00\x00\x00\x00\x00\x14\x00\x01\x00\x00\x00\xff\xff\xff\xff\x01\x00\x00\x00",
		"HTTP":            "HTTP/1.1 400 Bad Request\r\n\r\n",
		"the end":         "",
	} {
		t.Run(name, func(t *testing.T) {
			l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				if c, err := l.Accept(); err == nil {
					_, _ = io.WriteString(c, words)
					c.Close()
				}
			}()
			if err := Offered(t.Context(), l.Addr().String()); err == nil {
				t.Error("it is taken for a compositor")
			}
			<-ended
		})
	}
}

func TestNothingOfTheSheetOnTheMonitorIsNoFault(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	film, display := h.Play(t, ""), open(t, h, "")
	v := overlay.View{Dim: 0.5, Sheet: patches(image.Rect(2000, 2000, 2100, 2100)), Changed: image.Rect(2000, 2000, 2100, 2100)}
	draw(t, display, v)
	shows(t, h, "", film, v)
}
