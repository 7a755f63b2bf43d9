// Package pairing lets the owner admit a TV page: the page shows a six-digit code,
// the owner says it at the device, and the page gets a key of its own.
//
// It never knows HTTP, nor where the keys are kept.
package pairing

import (
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"

	"cuecard.app/internal/guess"
)

const (
	// CodeLasts is how long a code can be approved.
	CodeLasts = 5 * time.Minute
	pages     = 16 // that may wait at once
)

var (
	ErrUnknownCode = errors.New("no page shows this code; codes expire after five minutes")
	ErrCrowded     = errors.New("too many pages wait to be approved")
)

// Desk is where pages wait.
type Desk struct {
	approve func(name string) (key string, err error) // keeps the screen
	guesses guess.Limit

	mu      sync.Mutex
	waiting map[string]*Visitor
}

// Visitor is a page that waits.
type Visitor struct {
	Code string
	Key  <-chan string // gives the key, once

	desk    *Desk
	name    string
	key     chan string
	expires time.Time
}

// New is a desk that keeps the screens it admits by approve.
func New(approve func(name string) (key string, err error)) *Desk {
	return &Desk{approve: approve, waiting: map[string]*Visitor{}}
}

// Wait gives a page a code. The visitor has to leave.
func (d *Desk) Wait(name string) (*Visitor, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.waiting) >= pages {
		return nil, ErrCrowded
	}
	code := newCode()
	for d.waiting[code] != nil {
		code = newCode()
	}
	key := make(chan string, 1)
	v := &Visitor{Code: code, Key: key, desk: d, name: name, key: key, expires: time.Now().Add(CodeLasts)}
	d.waiting[code] = v
	return v, nil
}

// Leave withdraws the code.
func (v *Visitor) Leave() {
	v.desk.mu.Lock()
	defer v.desk.mu.Unlock()
	if v.desk.waiting[v.Code] == v {
		delete(v.desk.waiting, v.Code)
	}
}

// Approve admits the page that shows the code.
func (d *Desk) Approve(code string) (name string, err error) {
	var v *Visitor
	known, err := d.guesses.Try(func() bool {
		v = d.find(code)
		return v != nil
	})
	switch {
	case err != nil:
		return "", err
	case !known:
		return "", ErrUnknownCode
	}
	key, err := d.approve(v.name)
	if err != nil {
		return "", err
	}
	v.Leave()
	v.key <- key
	return v.name, nil
}

func (d *Desk) find(code string) *Visitor {
	d.mu.Lock()
	defer d.mu.Unlock()
	v := d.waiting[code]
	if v == nil || time.Now().After(v.expires) {
		return nil
	}
	return v
}

func newCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil { // the system's source of randomness does not fail
		panic(err)
	}
	return fmt.Sprintf("%06d", n)
}
