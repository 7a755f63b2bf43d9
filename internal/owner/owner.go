// Package owner is what only the owner of the TV may do, at the device itself: the
// settings, the token, the overlay switch, the screens, and a look at how things
// are. The command line reaches it through a socket that only the owner can open,
// or, while no service runs, works on the files.
//
// It never knows network clients.
package owner

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"cuecard.app/internal/look"
	"cuecard.app/internal/pairing"
	"cuecard.app/internal/qrcode"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/settings"
)

// Desk takes the owner's wishes. All but Settings are nil while no service runs.
type Desk struct {
	Settings *settings.Store
	Pairing  *pairing.Desk
	Status   func(context.Context) Status
	Test     func(context.Context) (any, error) // sends a card as any client would
	Address  func()                             // has the TV show its address
}

// Status is how the running service is.
type Status struct {
	Name     string      `json:"name"`
	Version  string      `json:"version"`
	URL      string      `json:"url"` // of the API on this machine
	Console  string      `json:"console"`
	Address  string      `json:"address"`  // on the network; empty without one
	OnlyHere bool        `json:"onlyHere"` // other machines are not answered
	Screen   screen.Info `json:"screen"`
	Overlay  string      `json:"overlay"`  // empty, or why cards cannot be drawn and what helps
	Helps    string      `json:"helps"`    // that command alone
	Unsaved  string      `json:"unsaved"`  // empty, or why cards are not being saved
	HasToken bool        `json:"hasToken"` // authentication is on

	Accept        []Port `json:"accept"`        // for the clients of other apps
	Broker        string `json:"broker"`        // where cards come from too, without its password; empty without one
	BrokerTrouble string `json:"brokerTrouble"` // empty, or why it is not reached

	SetUp bool         `json:"setUp"` // the owner has been through the first-run setup
	Code  *qrcode.Code `json:"code"`  // of the address
	Look  look.Look    `json:"look"`  // for a preview of the card
}

// Port is where the TV is spoken to as if it were another app.
type Port struct {
	App     string `json:"app"`
	Address string `json:"address"`
	Trouble string `json:"trouble"` // empty, or why it is closed
	Help    string `json:"help"`    // what can be done about that
	Guarded bool   `json:"guarded"` // closed because a token is set
	Bare    bool   `json:"bare"`    // open while a token is set: nobody needs it there
}

// Setting is a setting for people.
type Setting struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// ErrNotRunning is the error of what only a running service can do.
var ErrNotRunning = errors.New("no service is running here; start it with: cuecard serve")

// Handler speaks for the desk.
func (d *Desk) Handler() http.Handler {
	mux := http.NewServeMux()
	on := func(pattern string, act func(*http.Request) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			value, err := act(r)
			w.Header().Set("Content-Type", "application/json")
			if err != nil {
				w.WriteHeader(http.StatusConflict)
				value = map[string]string{"error": err.Error()}
			}
			_ = json.NewEncoder(w).Encode(value) // an owner who is gone needs no answer
		})
	}
	on("GET /settings", d.settings)
	on("PATCH /settings", d.change)
	on("GET /token", d.token)
	on("POST /token", d.newToken)
	on("DELETE /token", d.clearToken)
	on("PUT /overlay", d.overlay)
	on("GET /screens", d.screens)
	on("POST /screens", d.approve)
	on("DELETE /screens/{id}", d.revoke)
	on("GET /status", d.status)
	on("GET /code", d.code)
	on("POST /test", d.test)
	on("POST /address", d.address)
	on("PUT /setUp", d.setUp)
	return mux
}

func (d *Desk) settings(*http.Request) (any, error) {
	now := d.Settings.Get()
	values := now.Values()
	var list []Setting
	for _, field := range now.Fields() {
		list = append(list, Setting{field.Name, values[field.Name]})
	}
	return list, nil
}

func (d *Desk) change(r *http.Request) (any, error) {
	typed, err := body[map[string]string](r)
	if err != nil {
		return nil, err
	}
	if err := d.Set(typed); err != nil {
		return nil, err
	}
	return d.settings(r)
}

// Set changes settings to values as they were typed: all of them or none.
func (d *Desk) Set(typed map[string]string) error {
	return d.Settings.Change(func(s *settings.Settings) error {
		for name, value := range typed {
			if err := s.Set(name, value); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *Desk) token(*http.Request) (any, error) { return d.Settings.Get().Token, nil }

func (d *Desk) newToken(*http.Request) (any, error) { return d.NewToken() }

// NewToken turns authentication on with a new token.
func (d *Desk) NewToken() (string, error) {
	token := settings.NewSecret()
	return token, d.Settings.Change(func(s *settings.Settings) error {
		s.Token = token
		return nil
	})
}

func (d *Desk) clearToken(*http.Request) (any, error) { return nil, d.ClearToken() }

// ClearToken turns authentication off.
func (d *Desk) ClearToken() error {
	return d.Settings.Change(func(s *settings.Settings) error {
		s.Token = ""
		return nil
	})
}

func (d *Desk) overlay(r *http.Request) (any, error) {
	allowed, err := body[bool](r)
	if err != nil {
		return nil, err
	}
	return nil, d.Settings.Change(func(s *settings.Settings) error {
		s.Overlay = allowed
		return nil
	})
}

func (d *Desk) screens(*http.Request) (any, error) { return d.Settings.Get().Screens, nil }

func (d *Desk) approve(r *http.Request) (any, error) {
	if d.Pairing == nil {
		return nil, ErrNotRunning
	}
	code, err := body[string](r)
	if err != nil {
		return nil, err
	}
	return d.Pairing.Approve(code)
}

func (d *Desk) revoke(r *http.Request) (any, error) {
	id := r.PathValue("id")
	return nil, d.Settings.Change(func(s *settings.Settings) error {
		if !s.Revoke(id) {
			return errors.New("no screen is called " + id + "; cuecard screens lists them")
		}
		return nil
	})
}

func (d *Desk) status(r *http.Request) (any, error) {
	if d.Status == nil {
		return nil, ErrNotRunning
	}
	return d.Status(r.Context()), nil
}

// code is the one that opens the web client with the token: for those whom the owner shows it.
func (d *Desk) code(r *http.Request) (any, error) {
	if d.Status == nil {
		return nil, ErrNotRunning
	}
	if code := CodeWithToken(d.Status(r.Context()).Address, d.Settings.Get().Token); code != nil {
		return code, nil
	}
	return nil, nil
}

// CodeWithToken opens the web client at an address and gives it the token; nil without one of them.
func CodeWithToken(address, token string) *qrcode.Code {
	if address == "" || token == "" {
		return nil
	}
	return qrcode.Of(address + "/#token=" + token)
}

func (d *Desk) test(r *http.Request) (any, error) {
	if d.Test == nil {
		return nil, ErrNotRunning
	}
	return d.Test(r.Context())
}

func (d *Desk) address(*http.Request) (any, error) {
	if d.Address == nil {
		return nil, ErrNotRunning
	}
	d.Address()
	return nil, nil
}

func (d *Desk) setUp(r *http.Request) (any, error) {
	done, err := body[bool](r)
	if err != nil {
		return nil, err
	}
	return nil, d.SetUp(done)
}

// SetUp notes whether the owner has been through the first-run setup.
func (d *Desk) SetUp(done bool) error {
	return d.Settings.Change(func(s *settings.Settings) error {
		s.SetUp = done
		return nil
	})
}

func body[T any](r *http.Request) (value T, err error) {
	return value, json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20)).Decode(&value)
}
