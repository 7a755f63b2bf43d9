package mqtt

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cuecard.app/internal/broker"
	"github.com/eclipse/paho.golang/paho"
	memory "github.com/eclipse/paho.golang/paho/session/state"
)

const (
	// sessionKept is how many seconds the broker keeps for a TV that has lost its connection: what is older than that is no news.
	sessionKept = 300
	// inFlight is how many messages the broker sends ahead of being answered.
	inFlight = 32
	// backlog is how many messages to the broker wait before others are dropped.
	backlog      = 256
	goodbyeTakes = 2 * time.Second
)

var errLost = errors.New("the connection was lost")

// guest is the TV at one broker, over all connections to it.
type guest struct {
	*Bridge
	id      string
	caller  caller
	inbox   *inbox
	out     chan *paho.Publish
	unsent  *paho.Publish // taken from out, and not yet with the broker
	home    chan struct{} // holds a word when Home Assistant has come
	look    chan struct{} // holds a word when the screen may look different
	anew    atomic.Bool   // whoever looks at the screen is to be looked for again
	quiet   atomic.Int64  // until when nothing is said, in Unix nanoseconds
	ending  atomic.Pointer[error]
	session *memory.State
}

func (b *Bridge) newGuest(address broker.Address) *guest {
	g := &guest{Bridge: b, id: b.Settings.Get().ID, out: make(chan *paho.Publish, backlog), home: make(chan struct{}, 1),
		look: make(chan struct{}, 1), session: memory.NewInMemory()}
	g.inbox = newInbox(g)
	g.caller = caller{
		address: address, resolver: b.Resolver, name: "cuecard-" + g.id, session: g.session, keep: sessionKept, inFlight: inFlight,
		will:   &paho.WillMessage{Topic: topic(g.id, availability), Payload: []byte(offline), QoS: atLeastOnce, Retain: true},
		heard:  g.inbox.receive,
		thrown: func(why error) { g.ending.CompareAndSwap(nil, &why) },
	}
	return g
}

// visit is one connection, from its beginning to its end. It returns why it ended.
func (g *guest) visit(ctx context.Context) error {
	g.ending.Store(nil)
	// Not to be cut short by the end: what the broker keeps of a TV that goes has to be put right.
	client, ack, err := g.caller.connect(ctx)
	if err != nil {
		return err
	}
	if !ack.SessionPresent {
		g.inbox.seen.forgetDeliveries()
	}
	err = g.converse(ctx, client)
	if ctx.Err() != nil {
		g.leave(ctx, client)
	} else if err != nil {
		_ = client.Disconnect(&paho.Disconnect{ReasonCode: 0x04}) // with its last will
	}
	<-client.Done()
	return err
}

// converse listens and tells until the connection is lost or ctx ends.
func (g *guest) converse(ctx context.Context, client *paho.Client) error {
	groups := g.Settings.Get().GroupNames()
	if err := g.listen(ctx, client, listened(g.id, groups)); err != nil {
		return err
	}
	g.say("")
	g.Log.Info("connected to the broker", "broker", g.caller.address, "id", g.id)
	ctx, end := context.WithCancel(ctx)
	var parts sync.WaitGroup
	defer parts.Wait()
	defer end()
	parts.Go(func() { g.send(ctx, client) })
	g.announce(ctx)
	parts.Go(func() { g.tell(ctx) })
	parts.Go(func() { g.describe(ctx, client, groups) })
	if g.Picture != nil {
		parts.Go(func() { g.picture(ctx, client) })
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-client.Done():
	}
	if why := g.ending.Load(); why != nil {
		return *why
	}
	return errLost
}

func (g *guest) listen(ctx context.Context, client *paho.Client, topics []string) error {
	refused, err := subscribe(ctx, client, topics)
	if len(refused) > 0 {
		g.Log.Warn("the broker does not let this TV listen to some topics; its access list decides that", "topics", refused)
	}
	return err
}

// follow changes what is listened to when the groups change.
func (g *guest) follow(ctx context.Context, client *paho.Client, before, after []string) error {
	was, is := listened(g.id, before), listened(g.id, after)
	without := func(all, some []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(t string) bool { return slices.Contains(some, t) })
	}
	if left := without(was, is); len(left) > 0 {
		if _, err := client.Unsubscribe(ctx, &paho.Unsubscribe{Topics: left}); err != nil {
			return err
		}
	}
	return g.listen(ctx, client, without(is, was))
}

// send hands what waits to the broker, in order. The session sees to it that it arrives.
func (g *guest) send(ctx context.Context, client *paho.Client) {
	for {
		if g.unsent == nil {
			select {
			case g.unsent = <-g.out:
			case <-ctx.Done():
				return
			}
			g.waitTurn(ctx)
		}
		_, err := client.PublishWithOptions(ctx, g.unsent, paho.PublishOptions{Method: paho.PublishMethod_AsyncSend})
		if ctx.Err() != nil && !errors.Is(err, paho.ErrNetworkErrorAfterStored) && err != nil {
			return
		}
		g.unsent = nil
	}
}

// publish hands a message over, waiting for its turn.
func (g *guest) publish(ctx context.Context, p *paho.Publish) {
	select {
	case g.out <- p:
	case <-ctx.Done():
	}
}

// offer hands a message over unless too many wait: nobody is held up by a slow broker.
func (g *guest) offer(p *paho.Publish) {
	select {
	case g.out <- p:
	default:
	}
}

// announce says that the TV is there.
func (g *guest) announce(ctx context.Context) {
	g.publish(ctx, retained(topic(g.id, availability), []byte(online)))
	g.anew.Store(true)
	nudge(g.look)
}

// leave puts right what the broker keeps of the TV, and says goodbye: for good when the owner wants another broker, or none.
func (g *guest) leave(ctx context.Context, client *paho.Client) {
	words := []*paho.Publish{retained(topic(g.id, availability), []byte(offline))}
	keep := uint32(sessionKept)
	if errors.Is(context.Cause(ctx), errMoved) {
		keep, words = 0, nil
		for _, kept := range []string{discovery(g.id), topic(g.id, stateTopic), topic(g.id, settingTopic), topic(g.id, availability)} {
			words = append(words, retained(kept, nil))
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbyeTakes)
	defer cancel()
	for _, word := range words {
		if _, err := client.Publish(ctx, word); err != nil {
			break
		}
	}
	_ = client.Disconnect(&paho.Disconnect{Properties: &paho.DisconnectProperties{SessionExpiryInterval: &keep}})
}

func retained(topic string, payload []byte) *paho.Publish {
	return &paho.Publish{Topic: topic, Payload: payload, QoS: atLeastOnce, Retain: true}
}

// nudge leaves a word for whoever waits, if there is none yet.
func nudge(word chan struct{}) {
	select {
	case word <- struct{}{}:
	default:
	}
}
