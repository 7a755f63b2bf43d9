package guess

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestAfterSomeWrongTriesEverybodyWaitsAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l Limit
		right, wrong := func() bool { return true }, func() bool { return false }
		for range tries {
			if ok, err := l.Try(wrong); ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		if ok, err := l.Try(right); ok || !errors.Is(err, ErrTooMany) {
			t.Errorf("right after it: %v, %v", ok, err)
		}
		<-time.After(penalty)
		if ok, err := l.Try(right); !ok || err != nil {
			t.Errorf("a minute later: %v, %v", ok, err)
		}
	})
}

func TestARightTryForgivesTheWrongOnesBeforeIt(t *testing.T) {
	var l Limit
	for i := range 3 * tries {
		right := i%(tries-1) == 0
		if ok, err := l.Try(func() bool { return right }); ok != right || err != nil {
			t.Fatal(i, ok, err)
		}
	}
}
