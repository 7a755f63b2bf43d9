package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"cuecard.app/e2e/wayland/theatre"
)

// mako is the notifier as Debian has it, on a message bus of its own.
type mako struct {
	bus     *bus
	daemon  *exec.Cmd // the bus
	process *exec.Cmd
}

func openMako(dir, socket string) (m *mako, err error) {
	m = &mako{}
	defer func() {
		if err != nil {
			m.close()
		}
	}()
	address, err := m.openBus(dir)
	if err != nil {
		return nil, err
	}
	if m.process, err = theatre.Program("mako"); err != nil {
		return nil, err
	}
	m.process.Env = append(os.Environ(), "WAYLAND_DISPLAY="+socket, "XDG_RUNTIME_DIR="+dir, "DBUS_SESSION_BUS_ADDRESS="+address, "HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "none"))
	m.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := m.process.Start(); err != nil {
		return nil, err
	}
	if m.bus, err = dialBus(address); err != nil {
		return nil, err
	}
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		there, err := m.bus.has(notifications)
		if err == nil && !there && time.Since(began) > 20*time.Second {
			err = errors.New("mako has not started")
		}
		if there || err != nil {
			return m, err
		}
	}
}

// openBus starts a message bus and returns its address.
func (m *mako) openBus(dir string) (address string, err error) {
	if m.daemon, err = theatre.Program("dbus-daemon", "--session", "--nofork", "--print-address", "--address=unix:dir="+dir); err != nil {
		return "", err
	}
	m.daemon.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := m.daemon.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := m.daemon.Start(); err != nil {
		return "", err
	}
	address, err = bufio.NewReader(out).ReadString('\n')
	return strings.TrimSpace(address), err
}

func (m *mako) pid() int { return m.process.Process.Pid }

func (m *mako) close() {
	if m.bus != nil {
		m.bus.close()
	}
	for _, p := range []*exec.Cmd{m.process, m.daemon} {
		if p != nil && p.Process != nil {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
	}
}
