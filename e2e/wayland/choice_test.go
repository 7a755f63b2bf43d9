package wayland

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"cuecard.app/e2e/wayland/theatre"
)

func TestAutoIsWaylandWhereLayersAreTaken(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	service := start(t, h, "--screen", "auto")
	if !strings.Contains(service.Log(), `msg="the screen was chosen" screen=wayland`) {
		t.Error(service.Log())
	}
	doctor := service.Run(t, "doctor")
	if !strings.Contains(doctor.Out, "HEADLESS-1, 1280 × 720 (primary)") {
		t.Errorf("%+v", doctor)
	}
}

func TestACompositorWithoutLayersIsSaidByTheDoctor(t *testing.T) {
	h := theatre.Start(t, theatre.Weston, theatre.Options{})
	t.Setenv("WAYLAND_DISPLAY", h.Socket)
	t.Setenv("DISPLAY", ":99")
	doctor := cuecard.Run(t, "", "doctor", "--data", t.TempDir())
	if !strings.Contains(doctor.Out, "means x11") || !strings.Contains(doctor.Out, "X11 through XWayland works") {
		t.Errorf("%+v", doctor)
	}
}

func TestTheAddressIsShownAtTheFirstStartAndWhenAsked(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{})
	film := h.Play(t, "")
	service := start(t, h)
	dimmed := func() {
		t.Helper()
		at := film.Still().Size().Div(3)
		for began := time.Now(); h.Shot(t, "").RGBAAt(4, at.Y).G >= film.At(4, at.Y).G/2; {
			if time.Since(began) > 20*time.Second {
				t.Fatalf("the address is not shown:\n%s", service.Log())
			}
		}
	}
	dimmed()
	c := laundry()
	post(t, service, c)
	want, _ := painted(t, film, c)
	h.Shows(t, "", want, film.Still())
	dismiss(t, service, c)
	h.Shows(t, "", film.Picture(), film.Still())
	if result := service.Run(t, "address"); result.Status != 0 {
		t.Fatalf("%+v", result)
	}
	dimmed()
}

// held is what a process has: file descriptors, and kilobytes of memory.
func held(t *testing.T, pid int) (descriptors, memory int) {
	t.Helper()
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	if _, err := fmt.Sscan(after, &memory); err != nil {
		t.Fatal(err)
	}
	return len(entries), memory
}

func TestAThousandCardsLeaveNothing(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Mode: "1280x720@1000Hz"})
	service := start(t, h)
	cards := func(n int) {
		for i := range n {
			c := laundry()
			c.Message = fmt.Sprintf("The wash is done in %d minutes.%s", i, strings.Repeat("\nPatience.", i%4))
			post(t, service, c)
			dismiss(t, service, c)
		}
	}
	cards(200)
	fds, memory := held(t, service.PID())
	theirFDs, theirMemory := held(t, h.PID())
	cards(1000)
	// Connections of the API come and go, and with the race detector memory does too: a card's buffer alone is a megabyte.
	if nowFDs, nowMemory := held(t, service.PID()); nowFDs > fds+2 || nowMemory > memory+64<<10 {
		t.Errorf("%d descriptors and %d kB, then %d and %d", fds, memory, nowFDs, nowMemory)
	}
	if nowFDs, nowMemory := held(t, h.PID()); nowFDs > theirFDs || nowMemory > theirMemory+8<<10 {
		t.Errorf("the compositor has %d descriptors and %d kB, then %d and %d", theirFDs, theirMemory, nowFDs, nowMemory)
	}
	if state, err := service.Client().Cards(t.Context()); err != nil || state.Showing != nil {
		t.Errorf("%+v, %v", state, err)
	}
}
