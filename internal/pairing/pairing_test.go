package pairing

import (
	"errors"
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/guess"
)

func desk() *Desk { return New(func(name string) (string, error) { return "key of " + name, nil }) }

func visitor(t *testing.T, d *Desk, name string) *Visitor {
	t.Helper()
	v, err := d.Wait(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAPageGetsAKeyOfItsOwnOnceItsCodeIsApproved(t *testing.T) {
	d := desk()
	bedroom, kitchen := visitor(t, d, "bedroom"), visitor(t, d, "kitchen")
	if !regexp.MustCompile(`^\d{6}$`).MatchString(kitchen.Code) || kitchen.Code == bedroom.Code {
		t.Errorf("codes %q and %q", kitchen.Code, bedroom.Code)
	}
	if name, err := d.Approve(kitchen.Code); name != "kitchen" || err != nil {
		t.Fatalf("%q, %v", name, err)
	}
	if key := <-kitchen.Key; key != "key of kitchen" {
		t.Errorf("key %q", key)
	}
	if len(bedroom.Key) != 0 {
		t.Error("the other page got a key too")
	}
	if _, err := d.Approve(kitchen.Code); !errors.Is(err, ErrUnknownCode) {
		t.Errorf("a code was approved twice: %v", err)
	}
}

func TestCodesExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := desk()
		v := visitor(t, d, "tv")
		<-time.After(CodeLasts + time.Second)
		if _, err := d.Approve(v.Code); !errors.Is(err, ErrUnknownCode) {
			t.Errorf("got %v", err)
		}
	})
}

func TestACodeGoesWithItsPage(t *testing.T) {
	d := desk()
	v := visitor(t, d, "tv")
	v.Leave()
	if _, err := d.Approve(v.Code); !errors.Is(err, ErrUnknownCode) {
		t.Errorf("got %v", err)
	}
}

func TestGuessingIsLimited(t *testing.T) {
	d := desk()
	v := visitor(t, d, "tv")
	var err error
	for range 100 {
		_, err = d.Approve("no code")
	}
	if !errors.Is(err, guess.ErrTooMany) {
		t.Errorf("after many wrong codes: %v", err)
	}
	if _, err := d.Approve(v.Code); !errors.Is(err, guess.ErrTooMany) {
		t.Errorf("the right one after them: %v", err)
	}
}

func TestOnlySoManyPagesWaitAtOnce(t *testing.T) {
	d := desk()
	for range pages {
		visitor(t, d, "tv")
	}
	if _, err := d.Wait("tv"); !errors.Is(err, ErrCrowded) {
		t.Errorf("got %v", err)
	}
}

func TestAScreenThatCannotBeKeptIsNotAdmitted(t *testing.T) {
	full := errors.New("disk full")
	d := New(func(string) (string, error) { return "", full })
	v := visitor(t, d, "tv")
	if _, err := d.Approve(v.Code); !errors.Is(err, full) || len(v.Key) != 0 {
		t.Errorf("got %v", err)
	}
}
