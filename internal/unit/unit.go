// Package unit knows the systemd user unit that keeps the service running: its text,
// where it lies, and which locks hold in the service manager of a user.
//
// It never knows whether systemd is there, nor how it is spoken to.
package unit

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// Name is what systemctl calls it.
const Name = "cuecard.service"

// Program is where a package of the system has the binary, and Packaged its unit.
const (
	Program  = "/usr/bin/cuecard"
	Packaged = "/usr/lib/systemd/user/" + Name
)

// When is the moment at which the service starts.
type When string

const (
	// Session starts and stops it with the desktop, which tells its environment before.
	Session When = "session"
	// Login starts it with the user's service manager, for desktops that tell systemd nothing.
	Login When = "login"
)

// Target is what has the service started then.
func (w When) Target() string {
	if w == Session {
		return "graphical-session.target"
	}
	return "default.target"
}

// Targets are all that may have it started.
func Targets() []string { return []string{Session.Target(), Login.Target()} }

// Unit is what can differ from device to device.
type Unit struct {
	Program     string   // the binary's absolute path
	Options     []string // of cuecard serve
	Environment []string // NAME=VALUE
	Start       When
	Data        string // where the service keeps settings and cards, for those who read the file
}

// signature is how a file is known again as one that Cuecard wrote.
const signature = "# Written by cuecard install, and removed by cuecard uninstall."

// File is the unit as it is written for one user.
func (u Unit) File() string {
	return signature + "\n# For lines of your own: systemctl --user edit cuecard\n" + dataLine + u.Data + "\n" + u.Text()
}

const dataLine = "# Settings and cards are in "

// DataOf is the folder that a file of File names; empty when it names none.
func DataOf(file string) string {
	for line := range strings.Lines(file) {
		if dir, ok := strings.CutPrefix(line, dataLine); ok {
			return strings.TrimSuffix(dir, "\n")
		}
	}
	return ""
}

// Ours tells a file that was written by File.
func Ours(file string) bool { return strings.HasPrefix(file, signature+"\n") }

// Text is the unit as a package has it.
func (u Unit) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("[Unit]\nDescription=Cuecard puts notification cards on this screen")
	if u.Program == Program {
		line("Documentation=man:cuecard(1)")
	}
	if u.Start == Session {
		line("After=%s\nPartOf=%s", Session.Target(), Session.Target())
	}
	// Five minutes of failures end it: what does not heal until then needs a person.
	line("StartLimitIntervalSec=600\nStartLimitBurst=60\n")
	line("[Service]\nType=exec\nExecStart=%s", u.commandLine())
	for _, variable := range u.Environment {
		line("Environment=%s", quote(variable))
	}
	line("%s", service)
	line("[Install]\nWantedBy=%s", u.Start.Target())
	return strings.TrimSuffix(b.String(), "\n") + "\n"
}

// service is what holds on every device. The locks are those that a user's manager can
// set without privileges. A view of the file system of its own (ProtectSystem, PrivateTmp
// and their like) is not among them: before systemd 254 it is ignored, later it needs
// user namespaces and a start fails where they are forbidden, and PrivateTmp hides the X
// server's socket. CapabilityBoundingSet fails without privileges. SysV shared memory, which
// X11 is drawn through, is part of @system-service, and so is what sound needs.
const service = `Restart=on-failure
RestartSec=5
# A command line that is not understood does not get better.
RestartPreventExitStatus=2
TimeoutStopSec=10

UMask=0077
MemoryMax=512M
TasksMax=256
NoNewPrivileges=yes
LockPersonality=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
`

func (u Unit) commandLine() string {
	words := []string{quote(u.Program), "serve"}
	for _, option := range u.Options {
		words = append(words, quote(strings.ReplaceAll(option, "$", "$$")))
	}
	return strings.Join(words, " ")
}

// quote writes a word so that systemd reads it as it is.
func quote(word string) string {
	word = strings.ReplaceAll(word, "%", "%%")
	plain := strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/.:,=_+@%$-", r)
	}) < 0
	if plain && word != "" {
		return word
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
}

// Check says what is wrong with a unit that systemd could not run.
func (u Unit) Check() error {
	if !filepath.IsAbs(u.Program) {
		return fmt.Errorf("the path of the program must be absolute, not %q", u.Program)
	}
	for _, word := range slices.Concat([]string{u.Program, u.Data}, u.Options, u.Environment) {
		if strings.ContainsFunc(word, unicode.IsControl) {
			return fmt.Errorf("%q cannot stand in a systemd unit", word)
		}
	}
	return nil
}

// Path is where a user's own unit lies.
func Path() (string, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(config, "systemd", "user", Name), nil
}
