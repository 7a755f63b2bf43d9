package cli

import (
	"regexp"
	"strings"
	"testing"
)

var commands = []string{"serve", "send", "dismiss", "tvs", "render", "sound", "speech", "token", "overlay", "settings", "screens", "address", "console", "doctor", "install", "uninstall", "version"}

func TestHelpListsEveryCommand(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}, {"-help"}} {
		said := user.does(t, args...)
		for _, command := range commands {
			says(t, said, "cuecard "+command)
		}
		says(t, said, "Example")
	}
}

func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	for _, command := range commands {
		said := user.does(t, command, "--help")
		says(t, said, "Usage:\n  cuecard "+command, "Example:\n  ", "cuecard "+command)
		for _, args := range [][]string{{command, "-h"}, {"help", command}} {
			if also := user.does(t, args...); also != said {
				t.Errorf("%q says something else: %s", args, also)
			}
		}
	}
}

func TestHelpNamesEveryOption(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	says(t, user.does(t, "serve", "--help"), "--listen", "--data", "--console", "--screen", "--accept",
		"$CUECARD_LISTEN", "$CUECARD_DATA", "$CUECARD_CONSOLE", "$CUECARD_SCREEN", "$CUECARD_ACCEPT", ":8090", "127.0.0.1:8091")
	says(t, user.does(t, "send", "--help"), "--id", "--title", "--image", "--icon", "--duration", "--persistent", "--position", "--width",
		"--background", "--text-color", "--accent", "--dim", "--sound", "--speak", "--to", "--token", "$CUECARD_TOKEN")
	says(t, user.does(t, "tvs", "--help"), "list", "add NAME URL", "remove NAME", "--token")
	says(t, user.does(t, "token", "--help"), "new", "show", "clear", "--data")
	says(t, user.does(t, "screens", "--help"), "list", "approve CODE", "revoke ID")
}

func TestHelpDoesNotShowTheToken(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir()).with("CUECARD_TOKEN=very-secret")
	for _, command := range commands {
		if said := user.does(t, command, "--help"); strings.Contains(said, "very-secret") {
			t.Errorf("%s --help shows it: %s", command, said)
		}
	}
}

func TestVersionIsTheServices(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	health, err := h.Client().Health(t.Context())
	if err != nil || !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(health.Version) {
		t.Errorf("%+v, %v", health, err)
	}
	for _, word := range []string{"version", "--version"} {
		if said := at(h.Dir).does(t, word); said != "cuecard "+health.Version+"\n" {
			t.Errorf("%q", said)
		}
	}
}

func TestWhatIsNotUnderstoodEndsWithTwo(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	for _, args := range [][]string{
		{"sned", "hello"}, {""}, {"help", "sned"}, {"help", ""}, {"SEND", "hello"},
		{"--nonsense"}, {"--listen"}, {"serve", "now"}, {"serve", "--port", "1"},
		{"send"}, {"send", "two", "messages"}, {"send", "hello", "--nonsense"}, {"send", "hello", "--title"},
		{"send", "hello", "--duration", "long"}, {"send", "hello", "--duration", "0"}, {"send", "hello", "--width", "-1"},
		{"send", "hello", "--dim", "dark"}, {"send", "hello", "--speak=maybe"},
		{"dismiss"}, {"dismiss", "a", "b"}, {"tvs", "add"}, {"tvs", "list", "all"}, {"version", "2"}, {"doctor", "--nonsense"},
	} {
		complaint := user.fails(t, 2, args...)
		if !strings.HasPrefix(complaint, "cuecard: ") || strings.Count(complaint, "\n") != 1 || !strings.Contains(complaint, "help") {
			t.Errorf("%q: one line that says where help is, not %q", args, complaint)
		}
	}
}

func TestNumbersThatAreNoneAreNotUnderstood(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	for _, typed := range []string{"NaN", "Inf", "-Inf", "1e999"} {
		for _, option := range []string{"--duration", "--width", "--dim"} {
			user.fails(t, 2, "send", "hello", "--to", "127.0.0.1:1", option, typed)
		}
	}
}
