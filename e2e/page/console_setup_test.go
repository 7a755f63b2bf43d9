package page

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// visitFirst opens the console by the address that the service printed.
func (d *desk) visitFirst() {
	d.t.Helper()
	home, query, _ := strings.Cut(d.house.Console, "/?")
	d.visit(home, "/?"+query)
}

func TestFirstRunIsDoneByRemoteAlone(t *testing.T) {
	d := openConsole(t, still, fullHD)
	d.owner("overlay", "deny")
	d.set("sound=none") // Chromium plays nothing before a key was pressed, and says so on the console
	screen := open(d.house, still(t, hd))
	d.visitFirst()
	d.untilFocus("#allow-here")
	d.says("command-line code", "cuecard overlay allow")
	d.typed(kb.Enter)
	d.says("permission-step", "Cuecard may draw")
	d.untilFocus("#next")

	d.typed(kb.Enter)
	d.untilFocus("test-step [data-test-card]")
	d.typed(kb.Enter)
	d.untilFocus("#yes")
	screen.until(`document.querySelector('.card .message')?.innerText`)

	d.typed(kb.ArrowRight)
	d.untilFocus("#no")
	d.typed(kb.Enter)
	d.says("test-step", d.house.URL+"/tv")
	d.untilFocus("test-step [data-test-card]")
	d.typed(kb.Enter)
	d.untilFocus("#yes")
	d.typed(kb.Enter)

	d.says("address-sheet .address", d.house.URL)
	d.untilFocus("#next")
	d.typed(kb.Enter)
	d.untilView("home")

	d.visitFirst()
	d.untilView("home")
	d.untilFocus(`.tile[href="#settings"]`)
	d.steer(`.tile[href="#setup"]`)
	d.typed(kb.Enter)
	d.untilView("setup")
	d.says("permission-step", "Cuecard may draw")
}

func TestSetupNoticesByItselfThatThePermissionIsGranted(t *testing.T) {
	d := openConsole(t, still, fullHD)
	d.owner("overlay", "deny")
	d.visitFirst()
	d.untilFocus("#allow-here")
	d.owner("overlay", "allow")
	d.says("permission-step", "Cuecard may draw")
	d.untilFocus("#next")
}

func TestSetupIsNotOverUntilItIsDone(t *testing.T) {
	d := openConsole(t, still, fullHD)
	d.visitFirst()
	d.untilFocus("#next")
	d.typed(kb.Enter)
	d.untilFocus("test-step [data-test-card]")
	d.visitFirst()
	d.untilView("setup")
	d.untilFocus("#next")
	d.do(chromedp.Reload())
	d.untilView("setup")
}
