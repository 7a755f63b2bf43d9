package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"cuecard.app/e2e/x11/cinema"
)

// dunst is the notifier as Debian has it, on a message bus of its own.
type dunst struct {
	bus     *bus
	daemon  *exec.Cmd // the bus
	process *exec.Cmd
}

func openDunst(dir, display string) (*dunst, error) {
	d := &dunst{}
	var address string
	var err error
	if d.daemon, address, err = openBus(dir); err != nil {
		return nil, err
	}
	if d.process, err = cinema.Program("dunst"); err != nil {
		d.close()
		return nil, err
	}
	d.process.Env = append(os.Environ(), "DISPLAY="+display, "DBUS_SESSION_BUS_ADDRESS="+address, "HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "none"))
	if err := d.process.Start(); err != nil {
		d.close()
		return nil, err
	}
	if d.bus, err = dialBus(address); err != nil {
		d.close()
		return nil, err
	}
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		there, err := d.bus.has(notifications)
		if err == nil && !there && time.Since(began) > tooLong {
			err = errors.New("dunst has not started")
		}
		if err != nil {
			d.close()
			return nil, err
		}
		if there {
			return d, nil
		}
	}
}

// openBus starts a message bus and returns its address.
func openBus(dir string) (*exec.Cmd, string, error) {
	daemon, err := cinema.Program("dbus-daemon", "--session", "--nofork", "--print-address", "--address=unix:dir="+dir)
	if err != nil {
		return nil, "", err
	}
	out, err := daemon.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := daemon.Start(); err != nil {
		return nil, "", err
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, "", errors.Join(errors.New("the message bus did not start"), err, daemon.Wait())
	}
	return daemon, strings.TrimSpace(address), nil
}

func (d *dunst) pid() int { return d.process.Process.Pid }

func (d *dunst) close() {
	if d.bus != nil {
		d.bus.close()
	}
	for _, p := range []*exec.Cmd{d.process, d.daemon} {
		if p != nil && p.Process != nil {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
	}
}
