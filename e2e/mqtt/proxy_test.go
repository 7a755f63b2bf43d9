package mqtt

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy stands between a TV and its broker. It can lose acknowledgements, and cut the line.
type proxy struct {
	t      *testing.T
	l      net.Listener
	to     string
	losing atomic.Bool  // acknowledgements, of the TV and of the broker
	again  atomic.Int32 // messages that the broker has marked as sent before

	mu    sync.Mutex
	down  bool
	conns map[net.Conn]bool
	all   sync.WaitGroup
}

// Kinds of packets.
const (
	publish = 3
	puback  = 4
)

func openProxy(t *testing.T, b *broker) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, l: l, to: fmt.Sprintf("127.0.0.1:%d", b.port), conns: map[net.Conn]bool{}}
	p.all.Go(p.serve)
	t.Cleanup(func() {
		l.Close()
		p.cut(true)
		p.all.Wait()
	})
	return p
}

func (p *proxy) url() string { return "mqtt://" + p.l.Addr().String() }

// turnOnThrough is turnOn with a proxy between the two.
func turnOnThrough(t *testing.T, b *broker, p *proxy, dir string) tv {
	t.Helper()
	h := cuecard.StartIn(t, dir, "--mqtt", p.url())
	v := tv{h, idOf(t, dir)}
	b.listen(t, v.topic("availability")).until("online", func(m message) bool { return m.text() == "online" })
	return v
}

func (p *proxy) swallowAcks(losing bool) { p.losing.Store(losing) }

// cut ends all connections, and whether others may come.
func (p *proxy) cut(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
	for conn := range p.conns {
		conn.Close()
	}
	clear(p.conns)
}

func (p *proxy) serve() {
	for {
		tv, err := p.l.Accept()
		if err != nil {
			return
		}
		broker, err := net.Dial("tcp", p.to)
		p.mu.Lock()
		if err != nil || p.down {
			tv.Close()
			if err == nil {
				broker.Close()
			}
			p.mu.Unlock()
			continue
		}
		p.conns[tv], p.conns[broker] = true, true
		p.mu.Unlock()
		passes := func(kind byte) bool { return kind>>4 != puback || !p.losing.Load() }
		p.all.Go(func() { p.carry(tv, broker, passes) })
		p.all.Go(func() {
			p.carry(broker, tv, func(kind byte) bool {
				if kind>>4 == publish && kind&8 != 0 {
					p.again.Add(1)
				}
				return passes(kind)
			})
		})
	}
}

// carry takes packets from one to the other, those that pass.
func (p *proxy) carry(from, to net.Conn, passes func(kind byte) bool) {
	defer from.Close()
	defer to.Close()
	in := bufio.NewReader(from)
	for {
		packet, err := readPacket(in)
		if err != nil {
			return
		}
		if passes(packet[0]) {
			if _, err := to.Write(packet); err != nil {
				return
			}
		}
	}
}

func readPacket(in *bufio.Reader) ([]byte, error) {
	kind, err := in.ReadByte()
	if err != nil {
		return nil, err
	}
	packet, length := []byte{kind}, 0
	for shift := 0; ; shift += 7 {
		b, err := in.ReadByte()
		if err != nil {
			return nil, err
		}
		packet = append(packet, b)
		length |= int(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	body := make([]byte, length)
	_, err = io.ReadFull(in, body)
	return append(packet, body...), err
}
