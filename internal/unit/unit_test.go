package unit

import (
	"slices"
	"strings"
	"testing"
)

func lines(text string) []string { return strings.Split(text, "\n") }

func TestTheUnitFollowsTheDesktopOrTheLogin(t *testing.T) {
	for _, c := range []struct {
		start When
		has   []string
		not   string
	}{
		{Session, []string{"After=graphical-session.target", "PartOf=graphical-session.target", "WantedBy=graphical-session.target"}, "default.target"},
		{Login, []string{"WantedBy=default.target"}, "graphical-session.target"},
	} {
		text := Unit{Program: "/opt/cuecard", Start: c.start}.Text()
		for _, line := range c.has {
			if !slices.Contains(lines(text), line) {
				t.Errorf("%s: no %s in %s", c.start, line, text)
			}
		}
		if strings.Contains(text, c.not) {
			t.Errorf("%s: %s is in %s", c.start, c.not, text)
		}
	}
}

func TestWordsReachTheProgramAsTheyAre(t *testing.T) {
	u := Unit{Program: "/opt/my 100%/cuecard", Options: []string{"--data", `/srv/it's "$5" \`, "--listen", ":80"}, Environment: []string{"DISPLAY=:0", "NAME=a b%"}}
	for _, line := range []string{
		`ExecStart="/opt/my 100%%/cuecard" serve --data "/srv/it's \"$$5\" \\" --listen :80`,
		`Environment=DISPLAY=:0`,
		`Environment="NAME=a b%%"`,
	} {
		if !slices.Contains(lines(u.Text()), line) {
			t.Errorf("no %s in %s", line, u.Text())
		}
	}
}

func TestAFileIsKnownAgain(t *testing.T) {
	u := Unit{Program: Program, Data: "/srv/my cards"}
	if !Ours(u.File()) || Ours(u.Text()) || Ours("") {
		t.Error("only what was written by Cuecard is its own")
	}
	if dir := DataOf(u.File()); dir != u.Data {
		t.Errorf("the data are in %q", dir)
	}
	if !strings.HasSuffix(u.File(), u.Text()) {
		t.Error("a user's unit says something else than the package's")
	}
}

func TestWhatSystemdCannotReadIsRefused(t *testing.T) {
	for _, u := range []Unit{
		{Program: "bin/cuecard"},
		{Program: "/opt/a\nb"},
		{Program: "/opt/cuecard", Options: []string{"--listen", "\n:80"}},
		{Program: "/opt/cuecard", Environment: []string{"A=\x00"}},
		{Program: "/opt/cuecard", Data: "/srv/\n[Service]"},
	} {
		if u.Check() == nil {
			t.Errorf("%+v", u)
		}
	}
	if err := (Unit{Program: "/opt/cuecard", Data: "/srv", Options: []string{"--listen", ":80"}}).Check(); err != nil {
		t.Error(err)
	}
}

func TestNothingHidesTheDisplay(t *testing.T) {
	text := Unit{Program: Program, Start: Session}.Text()
	for _, lock := range []string{"PrivateTmp", "ProtectSystem", "ProtectHome", "PrivateUsers", "PrivateNetwork", "PrivateIPC", "MemoryDenyWriteExecute", "CapabilityBoundingSet"} {
		if strings.Contains(text, lock) {
			t.Errorf("%s keeps the service from its display, or from starting at all", lock)
		}
	}
}
