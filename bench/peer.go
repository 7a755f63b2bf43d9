package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

// peerWord makes this program the peer: a process of its own, as the service is.
const peerWord = "peer"

// peer is a bare net/http server that reads a body, drops it, and answers always the
// same: the least that a service in Go can do with a post.
type peer struct {
	address string
	process *exec.Cmd
	hold    io.Closer // its standard input; the peer ends when that does
}

// openPeer starts a peer that answers with this body.
func openPeer(answer string) (*peer, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &peer{process: exec.Command(self, peerWord, answer)}
	p.process.Stderr = os.Stderr
	out, err := p.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.hold, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.process.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the peer did not start: %w", err), p.close())
	}
	p.address = strings.TrimSpace(line)
	return p, nil
}

func (p *peer) close() error {
	_ = p.hold.Close()
	return p.process.Wait()
}

// servePeer is the peer's side.
func servePeer(answer string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer)
	})}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = server.Close()
	}()
	fmt.Println(l.Addr())
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
