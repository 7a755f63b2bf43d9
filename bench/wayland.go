package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"cuecard.app/e2e/house"
	"cuecard.app/e2e/wayland/theatre"
)

// wayland measures cards on sway beside mako: at the rate of a television, over a picture that stands still and over a
// film, and on a monitor that is so fast that its frames hardly count.
func (b *bench) wayland(ctx context.Context) ([]row, error) {
	var rows []row
	for _, place := range []struct {
		rate  int
		film  bool
		bound limit
	}{{60, false, atLeast(3)}, {60, true, limit{}}, {1000, false, limit{}}} {
		more, err := b.onWayland(ctx, place.rate, place.film, place.bound)
		if err != nil {
			return nil, fmt.Errorf("on Wayland at %d Hz: %w", place.rate, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// hall is a compositor with the service and mako.
type hall struct {
	*theatre.Theatre
	ours    *tap
	theirs  *tap
	service *house.House
	caller  *caller
	mako    *mako
	close   []func()
}

func (h *hall) leave() {
	for i := len(h.close) - 1; i >= 0; i-- {
		h.close[i]()
	}
}

func (b *bench) openHall(ctx context.Context, rate int, film bool) (h *hall, err error) {
	h = &hall{}
	defer func() {
		if err != nil {
			h.leave()
		}
	}()
	if h.Theatre, err = theatre.Open(theatre.Sway, theatre.Options{Mode: fmt.Sprintf("1920x1080@%dHz", rate)}); err != nil {
		return nil, err
	}
	h.close = append(h.close, h.Theatre.Close)
	if h.ours, err = openTap(h.Dir, "ours", h.Socket); err != nil {
		return nil, err
	}
	if h.theirs, err = openTap(h.Dir, "theirs", h.Socket); err != nil {
		return nil, err
	}
	h.close = append(h.close, h.ours.close, h.theirs.close)
	if film {
		// Not in full screen: mako, as Debian has it, is below what is.
		f, err := h.OpenFilm("", false)
		if err != nil {
			return nil, err
		}
		f.Calm()
		h.close = append(h.close, f.Close)
	}
	dir, err := os.MkdirTemp(b.dir, "data")
	if err != nil {
		return nil, err
	}
	if err := os.Setenv("WAYLAND_DISPLAY", h.ours.path); err != nil {
		return nil, err
	}
	if h.service, err = b.binary.Open(dir, "--screen", "wayland"); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, h.service.Kill)
	h.close = append(h.close, h.service.Kill)
	if h.caller, err = dial(hostOf(h.service.URL)); err != nil {
		return nil, err
	}
	h.close = append(h.close, h.caller.close)
	if h.mako, err = openMako(dir, h.theirs.path); err != nil {
		return nil, err
	}
	h.close = append(h.close, h.mako.close)
	return h, h.warmUp()
}

// warmUp waits until the service draws. The first card ever takes the TV's own address off the screen.
func (h *hall) warmUp() error {
	first := h.notifiers()[0]
	err := first.show("Hello")
	for began := time.Now(); err != nil && time.Since(began) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
		err = first.show("Hello")
	}
	if err = errors.Join(err, first.hide()); err != nil {
		return fmt.Errorf("the service shows no card: %w: %s", err, h.service.Log())
	}
	return nil
}

// notifier shows and hides one thing, again and again.
type notifier struct {
	name  string
	show  func(text string) error
	hide  func() error
	tap   *tap
	times []float64
}

// time shows a text, and is how long it takes from the first byte that is sent until the compositor has drawn it.
func (n *notifier) time(text string) (time.Duration, error) {
	time.Sleep(time.Duration(60+rand.IntN(40)) * time.Millisecond) // at another moment of the tick each time
	select {
	case <-n.tap.drawn: // of something before
	default:
	}
	began := time.Now()
	if err := n.show(text); err != nil {
		return 0, err
	}
	drawn, err := n.tap.next()
	return drawn.Sub(began), errors.Join(err, n.hide())
}

func (h *hall) notifiers() []*notifier {
	var id uint32
	post := func(dim float64) func(string) error {
		return func(text string) error {
			return h.caller.must(request("POST", "/notify", fmt.Sprintf(`{"id":"door","title":"Front door","message":%q,"dim":%g,"duration":3600,"sound":"none"}`, text, dim)))
		}
	}
	remove := func() error { return h.caller.must(request("DELETE", "/notify/door", "")) }
	return []*notifier{
		{name: "Cuecard", tap: h.ours, show: post(0), hide: remove},
		{name: "Cuecard with dim", tap: h.ours, show: post(0.6), hide: remove},
		{name: "mako", tap: h.theirs, show: func(text string) (err error) {
			id, err = h.mako.bus.notify("Front door", text)
			return err
		}, hide: func() error { return h.mako.bus.dismiss(id) }},
	}
}

// inTurns shows every other text with a line more.
func inTurns(show func(string) error) func(string) error {
	tall := false
	return func(text string) error {
		if tall = !tall; tall {
			text += "\nThey are still there"
		}
		return show(text)
	}
}

// take times all of them in turns.
func (b *bench) take(ctx context.Context, all []*notifier) error {
	for i := range b.Cards {
		for turn := range all {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			n := all[(i+turn)%len(all)]
			took, err := n.time(fmt.Sprintf("Someone has rung %d times", i))
			if err != nil {
				return fmt.Errorf("%s: %w", n.name, err)
			}
			n.times = append(n.times, took.Seconds())
		}
	}
	return nil
}

func (b *bench) onWayland(ctx context.Context, rate int, film bool, bound limit) ([]row, error) {
	h, err := b.openHall(ctx, rate, film)
	if err != nil {
		return nil, err
	}
	defer h.leave()
	all := h.notifiers()
	cuecard, withDim, mako := all[0], all[1], all[2]
	sizes := &notifier{name: "Cuecard in another size", tap: h.ours, show: inTurns(cuecard.show), hide: cuecard.hide}
	again := &notifier{name: "mako", tap: h.theirs, show: mako.show, hide: mako.hide}
	for _, turns := range [][]*notifier{all, {sizes, again}} {
		if err := b.take(ctx, turns); err != nil {
			return nil, err
		}
	}
	median := func(n *notifier) float64 { return figureOf(n.times).median }
	plain, dimmed, theirs := median(cuecard), median(withDim), median(mako)
	changing := median(again) / median(sizes)
	name := fmt.Sprintf("Wayland at %d Hz", rate)
	if film {
		name += " over a film"
	}
	b.say("%s: Cuecard %.2f ms, with dim %.2f ms, in another size %.2f ms, mako %.2f ms", name, 1000*plain, 1000*dimmed, 1000*median(sizes), 1000*theirs)
	rows := []row{
		{"Time to a notification of mako over that to a card, " + name, single(theirs / plain), bound},
		{"The same for a card with dim, " + name, single(theirs / dimmed), limit{}},
		{"The same for a card in another size than the one before, " + name, single(changing), limit{}},
	}
	if !film {
		return rows, nil
	}
	ours, err1 := memoryOf(h.service.PID())
	makos, err2 := memoryOf(h.mako.pid())
	still, err3 := b.stillOnWayland(h)
	return append(rows,
		row{"Frames of 60 Hz that the dim adds, " + name, single(max(0, dimmed-plain) * float64(rate)), atMost(1)},
		row{"Resident memory of Cuecard over mako's, " + name, single(float64(ours.resident) / float64(makos.resident)), limit{}},
		still,
	), errors.Join(err1, err2, err3)
}

// stillOnWayland counts how often the service wakes while a card stands over a film that plays.
func (b *bench) stillOnWayland(h *hall) (row, error) {
	if err := h.notifiers()[1].show("Someone is at the door"); err != nil {
		return row{}, err
	}
	wakes, err := b.wakes(h.service.PID())
	measure := fmt.Sprintf("Context switches of all threads in %g s while a card stands over a film, Wayland (a count)", b.Quiet.Seconds())
	return row{measure, wakes, atMost(0)}, err
}
