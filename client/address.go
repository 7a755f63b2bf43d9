package client

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// defaultPort is where a TV listens unless its owner moved it.
const defaultPort = "8090"

// ParseAddress turns what a person types into the base URL of a TV, without a trailing slash.
func ParseAddress(typed string) (string, error) {
	text := strings.TrimSpace(typed)
	if text == "" {
		return "", errors.New("the address of the TV is empty")
	}
	bare := !strings.Contains(text, "://")
	if bare {
		text = "http://" + bracketed(text)
	}
	u, err := url.Parse(text)
	if err != nil {
		if wrapped, ok := errors.AsType[*url.Error](err); ok {
			err = wrapped.Err
		}
		return "", fmt.Errorf("the address %q of the TV cannot be read: %w", typed, err)
	}
	if must := fault(u); must != "" {
		return "", fmt.Errorf("the address %q of the TV must %s", u.Redacted(), must)
	}
	if bare && u.Port() == "" {
		u.Host = net.JoinHostPort(u.Hostname(), defaultPort)
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// fault says what an address must be and is not.
func fault(u *url.URL) string {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return "start with http:// or https://"
	case u.Hostname() == "":
		return "name a host"
	case u.User != nil:
		return "hold no user name or password: a TV takes a token"
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "hold no ? or #"
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return "have a port from 1 to 65535"
		}
	}
	return ""
}

// bracketed puts a bare IPv6 address into the brackets that a URL wants around it.
func bracketed(text string) string {
	host, path, hasPath := strings.Cut(text, "/")
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.Is6() {
		return text
	}
	host = "[" + strings.Replace(host, "%", "%25", 1) + "]"
	if hasPath {
		return host + "/" + path
	}
	return host
}
