package page

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"
)

// browser is a running Chromium.
type browser struct {
	ctx  context.Context
	stop context.CancelFunc
}

// startBrowser runs Chromium with a profile and a home of its own below dir.
func startBrowser(dir string) (*browser, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, errors.New("the tests of the pages need Chromium, and there is none on the PATH; to install it, run: apt-get install chromium")
	}
	allocator, freeAllocator := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path),
		chromedp.UserDataDir(filepath.Join(dir, "profile")),
		chromedp.Env("HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir),
		chromedp.Headless,
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("force-color-profile", "srgb"),
	)
	ctx, freeContext := chromedp.NewContext(allocator)
	stop := func() { freeContext(); freeAllocator() }
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, err
	}
	return &browser{ctx, stop}, nil
}

// close asks Chromium to end and waits until it has.
func (b *browser) close() error {
	defer b.stop()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	return chromedp.Cancel(ctx)
}
