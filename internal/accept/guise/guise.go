// Package guise is the owner's word on which other apps this TV may be taken for, such as "nfandroidtv, kodi=:8080". It
// knows the names of those apps and their usual ports.
//
// It never knows what those apps say, nor opens a port.
package guise

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
)

// App is another app that this TV can be spoken to as.
type App string

const (
	NFAndroidTV App = "nfandroidtv" // Notifications for Android TV and Fire TV
	PiPup       App = "pipup"
	TvOverlay   App = "tvoverlay"
	Kodi        App = "kodi"
	Ntfy        App = "ntfy"
)

// None is the word for no guise at all.
const None = "none"

// Rule is what a list has to be, in words.
const Rule = "none, or some of nfandroidtv, pipup, tvoverlay, kodi=:PORT and ntfy=:PORT with commas between them, " +
	"each with an address such as pipup=:7979 if it is not to be the usual one"

// withoutToken is behind a guise that stays open while a token is set.
const withoutToken = "+without-token"

// Guise is one app, and where its clients are answered.
type Guise struct {
	App          App
	Address      string // to listen on
	WithoutToken bool   // open while a token is set: whoever reaches the port can send cards without it
}

// usual are the apps with the ports that their clients know. The others have none that would be free.
var usual = []Guise{{App: NFAndroidTV, Address: ":7676"}, {App: PiPup, Address: ":7979"}, {App: TvOverlay, Address: ":5001"}, {App: Kodi}, {App: Ntfy}}

// Parse reads a list of guises. Nothing, or "none", is an empty one.
func Parse(list string) ([]Guise, error) {
	var all []Guise
	if list = strings.TrimSpace(list); list == "" || list == None {
		return nil, nil
	}
	for word := range strings.SplitSeq(list, ",") {
		g, err := parse(strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(other Guise) bool { return other.App == g.App }) {
			return nil, fmt.Errorf("%s is named twice", g.App)
		}
		all = append(all, g)
	}
	return all, nil
}

func parse(word string) (Guise, error) {
	word, open := strings.CutSuffix(word, withoutToken)
	name, address, given := strings.Cut(word, "=")
	at := slices.IndexFunc(usual, func(g Guise) bool { return string(g.App) == name })
	if at < 0 {
		return Guise{}, fmt.Errorf("%q is not one of nfandroidtv, pipup, tvoverlay, kodi, ntfy", name)
	}
	g := usual[at]
	g.WithoutToken = open
	if given {
		g.Address = address
	}
	if g.Address == "" {
		return Guise{}, fmt.Errorf("%s needs an address, such as %s=:8080", name, name)
	}
	if _, err := strconv.Atoi(g.Address); err == nil {
		g.Address = ":" + g.Address
	}
	if !listenable(g.Address) {
		return Guise{}, fmt.Errorf("%q is not an address such as :8080 or 192.168.1.20:8080", address)
	}
	return g, nil
}

func listenable(address string) bool {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && port == strconv.FormatUint(n, 10)
}

// Obeys reports whether a list can be read.
func Obeys(list string) bool {
	_, err := Parse(list)
	return err == nil
}

// String is the guise as it is typed.
func (g Guise) String() string {
	if g.WithoutToken {
		return string(g.App) + "=" + g.Address + withoutToken
	}
	return string(g.App) + "=" + g.Address
}

// Opened is the guise with the words that open it while a token is set.
func (g Guise) Opened() Guise {
	g.WithoutToken = true
	return g
}

// Join is both lists; where both name an app, the first has its way.
func Join(first, second []Guise) []Guise {
	all := slices.Clone(first)
	for _, g := range second {
		if !slices.ContainsFunc(first, func(other Guise) bool { return other.App == g.App }) {
			all = append(all, g)
		}
	}
	return all
}
