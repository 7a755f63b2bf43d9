package mqtt

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"cuecard.app/internal/broker"
	"cuecard.app/internal/card"
	"github.com/eclipse/paho.golang/paho"
	"github.com/eclipse/paho.golang/paho/session"
)

const (
	keepAlive   = 60 // seconds
	dialWithin  = 15 * time.Second
	atLeastOnce = 1 // the quality of service of everything

	// nobodyListens is the broker's word for a message that nobody has subscribed to.
	nobodyListens = 0x10
	// takenOver is the broker's word for another client of the same name.
	takenOver = 0x8E
)

// caller is who connects to a broker, and as what.
type caller struct {
	address  broker.Address
	resolver *net.Resolver
	name     string // the client id
	will     *paho.WillMessage
	session  session.SessionManager // nil: nothing is kept for this client
	keep     uint32                 // seconds that the broker keeps the session
	inFlight uint16                 // messages that the broker sends before they are acknowledged
	heard    func(*paho.Publish)
	thrown   func(why error) // the broker ended it
}

// connect is a connection that the broker has accepted. It is over when its Done is closed.
func (c caller) connect(ctx context.Context) (*paho.Client, *paho.Connack, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWithin)
	defer cancel()
	wire, err := dial(ctx, c.address, c.resolver)
	if err != nil {
		return nil, nil, err
	}
	client := paho.NewClient(paho.ClientConfig{
		Conn:    wire,
		Session: c.session,
		OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(p paho.PublishReceived) (bool, error) {
			c.heard(p.Packet)
			return true, nil
		}},
		OnServerDisconnect: func(d *paho.Disconnect) { c.thrown(thrownOut(d)) },
		OnClientError:      func(err error) { c.thrown(err) },
	})
	// Packets that are larger than any card stay with the broker. Those that are a little larger come, to be answered.
	const largest = 2 * card.MaxBody
	ack, err := client.Connect(ctx, &paho.Connect{
		ClientID:     c.name,
		CleanStart:   c.session == nil,
		KeepAlive:    keepAlive,
		UsernameFlag: c.address.User != "",
		Username:     c.address.User,
		PasswordFlag: c.address.Password() != "",
		Password:     []byte(c.address.Password()),
		WillMessage:  c.will,
		Properties: &paho.ConnectProperties{
			SessionExpiryInterval: &c.keep, ReceiveMaximum: &c.inFlight, MaximumPacketSize: new(uint32(largest)), RequestProblemInfo: true,
		},
	})
	if err != nil {
		_ = wire.Close()
		return nil, nil, refusal(ack, err)
	}
	return client, ack, nil
}

// refusal says in words why a broker does not let somebody in.
func refusal(ack *paho.Connack, err error) error {
	if ack == nil {
		return fmt.Errorf("it does not answer as a broker of MQTT 5 does: %w", err)
	}
	switch ack.ReasonCode {
	case 0x01, 0x84:
		return errors.New("the broker does not speak MQTT 5; a newer one does")
	case 0x04, 0x05, 0x86, 0x87:
		return errors.New("the broker refuses this user and password")
	case 0x88, 0x89, 0x97, 0x9F:
		return errors.New("the broker has no room now")
	case 0x8A:
		return errors.New("the broker has banned this TV")
	default:
		return fmt.Errorf("the broker refuses the connection with the code 0x%02X", ack.ReasonCode)
	}
}

func thrownOut(d *paho.Disconnect) error {
	if d.ReasonCode == takenOver {
		return errors.New("another device with the same id has taken this TV's place; if its data was copied from this one, remove \"id\" from its settings.json")
	}
	return fmt.Errorf("the broker has ended the connection with the code 0x%02X", d.ReasonCode)
}

// subscribe asks for topics and names those that the broker refuses.
func subscribe(ctx context.Context, client *paho.Client, topics []string) (refused []string, err error) {
	if len(topics) == 0 {
		return nil, nil
	}
	s := &paho.Subscribe{}
	for _, topic := range topics {
		s.Subscriptions = append(s.Subscriptions, paho.SubscribeOptions{Topic: topic, QoS: atLeastOnce})
	}
	ack, err := client.Subscribe(ctx, s)
	if ack == nil {
		return nil, err
	}
	for i, code := range ack.Reasons {
		if code >= 0x80 && i < len(topics) {
			refused = append(refused, topics[i])
		}
	}
	return refused, nil
}
