package wayland

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"cuecard.app/e2e/wayland/theatre"
	"cuecard.app/internal/screen/overlay"
)

// held is what a process has: file descriptors, and kilobytes of memory of a kind.
func held(t *testing.T, pid int, kind string) (descriptors, memory int) {
	t.Helper()
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(status), kind+":")
	if _, err := fmt.Sscan(after, &memory); err != nil {
		t.Fatal(err)
	}
	return len(entries), memory
}

// heap is what Go holds, in kilobytes.
func heap() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc >> 10)
}

func TestAThousandCardsLeaveNothing(t *testing.T) {
	h := theatre.Start(t, theatre.Sway, theatre.Options{Mode: "1280x720@1000Hz"})
	opened, painting := open(t, h, ""), newPainting(t)
	d := opened.(*display)
	one, other := painting.of(laundry(), d.Size()), laundry()
	other.Message, other.Dim, other.WidthPercent = "Another one, of another size.", 0.2, 30
	two := newPainting(t).of(other, d.Size())
	cards := func(n int) {
		for i := range n {
			draw(t, d, one)
			if i%2 == 0 {
				draw(t, d, two)
			}
			draw(t, d, overlay.View{})
		}
	}
	cards(50)
	fds, shared := held(t, os.Getpid(), "RssShmem")
	kept := heap()
	theirFDs, theirMemory := held(t, h.PID(), "VmRSS")
	cards(1000)
	d.mu.Lock()
	id := d.conn.New(nil)
	d.mu.Unlock()
	if id > 64 {
		t.Errorf("the next object has the number %d", id)
	}
	if nowFDs, nowShared := held(t, os.Getpid(), "RssShmem"); nowFDs > fds || nowShared > shared+spareMemory>>10 {
		t.Errorf("%d descriptors and %d kB shared, then %d and %d", fds, shared, nowFDs, nowShared)
	}
	if now := heap(); now > kept+1<<10 {
		t.Errorf("%d kB in the heap, then %d", kept, now)
	}
	nowTheirFDs, nowTheirMemory := held(t, h.PID(), "VmRSS")
	if nowTheirFDs > theirFDs || nowTheirMemory > theirMemory+8<<10 {
		t.Errorf("the compositor has %d descriptors and %d kB, then %d and %d", theirFDs, theirMemory, nowTheirFDs, nowTheirMemory)
	}
	if len(d.canvas.buffers) > 1 || d.canvas.spare != nil && len(d.canvas.spare.bytes) > spareMemory {
		t.Errorf("%d buffers are kept", len(d.canvas.buffers))
	}
}
