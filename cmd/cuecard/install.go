package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"strings"

	"cuecard.app/internal/owner"
	"cuecard.app/internal/unit"
)

func installCommand() command {
	return command{
		name:    "install",
		usage:   "[options]",
		summary: "have this device start the service by itself, as a systemd unit of this user",
		example: "cuecard install\ncuecard install --screen x11 --display :0 --listen :8090",
		run:     install,
	}
}

func install(ctx context.Context, t terminal, args []string, flags *flagSet) error {
	o := serveOptions(flags)
	var serving []*flag.Flag // the options of serve, which the unit repeats
	flags.VisitAll(func(option *flag.Flag) { serving = append(serving, option) })
	wish := wish{screen: o.screen,
		display: flags.String("display", "", "the screen's `NAME`, such as :0 or wayland-0; else the one of this desktop"),
		start:   flags.String("start", "", "`WHEN`: session (with the desktop) or login (where desktops tell systemd nothing); else what fits this desktop")}
	dry := flags.Bool("dry-run", false, "print the unit and change nothing")
	if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
		return wrongWords(words, err)
	}
	if err := wish.check(flags); err != nil {
		return err
	}
	m := findManager(ctx)
	place := wish.fit(findDesktop(m))
	u, err := newUnit(place, serving, *o.data)
	if err != nil {
		return err
	}
	if *dry {
		fmt.Fprint(t.out, u.File())
		return nil
	}
	i := installer{t: t, manager: m, unit: u, place: place}
	return i.install(ctx)
}

// newUnit is the unit that runs this program with the options that are not the factory's.
func newUnit(p place, serving []*flag.Flag, data string) (unit.Unit, error) {
	program, err := thisProgram()
	if err != nil {
		return unit.Unit{}, err
	}
	u := unit.Unit{Program: program, Environment: p.environment, Start: p.start}
	if u.Data, err = filepath.Abs(data); err != nil {
		return unit.Unit{}, err
	}
	home, _ := os.UserHomeDir()
	for _, option := range serving {
		value, factory := option.Value.String(), option.DefValue
		switch option.Name {
		case "data": // the service has no $XDG_DATA_HOME
			value, factory = u.Data, filepath.Join(home, ".local", "share", "cuecard")
		case "screen":
			value = p.screen
		}
		if value != factory {
			u.Options = append(u.Options, "--"+option.Name, value)
		}
	}
	return u, u.Check()
}

// thisProgram is the path that the unit starts.
func thisProgram() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("this program's own path is not known: %w", err)
	}
	if strings.Contains(program, "/go-build") {
		return "", errors.New("this program is a temporary one of go run, and would be gone at the next start; build it with make build, then: bin/cuecard install")
	}
	if _, err := os.Stat(program); err != nil {
		return "", fmt.Errorf("this program is no longer where it was started from: %w", err)
	}
	return program, nil
}

// installer brings a unit to where systemd finds it, and starts it.
type installer struct {
	t       terminal
	manager manager
	unit    unit.Unit
	place   place
}

func (i installer) say(format string, args ...any) { fmt.Fprintf(i.t.out, format+"\n", args...) }

func (i installer) install(ctx context.Context) error {
	if err := refuseSudo("install"); err != nil {
		return err
	}
	files, err := findUnitFiles()
	if err != nil {
		return err
	}
	changed, err := files.write(i.unit)
	if err != nil {
		return err
	}
	if changed {
		i.say("Cuecard is installed for %s: %s", userName(), files.used())
	} else {
		i.say("Nothing had to change: Cuecard is installed for %s.", userName())
	}
	i.say("  Runs    %s", i.unit.Program)
	i.say("  Starts  %s", map[unit.When]string{unit.Session: "with the desktop, and again after a failure", unit.Login: "at login, and again after a failure"}[i.unit.Start])
	i.say("  Screen  %s", i.place.why)
	i.start(ctx, changed)
	i.say("Look at it:  systemctl --user status cuecard\nIts log:     journalctl --user -u cuecard\nRemove it:   cuecard uninstall")
	if i.unit.Start == unit.Login && !lingers() {
		i.say("To have it run while nobody is logged in:  loginctl enable-linger")
	}
	return nil
}

