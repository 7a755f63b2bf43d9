// Package discovery holds the program to being found on a network, by itself and by avahi. The networks are made of
// network namespaces: not a packet leaves the machine.
package discovery

import (
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"cuecard.app/e2e/house"
)

// cuecard is the program under test.
var cuecard house.Binary

func TestMain(m *testing.M) {
	for program, debian := range map[string]string{"ip": "iproute2", "avahi-daemon": "avahi-daemon", "avahi-browse": "avahi-utils", "dbus-daemon": "dbus"} {
		if _, err := exec.LookPath(program); err != nil {
			fmt.Fprintf(os.Stderr, "%s is needed: Debian's package %s\n", program, debian)
			os.Exit(1)
		}
	}
	if os.Getuid() != 0 {
		fmt.Fprintln(os.Stderr, "networks can be made by root only: run these tests as root")
		if os.Getenv("CI") != "" { // where the project is judged, nothing is left out
			os.Exit(1)
		}
		os.Exit(0)
	}
	_ = flag.Set("test.parallel", "8") // most tests wait for a network
	os.Exit(cuecard.Test(m, "-race"))
}

// patience is how long anything may take on a busy machine.
const patience = 30 * time.Second

// count gives networks names of their own.
var count atomic.Int32

// lan is a network of several machines, alone in the world.
type lan struct {
	t    *testing.T
	name string
	next int
}

func newLAN(t *testing.T) *lan {
	t.Helper()
	l := &lan{t: t, name: fmt.Sprintf("cuecard-%d-%d", os.Getpid(), count.Add(1))}
	l.space(l.name)
	run(t, "ip", "-n", l.name, "link", "add", "bridge", "type", "bridge", "mcast_snooping", "0")
	run(t, "ip", "-n", l.name, "link", "set", "bridge", "up")
	return l
}

func (l *lan) space(name string) {
	l.t.Helper()
	run(l.t, "ip", "netns", "add", name)
	l.t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", name).Run() })
	// An address of IPv6 may be used at once: nobody else has it.
	run(l.t, "ip", "netns", "exec", name, "sh", "-c", "echo 0 > /proc/sys/net/ipv6/conf/default/accept_dad")
}

// machine is one of a network.
type machine struct {
	t     *testing.T
	space string
}

// machine joins the network; without an address it has only that of IPv6 which it gives itself.
func (l *lan) machine(addresses ...string) *machine {
	l.t.Helper()
	l.next++
	m := &machine{l.t, fmt.Sprintf("%s-%d", l.name, l.next)}
	plug := fmt.Sprintf("plug%d", l.next)
	l.space(m.space)
	run(l.t, "ip", "-n", m.space, "link", "set", "lo", "up")
	run(l.t, "ip", "link", "add", "eth0", "netns", m.space, "type", "veth", "peer", "name", plug, "netns", l.name)
	run(l.t, "ip", "-n", l.name, "link", "set", plug, "master", "bridge", "up")
	for _, address := range addresses {
		m.ip("addr", "add", address, "dev", "eth0")
	}
	m.ip("link", "set", "eth0", "up")
	return m
}

func (m *machine) ip(args ...string) {
	m.t.Helper()
	run(m.t, "ip", append([]string{"-n", m.space}, args...)...)
}

// does runs a command on the machine.
func (m *machine) command(args ...string) *exec.Cmd {
	return exec.CommandContext(m.t.Context(), "ip", append([]string{"netns", "exec", m.space}, args...)...)
}

// cuecard is the program on this machine, with discovery as a user has it.
func (m *machine) cuecard() house.Binary {
	m.t.Helper()
	path := filepath.Join(m.t.TempDir(), "cuecard")
	script := fmt.Sprintf("#!/bin/sh\nunset CUECARD_DISCOVERY\nexec ip netns exec %s %s \"$@\"\n", m.space, cuecard)
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		m.t.Fatal(err)
	}
	return house.Binary(path)
}

// serve starts a TV on this machine.
func (m *machine) serve(name string, flags ...string) *house.House {
	m.t.Helper()
	dir := m.t.TempDir()
	program := m.cuecard()
	if got := program.Run(m.t, "", "settings", "deviceName="+name, "--data", dir); got.Status != 0 {
		m.t.Fatalf("%+v", got)
	}
	return program.StartIn(m.t, dir, append([]string{"--listen", ":8090"}, flags...)...)
}

// user is somebody with the program and a data directory.
type user struct {
	t       *testing.T
	program house.Binary
	dir     string
}

func (m *machine) user() user { return user{m.t, m.cuecard(), m.t.TempDir()} }

func (u user) run(args ...string) house.Result {
	u.t.Helper()
	return u.program.Run(u.t, "", append(args, "--data", u.dir)...)
}

func (u user) does(args ...string) string {
	u.t.Helper()
	got := u.run(args...)
	if got.Status != 0 {
		u.t.Fatalf("cuecard %q: %+v", args, got)
	}
	return got.Out
}

// finds waits until the user's list has that in one line.
func (u user) finds(words ...string) string {
	u.t.Helper()
	var list string
	until(u.t, func() bool {
		list = u.run("tvs").Out
		for line := range strings.Lines(list) {
			if containsAll(line, words) {
				return true
			}
		}
		return false
	}, func() string { return fmt.Sprintf("%q in %s", words, list) })
	return list
}

func containsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// until asks again and again; what is asked takes its time.
func until(t *testing.T, is func() bool, wanted func() string) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); {
		if time.Now().After(deadline) {
			t.Fatalf("in %v never: %s", patience, wanted())
		}
	}
}

func run(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v: %s", program, strings.Join(args, " "), err, out)
	}
}

// ear hears all of the machine's multicast DNS, its own too.
func (m *machine) ear() *net.UDPConn {
	m.t.Helper()
	type result struct {
		conn *net.UDPConn
		err  error
	}
	opened := make(chan result)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine: it is on another network
		space, err := os.Open("/run/netns/" + m.space)
		if err != nil {
			opened <- result{nil, err}
			return
		}
		defer space.Close()
		if err := unix.Setns(int(space.Fd()), unix.CLONE_NEWNET); err != nil {
			opened <- result{nil, err}
			return
		}
		device, err := net.InterfaceByName("eth0")
		if err != nil {
			opened <- result{nil, err}
			return
		}
		conn, err := net.ListenMulticastUDP("udp4", device, &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353})
		opened <- result{conn, err}
	}()
	got := <-opened
	if got.err != nil {
		m.t.Fatal(got.err)
	}
	m.t.Cleanup(func() { got.conn.Close() })
	return got.conn
}
