package x11

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// address is a display's name, taken apart.
type address struct {
	host   string // "" is this machine
	number int
	screen int
}

// parse reads names such as :0, :0.1, unix:0, tv:0 and tcp/tv:0.
func parse(display string) (address, error) {
	wrong := fmt.Errorf("%q is no name of an X display, as :0 is", display)
	colon := strings.LastIndexByte(display, ':')
	if colon < 0 {
		return address{}, wrong
	}
	host := strings.TrimPrefix(display[:colon], "tcp/")
	if host == "unix" {
		host = ""
	}
	number, screen, hasScreen := strings.Cut(display[colon+1:], ".")
	a := address{host: strings.Trim(host, "[]")}
	var err error
	if a.number, err = strconv.Atoi(number); err != nil || a.number < 0 {
		return address{}, wrong
	}
	if hasScreen {
		if a.screen, err = strconv.Atoi(screen); err != nil || a.screen < 0 {
			return address{}, wrong
		}
	}
	return a, nil
}

// sockets are where the server may be reached, each a network and its address. On Linux a server listens on the
// second of this machine, too, which is there where /tmp is not the same for all.
func (a address) sockets() [][2]string {
	if a.host != "" {
		return [][2]string{{"tcp", net.JoinHostPort(a.host, strconv.Itoa(6000+a.number))}}
	}
	path := "/tmp/.X11-unix/X" + strconv.Itoa(a.number)
	return [][2]string{{"unix", path}, {"unix", "@" + path}}
}

// Families of a host in an authority file, and the only kind of secret that is in use.
const (
	familyLocal = 256
	familyWild  = 65535
	magicCookie = "MIT-MAGIC-COOKIE-1"
)

// cookie is the secret for the display in hexadecimal; "" when the user has none.
func (a address) cookie() string {
	path := os.Getenv("XAUTHORITY")
	if path == "" {
		path = filepath.Join(os.Getenv("HOME"), ".Xauthority")
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	host := a.host
	if host == "" || host == "localhost" {
		host, _ = os.Hostname()
	}
	entries := bytes.NewReader(file)
	for {
		var family uint16
		if binary.Read(entries, binary.BigEndian, &family) != nil {
			return ""
		}
		var parts [4]string // host, display, kind, secret
		for i := range parts {
			var ok bool
			if parts[i], ok = readPart(entries); !ok {
				return ""
			}
		}
		here := family == familyWild || family == familyLocal && parts[0] == host
		this := parts[1] == "" || parts[1] == strconv.Itoa(a.number)
		if here && this && parts[2] == magicCookie && len(parts[3]) == 16 {
			return hex.EncodeToString([]byte(parts[3]))
		}
	}
}

func readPart(from *bytes.Reader) (string, bool) {
	var length uint16
	if binary.Read(from, binary.BigEndian, &length) != nil || int(length) > from.Len() {
		return "", false
	}
	part := make([]byte, length)
	_, _ = from.Read(part) // it is that long
	return string(part), true
}
