// Package guess limits how often a secret can be guessed.
//
// It never knows the secret.
package guess

import (
	"errors"
	"sync"
	"time"
)

const (
	tries   = 5 // wrong ones before everybody has to wait
	penalty = time.Minute
)

// ErrTooMany is the error of a guess that is not even looked at.
var ErrTooMany = errors.New("too many wrong tries; wait a minute and try again")

// Limit counts wrong guesses. The zero Limit is ready to use.
type Limit struct {
	mu    sync.Mutex
	wrong int
	until time.Time
}

// Try makes a guess unless there were too many wrong ones just before, and reports its outcome.
func (l *Limit) Try(guess func() bool) (right bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Before(l.until) {
		return false, ErrTooMany
	}
	if guess() {
		l.wrong = 0
		return true, nil
	}
	if l.wrong++; l.wrong >= tries {
		l.wrong, l.until = 0, now.Add(penalty)
	}
	return false, nil
}
