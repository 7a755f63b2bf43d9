package sound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/jfreymuth/pulse/proto"
)

// patience is how long a sound server may keep still: to answer, or to ask for more.
const patience = 5 * time.Second

var (
	errNoServer = errors.New("no sound server answers")
	errGone     = errors.New("the sound server went away")
	errSilent   = errors.New("the sound server does not answer")
)

// server is a connection to a sound server, for one sound. It ends with its context: the server then drops at once
// what it has not played yet.
type server struct {
	client *proto.Client
	conn   net.Conn
	unbind func() bool
	gone   chan struct{} // closed when the connection is

	mu     sync.Mutex
	wanted int // bytes that the stream has asked for
	killed bool
	news   chan struct{} // one of the above has changed
}

// connect greets the first server that answers.
func connect(ctx context.Context) (*server, error) {
	var reasons []error
	for _, at := range places() {
		conn, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, at.network, at.address)
		if err == nil {
			var s *server
			if s, err = greet(ctx, conn); err == nil {
				return s, nil
			}
			err = fmt.Errorf("%s: %w", at.address, err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ECONNREFUSED) {
			reasons = append(reasons, err)
		}
	}
	if len(reasons) > 0 {
		return nil, fmt.Errorf("%w: %w", errNoServer, errors.Join(reasons...))
	}
	return nil, errNoServer
}

func greet(ctx context.Context, conn net.Conn) (*server, error) {
	s := &server{client: &proto.Client{}, conn: conn, gone: make(chan struct{}), news: make(chan struct{}, 1)}
	s.client.Callback = s.hear
	s.client.SetTimeout(patience)
	s.client.Open(wire{conn})
	s.unbind = context.AfterFunc(ctx, func() { conn.Close() })
	var welcome proto.AuthReply
	err := s.ask(&proto.Auth{Version: s.client.Version(), Cookie: cookie()}, &welcome)
	if err == nil {
		s.client.SetVersion(welcome.Version)
		err = s.ask(&proto.SetClientName{Props: proto.PropList{
			"application.name":           proto.PropListString("Cuecard"),
			"application.id":             proto.PropListString("app.cuecard"),
			"application.process.id":     proto.PropListString(strconv.Itoa(os.Getpid())),
			"application.process.binary": proto.PropListString("cuecard"),
		}}, &proto.SetClientNameReply{})
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// wire is a connection whose every end is an orderly one: of others the protocol's reader tells nobody.
type wire struct{ net.Conn }

func (w wire) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// ask waits for the server's answer.
func (s *server) ask(question proto.RequestArgs, answer proto.Reply) error {
	err := s.client.Request(question, answer)
	switch {
	case errors.Is(err, io.EOF):
		return errGone
	case errors.Is(err, context.DeadlineExceeded):
		return errSilent
	case errors.Is(err, proto.ErrAccessDenied):
		return errors.New("the sound server refuses this user")
	}
	return err
}

// hear takes what the server says unasked. There is one stream on a connection, so it is about that.
func (s *server) hear(message any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch message := message.(type) {
	case *proto.Request:
		s.wanted += int(message.Length)
	case *proto.PlaybackStreamKilled:
		s.killed = true
	case *proto.ConnectionClosed:
		close(s.gone)
	}
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// close returns when nothing of the connection is left.
func (s *server) close() {
	s.unbind()
	s.conn.Close()
	<-s.gone
}
