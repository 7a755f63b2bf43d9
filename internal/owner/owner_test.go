package owner

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cuecard.app/internal/pairing"
	"cuecard.app/internal/settings"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var quiet = slog.New(slog.DiscardHandler)

// open starts a desk on dir until the test ends.
func open(t *testing.T, dir string) *Desk {
	t.Helper()
	store := settings.Open(dir, quiet)
	desk := &Desk{
		Settings: store,
		Pairing:  pairing.New(func(string) (string, error) { return "key", nil }),
		Status:   func(context.Context) Status { return Status{Version: "1.2.3"} },
	}
	l, err := Listen(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() { Serve(ctx, l, dir, desk) })
	t.Cleanup(func() {
		cancel()
		serving.Wait()
		if _, err := os.Lstat(filepath.Join(dir, socketName)); err == nil {
			t.Error("the socket is left behind")
		}
	})
	return desk
}

// everyWish goes through what an owner can do, which is the same with and without a service.
func everyWish(t *testing.T, c *Client) {
	t.Helper()
	ctx := t.Context()
	if err := c.Change(ctx, map[string]string{"duration": "20", "accent": "#F00"}); err != nil {
		t.Fatal(err)
	}
	if err := c.Change(ctx, map[string]string{"dim": "0.5", "volume": "11"}); err == nil || err.Error() != "field 'volume' must be a number from 0 to 1" {
		t.Errorf("got %v", err)
	}
	list, err := c.Settings(ctx)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for _, s := range list {
		values[s.Name] = string(s.Value)
	}
	if list[0].Name != "deviceName" || values["duration"] != "20" || values["accent"] != `"#FF0000"` || values["dim"] != "0" {
		t.Errorf("settings: %v", values)
	}
	token, err := c.NewToken(ctx)
	if kept, _ := c.Token(ctx); err != nil || token == "" || kept != token {
		t.Errorf("token %q, kept %q, %v", token, kept, err)
	}
	if err := errors.Join(c.ClearToken(ctx), c.Overlay(ctx, false)); err != nil {
		t.Error(err)
	}
	if kept, _ := c.Token(ctx); kept != "" {
		t.Errorf("the token %q was not cleared", kept)
	}
	if err := c.Revoke(ctx, "nobody/else"); err == nil || !strings.Contains(err.Error(), "nobody/else") {
		t.Errorf("got %v", err)
	}
}

func TestTheOwnerReachesARunningServiceThroughItsSocket(t *testing.T) {
	dir := t.TempDir()
	desk := open(t, dir)
	c := At(dir, quiet)
	if !c.Running {
		t.Fatal("the service was not found")
	}
	everyWish(t, c)
	if now := desk.Settings.Get(); now.Duration != 20 || now.Overlay {
		t.Errorf("the service has %+v", now)
	}
	if status, err := c.Status(t.Context()); err != nil || status.Version != "1.2.3" {
		t.Errorf("%+v, %v", status, err)
	}
	visitor, err := desk.Pairing.Wait("kitchen")
	if err != nil {
		t.Fatal(err)
	}
	if name, err := c.Approve(t.Context(), visitor.Code); name != "kitchen" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
}

func TestTheOwnerEditsTheFilesWhenNoServiceRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	c := At(dir, quiet)
	if c.Running {
		t.Fatal("a service was found")
	}
	everyWish(t, c)
	if now := settings.Open(dir, quiet).Get(); now.Duration != 20 || now.Overlay {
		t.Errorf("the file has %+v", now)
	}
	if _, err := c.Status(t.Context()); !errors.Is(err, ErrNotRunning) {
		t.Errorf("status: %v", err)
	}
	if _, err := c.Approve(t.Context(), "123456"); err == nil || err.Error() != ErrNotRunning.Error() {
		t.Errorf("approve: %v", err)
	}
}

func TestTheSocketIsTheOwnersAlone(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	info, err := os.Lstat(filepath.Join(dir, socketName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestALongDataDirectoryHasASocketToo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 40))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if !At(dir, quiet).Running {
		t.Error("the service was not found")
	}
}

func TestADeadServicesSocketIsNoObstacle(t *testing.T) {
	dir := t.TempDir()
	l, err := Listen(dir)
	if err != nil {
		t.Fatal(err)
	}
	l.Close() // as a process that was killed leaves it
	if At(dir, quiet).Running {
		t.Error("a dead service was found")
	}
	open(t, dir)
	if !At(dir, quiet).Running {
		t.Error("the service was not found")
	}
}

func TestOneServiceForOneDataDirectory(t *testing.T) {
	dir := t.TempDir()
	release, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); !errors.Is(err, ErrTaken) {
		t.Errorf("got %v", err)
	}
	release()
	again, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	again()
}
