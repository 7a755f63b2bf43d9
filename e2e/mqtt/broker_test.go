package mqtt

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cuecard.app/e2e/house"
	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
)

// patience is how long anything may take on a busy machine.
const patience = 60 * time.Second

// broker is a mosquitto of the test's own.
type broker struct {
	port    int
	dir     string
	lines   []string // of its configuration
	secure  bool
	user    string // "name:password", of the clients here
	process *exec.Cmd
	exited  chan struct{}
}

// openBroker starts a mosquitto with these lines in its configuration; without any, it lets everybody in.
func openBroker(t *testing.T, lines ...string) *broker {
	t.Helper()
	b := &broker{port: house.FreePort(t), dir: t.TempDir(), lines: lines}
	if len(lines) == 0 {
		b.lines = []string{"allow_anonymous true"}
	}
	b.start(t)
	t.Cleanup(b.kill)
	return b
}

// start starts it again on the same port, with what it kept.
func (b *broker) start(t *testing.T) {
	t.Helper()
	file := filepath.Join(b.dir, "mosquitto.conf")
	config := append([]string{fmt.Sprintf("listener %d 127.0.0.1", b.port), "persistence true", "persistence_location " + b.dir + "/", "max_queued_messages 0"}, b.lines...)
	if os.Geteuid() == 0 {
		config = append(config, "user root") // or it could not read what is here
	}
	if err := os.WriteFile(file, []byte(strings.Join(config, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.process = exec.Command(program(t, "mosquitto", "mosquitto"), "-c", file)
	out, err := b.process.StderrPipe()
	if err == nil {
		err = b.process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	b.exited = make(chan struct{})
	running, last := make(chan struct{}), ""
	go func() {
		defer close(b.exited)
		for log := bufio.NewScanner(out); log.Scan(); {
			last = log.Text()
			if strings.Contains(last, " running") {
				close(running)
				break
			}
		}
		_, _ = io.Copy(io.Discard, out)
		_ = b.process.Wait()
	}()
	select {
	case <-running:
	case <-b.exited:
		t.Fatalf("the broker did not start: %s", last)
	}
}

// kill ends the broker as a power cut would.
func (b *broker) kill() {
	_ = b.process.Process.Kill()
	<-b.exited
}

func (b *broker) url() string {
	scheme, who := "mqtt", ""
	if b.secure {
		scheme = "mqtts"
	}
	if b.user != "" {
		who = b.user + "@"
	}
	return fmt.Sprintf("%s://%s127.0.0.1:%d", scheme, who, b.port)
}

// program finds a program of a Debian package, which may be where only root looks.
func program(t *testing.T, name, pack string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil {
		t.Fatalf("%s is missing: apt install %s", name, pack)
	}
	return path
}

// message is one that a listener got.
type message struct{ *paho.Publish }

func (m message) text() string { return string(m.Payload) }

// into reads the message as JSON.
func (m message) into(t *testing.T, value any) {
	t.Helper()
	if err := json.Unmarshal(m.Payload, value); err != nil {
		t.Fatalf("%s: %s: %v", m.Topic, m.Payload, err)
	}
}

// listener is another client of the broker.
type listener struct {
	t      *testing.T
	client *paho.Client
	mu     sync.Mutex
	got    []message
	read   int           // messages that until has passed
	news   chan struct{} // closed and made anew with every message
}

// listen connects another client that subscribes to topics.
func (b *broker) listen(t *testing.T, topics ...string) *listener {
	t.Helper()
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", b.port))
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{t: t, news: make(chan struct{})}
	l.client = paho.NewClient(paho.ClientConfig{Conn: packets.NewThreadSafeConn(conn), OnPublishReceived: []func(paho.PublishReceived) (bool, error){
		func(p paho.PublishReceived) (bool, error) {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.got = append(l.got, message{p.Packet})
			close(l.news)
			l.news = make(chan struct{})
			return true, nil
		}}})
	connect := &paho.Connect{ClientID: strings.ReplaceAll(t.Name(), "/", "-") + fmt.Sprintf("-%p", l), CleanStart: true, KeepAlive: 60}
	if name, password, ok := strings.Cut(b.user, ":"); ok {
		connect.Username, connect.UsernameFlag, connect.Password, connect.PasswordFlag = name, true, []byte(password), true
	}
	if _, err := l.client.Connect(t.Context(), connect); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.client.Disconnect(&paho.Disconnect{}) })
	if len(topics) > 0 {
		s := &paho.Subscribe{}
		for _, topic := range topics {
			s.Subscriptions = append(s.Subscriptions, paho.SubscribeOptions{Topic: topic, QoS: 1})
		}
		if _, err := l.client.Subscribe(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// until waits for the next message that is the one, and passes those before it.
func (l *listener) until(what string, is func(message) bool) message {
	l.t.Helper()
	over := time.After(patience)
	for {
		l.mu.Lock()
		news := l.news
		for l.read < len(l.got) {
			m := l.got[l.read]
			l.read++
			if is(m) {
				l.mu.Unlock()
				return m
			}
		}
		l.mu.Unlock()
		select {
		case <-news:
		case <-over:
			l.t.Fatalf("%s has not come; what came: %s", what, l.heard())
		}
	}
}

// next waits for the next message on a topic.
func (l *listener) next(topic string) message {
	l.t.Helper()
	return l.until(topic, func(m message) bool { return m.Topic == topic })
}

// each waits until something has come on every one of these topics.
func (l *listener) each(topics []string) {
	l.t.Helper()
	for open := slices.Clone(topics); len(open) > 0; {
		m := l.until(strings.Join(open, " and "), func(m message) bool { return slices.Contains(open, m.Topic) })
		open = slices.DeleteFunc(open, func(topic string) bool { return topic == m.Topic })
	}
}

// heard is all that has come.
func (l *listener) heard() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b strings.Builder
	for _, m := range l.got {
		fmt.Fprintf(&b, "\n%s %.300s", m.Topic, m.Payload)
	}
	return b.String()
}

// say publishes, and returns when the broker has it.
func (l *listener) say(topic, payload string, change ...func(*paho.Publish)) *paho.PublishResponse {
	l.t.Helper()
	p := &paho.Publish{Topic: topic, Payload: []byte(payload), QoS: 1, Properties: &paho.PublishProperties{}}
	for _, f := range change {
		f(p)
	}
	ctx, cancel := context.WithTimeout(l.t.Context(), patience)
	defer cancel()
	ack, err := l.client.Publish(ctx, p)
	if err != nil {
		l.t.Fatalf("publishing to %s: %v", topic, err)
	}
	return ack
}

func retain(p *paho.Publish) { p.Retain = true }

// answer is what a TV says to a message.
type answer struct{ ID, Result, Error, Status, Device, Name string }

// ask sends to the TV and returns its answer.
func (l *listener) ask(v tv, about, payload string) (a answer) {
	l.t.Helper()
	l.say(v.topic(about), payload)
	l.next(v.topic("result")).into(l.t, &a)
	return a
}
