package main

import (
	"context"
	"fmt"
	"time"
)

// settled is longer than the service may take to bring its last change to disk.
const settled = 3 * time.Second

// quiet counts how often the service wakes while nobody calls it: a persistent card is
// on screen, others have come and gone, and nothing is due.
func (b *bench) quiet(ctx context.Context) ([]row, error) {
	service, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	defer service.Kill()
	if err := busyMorning(hostOf(service.URL), b.EarlyPosts); err != nil {
		return nil, err
	}
	wakes, err := b.wakes(service.PID())
	measure := fmt.Sprintf("Context switches of all threads in %g s of quiet (a count)", b.Quiet.Seconds())
	return []row{{measure, wakes, atMost(0)}}, err
}

// wakes counts the context switches of a process once it has settled. Go collects its memory every two minutes, whatever is
// done: when that falls into the first count, there is another.
func (b *bench) wakes(pid int) (figure, error) {
	time.Sleep(settled)
	count := 0
	for range 2 {
		before, err := switchesOf(pid)
		if err != nil {
			return figure{}, err
		}
		time.Sleep(b.Quiet)
		after, err := switchesOf(pid)
		if err != nil {
			return figure{}, err
		}
		if count = after - before; count == 0 {
			break
		}
	}
	return single(float64(count)), nil
}

// busyMorning leaves a persistent card on screen after many others, and hangs up.
func busyMorning(address string, posts int) error {
	c, err := dial(address)
	if err != nil {
		return err
	}
	defer c.close()
	for range posts {
		if err := c.must(request("POST", "/notify", update)); err != nil {
			return err
		}
	}
	if err := c.must(request("POST", "/notify", `{"id":"door","message":"The door is open","persistent":true}`)); err != nil {
		return err
	}
	return c.must(request("DELETE", "/notify/laundry", ""))
}
