package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
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
	args, tail := f.split(args)
	for len(args) > 0 {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			f.help(t.out)
			return nil, errHelped
		}
		if err != nil {
			return nil, misuse("%w; cuecard %s --help lists the options", err, f.command.name)
		}
		if args = f.Args(); len(args) > 0 {
			words, args = append(words, args[0]), args[1:]
		}
	}
	return append(words, tail...), nil
}

// split ends the options at a "--" that is not the value of one.
func (f *flagSet) split(args []string) (options, tail []string) {
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return args[:i], args[i+1:]
		}
		if option := f.Lookup(strings.TrimLeft(args[i], "-")); option != nil && strings.HasPrefix(args[i], "-") && !isSwitch(option) {
			i++
		}
	}
	return args, nil
}

// isSwitch tells options that take no value.
func isSwitch(option *flag.Flag) bool {
	value, ok := option.Value.(interface{ IsBoolFlag() bool })
	return ok && value.IsBoolFlag()
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
	value := f.String(name, factory, usage+", or $"+variable)
	if set := os.Getenv(variable); set != "" {
		*value = set
	}
	return value
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

// number reads a number that JSON can hold.
func number(to *float64) func(string) error {
	return func(typed string) error {
		n, err := strconv.ParseFloat(typed, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return errors.New("a number is needed")
		}
		*to = n
		return nil
	}
}

// positive reads a number over zero: zero would mean that the option was not given.
func positive(to *float64) func(string) error {
	return func(typed string) error {
		if err := number(to)(typed); err != nil || *to <= 0 {
			return errors.New("a number over 0 is needed")
		}
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
