package shell

import (
	"encoding/json"
	"net/netip"

	"cuecard.app/internal/card"
	"cuecard.app/internal/look"
	"cuecard.app/internal/qrcode"
	"cuecard.app/internal/screen"
)

// The frames to the app, as docs/shell-protocol.md describes them.

type helloFrame struct {
	Type     string    `json:"type"`
	Protocol int       `json:"protocol"`
	Version  string    `json:"version"`
	Port     int       `json:"port"`
	Look     look.Look `json:"look"`
}

// Settings is what the app's own screens show.
type Settings struct {
	Values    map[string]json.RawMessage `json:"values"`
	Token     string                     `json:"token"`
	URL       string                     `json:"url"`
	Code      *qrcode.Code               `json:"code"`
	TokenCode *qrcode.Code               `json:"tokenCode"`
	SetUp     bool                       `json:"setUp"`
	Greeted   bool                       `json:"greeted"`
	Unsaved   string                     `json:"unsaved"`
}

type settingsFrame struct {
	Type string `json:"type"`
	Settings
}

type showFrame struct {
	Type      string     `json:"type"`
	Seq       uint64     `json:"seq"`
	Card      *card.Card `json:"card"`
	Image     source     `json:"image"`
	Icon      source     `json:"icon"`
	TextScale float64    `json:"textScale"`
	Remaining *float64   `json:"remaining"`
}

type pictureFrame struct {
	Type  string `json:"type"`
	Seq   uint64 `json:"seq"`
	Image source `json:"image"`
	Icon  source `json:"icon"`
}

// source is where the app finds a picture, once it is there.
type source struct {
	State screen.PictureState `json:"state"`
	Path  string              `json:"path,omitempty"`
	MIME  string              `json:"mime,omitempty"`
}

type clearFrame struct {
	Type string `json:"type"`
	Seq  uint64 `json:"seq"`
}

type playFrame struct {
	Type   string  `json:"type"`
	Act    uint64  `json:"act"`
	Sound  string  `json:"sound"`
	Volume float64 `json:"volume"`
}

type speakFrame struct {
	Type   string   `json:"type"`
	Act    uint64   `json:"act"`
	Texts  []string `json:"texts"`
	Volume float64  `json:"volume"`
}

type hushFrame struct {
	Type string `json:"type"`
	Act  uint64 `json:"act"`
}

type addressFrame struct {
	Type    string `json:"type"`
	Seconds int    `json:"seconds"`
}

type refusedFrame struct {
	Type  string `json:"type"`
	Asked string `json:"asked"`
	Error string `json:"error"`
}

type testedFrame struct {
	Type   string `json:"type"`
	Result string `json:"result"`
	Error  string `json:"error"`
}

// word is any frame from the app but device: each has a few of these.
type word struct {
	Type   string            `json:"type"`
	Seq    uint64            `json:"seq"`
	Act    uint64            `json:"act"`
	Error  string            `json:"error"`
	Values map[string]string `json:"values"`
	Do     string            `json:"do"`
	Done   bool              `json:"done"`
}

// Device is what the app knows of the device around it.
type Device struct {
	Width     int      `json:"width"` // pixels
	Height    int      `json:"height"`
	Density   float64  `json:"density"`
	Name      string   `json:"name"`
	Overlay   bool     `json:"overlay"` // cards may be drawn over other apps
	Grant     string   `json:"grant"`   // the command that allows it
	Addresses []string `json:"addresses"`
	DNS       []string `json:"dns"`
	Locale    string   `json:"locale"`
	APILevel  int      `json:"apiLevel"`
}

// NameServers are those of DNS that can be understood; each may have a port.
func (d Device) NameServers() (all []netip.AddrPort) {
	for _, text := range d.DNS {
		if server, err := netip.ParseAddr(text); err == nil {
			all = append(all, netip.AddrPortFrom(server, 53))
		} else if server, err := netip.ParseAddrPort(text); err == nil {
			all = append(all, server)
		}
	}
	return all
}

// IP is the preferred address that others on the network can use: IPv4 first, and not valid when there is none.
func (d Device) IP() (best netip.Addr) {
	for _, text := range d.Addresses {
		address, err := netip.ParseAddr(text)
		if err != nil || !address.Unmap().IsGlobalUnicast() {
			continue
		}
		if address = address.Unmap(); address.Is4() {
			return address
		}
		if !best.IsValid() {
			best = address
		}
	}
	return best
}
