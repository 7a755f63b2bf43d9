// Package broker is the address of an MQTT broker: how it is written, and how it is shown without its password.
//
// It never knows what is said to a broker, nor connects to one.
package broker

import (
	"errors"
	"net"
	"net/url"
	"strings"
)

// Rule is what an address has to be, in words.
const Rule = "a broker's address such as mqtt://user:password@192.168.1.5:1883, or mqtts:// for TLS"

// mask stands where a password was.
const mask = "***"

var errNotAnAddress = errors.New("not " + Rule)

// Address is where a broker is and who is let in. Printed, it does not tell the password.
type Address struct {
	TLS      bool
	Host     string // with a port
	User     string
	password string
}

// Parse reads an address as a person writes it. Its error does not repeat what was written.
func Parse(written string) (Address, error) {
	u, err := url.Parse(strings.TrimSpace(written))
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
		return Address{}, errNotAnAddress
	}
	a := Address{Host: u.Host}
	port := "1883"
	switch u.Scheme {
	case "mqtt":
	case "mqtts":
		a.TLS, port = true, "8883"
	default:
		return Address{}, errNotAnAddress
	}
	if u.Port() == "" {
		a.Host = net.JoinHostPort(u.Hostname(), port)
	}
	a.User = u.User.Username()
	a.password, _ = u.User.Password()
	return a, nil
}

// Password is the secret. It is for the broker only.
func (a Address) Password() string { return a.password }

// WithPassword is the address with that password, for one that was written without.
func (a Address) WithPassword(password string) Address {
	a.password = password
	return a
}

// Hostname is the host without its port, as a certificate names it.
func (a Address) Hostname() string {
	host, _, _ := net.SplitHostPort(a.Host)
	return host
}

// String is the address for people: the password is masked.
func (a Address) String() string {
	scheme, who := "mqtt://", ""
	if a.TLS {
		scheme = "mqtts://"
	}
	switch {
	case a.password != "":
		who = url.User(a.User).String() + ":" + mask + "@"
	case a.User != "":
		who = url.User(a.User).String() + "@"
	}
	return scheme + who + a.Host
}

// GoString keeps the password out of what %#v prints.
func (a Address) GoString() string { return a.String() }

// Masked is a written address for people; what is none is not repeated.
func Masked(written string) string {
	a, err := Parse(written)
	if err != nil {
		return ""
	}
	return a.String()
}

// IsMasked reports whether what was written has the mask in the password's place.
func IsMasked(written string) bool {
	a, err := Parse(written)
	return err == nil && a.password == mask
}
