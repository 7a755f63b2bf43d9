package deb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// printed writes what a command of the program prints into a file.
func printed(t *testing.T, name string, args ...string) string {
	t.Helper()
	result := cuecard.Run(t, "", args...)
	if result.Status != 0 || result.Out == "" {
		t.Fatalf("cuecard %q: %+v", args, result)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(result.Out), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheManualIsWellFormedAndNamesEveryCommand(t *testing.T) {
	t.Parallel()
	page := printed(t, "cuecard.1", "man")
	if said := runs(t, "man-db", "man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page); strings.Contains(said, "warning") {
		t.Error(said)
	}
	text := runs(t, "man-db", "man", "-E", "UTF-8", "-l", "-Tutf8", page)
	for line := range strings.Lines(cuecard.Run(t, "", "help").Out) {
		name, ok := strings.CutPrefix(line, "  cuecard ")
		if name, _, _ = strings.Cut(name, " "); ok && !strings.Contains(plain(text), "\n   "+name+"\n") {
			t.Errorf("%s is not in the manual", name)
		}
	}
	for _, word := range []string{"--listen ADDR", "-o FILE", "$CUECARD_SCREEN", "~/.local/share/cuecard", "--dry-run"} {
		if !strings.Contains(strings.ReplaceAll(plain(text), "‐\n              ", ""), word) {
			t.Errorf("%q is not in the manual", word)
		}
	}
}

// plain is text without the strokes that make a terminal's letters bold.
func plain(text string) string {
	var kept []rune
	for _, r := range text {
		if r == '\b' && len(kept) > 0 {
			kept = kept[:len(kept)-1]
			continue
		}
		kept = append(kept, r)
	}
	return strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "", "\x1b[4m", "", "\x1b[22m", "", "\x1b[24m", "").Replace(string(kept))
}

func TestTheManualDoesNotNameTheHomeOfWhoeverPrintedIt(t *testing.T) {
	t.Parallel()
	a, b := cuecard.Run(t, "", "man").Out, cuecard.Run(t, "", "man").Out // in homes of their own
	if a != b {
		t.Error("two users print two manuals")
	}
}

func TestBashCompletesWhatIsTyped(t *testing.T) {
	t.Parallel()
	script := printed(t, "cuecard", "completion", "bash")
	saved := t.TempDir()
	cuecard.Run(t, "", "tvs", "add", "kitchen", "http://192.168.1.20:8090", "--data", saved)
	for typed, want := range map[string]string{
		"se":                              "serve send settings",
		"unin":                            "uninstall",
		"compl":                           "",
		"help se":                         "serve send settings",
		"send hello --pos":                "--position",
		"send hello --position top":       "top-left top-right",
		"serve --screen ":                 "auto wayland x11 browser shell",
		"--scr":                           "--screen",
		"install --start ":                "session login",
		"token ":                          "new show clear",
		"tvs ":                            "list add remove",
		"tvs remove ":                     "kitchen",
		"send --to ":                      "kitchen",
		"render -":                        "-o",
		"send hello --title ":             "",
		"settings ":                       "",
		"nonsense ":                       "",
		"tvs list ":                       "",
		"overlay allow --data /nowhere -": "--data --help",
	} {
		words := strings.Split("cuecard "+typed, " ")
		ask := `source "$1"; shift; PATH=` + filepath.Dir(string(cuecard)) + `:$PATH; export CUECARD_DATA=` + saved + `
			complete -p cuecard >/dev/null || exit 1
			COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cuecard cuecard "${COMP_WORDS[COMP_CWORD]}" ""; echo "${COMPREPLY[*]}"`
		said := strings.TrimSpace(runs(t, "bash", "bash", append([]string{"-euc", ask, "bash", script}, words...)...))
		if typed == "render -" {
			if !slices.Contains(strings.Fields(said), "-o") {
				t.Errorf("%q: %q", typed, said)
			}
			continue
		}
		if said != want {
			t.Errorf("%q becomes %q, not %q", typed, said, want)
		}
	}
}

func TestOtherShellsReadTheirScripts(t *testing.T) {
	t.Parallel()
	runs(t, "zsh", "zsh", "-n", printed(t, "_cuecard", "completion", "zsh"))
	script := printed(t, "cuecard.fish", "completion", "fish")
	said := runs(t, "fish", "fish", "--no-config", "-c", "set -x PATH "+filepath.Dir(string(cuecard))+" $PATH; source "+script+"; complete -C 'cuecard send hello --position top'")
	if said != "top-left\ntop-right\n" {
		t.Errorf("fish completes %q", said)
	}
}
