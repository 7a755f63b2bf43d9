package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cuecard.app/client"
	"cuecard.app/internal/atomicfile"
	"cuecard.app/internal/owner"
	"cuecard.app/internal/speech"
	"cuecard.app/internal/text"
)

func doctorCommand() command {
	return command{
		name:    "doctor",
		summary: "say what is right and what is wrong on this device, and what helps",
		example: "cuecard doctor",
		run: func(ctx context.Context, t terminal, args []string, flags *flagSet) error {
			data := flags.data()
			if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
				return wrongWords(words, err)
			}
			d := &doctor{t: t}
			d.examine(ctx, *data)
			if d.ill {
				return errSaid
			}
			return nil
		},
	}
}

// doctor writes one line for each finding.
type doctor struct {
	t   terminal
	ill bool
}

func (d *doctor) right(format string, args ...any) {
	fmt.Fprintf(d.t.out, "  ok     %s\n", fmt.Sprintf(format, args...))
}

func (d *doctor) note(format string, args ...any) {
	fmt.Fprintf(d.t.out, "  note   %s\n", fmt.Sprintf(format, args...))
}

func (d *doctor) wrong(help, format string, args ...any) {
	d.ill = true
	fmt.Fprintf(d.t.out, "  WRONG  %s\n         What helps: %s\n", fmt.Sprintf(format, args...), help)
}

func (d *doctor) examine(ctx context.Context, dir string) {
	d.directory(dir)
	d.fonts(dir)
	d.displays(ctx)
	d.sound(ctx)
	d.speech(ctx, speech.Wishes{Engine: speech.Auto})
	desk := owner.At(dir, slog.New(slog.NewTextHandler(d.t.err, nil)))
	status, err := desk.Status(ctx)
	switch {
	case errors.Is(err, owner.ErrNotRunning):
		d.wrong("cuecard serve", "No service is running on %s.", dir)
		d.port(ctx)
		return
	case err != nil:
		d.wrong("restart the service", "The service does not answer its owner: %v.", err)
		return
	}
	d.right("The service runs, version %s.", status.Version)
	if status.Version != version {
		d.wrong("restart the service", "This command is version %s, the service is %s.", version, status.Version)
	}
	d.service(ctx, status)
}

// fonts are those that cards are painted with: for pictures of the screen, and for screens that are no browser.
func (d *doctor) fonts(dir string) {
	fonts, err := text.Open(text.Options{System: true, CacheDir: dir})
	if err != nil {
		d.wrong("install this version again", "Cuecard's own fonts cannot be read: %v.", err)
		return
	}
	var served []string
	missing := map[string][]string{} // scripts by the package that has a font for them
	for _, script := range fonts.Coverage() {
		if script.Font != "" {
			served = append(served, script.Name)
		} else {
			missing[script.Package] = append(missing[script.Package], script.Name)
		}
	}
	d.right("Fonts for %s.", strings.Join(served, ", "))
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		d.note("No font for %s. Debian has one: apt install %s", strings.Join(missing[name], ", "), name)
	}
}

// service is what a running service says of itself, and whether it answers the network.
func (d *doctor) service(ctx context.Context, status owner.Status) {
	if _, err := client.New(status.URL).Health(ctx); err != nil {
		d.wrong("cuecard serve --listen :8090", "The API does not answer at %s: %v.", status.URL, err)
	} else {
		d.right("The API answers at %s.", status.URL)
	}
	switch {
	case status.OnlyHere:
		d.note("It listens on this machine only: other devices cannot send cards. To change that: cuecard serve --listen :8090")
	case status.Address == "":
		d.wrong("connect this device to the home network", "This device has no address on a network.")
	default:
		d.right("The network reaches it at %s.", status.Address)
	}
	if status.Overlay != "" {
		d.wrong(status.Helps, "Cards cannot be shown: %s.", status.Overlay)
	} else {
		d.right("Cards may be shown.")
	}
	d.screen(status)
	d.broker(status)
	if status.Unsaved != "" {
		d.wrong("make room in the data directory and make it writable", "Cards are shown but not saved: %s.", status.Unsaved)
	} else {
		d.right("Cards are saved.")
	}
	d.accept(status)
	if status.HasToken {
		d.right("A token is set: clients need it.")
	} else {
		d.note("No token is set: everybody on the network can send cards. To change that: cuecard token new")
	}
}

func (d *doctor) screen(status owner.Status) {
	s := status.Screen
	if s.Kind == "browser" && s.Viewers == 0 {
		d.note("No page is watching. Open %s/tv in a browser on the screen.", status.URL)
		return
	}
	d.right("The screen is %s, %d × %d, %d watching.", s.Kind, s.Width, s.Height, s.Viewers)
}

// broker is where cards come from too, when the owner has named one.
func (d *doctor) broker(status owner.Status) {
	switch {
	case status.Broker == "":
	case status.BrokerTrouble != "":
		d.wrong("cuecard settings mqtt=…, or another look at the broker", "The broker %s is not there: %s.", status.Broker, status.BrokerTrouble)
	default:
		d.right("Cards come from the broker %s too.", status.Broker)
	}
}

// directory tries what the service does with its data directory.
func (d *doctor) directory(dir string) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.note("The data directory %s will be made by the first start.", dir)
		return
	case err != nil:
		d.wrong("choose another with --data", "The data directory cannot be looked at: %v.", err)
		return
	case !info.IsDir():
		d.wrong("choose another with --data", "%s is not a directory.", dir)
		return
	}
	if err := tryToKeep(dir); err != nil {
		d.wrong("make room in it and make it writable, or choose another with --data", "Nothing can be kept in the data directory: %v.", err)
		return
	}
	d.right("Settings and cards can be kept in %s.", dir)
	for _, name := range []string{"settings.json", "cards.journal", "tvs.json"} {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().Perm() != 0o600 {
			d.wrong(fmt.Sprintf("chmod 600 '%s'", path), "Others on this machine can read %s.", path)
		}
	}
}

// tryToKeep writes as much as a few cards take.
func tryToKeep(dir string) error {
	probe := filepath.Join(dir, ".doctor")
	defer os.Remove(probe)
	return atomicfile.Write(probe, make([]byte, 16<<10))
}

// port looks who has the usual port while our service does not run.
func (d *doctor) port(ctx context.Context) {
	l, err := net.Listen("tcp", ":8090")
	if err == nil {
		l.Close()
		d.right("Port 8090 is free.")
		return
	}
	if health, err := client.New("http://localhost:8090").Health(ctx); err == nil {
		d.note("Port 8090 is answered by %s %s, on another data directory, or one that it cannot write to.", health.App, health.Version)
		return
	}
	d.wrong("stop it, or: cuecard serve --listen :8092", "Port 8090 is taken by another program.")
}
