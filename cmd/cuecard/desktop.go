package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"cuecard.app/internal/unit"
)

// manager is the service manager of this user.
type manager struct {
	err       error // why it cannot be asked
	variables []string
}

func findManager(ctx context.Context) manager {
	m := manager{variables: os.Environ()}
	if _, err := exec.LookPath("systemctl"); err != nil {
		m.err = errors.New("there is no systemd here; start it with the desktop in another way: cuecard serve")
		return m
	}
	// A shell of su or sudo does not know where the user's bus is.
	if os.Getenv("XDG_RUNTIME_DIR") == "" {
		m.variables = append(m.variables, fmt.Sprintf("XDG_RUNTIME_DIR=/run/user/%d", os.Getuid()))
	}
	if _, err := m.do(ctx, "show-environment"); err != nil {
		m.err = fmt.Errorf("this user's systemd does not answer (%w)", err)
	}
	return m
}

// do asks systemctl, and makes its complaint one line.
func (m manager) do(ctx context.Context, words ...string) (string, error) {
	var errs strings.Builder
	cmd := exec.CommandContext(ctx, "systemctl", append([]string{"--user", "--no-ask-password"}, words...)...)
	cmd.Env, cmd.Stderr = m.variables, &errs
	out, err := cmd.Output()
	if line, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n"); err != nil && line != "" {
		err = errors.New(strings.TrimSuffix(line, "."))
	}
	return string(out), err
}

// desktop is what is known of this user's screen.
type desktop struct {
	session                 bool // it tells systemd when it is there
	wayland, x11, authority string
	found                   string // where the names come from
}

func findDesktop(m manager) desktop {
	told := map[string]string{}
	if m.err == nil {
		out, _ := m.do(context.Background(), "show-environment")
		for line := range strings.Lines(out) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			told[name] = value
		}
	}
	d := desktopIn(func(name string) string { return told[name] }, "as the desktop told systemd")
	// Over ssh the environment names the screen of another machine, or none.
	if os.Getenv("SSH_CONNECTION") == "" {
		if here := desktopIn(os.Getenv, "as this desktop has it"); here.wayland != "" || here.x11 != "" {
			d = here
		}
	}
	if m.err == nil {
		_, idle := m.do(context.Background(), "is-active", "graphical-session.target")
		d.session = idle == nil
	}
	return d
}

func desktopIn(variable func(string) string, found string) desktop {
	d := desktop{wayland: variable("WAYLAND_DISPLAY"), found: found}
	if name := variable("DISPLAY"); strings.HasPrefix(name, ":") { // else it is another machine's
		d.x11, d.authority = name, variable("XAUTHORITY")
	}
	return d
}

// kindOf is the kind of screen that has such a name.
func kindOf(display string) string {
	if strings.Contains(display, ":") {
		return "x11"
	}
	return "wayland"
}

// wish is what was asked for of the screen.
type wish struct{ screen, display, start *string }

func (w wish) check(flags *flagSet) error {
	for option, value := range map[string]*string{"screen": w.screen, "start": w.start} {
		known := slices.DeleteFunc(choices(flags.Lookup(option)), func(kind string) bool { return kind == "shell" })
		if *value != "" && !slices.Contains(known, *value) {
			return misuse("--%s must be one of %s, not %q; --help says more", option, strings.Join(known, ", "), *value)
		}
	}
	if *w.display == "" {
		return nil
	}
	kind := kindOf(*w.display)
	if *w.screen != "auto" && *w.screen != kind {
		return misuse("--display %s is one of %s, and --screen says %s; --help says more", *w.display, kind, *w.screen)
	}
	return nil
}

// place is where and when the service will run.
type place struct {
	start       unit.When
	session     bool // the desktop is there, and told systemd
	screen      string
	environment []string
	why         string // for people
}

// fit makes of the wish and of the desktop what the unit has to say.
//
// A desktop that reaches graphical-session.target has told systemd its names before, so
// nothing needs to be written down. On all others the service starts before them: the
// kind of screen and its name stand in the unit, and the screen waits for its display.
func (w wish) fit(d desktop) place {
	p := place{start: unit.When(*w.start), session: d.session, screen: *w.screen}
	if p.start == "" {
		p.start = unit.Login
		if d.session {
			p.start = unit.Session
		}
	}
	if *w.display != "" {
		authority := d.authority
		d = desktop{wayland: *w.display, found: "as asked for"}
		if kindOf(*w.display) == "x11" {
			d = desktop{x11: *w.display, authority: authority, found: d.found}
		}
	} else if p.start == unit.Session || p.screen == "browser" {
		p.why = p.screen
		if p.screen == "auto" {
			p.why = "what the desktop has: Wayland, else X11, else a browser's page"
		}
		return p
	}
	switch {
	case p.screen == "auto" && d.wayland != "":
		p.screen = "wayland"
	case p.screen == "auto" && d.x11 != "":
		p.screen = "x11"
	case p.screen == "auto":
		p.why = "a page in a browser: no desktop was found here. For one, run this in it, or name it: cuecard install --display :0"
		return p
	}
	return p.on(d)
}

// on writes the display's name down; one that is not known has its usual name.
func (p place) on(d desktop) place {
	name, usual, variable := d.wayland, "wayland-0", "WAYLAND_DISPLAY"
	if p.screen == "x11" {
		name, usual, variable = d.x11, ":0", "DISPLAY"
	}
	if name == "" {
		name, d.found = usual, "its usual name; another one: --display NAME"
	}
	p.environment = []string{variable + "=" + name}
	p.why = fmt.Sprintf("%s on %s, %s", p.screen, name, d.found)
	home, _ := os.UserHomeDir()
	if p.screen == "x11" && d.authority != "" && d.authority != filepath.Join(home, ".Xauthority") {
		p.environment = append(p.environment, "XAUTHORITY="+d.authority)
		if strings.HasPrefix(d.authority, "/run/") || strings.HasPrefix(d.authority, "/tmp/") {
			p.why += "\n          Its key " + d.authority + " may have another name at the next login; docs/install.md says what helps."
		}
	}
	return p
}
