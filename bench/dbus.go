package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
)

// bus is a connection to a message bus: as much of it as a sender of notifications needs.
type bus struct {
	conn   net.Conn
	serial uint32
}

func dialBus(address string) (*bus, error) {
	_, path, _ := strings.Cut(address, "unix:path=")
	path, _, _ = strings.Cut(path, ",")
	conn, err := net.Dial("unix", path)
	if err != nil {
		return nil, err
	}
	b := &bus{conn: conn}
	user := hex.EncodeToString([]byte(strconv.Itoa(os.Getuid())))
	if _, err := fmt.Fprintf(conn, "\x00AUTH EXTERNAL %s\r\n", user); err != nil {
		return nil, err
	}
	answer := make([]byte, 256)
	if n, err := conn.Read(answer); err != nil || !bytes.HasPrefix(answer[:n], []byte("OK ")) {
		return nil, fmt.Errorf("the bus does not let this user in: %q, %w", answer[:n], err)
	}
	if _, err := io.WriteString(conn, "BEGIN\r\n"); err != nil {
		return nil, err
	}
	_, err = b.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", "", nil)
	return b, err
}

func (b *bus) close() { _ = b.conn.Close() }

// values are those of a message, one after the other.
type values struct{ bytes.Buffer }

func (v *values) align(n int) {
	for v.Len()%n != 0 {
		v.WriteByte(0)
	}
}

func (v *values) number(n uint32) {
	v.align(4)
	_ = binary.Write(v, binary.LittleEndian, n) // a buffer takes everything
}

func (v *values) text(s string) {
	v.number(uint32(len(s)))
	v.WriteString(s + "\x00")
}

// call asks for something and returns the body of the answer.
func (b *bus) call(to, path, on, method, signature string, sent []byte) ([]byte, error) {
	b.serial++
	var m values
	m.Write([]byte{'l', 1, 0, 1})
	m.number(uint32(len(sent)))
	m.number(b.serial)
	var fields values
	for _, f := range []struct {
		code  byte
		kind  string
		value string
	}{{1, "o", path}, {2, "s", on}, {3, "s", method}, {6, "s", to}} {
		fields.align(8)
		fields.Write([]byte{f.code, 1, f.kind[0], 0})
		fields.text(f.value)
	}
	if signature != "" {
		fields.align(8)
		fields.Write([]byte{8, 1, 'g', 0, byte(len(signature))})
		fields.WriteString(signature + "\x00")
	}
	m.number(uint32(fields.Len()))
	m.Write(fields.Bytes())
	m.align(8)
	m.Write(sent)
	if _, err := b.conn.Write(m.Bytes()); err != nil {
		return nil, err
	}
	return b.answer()
}

// answer is the next message that is one; signals are left out.
func (b *bus) answer() ([]byte, error) {
	for {
		head := make([]byte, 16)
		if _, err := io.ReadFull(b.conn, head); err != nil {
			return nil, err
		}
		length := binary.LittleEndian.Uint32(head[4:])
		fields := (binary.LittleEndian.Uint32(head[12:]) + 7) &^ 7
		rest := make([]byte, fields+length)
		if _, err := io.ReadFull(b.conn, rest); err != nil {
			return nil, err
		}
		switch head[1] {
		case 2:
			return rest[fields:], nil
		case 3:
			return nil, errors.New("the bus answers with an error: " + strings.ToValidUTF8(string(rest), " "))
		}
	}
}

// has tells whether a name has an owner.
func (b *bus) has(name string) (bool, error) {
	var v values
	v.text(name)
	answer, err := b.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s", v.Bytes())
	return err == nil && answer[0] == 1, err
}

const (
	notifications     = "org.freedesktop.Notifications"
	notificationsPath = "/org/freedesktop/Notifications"
)

// notify sends a notification that stays until it is closed.
func (b *bus) notify(title, text string) (id uint32, err error) {
	var v values
	v.text("bench")
	v.number(0)
	v.text("")
	v.text(title)
	v.text(text)
	v.number(0) // actions
	v.number(0) // hints
	v.align(8)
	v.number(0) // milliseconds
	answer, err := b.call(notifications, notificationsPath, notifications, "Notify", "susssasa{sv}i", v.Bytes())
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(answer), nil
}

// dismiss closes a notification.
func (b *bus) dismiss(id uint32) error {
	var v values
	v.number(id)
	_, err := b.call(notifications, notificationsPath, notifications, "CloseNotification", "u", v.Bytes())
	return err
}
