package paint

import (
	"fmt"
	"image"
	"math/rand/v2"
	"runtime"
	"testing"

	"cuecard.app/internal/card"
)

func TestWhatWasUsedLastIsKept(t *testing.T) {
	r := recent[string, int]{things: 2, bytes: 100}
	r.put("a", 1, 10)
	r.put("b", 2, 10)
	r.get("a")
	r.put("c", 3, 10)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := r.get(key); ok != want {
			t.Errorf("%s is kept: %v", key, ok)
		}
	}
	r.put("large", 4, 500)
	if value, ok := r.get("large"); value != 4 || !ok || len(r.kept) != 1 || r.used != 500 {
		t.Errorf("%d things of %d bytes are kept; the newest is %d", len(r.kept), r.used, value)
	}
	r.put("small", 5, 1)
	if len(r.kept) != 1 || r.used != 1 {
		t.Errorf("beside a small one, %d things of %d bytes are kept", len(r.kept), r.used)
	}
}

func TestThePainterHoldsNoMoreAfterTenThousandCards(t *testing.T) {
	p, r := painter(t), rand.New(rand.NewPCG(6, 6))
	var sheet *Sheet
	held := func(cards int) uint64 {
		for i := range cards {
			s := wash()
			s.Screen = image.Pt(120+r.IntN(120), 60+10*r.IntN(8))
			s.Card.Message = fmt.Sprint("Door ", r.IntN(1e6))
			s.Card.WidthPercent, s.Card.Background = 10+80*r.Float64(), card.Colour(r.Uint32())
			if i%10 == 0 {
				s.Image = plainOf(1+r.IntN(100), 1+r.IntN(100))
				s.Icon = plainOf(1+r.IntN(20), 1+r.IntN(20))
			}
			if i%1000 == 0 { // one of a large screen among them
				s.Screen = image.Pt(1920, 1080)
			}
			sheet = p.Paint(s, sheet)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	early, late := held(1_000), held(9_000)
	if late > early+8<<20 {
		t.Errorf("%d kB after 1,000 cards, %d kB after 10,000", early>>10, late>>10)
	}
	for name, bounds := range map[string][4]int{
		"corners":   {len(p.quarters.kept), p.quarters.things, p.quarters.used, p.quarters.bytes},
		"shadows":   {len(p.shadows.kept), p.shadows.things, p.shadows.used, p.shadows.bytes},
		"templates": {len(p.templates.kept), p.templates.things, p.templates.used, p.templates.bytes},
		"pictures":  {len(p.fitted.kept), p.fitted.things, p.fitted.used, p.fitted.bytes},
	} {
		if bounds[0] == 0 || bounds[0] > bounds[1] || bounds[2] > bounds[3] {
			t.Errorf("%s: %d of %d, %d bytes of %d", name, bounds[0], bounds[1], bounds[2], bounds[3])
		}
	}
}

func plainOf(width, height int) *Picture {
	return &Picture{Natural: image.Pt(width, height), Pixels: image.NewRGBA(image.Rect(0, 0, width, height))}
}
