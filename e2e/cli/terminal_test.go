package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"

	qr "github.com/piglig/go-qr"
	"golang.org/x/sys/unix"
)

func TestATerminalIsGivenACodeOfTheAddress(t *testing.T) {
	t.Parallel()
	ours, theirs := terminal(t)
	s := serveOn(t, ours, theirs, nil, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--console", "off")
	var rows []string
	for _, line := range s.lines {
		if inside, ok := strings.CutPrefix(line, "\x1b[97;40m"); ok {
			rows = append(rows, strings.TrimSuffix(inside, "\x1b[0m"))
		}
	}
	if !isCodeOf(t, s.line("Send to"), rows) {
		t.Errorf("this is no code of %s:\n%s", s.line("Send to"), strings.Join(rows, "\n"))
	}
}

func TestAFileIsGivenNoCode(t *testing.T) {
	t.Parallel()
	s := serve(t, nil, "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--console", "off")
	if strings.ContainsAny(strings.Join(s.lines, ""), "\x1b█▀▄") {
		t.Errorf("%q", s.lines)
	}
}

// isCodeOf reads half blocks, light on dark, and holds them against the code of the text.
func isCodeOf(t *testing.T, text string, rows []string) bool {
	t.Helper()
	for _, level := range []qr.Ecc{qr.Low, qr.Medium, qr.Quartile, qr.High} {
		code, err := qr.EncodeText(text, level)
		if err != nil {
			t.Fatal(err)
		}
		if matches(code, rows) {
			return true
		}
	}
	return false
}

func matches(code *qr.QrCode, rows []string) bool {
	if len(rows) == 0 {
		return false
	}
	quiet := (len([]rune(rows[0])) - code.GetSize()) / 2
	dark := map[rune][2]bool{'█': {false, false}, '▀': {false, true}, '▄': {true, false}, ' ': {true, true}}
	if quiet < 1 || 2*len(rows) < code.GetSize()+2*quiet-1 {
		return false
	}
	for row, line := range rows {
		for x, block := range []rune(line) {
			pair, known := dark[block]
			for half := range 2 {
				if !known || pair[half] != code.GetModule(x-quiet, 2*row+half-quiet) {
					return false
				}
			}
		}
	}
	return true
}

// terminal is a new one: the end that a person sits at, and the program's.
func terminal(t *testing.T) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}
