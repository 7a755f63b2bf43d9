package cli

import (
	"encoding/base64"
	"errors"
	"path/filepath"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// desks are the two ways in which the owner's commands work: on a running service, at
// once, and on the files of one that is started later.
var desks = []struct {
	name string
	open func(t *testing.T) (owner shell, running func() *house.House)
}{
	{"running", func(t *testing.T) (shell, func() *house.House) {
		h := cuecard.StartIn(t, filepath.Join(t.TempDir(), "data"))
		return at(h.Dir), func() *house.House { return h }
	}},
	{"not running", func(t *testing.T) (shell, func() *house.House) {
		dir := filepath.Join(t.TempDir(), "not", "made", "yet")
		return at(dir), func() *house.House {
			h := cuecard.StartIn(t, dir)
			t.Cleanup(func() { h.Kill() })
			return h
		}
	}},
}

func TestATokenIsNeededFromItsMakingToItsClearing(t *testing.T) {
	t.Parallel()
	for _, desk := range desks {
		t.Run(desk.name, func(t *testing.T) {
			t.Parallel()
			owner, running := desk.open(t)
			says(t, owner.fails(t, 1, "token", "show"), "cuecard token new")
			first := lastLine(owner.does(t, "token", "new"))
			second := lastLine(owner.does(t, "token", "new"))
			for _, token := range []string{first, second} {
				if secret, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(secret) != 32 {
					t.Errorf("%q: %d bytes, %v", token, len(secret), err)
				}
			}
			if first == second {
				t.Error("the second token is the first")
			}
			if shown := owner.does(t, "token", "show"); shown != second+"\n" {
				t.Errorf("%q is shown", shown)
			}
			h := running()
			for token, admitted := range map[string]bool{"": false, first: false, second: true} {
				_, err := h.Client(client.WithToken(token)).Notify(t.Context(), client.Card{Message: "hello"})
				if (err == nil) != admitted || err != nil && !errors.Is(err, client.ErrUnauthorized) {
					t.Errorf("token %q: %v", token, err)
				}
			}
		})
	}
}

func TestAClearedTokenIsNotNeeded(t *testing.T) {
	t.Parallel()
	for _, desk := range desks {
		t.Run(desk.name, func(t *testing.T) {
			t.Parallel()
			owner, running := desk.open(t)
			owner.does(t, "token", "new")
			owner.does(t, "token", "clear")
			owner.does(t, "token", "clear") // and once more
			if _, err := running().Client().Info(t.Context()); err != nil {
				t.Error(err)
			}
			owner.fails(t, 1, "token", "show")
		})
	}
}

func TestTheOverlaySwitchDeniesAndAllowsCards(t *testing.T) {
	t.Parallel()
	for _, desk := range desks {
		t.Run(desk.name, func(t *testing.T) {
			t.Parallel()
			owner, running := desk.open(t)
			owner.does(t, "overlay", "deny")
			h := running()
			if info, err := h.Client().Info(t.Context()); err != nil || info.OverlayPermission {
				t.Errorf("denied: %+v, %v", info, err)
			}
			if _, err := h.Client().Notify(t.Context(), client.Card{Message: "hello"}); !errors.Is(err, client.ErrNoOverlay) {
				t.Errorf("denied: %v", err)
			}
			h.Stop()
			again := cuecard.StartIn(t, h.Dir)
			if info, err := again.Client().Info(t.Context()); err != nil || info.OverlayPermission {
				t.Errorf("after a restart: %+v, %v", info, err)
			}
			owner.does(t, "overlay", "allow")
			if _, err := again.Client().Notify(t.Context(), client.Card{Message: "hello"}); err != nil {
				t.Errorf("allowed: %v", err)
			}
		})
	}
}

func TestTheOwnersCommandsTakeNoOtherWords(t *testing.T) {
	t.Parallel()
	owner := at(t.TempDir())
	for _, args := range [][]string{
		{"token"}, {"token", "old"}, {"token", "new", "please"}, {"overlay"}, {"overlay", "maybe"}, {"overlay", "allow", "deny"},
		{"screens", "approve"}, {"screens", "revoke"}, {"screens", "approve", "1", "2"}, {"screens", "forget", "x"},
		{"settings", "duration"}, {"settings", "duration=20", "position"}, {"doctor", "who"},
	} {
		owner.fails(t, 2, args...)
	}
	says(t, owner.fails(t, 1, "screens", "approve", "123456"), "cuecard serve")
}
