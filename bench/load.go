package main

import (
	"slices"
	"sync"
	"time"
)

// pace is how a server kept up with a load.
type pace struct {
	rate float64 // answers a second
	p99  float64 // seconds that all but one in a hundred answers took at most
}

// load has so many callers send the request again and again, each as soon as it has its answer.
func load(address string, request []byte, connections int, lasts time.Duration) (pace, error) {
	callers := make([]*caller, connections)
	for i := range callers {
		c, err := dial(address)
		if err != nil {
			return pace{}, err
		}
		defer c.close()
		callers[i] = c
	}
	took := make([][]time.Duration, connections)
	failed := make([]error, connections)
	var all sync.WaitGroup
	start := time.Now()
	for i, c := range callers {
		all.Go(func() { took[i], failed[i] = c.repeat(request, start.Add(lasts)) })
	}
	all.Wait()
	elapsed := time.Since(start)
	for _, err := range failed {
		if err != nil {
			return pace{}, err
		}
	}
	each := slices.Concat(took...)
	slices.Sort(each)
	return pace{float64(len(each)) / elapsed.Seconds(), each[len(each)*99/100].Seconds()}, nil
}

// repeat calls until then, at least once, and returns how long each call took.
func (c *caller) repeat(request []byte, until time.Time) ([]time.Duration, error) {
	took := make([]time.Duration, 0, 1<<16)
	for now := time.Now(); ; {
		if err := c.must(request); err != nil {
			return nil, err
		}
		before := now
		now = time.Now()
		took = append(took, now.Sub(before))
		if !now.Before(until) {
			return took, nil
		}
	}
}
