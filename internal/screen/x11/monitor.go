package x11

import (
	"image"
	"strings"

	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"
)

// monitor is one as it lies on the root window.
type monitor struct {
	name    string
	place   image.Rectangle
	primary bool
}

// monitors are those that are switched on. Without RandR the root window is one.
func (x *server) monitors() ([]monitor, error) {
	if !x.hasRandR {
		size := image.Rect(0, 0, int(x.screen.WidthInPixels), int(x.screen.HeightInPixels))
		return []monitor{{"screen", size, true}}, nil
	}
	reply, err := randr.GetMonitors(x.Conn, x.root, true).Reply()
	if err != nil {
		return nil, err
	}
	var all []monitor
	for _, m := range reply.Monitors {
		name, err := xproto.GetAtomName(x.Conn, m.Name).Reply()
		if err != nil {
			return nil, err
		}
		place := image.Rect(0, 0, int(m.Width), int(m.Height)).Add(image.Pt(int(m.X), int(m.Y)))
		if !place.Empty() {
			all = append(all, monitor{name.Name, place, m.Primary})
		}
	}
	return all, nil
}

// choose is the monitor with that name, else the primary, else the first. It is false when the name is of none.
func choose(all []monitor, name string) (m monitor, known bool) {
	for _, each := range all {
		if name != "" && each.name == name {
			return each, true
		}
	}
	for _, each := range all {
		if each.primary {
			return each, name == ""
		}
	}
	if len(all) > 0 {
		m = all[0]
	}
	return m, name == ""
}

func names(all []monitor) string {
	var list []string
	for _, m := range all {
		list = append(list, m.name)
	}
	return strings.Join(list, ", ")
}
