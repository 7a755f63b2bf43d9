package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"cuecard.app/internal/qrcode"
	"golang.org/x/term"
)

// printBanner tells a person what to do next.
func printBanner(w io.Writer, h *house) {
	network := cmp.Or(h.networkURL(), h.localURL())
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		printCode(w, network)
	}
	fmt.Fprintf(w, "Cuecard %s is ready: %s\n", version, h.store.Get().DeviceName)
	fmt.Fprintf(w, "  Send to  %s\n", network)
	fmt.Fprintf(w, "  TV page  %s/tv\n", network)
	for _, port := range h.ports.States() {
		if port.Trouble == "" {
			fmt.Fprintf(w, "  Also as  %s on %s\n", port.App, port.Address)
		}
	}
	if h.console != "" {
		fmt.Fprintf(w, "  Console  %s\n", h.console)
	}
	header := ""
	if h.store.Get().Token != "" {
		header = ` -H "Authorization: Bearer $(cuecard token show --data '` + strings.ReplaceAll(h.dir, "'", `'\''`) + `')"`
	}
	fmt.Fprintf(w, "  Try      curl%s -d '{\"message\":\"Hello\"}' %s/notify\n", header, h.localURL())
}

// printCode draws a QR code with half blocks, dark on light whatever the terminal's colours.
func printCode(w io.Writer, text string) {
	code := qrcode.Of(text)
	if code == nil {
		return
	}
	const quiet = 4
	for y := -quiet; y < code.Size+quiet; y += 2 {
		var line strings.Builder
		for x := -quiet; x < code.Size+quiet; x++ {
			switch {
			case code.Dark(x, y) && code.Dark(x, y+1):
				line.WriteString(" ")
			case code.Dark(x, y):
				line.WriteString("▄")
			case code.Dark(x, y+1):
				line.WriteString("▀")
			default:
				line.WriteString("█")
			}
		}
		fmt.Fprintf(w, "\x1b[97;40m%s\x1b[0m\n", line.String())
	}
}
