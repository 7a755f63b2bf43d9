package discovery

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// avahi is avahi's daemon on a machine, on a bus of its own.
type avahi struct {
	*machine
	bus string
}

// avahi starts the daemon. What it keeps below /run is the machine's alone.
func (m *machine) avahi(host string) avahi {
	m.t.Helper()
	dir := m.t.TempDir()
	a := avahi{m, "unix:path=" + filepath.Join(dir, "bus")}
	policy := filepath.Join(dir, "bus.conf")
	write(m.t, policy, `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>`+a.bus+`</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy></busconfig>`)
	bus := m.command("dbus-daemon", "--config-file="+policy, "--nofork", "--nopidfile", "--print-address")
	a.begin(bus, func(line string) bool { return strings.HasPrefix(line, "unix:") })

	config := filepath.Join(dir, "avahi.conf")
	write(m.t, config, "[server]\nhost-name="+host+"\nuse-ipv4=yes\nuse-ipv6=yes\n[publish]\npublish-workstation=no\n")
	daemon := a.with("sh", "-c", "mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon && exec avahi-daemon --no-drop-root --no-chroot --no-rlimits -f "+config)
	a.begin(daemon, func(line string) bool { return strings.Contains(line, "Server startup complete") })
	return a
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// with is a command that speaks to the daemon.
func (a avahi) with(args ...string) *exec.Cmd {
	cmd := a.command(args...)
	cmd.Env = append(os.Environ(), "DBUS_SYSTEM_BUS_ADDRESS="+a.bus)
	return cmd
}

// begin starts a program, which ends with the test, and waits until it says that it is ready.
func (a avahi) begin(cmd *exec.Cmd, ready func(line string) bool) {
	a.t.Helper()
	heard := a.follow(cmd)
	var said []string
	for {
		select {
		case line, more := <-heard:
			said = append(said, line)
			if ready(line) {
				go func() {
					for range heard { // it must not wait for a reader
					}
				}()
				return
			}
			if !more {
				a.t.Fatalf("%s did not start: %s", cmd, strings.Join(said, "\n"))
			}
		case <-time.After(patience):
			a.t.Fatalf("%s is not ready: %s", cmd, strings.Join(said, "\n"))
		}
	}
}

// follow starts a program and gives the lines that it writes.
func (a avahi) follow(cmd *exec.Cmd) <-chan string {
	a.t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		a.t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		a.t.Fatal(err)
	}
	in.Close()
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	a.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		out.Close()
	})
	return lines
}

// watch follows which TVs come and go.
func (a avahi) watch(kind string) *watcher {
	a.t.Helper()
	return &watcher{t: a.t, lines: a.follow(a.with("avahi-browse", "-p", "-k", kind))}
}

type watcher struct {
	t     *testing.T
	lines <-chan string
	early []string // what came before it was asked for: a new name may come before the old one goes
}

// sees waits until a TV comes (+) or goes (-) over IPv4.
func (w *watcher) sees(sign, name string) {
	w.t.Helper()
	is := func(line string) bool {
		fields := strings.Split(line, ";")
		return len(fields) > 3 && fields[0] == sign && fields[2] == "IPv4" && plain(fields[3]) == name
	}
	if at := slices.IndexFunc(w.early, is); at >= 0 {
		w.early = slices.Delete(w.early, at, at+1)
		return
	}
	for deadline := time.After(patience); ; {
		select {
		case line, more := <-w.lines:
			if is(line) {
				return
			}
			if w.early = append(w.early, line); !more {
				w.t.Fatalf("avahi-browse ended: %s", strings.Join(w.early, "\n"))
			}
		case <-deadline:
			w.t.Fatalf("avahi saw no %s%s, but %s", sign, name, strings.Join(w.early, "\n"))
		}
	}
}

// plain is a name as avahi-browse writes it, without its escapes.
func plain(escaped string) string {
	var b strings.Builder
	for i := 0; i < len(escaped); i++ {
		var code byte
		if n, _ := fmt.Sscanf(escaped[i:], `\%3d`, &code); n == 1 && i+4 <= len(escaped) {
			b.WriteByte(code)
			i += 3
			continue
		}
		if escaped[i] == '\\' && i+1 < len(escaped) {
			i++
		}
		b.WriteByte(escaped[i])
	}
	return b.String()
}

// resolves waits until avahi finds a TV over IPv4 with all those words in its line: address, port, texts.
func (a avahi) resolves(kind, name string, words ...string) {
	a.t.Helper()
	var out []byte
	until(a.t, func() bool {
		out, _ = a.with("avahi-browse", "-r", "-p", "-t", "-k", kind).Output()
		for line := range bytes.Lines(out) {
			fields := strings.Split(string(line), ";")
			if len(fields) > 8 && fields[0] == "=" && fields[2] == "IPv4" && plain(fields[3]) == name && containsAll(plain(string(line)), words) {
				return true
			}
		}
		return false
	}, func() string { return fmt.Sprintf("%s with %q in\n%s", name, words, out) })
}
