// Command cuecard puts cards on a television, and sends them to one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// version of the program, as /health tells it.
const version = "0.1.0"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// terminal is what a command reads from and writes to.
type terminal struct {
	in       io.Reader
	out, err io.Writer
}

// command is one word of the command line.
type command struct {
	name    string
	summary string
	usage   string // what follows the name
	example string
	hidden  bool // for packages and shells, not for people
	// run declares its options before anything else: manual and completion ask for --help to see them.
	run func(ctx context.Context, t terminal, args []string, flags *flagSet) error
}

func commands() []command {
	return []command{
		serveCommand(),
		sendCommand(),
		dismissCommand(),
		tvsCommand(),
		renderCommand(),
		soundCommand(),
		speechCommand(),
		tokenCommand(),
		overlayCommand(),
		settingsCommand(),
		screensCommand(),
		addressCommand(),
		consoleCommand(),
		doctorCommand(),
		installCommand(),
		uninstallCommand(),
		{name: "version", summary: "print the version", example: "cuecard version", run: printVersion},
		completionCommand(),
		manCommand(),
		unitCommand(),
	}
}

// shown are the commands that people are told of.
func shown() []command {
	return slices.DeleteFunc(commands(), func(c command) bool { return c.hidden })
}

// usageError is a command line that cannot be understood; the program ends with 2.
type usageError struct{ error }

func misuse(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run is the whole program: serve is the default command.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	t := terminal{in, out, errs}
	err := dispatch(ctx, t, args)
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		fmt.Fprintln(errs, "cuecard:", err)
		return 2
	case !errors.Is(err, errSaid):
		fmt.Fprintln(errs, "cuecard:", err)
	}
	return 1
}

// errSaid is the error of a command that has already told what is wrong.
var errSaid = errors.New("said")

func dispatch(ctx context.Context, t terminal, args []string) error {
	name, rest := "serve", args
	switch {
	case len(args) == 0:
	case slices.Contains([]string{"-h", "-help", "--help"}, args[0]):
		name = "help"
	case args[0] == "--version":
		name, rest = "version", args[1:]
	case !strings.HasPrefix(args[0], "-"):
		name, rest = args[0], args[1:]
	}
	if name == "help" && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		name, rest = rest[0], []string{"--help"}
	}
	if name == "help" {
		printHelp(t.out)
		return nil
	}
	for _, c := range commands() {
		if c.name == name {
			return c.run(ctx, t, rest, newFlags(c))
		}
	}
	return misuse("there is no command %q; cuecard help lists them", name)
}

func printHelp(w io.Writer) {
	fmt.Fprint(w, "Cuecard puts a notification on a television.\n\n")
	for _, c := range shown() {
		fmt.Fprintf(w, "  cuecard %-10s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\ncuecard COMMAND --help says more. Without a command, cuecard serves.\n\n"+
		"Example:\n  cuecard serve &\n  cuecard send \"The wash is done\" --title Laundry\n")
}

func printVersion(_ context.Context, t terminal, args []string, flags *flagSet) error {
	if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
		return wrongWords(words, err)
	}
	fmt.Fprintln(t.out, "cuecard", version)
	return nil
}