// start starts the service when it can be started now; what is missing is said.
func (i installer) start(ctx context.Context, changed bool) {
	if i.manager.err != nil {
		fmt.Fprintf(i.t.err, "It could not be started now: %v.\nIt starts at the next login, or with:  systemctl --user daemon-reload && systemctl --user restart cuecard\n", i.manager.err)
		return
	}
	if changed {
		_, _ = i.manager.do(ctx, "daemon-reload") // a failure shows at the start
	}
	_, idle := i.manager.do(ctx, "is-active", unit.Name)
	switch _, err := owner.At(i.unit.Data, slog.New(slog.DiscardHandler)).Status(ctx); {
	case idle == nil && !changed:
		i.say("It is running.")
		return
	case idle != nil && err == nil:
		fmt.Fprintln(i.t.err, "A service that was started by hand is running. Stop it, then:  systemctl --user restart cuecard")
		return
	case idle != nil && i.unit.Start == unit.Session && !i.place.session:
		i.say("It starts when the desktop does.")
		return
	}
	if _, err := i.manager.do(ctx, "restart", unit.Name); err != nil {
		fmt.Fprintf(i.t.err, "It did not start: %v.\n", err)
		return
	}
	i.say("It was started.")
}

func uninstallCommand() command {
	return command{
		name:    "uninstall",
		summary: "undo cuecard install; settings and cards stay",
		example: "cuecard uninstall",
		run:     uninstall,
	}
}

func uninstall(ctx context.Context, t terminal, args []string, flags *flagSet) error {
	if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
		return wrongWords(words, err)
	}
	if err := refuseSudo("uninstall"); err != nil {
		return err
	}
	files, err := findUnitFiles()
	if err != nil {
		return err
	}
	data := files.data()
	if data == "" {
		data = dataDir()
	}
	if !files.there() {
		fmt.Fprintf(t.out, "Cuecard is not installed for %s: nothing was removed.\n", userName())
		return nil
	}
	m := findManager(ctx)
	if m.err == nil {
		_, err := m.do(ctx, "stop", unit.Name)
		m.err = err
	}
	if err := files.remove(); err != nil {
		return err
	}
	if m.err != nil {
		fmt.Fprintf(t.err, "It could not be stopped: %v.\nIf it runs, it runs until the next start of this device.\n", m.err)
	} else {
		_, _ = m.do(ctx, "daemon-reload")
		_, _ = m.do(ctx, "reset-failed", unit.Name) // fails when there is nothing to forget
	}
	fmt.Fprintln(t.out, "Cuecard no longer starts by itself.")
	if _, err := os.Stat(data); err == nil {
		fmt.Fprintf(t.out, "Settings and cards are kept in %s; remove that folder if nobody needs them.\n", data)
	}
	return nil
}

// refuseSudo keeps root from installing for itself what was meant for the desktop's user.
func refuseSudo(command string) error {
	name := os.Getenv("SUDO_USER")
	if os.Getuid() != 0 || name == "" || name == "root" {
		return nil
	}
	return fmt.Errorf("the service belongs to the user of the desktop, not to root; without sudo: cuecard %s; for another user: sudo -u NAME cuecard %s", command, command)
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "this user"
}

// lingers tells whether the user's services run while the user is logged out.
func lingers() bool {
	_, err := os.Stat(filepath.Join("/var/lib/systemd/linger", userName()))
	return !errors.Is(err, fs.ErrNotExist)
}

// unitCommand prints the unit for those who build packages.
func unitCommand() command {
	return command{
		name:    "unit",
		summary: "print the systemd user unit as a package has it",
		example: "cuecard unit",
		hidden:  true,
		run: func(_ context.Context, t terminal, args []string, flags *flagSet) error {
			if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
				return wrongWords(words, err)
			}
			fmt.Fprint(t.out, unit.Unit{Program: unit.Program, Start: unit.Session}.Text())
			return nil
		},
	}
}
