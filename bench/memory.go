package main

import (
	"context"
	"fmt"
	"strings"
)

// memory compares what the service holds after many posts with what it held after few.
func (b *bench) memory(ctx context.Context) ([]row, error) {
	service, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	defer service.Kill()
	c, err := dial(hostOf(service.URL))
	if err != nil {
		return nil, err
	}
	defer c.close()
	if err := live(c, 0, b.EarlyPosts); err != nil {
		return nil, err
	}
	early, err := memoryOf(service.PID())
	if err != nil {
		return nil, err
	}
	if err := live(c, b.EarlyPosts, b.Posts); err != nil {
		return nil, err
	}
	late, err := memoryOf(service.PID())
	if err != nil {
		return nil, err
	}
	b.say("memory after %d posts: %v; after %d: %v", b.EarlyPosts, early, b.Posts, late)
	over := fmt.Sprintf("after %d posts over after %d", b.Posts, b.EarlyPosts)
	return []row{
		{"Resident memory (VmRSS) " + over, single(float64(late.resident) / float64(early.resident)), atMost(1.2)},
		{"Of that, anonymous (RssAnon) " + over, single(float64(late.anonymous) / float64(early.anonymous)), limit{}},
	}, nil
}

// live makes the posts with these numbers, as years in a home would: every other one
// updates a card in place, the others are new cards that wait and push each other out
// of the queue, cards that are updated while they wait, and cards that are removed again.
func live(c *caller, from, to int) error {
	long := strings.Repeat("Wäsche 🧺 ", 150)
	for i := from; i < to; i++ {
		id, text := fmt.Sprintf("card %d", i), fmt.Sprintf("Door %d is open", i)
		switch i % 10 {
		case 1, 3, 5:
		case 7: // without an id it is given one
			id, text = "", fmt.Sprint(long, i)
		case 9: // waits since two posts before
			id, text = fmt.Sprintf("card %d", i-4), fmt.Sprint(long, i)
		default:
			id = "laundry"
		}
		if err := c.must(request("POST", "/notify", fmt.Sprintf(`{"id":%q,"title":"Home","message":%q}`, id, text))); err != nil {
			return err
		}
		if i%10 == 3 {
			if err := c.must(request("DELETE", fmt.Sprintf("/notify/card%%20%d", i), "")); err != nil {
				return err
			}
		}
	}
	return nil
}
