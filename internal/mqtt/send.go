package mqtt

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"cuecard.app/internal/broker"
	"github.com/eclipse/paho.golang/paho"
)

// Order is a card for TVs at a broker.
type Order struct {
	To   []string      // ids of devices, groups, or all
	Body []byte        // of a card
	Wait time.Duration // for answers, once the broker has the card
}

// ErrNobody is the error of an order that no TV listens for.
var ErrNobody = errors.New("no TV listens there; a TV listens to its id, its groups, and all")

// Send publishes the order, tells of each answer as it comes, and returns when no more is awaited. A TV that is addressed twice
// shows the card once: it is one request.
func Send(ctx context.Context, address broker.Address, o Order, each func(Answer)) error {
	for _, name := range o.To {
		if name == "" || strings.ContainsAny(name, "/+#\x00") {
			return fmt.Errorf("%q is no name of a TV or group", name)
		}
	}
	ctx, stop := context.WithCancel(ctx)
	name := strings.ToLower(rand.Text())
	answers, lost := make(chan *paho.Publish, backlog), make(chan error, 1)
	client, _, err := caller{address: address, name: "cuecard-send-" + name, inFlight: inFlight,
		heard: func(p *paho.Publish) {
			select {
			case answers <- p:
			case <-ctx.Done():
			}
		},
		thrown: func(why error) {
			select {
			case lost <- why:
			default:
			}
		}}.connect(ctx)
	if err != nil {
		stop()
		return fmt.Errorf("the broker %v is not reached: %w", address, err)
	}
	defer func() {
		stop() // answers that come now are not waited for
		_ = client.Disconnect(&paho.Disconnect{})
	}()
	back := topic("send-"+name, result)
	if refused, err := subscribe(ctx, client, []string{back}); err != nil || len(refused) > 0 {
		return errors.Join(fmt.Errorf("the broker %v does not let us listen for answers", address), err)
	}
	for _, to := range o.To {
		ack, err := client.Publish(ctx, &paho.Publish{Topic: topic(to, notify), Payload: o.Body, QoS: atLeastOnce,
			Properties: &paho.PublishProperties{ResponseTopic: back, CorrelationData: []byte(name), ContentType: "application/json"}})
		if err != nil {
			return fmt.Errorf("the broker %v does not take the card: %w", address, err)
		}
		if ack.ReasonCode == nobodyListens {
			return fmt.Errorf("%s: %w", to, ErrNobody)
		}
	}
	return o.await(ctx, answers, lost, each)
}

// await takes answers until every device that was named has given its own, or the time is over.
func (o Order) await(ctx context.Context, answers <-chan *paho.Publish, lost <-chan error, each func(Answer)) error {
	over := time.NewTimer(o.Wait)
	defer over.Stop()
	open, told := map[string]bool{}, map[string]bool{}
	for _, name := range o.To {
		open[name] = true
	}
	for len(open) > 0 {
		select {
		case p := <-answers:
			var a Answer
			if json.Unmarshal(p.Payload, &a) != nil || told[a.Device] {
				continue
			}
			told[a.Device] = true
			delete(open, a.Device) // of a group, nobody knows how many are to come
			each(a)
		case why := <-lost:
			return fmt.Errorf("the connection to the broker was lost: %w", why)
		case <-over.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
