package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"time"

	"cuecard.app/e2e/house"
	"cuecard.app/e2e/x11/cinema"
)

// tv is the screen that cards are timed on.
var tv = image.Rect(0, 0, 1920, 1080)

// aFrame is how long a television shows one.
const aFrame = time.Second / 60

// x11 measures cards over a film on an X server beside dunst, without a compositor and with one.
func (b *bench) x11(ctx context.Context) ([]row, error) {
	var rows []row
	for _, place := range []struct {
		name       string
		composited bool
		bound      float64
	}{{"bare X11", false, 2.5}, {"X11 with picom", true, 1.5}} {
		more, err := b.onX11(ctx, place.name, place.composited, place.bound)
		if err != nil {
			return nil, fmt.Errorf("on %s: %w", place.name, err)
		}
		rows = append(rows, more...)
	}
	more, err := b.again(ctx)
	return append(rows, more...), err
}

// room is a television with a film, the service and dunst.
type room struct {
	*cinema.Server
	eye     *cinema.Eye
	panel   *panel // nil where nobody needs it
	film    *cinema.Film
	service *house.House
	caller  *caller
	dunst   *dunst
	close   []func()
}

func (r *room) leave() {
	for i := len(r.close) - 1; i >= 0; i-- {
		r.close[i]()
	}
}

// openRoom has a server with those arguments.
func (b *bench) openRoom(ctx context.Context, composited bool, args ...string) (*room, error) {
	r := &room{}
	err := b.furnish(ctx, r, composited, args)
	if err != nil {
		r.leave()
	}
	return r, err
}

func (b *bench) furnish(ctx context.Context, r *room, composited bool, args []string) (err error) {
	if r.Server, err = cinema.Open("1920x1080", args...); err != nil {
		return err
	}
	r.close = append(r.close, r.Server.Kill)
	if r.eye, err = r.Look(); err != nil {
		return err
	}
	if r.film, err = r.Project(tv); err != nil {
		return err
	}
	r.close = append(r.close, r.film.End)
	if composited {
		compositor, err := r.Compose(r.eye)
		if err != nil {
			return err
		}
		r.close = append(r.close, compositor.Kill)
	}
	dir, err := os.MkdirTemp(b.dir, "data")
	if err != nil {
		return err
	}
	if err := os.Setenv("DISPLAY", r.Display); err != nil {
		return err
	}
	if r.service, err = b.binary.Open(dir, "--screen", "x11"); err != nil {
		return err
	}
	context.AfterFunc(ctx, r.service.Kill)
	r.close = append(r.close, r.service.Kill)
	if r.caller, err = dial(hostOf(r.service.URL)); err != nil {
		return err
	}
	r.close = append(r.close, r.caller.close)
	if err := r.begin(); err != nil {
		return err
	}
	if r.dunst, err = openDunst(b.dir, r.Display); err != nil {
		return err
	}
	r.close = append(r.close, r.dunst.close)
	return nil
}

// begin shows a first card, as soon as the service has the display: it takes the TV's own address off the screen.
func (r *room) begin() error {
	first := r.senders()[0]
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		err := first.show("Hello")
		if err == nil {
			return first.hide()
		}
		if time.Since(began) > tooLong {
			return fmt.Errorf("the service shows no card: %w: %s", err, r.service.Log())
		}
	}
}

// sender shows and hides one thing, again and again.
type sender struct {
	name  string
	show  func(text string) error
	hide  func() error
	look  gaze
	times []float64
}

func (r *room) senders() []*sender {
	var id uint32
	rung := 0
	title := func() string { // no two are alike
		rung++
		return fmt.Sprintf("Front door, %d", rung)
	}
	post := func(dim float64) func(string) error {
		return func(text string) error {
			return r.caller.must(request("POST", "/notify", fmt.Sprintf(`{"id":"door","title":%q,"message":%q,"dim":%g,"duration":3600,"sound":"none"}`, title(), text, dim)))
		}
	}
	remove := func() error { return r.caller.must(request("DELETE", "/notify/door", "")) }
	return []*sender{
		{name: "Cuecard", show: post(0), hide: remove},
		{name: "Cuecard with dim", show: post(0.6), hide: remove},
		{name: "dunst", show: func(text string) (err error) {
			id, err = r.dunst.bus.notify(title(), text)
			return err
		}, hide: func() error { return r.dunst.bus.dismiss(id) }},
	}
}

