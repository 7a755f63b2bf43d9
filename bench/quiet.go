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
	time.Sleep(settled)
	before, err := switchesOf(service.PID())
	if err != nil {
		return nil, err
	}
	time.Sleep(b.Quiet)
	after, err := switchesOf(service.PID())
	if err != nil {
		return nil, err
	}
	measure := fmt.Sprintf("Context switches of all threads in %g s of quiet (a count)", b.Quiet.Seconds())
	return []row{{measure, single(float64(after - before)), atMost(0)}}, nil
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
