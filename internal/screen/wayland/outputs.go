package wayland

import (
	"image"
	"log/slog"
	"slices"
	"sync"

	"cuecard.app/internal/screen/wayland/wire"
)

// globals are what the compositor offers; zero where it does not.
type globals struct {
	registry, compositor, shm, subcompositor, viewporter, shell, xdgOutputs wire.ID

	nothing wire.ID // a region: no input is taken
}

// missing is the first that layers cannot do without.
func (g *globals) missing() string {
	for _, need := range []struct {
		id   wire.ID
		name string
	}{
		{g.shell, "zwlr_layer_shell_v1"}, {g.compositor, "wl_compositor of version 4"}, {g.subcompositor, "wl_subcompositor"},
		{g.shm, "wl_shm"}, {g.viewporter, "wp_viewporter"},
	} {
		if need.id == 0 {
			return need.name
		}
	}
	return ""
}

// register hears of globals that come and go.
func (d *display) register(number uint16, e *wire.Event) {
	global := e.Uint()
	if number != 0 {
		d.unplug(global)
		return
	}
	name, version := e.String(), e.Uint()
	bind := func(limit uint32, h wire.Handler) wire.ID {
		id := d.conn.New(h)
		d.conn.Request(d.globals.registry, registryBind, global, name, min(limit, version), id)
		return id
	}
	switch name {
	case "wl_compositor":
		if version >= 4 {
			d.globals.compositor = bind(4, nil)
		}
	case "wl_subcompositor":
		d.globals.subcompositor = bind(1, nil)
	case "wl_shm":
		d.globals.shm = bind(1, nil)
	case "wp_viewporter":
		d.globals.viewporter = bind(1, nil)
	case "zwlr_layer_shell_v1":
		d.globals.shell = bind(4, nil)
	case "zxdg_output_manager_v1":
		if version >= 2 {
			d.globals.xdgOutputs = bind(2, nil)
		}
	case "wl_output":
		o := &output{display: d, global: global, version: min(4, version)}
		o.id = bind(4, o.hear)
		d.outputs = append(d.outputs, o)
	}
}

// output is a monitor as the compositor has it.
type output struct {
	display *display
	global  uint32
	version uint32
	id      wire.ID
	naming  wire.ID // tells the name where the output itself does not; zero is none

	name      string
	mode      image.Point // pixels, before it is turned
	transform uint32
	done      bool
}

func (o *output) hear(number uint16, e *wire.Event) {
	switch number {
	case 0: // geometry
		for range 5 { // place, size in millimetres, order of subpixels
			e.Int()
		}
		_, _ = e.String(), e.String() // make and model
		o.transform = e.Uint()
	case 1: // mode
		const current = 1
		if flags, mode := e.Uint(), image.Pt(e.Int(), e.Int()); flags&current != 0 {
			o.mode = mode
		}
	case 2: // done
		o.done, o.display.plugged = true, true
	case 4: // name
		o.name = e.String()
	}
	if o.version == 1 { // it never says that it is done
		o.done, o.display.plugged = true, true
	}
}

func (o *output) usable() bool { return o.done && o.mode.X > 0 && o.mode.Y > 0 }

// size is in pixels, as the monitor hangs or stands; zero of no output.
func (o *output) size() image.Point {
	if o == nil {
		return image.Point{}
	}
	if o.transform%2 == 1 { // by 90° or 270°
		return image.Pt(o.mode.Y, o.mode.X)
	}
	return o.mode
}

// nameOutputs asks for the names that outputs of old compositors do not tell.
func (d *display) nameOutputs() {
	for _, o := range d.outputs {
		if o.version >= 4 || o.naming != 0 || d.globals.xdgOutputs == 0 {
			continue
		}
		o.naming = d.conn.New(func(number uint16, e *wire.Event) {
			if number == 3 {
				o.name, d.plugged = e.String(), true
			}
		})
		d.conn.Request(d.globals.xdgOutputs, xdgOutputsOutput, o.naming, o.id)
	}
}

func (d *display) unplug(global uint32) {
	i := slices.IndexFunc(d.outputs, func(o *output) bool { return o.global == global })
	if i < 0 {
		return
	}
	o := d.outputs[i]
	d.outputs, d.plugged = slices.Delete(d.outputs, i, i+1), true
	if o.naming != 0 {
		d.conn.Request(o.naming, xdgOutputDestroy)
		d.conn.Forget(o.naming)
	}
	if o.version >= 3 {
		d.conn.Request(o.id, outputRelease)
	}
	d.conn.Forget(o.id)
}

// choice is which of the outputs the owner wants, from one display to the next.
type choice struct {
	monitor func() string
	log     *slog.Logger

	mu     sync.Mutex
	warned string // of a name that no output has
}

// of is the output to draw on, nil when there is none.
func (c *choice) of(outputs []*output) *output {
	var first *output
	var names []string
	wanted := ""
	if c.monitor != nil {
		wanted = c.monitor()
	}
	for _, o := range outputs {
		switch {
		case !o.usable():
			continue
		case wanted != "" && o.name == wanted:
			return o
		case first == nil:
			first = o
		}
		names = append(names, o.name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if wanted != "" && first != nil && c.warned != wanted {
		c.warned = wanted
		c.log.Warn("there is no monitor of that name, so the first is used", "wanted", wanted, "monitors", names)
	}
	return first
}
