package main

import (
	"context"
	"fmt"
	"strings"
)

// update is a card as a home sends it: a status display that is updated in place.
const update = `{"id":"laundry","title":"Laundry","message":"The wash is done in 12 minutes","position":"top-right","duration":30}`

// contestant is a server and a request that it is measured by.
type contestant struct {
	name    string
	address string
	request []byte
}

// rates compares how fast posts are answered with how fast the same process answers
// /health, and with a bare server.
func (b *bench) rates(ctx context.Context) ([]row, error) {
	service, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	defer service.Kill()
	address := hostOf(service.URL)
	answer, err := warm(address, request("POST", "/notify", update))
	if err != nil {
		return nil, err
	}
	bare, err := openPeer(answer)
	if err != nil {
		return nil, err
	}
	defer bare.close()
	contestants := []contestant{
		{"POST /notify", address, request("POST", "/notify", update)},
		{"GET /health", address, request("GET", "/health", "")},
		{"a bare handler", bare.address, request("POST", "/notify", update)},
	}
	var rows []row
	for _, connections := range []int{1, 64} {
		paces, err := b.inTurns(contestants, connections)
		if err != nil {
			return nil, err
		}
		rows = append(rows, compare(contestants, paces, connections)...)
	}
	return rows, nil
}

// warm posts a card twice, and returns the answer of the second, which is that of an update in place.
func warm(address string, request []byte) (answer string, err error) {
	c, err := dial(address)
	if err != nil {
		return "", err
	}
	defer c.close()
	if err := c.must(request); err != nil {
		return "", err
	}
	_, body, err := c.call(request)
	return string(body), err
}

// inTurns loads one after the other, round after round, so that what else the machine
// does meets all of them. Each round begins with another one.
func (b *bench) inTurns(contestants []contestant, connections int) (paces [][]pace, err error) {
	paces = make([][]pace, len(contestants))
	for _, c := range contestants { // not counted: caches and heaps find their size
		if _, err := load(c.address, c.request, connections, b.Lasts/2); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	for round := range b.Rounds {
		said := make([]string, len(contestants))
		for i := range contestants {
			at := (round + i) % len(contestants)
			c := contestants[at]
			p, err := load(c.address, c.request, connections, b.Lasts)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			paces[at] = append(paces[at], p)
			said[at] = fmt.Sprintf("%s %.0f/s, p99 %.0f µs", c.name, p.rate, p.p99*1e6)
		}
		b.say("connections: %d, round %d: %s", connections, round+1, strings.Join(said, "; "))
	}
	return paces, nil
}

// compare puts the first contestant over each of the others. Only the bare server,
// which is the last, sets a limit: it is the same whatever becomes of the program.
func compare(contestants []contestant, paces [][]pace, connections int) (rows []row) {
	for i, other := range contestants[1:] {
		name := fmt.Sprintf("%s over %s, connections: %d", contestants[0].name, other.name, connections)
		rate := ratios(paces[0], paces[i+1], func(p pace) float64 { return p.rate })
		p99 := ratios(paces[0], paces[i+1], func(p pace) float64 { return p.p99 })
		rows = append(rows, row{name + ", requests a second", figureOf(rate), limit{}}, row{name + ", p99", figureOf(p99), limit{}})
	}
	rows[len(rows)-2].limit = atLeast(0.5)
	return rows
}

func ratios(some, others []pace, of func(pace) float64) []float64 {
	ratios := make([]float64, len(some))
	for i := range some {
		ratios[i] = of(some[i]) / of(others[i])
	}
	return ratios
}

func hostOf(url string) string { return strings.TrimPrefix(url, "http://") }
