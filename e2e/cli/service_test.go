package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"cuecard.app/e2e/house"
)

// service is the program serving by a command line that is the test's own.
type service struct {
	lines  []string // of the banner
	ended  chan struct{}
	errors bytes.Buffer // for a look once it has ended
	cmd    *exec.Cmd
}

// serve starts the program and reads its banner, which ends with a line that begins with "Try".
func serve(t *testing.T, variables []string, args ...string) *service {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, read, write, variables, args...)
}

// serveOn is serve with an output of the caller's, say a terminal. Both ends will be closed.
func serveOn(t *testing.T, read io.ReadCloser, write *os.File, variables []string, args ...string) *service {
	t.Helper()
	s := &service{cmd: exec.Command(string(cuecard), args...), ended: make(chan struct{})}
	s.cmd.Env = append(append(house.Environment(), "XDG_DATA_HOME=", "HOME="+t.TempDir()), variables...)
	s.cmd.Stdout, s.cmd.Stderr = write, &s.errors
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	t.Cleanup(func() {
		s.stop(unix.SIGKILL)
		read.Close()
	})
	write.Close() // this process's end of it: the service's own end tells when it is gone
	for said := bufio.NewScanner(read); said.Scan(); {
		s.lines = append(s.lines, strings.TrimRight(said.Text(), "\r"))
		if s.line("Try") != "" {
			return s
		}
	}
	<-s.ended
	t.Fatalf("the service did not start: %q %s", s.lines, s.errors.String())
	return nil
}

// line is what the banner says behind that word.
func (s *service) line(word string) string {
	for _, line := range s.lines {
		if value, ok := strings.CutPrefix(line, "  "+word+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func (s *service) stop(signal unix.Signal) (status int) {
	_ = s.cmd.Process.Signal(signal)
	<-s.ended
	return s.cmd.ProcessState.ExitCode()
}
