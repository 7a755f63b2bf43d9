// Package e2e holds the specification against the built binary, sentence by sentence.
package e2e

import (
	"flag"
	"os"
	"testing"

	"cuecard.app/e2e/house"
)

// cuecard is the program under test.
var cuecard house.Binary

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "4") // the tests wait more than they work
	os.Exit(cuecard.Test(m, "-race"))
}

func TestTheServiceStartsAndAnswers(t *testing.T) {
	h := cuecard.Start(t)
	health, err := h.Client().Health(t.Context())
	if err != nil || health.Status != "ok" || health.App != "Cuecard" {
		t.Errorf("%+v, %v", health, err)
	}
	if status := h.Stop(); status != 0 {
		t.Errorf("ended with %d: %s", status, h.Log())
	}
}
