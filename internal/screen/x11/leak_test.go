package x11_test

import (
	"fmt"
	"image"
	"maps"
	"os"
	"strings"
	"testing"
)

func TestAThousandCardsLeaveNothingBehind(t *testing.T) {
	for _, where := range everywhere[:3] {
		t.Run(where.name, func(t *testing.T) {
			h := open(t, where.composited, where.args...)
			show := func(cards int) {
				for i := range cards {
					h.draw(t, float64(i%3)/4, sheet(image.Rect(50, 25, 100+i%40, 60+i%30), red))
					h.draw(t, float64(i%2)/4, sheet(image.Rect(50, 25, 100+i%30, 60+i%30), green))
					h.draw(t, 0, nil)
				}
				for _, dim := range []float64{0.5, 0} { // each window ends in the same size, and as the compositor's
					last := sheet(image.Rect(50, 25, 100, 60), red)
					h.draw(t, dim, last)
					h.sees(t, "the last card", 0, dim, last)
					h.draw(t, 0, nil)
				}
			}
			show(45) // all sizes
			before, pixmaps := h.eye.Resources(t, os.Getpid())
			files, segments := openFiles(t), segmentsOf(t)
			show(1000)
			after, pixmapsAfter := h.eye.Resources(t, os.Getpid())
			if before["WINDOW"] == 0 || !maps.Equal(before, after) || pixmapsAfter > pixmaps {
				t.Errorf("the server holds %v and %d bytes of pixmaps, before %v and %d", after, pixmapsAfter, before, pixmaps)
			}
			if now := openFiles(t); now != files {
				t.Errorf("%d files are open, before %d", now, files)
			}
			if now := segmentsOf(t); now > segments {
				t.Errorf("%d segments of memory are shared, before %d", now, segments)
			}
			h.draw(t, 0.5, sheet(image.Rect(50, 25, 200, 125), red))
			if now := named(t); now != "" {
				t.Errorf("segments outlive their processes: %s", now)
			}
		})
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

// segmentsOf counts the shared memory that is mapped here.
func segmentsOf(t *testing.T) int {
	t.Helper()
	all, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(all), "/SYSV")
}

// named are the segments made here that would stay if this process were killed: the system's own list has no mark on them.
func named(t *testing.T) string {
	t.Helper()
	all, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		t.Fatal(err)
	}
	var stay []string
	for line := range strings.Lines(string(all)) {
		fields := strings.Fields(line)
		const destroyed = 0o1000
		var mode int
		if len(fields) > 4 && fields[4] == fmt.Sprint(os.Getpid()) {
			if _, err := fmt.Sscanf(fields[2], "%o", &mode); err != nil || mode&destroyed == 0 {
				stay = append(stay, line)
			}
		}
	}
	return strings.Join(stay, "")
}
