package x11

import (
	"image"
	"sync"

	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// news is what the server told, summed up. Whatever happens while nobody looks, it stays small.
type news struct {
	restacked  bool // other windows
	compositor bool // another one, or none
	composited bool // by that one
	monitors   bool
	damaged    map[damage.Damage]image.Rectangle // in coordinates of their windows
	exposed    image.Rectangle                   // of our window
	exposedAt  uint16                            // the request that the server had done last by then
}

// desk collects news from the goroutine that reads, for the one that acts.
type desk struct {
	word chan struct{} // holds one when there are news

	mu  sync.Mutex
	all news
}

// take returns what has come since the last time.
func (d *desk) take() news {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.all
	d.all = news{}
	return all
}

// read collects until the connection ends. Errors are of windows that went while something was asked of them.
func (d *desk) read(x *server) {
	for {
		event, failure := x.WaitForEvent()
		if event == nil && failure == nil {
			return
		}
		if event != nil && d.note(x, event) {
			select {
			case d.word <- struct{}{}:
			default:
			}
		}
	}
}

// note adds an event, and is true when that matters.
func (d *desk) note(x *server, event any) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch e := event.(type) {
	case damage.NotifyEvent:
		if d.all.damaged == nil {
			d.all.damaged = map[damage.Damage]image.Rectangle{}
		}
		d.all.damaged[e.Damage] = d.all.damaged[e.Damage].Union(within(e.Area.X, e.Area.Y, e.Area.Width, e.Area.Height))
	case xproto.ExposeEvent:
		d.all.exposed = d.all.exposed.Union(within(int16(e.X), int16(e.Y), e.Width, e.Height))
		d.all.exposedAt = e.Sequence
	case xproto.ConfigureNotifyEvent:
		d.all.restacked = !x.owns(e.Window) || d.all.restacked
	case xproto.MapNotifyEvent:
		d.all.restacked = !x.owns(e.Window) || d.all.restacked
	case xproto.UnmapNotifyEvent:
		d.all.restacked = !x.owns(e.Window) || d.all.restacked
	case xproto.ReparentNotifyEvent, xproto.CirculateNotifyEvent, xproto.DestroyNotifyEvent:
		d.all.restacked = true
	case xfixes.SelectionNotifyEvent:
		d.all.compositor, d.all.composited = true, e.Owner != xproto.WindowNone
	case randr.ScreenChangeNotifyEvent, randr.NotifyEvent:
		d.all.monitors = true
	default:
		return false
	}
	return true
}

func within(x, y int16, width, height uint16) image.Rectangle {
	return image.Rect(0, 0, int(width), int(height)).Add(image.Pt(int(x), int(y)))
}
