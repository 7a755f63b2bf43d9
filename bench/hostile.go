package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// largest is the largest body that the interface takes, in bytes.
const largest = 262_144

// body is a request's body of the largest size that is nothing but more of the same.
type body struct {
	name string
	json string
}

// bodies are plain text, and what is known to make careless parsers slow.
func bodies() []body {
	return []body{
		{"plain text", fill(`{"message":"`, "all is well ", `"}`)},
		{"combining marks", fill(`{"message":"e`, "\u0301", `"}`)},
		{"joined emoji", fill(`{"message":"`, "👩\u200d", `"}`)},
		{"lone surrogates", fill(`{"message":"`, `\ud800`, `"}`)},
		{"duplicate keys", fill(`{`, `"message":"a",`, `"message":"b"}`)},
		{"different keys", fillNumbered(`{`, `"%d":0,`, `"message":"b"}`)},
		{"nested arrays", fill(`{"message":"b","x":`, "[", `0}`)},
	}
}

func fill(before, again, after string) string {
	return before + strings.Repeat(again, (largest-len(before)-len(after))/len(again)) + after
}

func fillNumbered(before, again, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; ; i++ {
		next := fmt.Sprintf(again, i)
		if b.Len()+len(next)+len(after) > largest {
			return b.String() + after
		}
		b.WriteString(next)
	}
}

// hostile compares the time that hostile bodies take with that of plain text of the
// same size: a service whose time is not linear in the size shows it here.
func (b *bench) hostile(ctx context.Context) ([]row, error) {
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
	kinds := bodies()
	overPlain := make([][]float64, len(kinds))
	for range b.Rounds {
		var plain time.Duration
		for i, kind := range kinds {
			took, err := c.timed(request("POST", "/notify", kind.json), b.Bodies)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				plain = took
			}
			overPlain[i] = append(overPlain[i], took.Seconds()/plain.Seconds())
		}
	}
	var rows []row
	for i, kind := range kinds[1:] {
		measure := fmt.Sprintf("Time of 256 KB of %s over plain text", kind.name)
		rows = append(rows, row{measure, figureOf(overPlain[i+1]), atMost(20)})
	}
	return rows, nil
}

// timed calls so often and returns how long it took in all. The service may refuse the
// request, but not fail at it.
func (c *caller) timed(request []byte, times int) (time.Duration, error) {
	start := time.Now()
	for range times {
		status, answer, err := c.call(request)
		if err == nil && status != 200 && status != 400 {
			err = fmt.Errorf("answered with %d: %s", status, answer)
		}
		if err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}