func (b *bench) onX11(ctx context.Context, name string, composited bool, bound float64) ([]row, error) {
	r, err := b.openRoom(ctx, composited)
	if err != nil {
		return nil, err
	}
	defer r.leave()
	all := r.senders()
	for _, s := range all {
		if s.look, err = findText(r.eye, s); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	if composited {
		floor, err := r.floor()
		if err != nil {
			return nil, fmt.Errorf("a dim alone: %w", err)
		}
		all = append(all, floor)
	}
	for i := range b.Cards {
		for turn := range all {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s := all[(i+turn)%len(all)]
			took, err := s.look.time(s)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			s.times = append(s.times, took.Seconds())
		}
	}
	for _, s := range all {
		f := figureOf(s.times)
		b.say("%s: %s takes %.2f ms, at least %.2f", name, s.name, 1000*f.median, 1000*f.least)
	}
	plain, dimmed, theirs := figureOf(all[0].times).median, figureOf(all[1].times).median, figureOf(all[2].times).median
	rows := []row{
		{"Time to a notification of dunst over that to a card, " + name, single(theirs / plain), atLeast(bound)},
		{"The same for a card with dim, " + name, single(theirs / dimmed), dimBound(composited, bound)},
		{"Frames of 60 Hz that the dim adds, " + name, single(max(0, dimmed-plain) / aFrame.Seconds()), atMost(1)},
	}
	if composited {
		rows = append(rows, row{"The same for the dim alone, of a window that is drawn already, " + name, single(theirs / figureOf(all[3].times).median), limit{}})
	}
	ours, err1 := memoryOf(r.service.PID())
	dunsts, err2 := memoryOf(r.dunst.pid())
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	rows = append(rows, row{"Resident memory of Cuecard over dunst's, " + name, single(float64(ours.resident) / float64(dunsts.resident)), limit{}})
	still, err := b.stillOnX11(r, name)
	if err != nil {
		return nil, err
	}
	rows = append(rows, still)
	if !composited {
		through, err := b.seeThrough(r)
		if err != nil {
			return nil, err
		}
		rows = append(rows, through)
	}
	return rows, nil
}

// dimBound: without a compositor there is no bound for a dim but the frames that it adds.
func dimBound(composited bool, bound float64) limit {
	if composited {
		return atLeast(bound)
	}
	return limit{}
}

// stillOnX11 counts how often the service wakes while a card stands over a film that pauses.
func (b *bench) stillOnX11(r *room, name string) (row, error) {
	if err := r.senders()[1].show("Someone is at the door"); err != nil {
		return row{}, err
	}
	wakes, err := b.wakes(r.service.PID())
	measure := fmt.Sprintf("Context switches of all threads in %g s while a card stands still, %s (a count)", b.Quiet.Seconds(), name)
	return row{measure, wakes, atMost(0)}, err
}

// seeThrough is what following a film through the dim costs: the time that server and service take beyond that of the film
// alone, for each of its frames.
func (b *bench) seeThrough(r *room) (row, error) {
	spent := func() (time.Duration, error) {
		before, err1 := cpuOf(r.PID(), r.service.PID())
		time.Sleep(b.Quiet)
		after, err2 := cpuOf(r.PID(), r.service.PID())
		return after - before, errors.Join(err1, err2)
	}
	if err := r.senders()[0].hide(); err != nil {
		return row{}, err
	}
	const rate = 60
	r.film.Play(rate)
	alone, err := spent()
	if err != nil {
		return row{}, err
	}
	if err := r.senders()[1].show("Someone is at the door"); err != nil {
		return row{}, err
	}
	with, err := spent()
	frames := b.Quiet.Seconds() * rate
	each := (with - alone).Seconds() / frames
	b.say("a film of %d frames a second takes %v of %v alone, %v below the dim", rate, alone, b.Quiet, with)
	return row{"CPU time for each 1080p frame of a film below the dim, without a compositor, over a frame's time", single(each / aFrame.Seconds()), atMost(0.5)}, err
}
