package speech

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSomebodyElseMayHushSpeechDispatcher(t *testing.T) {
	r := roomWithDispatcher(t)
	from, done := r.tape.now(), make(chan struct{})
	go func() {
		defer close(done)
		r.speaker.Speak(t.Context(), 1, sentence, sentence)
	}()
	r.tape.waitLoud(t, from)
	network, address := dispatcherPlace()
	conn, err := net.Dial(network, address)
	if err != nil {
		t.Fatal(err)
	}
	other := newSSIP(conn, deadline)
	defer other.quit()
	if _, err := other.ask("CANCEL ALL"); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	<-done
	if took := time.Since(begun); took > deadline/4 {
		t.Errorf("it goes on for %v", took)
	}
	if heard := tell(r.tape.untilQuiet(t, from)); heard.length > 2.5 {
		t.Errorf("%.2f s are heard, so the next text was read", heard.length)
	}
	r.log.want(t)
}

func TestSpeechDispatcherIsAskedOnlyWhereNothingElseIs(t *testing.T) {
	espeak := program(t, "espeak-ng", "espeak-ng")
	bin := alone(t)
	answer(t, func(c *client) { c.script("espeak-ng") })
	s, _ := speaker(&ear{}, &Wishes{})
	parts, err := s.Prepare(t.Context(), "Door")
	if err != nil || parts[0].Engine != Dispatcher || parts[0].Voice != "espeak-ng en-gb" {
		t.Fatalf("%+v, %v", parts, err)
	}
	link(t, bin, "espeak-ng", espeak)
	parts, err = s.Prepare(t.Context(), "Door")
	if err != nil || parts[0].Engine != Espeak || len(parts[0].roles) != 1 {
		t.Fatalf("%+v, %v", parts, err)
	}
}

// client is one that a stand-in for speech-dispatcher talks to.
type client struct {
	net.Conn
	in *bufio.Reader
}

// answer stands in for speech-dispatcher where a real one would have to fail.
func answer(t *testing.T, talk func(*client)) {
	t.Helper()
	socket := filepath.Join(os.Getenv("HOME"), "speechd")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SPEECHD_ADDRESS", "unix_socket:"+socket)
	over := make(chan struct{})
	go func() {
		defer close(over)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			talk(&client{conn, bufio.NewReader(conn)})
			conn.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-over })
}

// script answers all that comes before a text as it should be, and then with what it is given.
func (c *client) script(module string, rest ...string) {
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			return
		}
		switch {
		case strings.HasPrefix(line, "GET OUTPUT_MODULE"):
			_, _ = io.WriteString(c, "251-"+module+"\r\n251 OK GET RETURNED\r\n")
		case strings.HasPrefix(line, "QUIT"):
			return
		case strings.HasPrefix(line, "SPEAK") && len(rest) > 0:
			_, _ = io.WriteString(c, strings.Join(rest, "\r\n")+"\r\n")
			if rest[len(rest)-1] == "" {
				return
			}
		default:
			_, _ = io.WriteString(c, "200 OK\r\n")
		}
	}
}

func TestASpeechDispatcherThatFailsIsInTheLog(t *testing.T) {
	const going = "230 OK RECEIVING DATA\r\n225-1\r\n225 OK MESSAGE QUEUED"
	for _, c := range []struct {
		name string
		talk func(*client)
		says string
	}{
		{"it never begins", func(c *client) { c.script("x", going) }, "did not come to an end within 1s"},
		{"it refuses", func(c *client) { c.script("x", "300 ERR NO MODULE") }, "speech-dispatcher refuses: ERR NO MODULE"},
		{"it goes away", func(c *client) { c.script("x", going, "701-1\r\n701-1\r\n701 BEGIN", "") }, "speech-dispatcher went away"},
		{"it says nonsense", func(c *client) { c.script("x", "hello") }, "says what is not its protocol"},
		{"it says little", func(c *client) { c.script("x", "2") }, "says what is not its protocol"},
		{"its lines never end", func(c *client) { c.script("x", "200-"+strings.Repeat("x", 100_000)) }, "says what is not its protocol"},
		{"its answers never end", func(c *client) { c.script("x", strings.Repeat("200-x\r\n", 1000)) }, "says what is not its protocol"},
		{"it has no engine", func(c *client) { c.script("dummy") }, "speech-dispatcher has no engine"},
		{"it is silent", func(c *client) { _, _ = io.Copy(io.Discard, c) }, "speech-dispatcher is not running: does not answer"},
		{"nobody is there", func(c *client) {}, "speech-dispatcher is not running: went away"},
	} {
		t.Run(c.name, func(t *testing.T) {
			alone(t)
			answer(t, c.talk)
			s, log := speaker(nobody{}, &Wishes{Engine: Dispatcher})
			s.limits.dispatcher = time.Second
			s.Speak(t.Context(), 1, "Door")
			log.want(t, c.says)
		})
	}
}

func TestSpeechDispatcherIsFoundByItsOwnRules(t *testing.T) {
	alone(t)
	for _, c := range []struct{ address, runtime, want string }{
		{"", "/run/user/7", "unix /run/user/7/speech-dispatcher/speechd.sock"},
		{"unix_socket:/x/y", "/run/user/7", "unix /x/y"},
		{"unix_socket", "/run/user/7", "unix /run/user/7/speech-dispatcher/speechd.sock"},
		{"inet_socket:127.0.0.1:6560", "/run/user/7", "tcp 127.0.0.1:6560"},
		{"", "", "unix " + os.Getenv("HOME") + "/.cache/speech-dispatcher/speechd.sock"},
	} {
		t.Setenv("SPEECHD_ADDRESS", c.address)
		t.Setenv("XDG_RUNTIME_DIR", c.runtime)
		network, address := dispatcherPlace()
		if got := network + " " + address; got != c.want {
			t.Errorf("with %q it is at %s, want %s", c.address, got, c.want)
		}
	}
}

// wire is a connection on which all has been said.
type wire struct {
	net.Conn
	said *bytes.Reader
}

func (w wire) Read(b []byte) (int, error)       { return w.said.Read(b) }
func (w wire) Write(b []byte) (int, error)      { return len(b), nil }
func (w wire) SetReadDeadline(time.Time) error  { return nil }
func (w wire) SetWriteDeadline(time.Time) error { return nil }

func FuzzSSIP(f *testing.F) {
	f.Add([]byte("208 OK\r\n701-1\r\n701 BEGIN\r\n225-1\r\n225 OK\r\n702 END\r\n"))
	f.Add([]byte("7\n\n\n200\n"))
	f.Fuzz(func(t *testing.T, said []byte) {
		c := newSSIP(wire{said: bytes.NewReader(said)}, time.Second)
		if c.speak("Door") != nil {
			return
		}
		for range len(said) + 1 {
			if _, err := c.event(t.Context(), time.Second); err != nil {
				return
			}
		}
		t.Fatal("there are more events than bytes")
	})
}
