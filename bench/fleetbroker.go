package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
)

// mosquitto is a broker of the bench's own.
type mosquitto struct {
	address string // host and port
	process *exec.Cmd
	exited  chan struct{}
}

// openMosquitto starts a broker as Debian has it, that lets everybody in.
func (b *bench) openMosquitto(ctx context.Context) (*mosquitto, error) {
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/mosquitto")
	}
	if err != nil {
		return nil, errors.New("mosquitto is missing: apt install mosquitto")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	free.Close()
	dir, err := os.MkdirTemp(b.dir, "broker")
	if err != nil {
		return nil, err
	}
	host, port, _ := net.SplitHostPort(address)
	config := fmt.Sprintf("listener %s %s\nallow_anonymous true\n", port, host)
	file := filepath.Join(dir, "mosquitto.conf")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 { // it becomes another user then, who has to find the file
		if err := errors.Join(os.Chmod(b.dir, 0o755), os.Chmod(dir, 0o755)); err != nil {
			return nil, err
		}
	}
	m := &mosquitto{address: address, process: exec.Command(path, "-c", file), exited: make(chan struct{})}
	out, err := m.process.StderrPipe()
	if err == nil {
		err = m.process.Start()
	}
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, m.kill)
	return m, m.whenRunning(out)
}

func (m *mosquitto) whenRunning(out io.Reader) error {
	running, last := make(chan struct{}), ""
	go func() {
		defer close(m.exited)
		for log := bufio.NewScanner(out); log.Scan(); {
			last = log.Text()
			if strings.Contains(last, " running") {
				close(running)
				break
			}
		}
		_, _ = io.Copy(io.Discard, out)
		_ = m.process.Wait()
	}()
	select {
	case <-running:
		return nil
	case <-m.exited:
		return fmt.Errorf("mosquitto did not start: %s", last)
	}
}

func (m *mosquitto) kill() {
	_ = m.process.Process.Kill()
	<-m.exited
}

// join is a bare client of the broker, which calls heard for each message on a topic, if there is one.
func (m *mosquitto) join(ctx context.Context, name, topic string, heard func([]byte)) (*paho.Client, error) {
	conn, err := net.Dial("tcp", m.address)
	if err != nil {
		return nil, err
	}
	client := paho.NewClient(paho.ClientConfig{Conn: packets.NewThreadSafeConn(conn), OnPublishReceived: []func(paho.PublishReceived) (bool, error){
		func(p paho.PublishReceived) (bool, error) {
			heard(p.Packet.Payload)
			return true, nil
		}}})
	if _, err := client.Connect(ctx, &paho.Connect{ClientID: name, CleanStart: true, KeepAlive: 60}); err != nil {
		return nil, err
	}
	if topic != "" {
		_, err = client.Subscribe(ctx, &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: topic, QoS: 1}}})
	}
	return client, err
}
