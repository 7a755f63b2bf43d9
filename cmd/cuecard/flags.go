package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// flagSet is a command's options. They may stand before, between and behind its words.
type flagSet struct {
	*flag.FlagSet
	command command
}

func newFlags(c command) *flagSet {
	f := &flagSet{flag.NewFlagSet(c.name, flag.ContinueOnError), c}
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return f
}

// errHelped ends a command that was only asked for its help.
var errHelped = errors.New("helped")

// parse returns the words that are not options.
func (f *flagSet) parse(t terminal, args []string) (words []string, err error) {
	for {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			f.help(t.out)
			return nil, errHelped
		}
		if err != nil {
			return nil, misuse("%w; cuecard %s --help lists the options", err, f.command.name)
		}
		rest := f.Args()
		if len(rest) == 0 {
			return words, nil
		}
		if consumed := len(args) - len(rest); consumed > 0 && args[consumed-1] == "--" {
			return append(words, rest...), nil
		}
		words, args = append(words, rest[0]), rest[1:]
	}
}

func (f *flagSet) help(w io.Writer) {
	fmt.Fprintf(w, "cuecard %s: %s\n\nUsage:\n  cuecard %s\n", f.command.name, f.command.summary,
		strings.TrimSpace(f.command.name+" "+f.command.usage))
	first := true
	f.VisitAll(func(option *flag.Flag) {
		if first {
			fmt.Fprint(w, "\nOptions:\n")
			first = false
		}
		value, usage := flag.UnquoteUsage(option)
		fmt.Fprintf(w, "  --%-24s %s", strings.TrimSpace(option.Name+" "+value), usage)
		if option.DefValue != "" && option.DefValue != "false" {
			fmt.Fprintf(w, " (%s)", option.DefValue)
		}
		fmt.Fprintln(w)
	})
	fmt.Fprintf(w, "\nExample:\n  %s\n", strings.ReplaceAll(f.command.example, "\n", "\n  "))
}

// fromEnvironment adds an option that the environment can set too.
func (f *flagSet) fromEnvironment(name, factory, usage string) *string {
	variable := "CUECARD_" + strings.ToUpper(name)
	value := factory
	if set := os.Getenv(variable); set != "" {
		value = set
	}
	return f.String(name, value, usage+", or $"+variable)
}

// data adds the option that all commands of the owner have.
func (f *flagSet) data() *string {
	return f.fromEnvironment("data", dataDir(), "keep settings and cards in `DIR`")
}

func dataDir() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "cuecard")
	}
	if home, err := os.UserHomeDir(); err == nil {
		return filepath.Join(home, ".local", "share", "cuecard")
	}
	return "/var/lib/cuecard"
}

// positive reads a number over zero: zero would mean that the option was not given.
func positive(to *float64) func(string) error {
	return func(typed string) error {
		n, err := strconv.ParseFloat(typed, 64)
		if err != nil || n <= 0 {
			return errors.New("a number over 0 is needed")
		}
		*to = n
		return nil
	}
}

// wrongWords is the error of words where none, or others, are taken.
func wrongWords(words []string, err error) error {
	switch {
	case errors.Is(err, errHelped):
		return nil
	case err != nil:
		return err
	case len(words) == 0:
		return misuse("something is missing; --help says what")
	default:
		return misuse("%q is not understood; --help says what is", strings.Join(words, " "))
	}
}
