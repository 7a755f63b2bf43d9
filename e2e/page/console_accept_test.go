package page

import (
	"net"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

func TestAPortThatCannotBeOpenedIsSaidInTheConsole(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	d := configure(t)
	d.steer(`[data-setting=accept] input`)
	d.typed(strings.Repeat(kb.Delete, 4) + kb.End + strings.Repeat(kb.Backspace, 4) + "kodi=" + taken.Addr().String() + kb.Enter)
	d.says("[data-setting=accept] .said", "Saved")
	d.says(".trouble", "Nobody can speak to this TV as kodi")
	d.says(".trouble", "address already in use")
	d.typed(kb.End + strings.Repeat(kb.Backspace, 30) + "none" + kb.Enter)
	d.until(`!document.querySelector('.trouble')`)
}
