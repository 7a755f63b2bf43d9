// Package page holds the TV page and the start page against the look and the
// specification, in a real Chromium that watches the built binary.
//
// It sees what a viewer and the browser's own tools see. Only what neither can show, such
// as the shape of the chime, is asked of the pages' own modules.
package page

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"testing"

	"go.uber.org/goleak"

	"cuecard.app/e2e/house"
)

var (
	// cuecard is the program under test.
	cuecard house.Binary
	// chromium is the browser of all tests; each opens windows of its own in it.
	chromium *browser
)

func TestMain(m *testing.M) {
	status, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 1
	}
	os.Exit(status)
}

func run(m *testing.M) (status int, err error) {
	dir, err := os.MkdirTemp("", "cuecard-page")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if cuecard, err = house.Build(dir, "-race"); err != nil {
		return 1, err
	}
	if chromium, err = startBrowser(dir); err != nil {
		return 1, err
	}
	status = m.Run()
	if err := chromium.close(); err != nil {
		return 1, err
	}
	http.DefaultClient.CloseIdleConnections()
	return status, goleak.Find()
}
