package main

import (
	"context"
	"fmt"
	"io"
)

// stalledSenders is fewer than the connections that the service keeps.
const stalledSenders = 200

// stalled compares what the service holds while many senders have announced the largest
// body and send nothing of it with what it held before. Memory is for what has arrived.
func (b *bench) stalled(ctx context.Context) ([]row, error) {
	service, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	defer service.Kill()
	address := hostOf(service.URL)
	if _, err := warm(address, request("POST", "/notify", update)); err != nil {
		return nil, err
	}
	before, err := memoryOf(service.PID())
	if err != nil {
		return nil, err
	}
	for range stalledSenders {
		c, err := dial(address)
		if err != nil {
			return nil, err
		}
		defer c.close()
		if err := c.announce(largest); err != nil {
			return nil, err
		}
	}
	during, err := memoryOf(service.PID())
	if err != nil {
		return nil, err
	}
	b.say("memory before: %v; with stalled senders: %v", before, during)
	measure := fmt.Sprintf("Resident memory (VmRSS) with %d senders that stall over without", stalledSenders)
	return []row{{measure, single(float64(during.resident) / float64(before.resident)), atMost(1.5)}}, nil
}

// announce sends the head of a post and returns when the service has begun to wait for the body.
func (c *caller) announce(bytes int) error {
	head := fmt.Sprintf("POST /notify HTTP/1.1\r\nHost: tv\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", bytes)
	if _, err := io.WriteString(c.conn, head); err != nil {
		return err
	}
	const goOn = "HTTP/1.1 100 Continue\r\n\r\n"
	answer := make([]byte, len(goOn))
	if _, err := io.ReadFull(c.conn, answer); err != nil {
		return err
	}
	if string(answer) != goOn {
		return fmt.Errorf("instead of waiting for a body, the service said %q", answer)
	}
	return nil
}
