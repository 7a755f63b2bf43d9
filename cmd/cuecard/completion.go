package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
)

// completionCommand prints a script for a shell. The script asks the program itself
// what may come next, so that it fits every version.
func completionCommand() command {
	return command{
		name:    "completion",
		usage:   "bash | zsh | fish | words -- WORD …",
		summary: "print the completion script of a shell, or the words that can come next",
		example: "cuecard completion bash > ~/.local/share/bash-completion/completions/cuecard",
		hidden:  true,
		run: func(_ context.Context, t terminal, args []string, flags *flagSet) error {
			words, err := flags.parse(t, args)
			if err != nil || len(words) == 0 {
				return wrongWords(words, err)
			}
			if words[0] == "words" && len(words) > 1 {
				printNext(t.out, words[1:])
				return nil
			}
			script := map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[words[0]]
			if script == "" || len(words) > 1 {
				return wrongWords(words, nil)
			}
			fmt.Fprint(t.out, script)
			return nil
		},
	}
}

const bashScript = `# bash completion for cuecard
_cuecard() {
	local word
	COMPREPLY=()
	while IFS=$'\t' read -r word _; do
		COMPREPLY+=("$word")
	done < <("${1/#\~/$HOME}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _cuecard cuecard
`

const zshScript = `#compdef cuecard
_cuecard() {
	local -a found
	local word help
	while IFS=$'\t' read -r word help; do
		found+=("${word//:/\\:}:$help")
	done < <("${~words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)
	if (( $#found )); then
		_describe cuecard found
	else
		_files
	fi
}
if [ "$funcstack[1]" = "_cuecard" ]; then
	_cuecard "$@"
else
	compdef _cuecard cuecard
fi
`

const fishScript = `# fish completion for cuecard
function __cuecard_words
    set -l typed (commandline -opc) (commandline -ct)
    set -l found (cuecard completion words -- $typed[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c cuecard -f -a '(__cuecard_words)'
`

// suggestion is a word that can come next.
type suggestion struct{ word, help string }

// printNext prints what the last of the words can become, with a tab before its help.
func printNext(w io.Writer, typed []string) {
	last := typed[len(typed)-1]
	for _, s := range next(typed[:len(typed)-1], last) {
		if strings.HasPrefix(s.word, last) {
			fmt.Fprintf(w, "%s\t%s\n", s.word, s.help)
		}
	}
}

// next is all that can follow the words before; nothing leaves it to the names of files.
func next(before []string, last string) []suggestion {
	option := strings.HasPrefix(last, "-")
	if !option && (len(before) == 0 || len(before) == 1 && before[0] == "help") {
		return commandNames(len(before) == 0)
	}
	name, before := "serve", before
	if len(before) > 0 && !strings.HasPrefix(before[0], "-") {
		name, before = before[0], before[1:]
	}
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		flags := c.flags()
		if len(before) > 0 {
			if valued := flags.valued(before[len(before)-1]); valued != nil {
				return values(flags, valued)
			}
		}
		if option {
			return optionNames(flags)
		}
		return wordsOf(c, flags, before)
	}
	return nil
}

func commandNames(withHelp bool) (names []suggestion) {
	for _, c := range shown() {
		names = append(names, suggestion{c.name, c.summary})
	}
	if withHelp {
		names = append(names, suggestion{"help", "say more about a command"})
	}
	return names
}

// flags are the command's options, which it declares when it is asked for help.
func (c command) flags() *flagSet {
	flags := newFlags(c)
	_ = c.run(context.Background(), terminal{strings.NewReader(""), io.Discard, io.Discard}, []string{"--help"}, flags)
	return flags
}

// valued is the option whose value comes next; nil when the word is none that takes one.
func (f *flagSet) valued(word string) *flag.Flag {
	if !strings.HasPrefix(word, "-") {
		return nil
	}
	if option := f.Lookup(strings.TrimLeft(word, "-")); option != nil && !isSwitch(option) {
		return option
	}
	return nil
}

func values(flags *flagSet, option *flag.Flag) (found []suggestion) {
	if option.Name == "to" {
		return tvNames(flags)
	}
	for _, choice := range choices(option) {
		found = append(found, suggestion{word: choice})
	}
	return found
}

func optionNames(flags *flagSet) (names []suggestion) {
	flags.VisitAll(func(option *flag.Flag) {
		_, help := flag.UnquoteUsage(option)
		names = append(names, suggestion{dashed(option), help})
	})
	return append(names, suggestion{"--help", "say more"})
}

// dashed is an option as it is typed.
func dashed(option *flag.Flag) string {
	if len(option.Name) == 1 {
		return "-" + option.Name
	}
	return "--" + option.Name
}

// wordsOf are the words that a command's usage begins with, and names that it takes.
func wordsOf(c command, flags *flagSet, before []string) (found []suggestion) {
	if len(before) == 1 && c.name == "tvs" && before[0] == "remove" {
		return tvNames(flags)
	}
	if len(before) > 0 {
		return nil
	}
	for _, way := range strings.Split(c.usage, " | ") {
		word, rest, _ := strings.Cut(way, " ")
		if regexp.MustCompile(`^[a-z]+$`).MatchString(word) {
			found = append(found, suggestion{word, rest})
		}
	}
	return found
}

func tvNames(flags *flagSet) (names []suggestion) {
	tvs, _ := addressBook(filepath.Join(flags.Lookup("data").Value.String(), "tvs.json")).read()
	for _, tv := range tvs {
		names = append(names, suggestion{harmless(tv.Name), harmless(tv.URL)})
	}
	return names
}

// choices are the values that an option's help lists behind its placeholder, as in
// "`KIND`: one, two (the second) or three".
func choices(option *flag.Flag) (found []string) {
	_, list, ok := strings.Cut(option.Usage, "`: ")
	if !ok {
		return nil
	}
	list, _, _ = strings.Cut(list, ";")
	list = regexp.MustCompile(` \([^)]*\)`).ReplaceAllString(list, "")
	for _, word := range regexp.MustCompile(`, or | or |, `).Split(list, -1) {
		if regexp.MustCompile(`^[a-z0-9-]+$`).MatchString(word) {
			found = append(found, word)
		}
	}
	return found
}
