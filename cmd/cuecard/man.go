package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// manCommand prints the manual page, made of what the commands say of themselves.
func manCommand() command {
	return command{
		name:    "man",
		summary: "print the manual page",
		example: "cuecard man | man -l -",
		hidden:  true,
		run: func(_ context.Context, t terminal, args []string, flags *flagSet) error {
			if words, err := flags.parse(t, args); err != nil || len(words) > 0 {
				return wrongWords(words, err)
			}
			printManual(t.out)
			return nil
		},
	}
}

func printManual(w io.Writer) {
	fmt.Fprintf(w, `.TH CUECARD 1 "" "Cuecard %s" "User Commands"
.SH NAME
cuecard \- put notification cards on a television
.SH SYNOPSIS
.B cuecard
.RI [ COMMAND ]
.RI [ options ]
.SH DESCRIPTION
Anything on the home network that can send HTTP posts a card, and the screen of this device shows it large.
Without a command, cuecard serves.
Options may stand before, between and behind the words of a command.
.SH COMMANDS
`, roff(version))
	for _, c := range shown() {
		c.printManual(w)
	}
	fmt.Fprint(w, `.SH EXIT STATUS
0 when all is well, 2 when the command line was not understood, 1 when something else was wrong.
.SH FILES
.TP
.I ~/.local/share/cuecard
settings, cards and names of TVs
.TP
.I ~/.config/systemd/user/cuecard.service
the unit that cuecard install writes, when the one of the package does not fit
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1)
`)
}

func (c command) printManual(w io.Writer) {
	fmt.Fprintf(w, ".SS %s\n%s.\n.PP\n.B cuecard %s\n", c.name, roff(capital(c.summary)), c.name)
	if c.usage != "" {
		fmt.Fprintln(w, roff(c.usage))
	}
	c.flags().VisitAll(func(option *flag.Flag) {
		value, usage := flag.UnquoteUsage(option)
		fmt.Fprintf(w, ".TP\n\\fB%s\\fR", roff(dashed(option)))
		if value != "" {
			fmt.Fprintf(w, " \\fI%s\\fR", roff(value))
		}
		fmt.Fprintf(w, "\n%s", roff(usage))
		factory := option.DefValue
		if factory == dataDir() { // that of whoever reads this, not of whoever printed it
			factory = "~/.local/share/cuecard"
		}
		if factory != "" && factory != "false" {
			fmt.Fprintf(w, " (%s)", roff(factory))
		}
		fmt.Fprintln(w)
	})
	fmt.Fprint(w, ".PP\nExample:\n.PP\n.nf\n.RS\n")
	for line := range strings.Lines(c.example) {
		fmt.Fprintln(w, roff(strings.TrimSuffix(line, "\n")))
	}
	fmt.Fprint(w, ".RE\n.fi\n")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// roff is text that the formatter prints as it is.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "~", `\(ti`, "^", `\(ha`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}
