package mqtt

import (
	"bufio"
	"context"
	"crypto/tls"
	"net"
	"sync"

	"cuecard.app/internal/broker"
)

// wire is a connection that reads ahead, and sends a packet in one piece: the library, which locks it around each packet, would
// read and write it bit by bit.
type wire struct {
	net.Conn
	in  *bufio.Reader
	mu  sync.Mutex
	out *bufio.Writer
}

// dial connects to the broker's host.
func dial(ctx context.Context, address broker.Address, resolver *net.Resolver) (*wire, error) {
	conn, err := (&net.Dialer{Resolver: resolver}).DialContext(ctx, "tcp", address.Host)
	if err != nil {
		return nil, err
	}
	if address.TLS {
		secure := tls.Client(conn, &tls.Config{ServerName: address.Hostname(), MinVersion: tls.VersionTLS12})
		if err := secure.HandshakeContext(ctx); err != nil {
			_ = conn.Close()
			return nil, err
		}
		conn = secure
	}
	return &wire{Conn: conn, in: bufio.NewReader(conn), out: bufio.NewWriter(conn)}, nil
}

func (w *wire) Read(p []byte) (int, error)  { return w.in.Read(p) }
func (w *wire) Write(p []byte) (int, error) { return w.out.Write(p) }

// Lock begins a packet.
func (w *wire) Lock() { w.mu.Lock() }

// Unlock ends a packet and sends it. One that cannot be sent ends the connection, which its reader notices.
func (w *wire) Unlock() {
	if w.out.Flush() != nil {
		_ = w.Conn.Close()
	}
	w.mu.Unlock()
}
