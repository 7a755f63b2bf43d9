package deb

import (
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"cuecard.app/e2e/machine"
)

func TestTheUnitOfThePackageIsUsedWhereItFits(t *testing.T) {
	if !machine.Own(t, string(cuecard)) {
		return
	}
	s := login(t)
	if err := errors.Join(os.Mkdir("/run/upper", 0o755), os.Mkdir("/run/work", 0o755)); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("overlay", "/usr", "overlay", 0, "lowerdir=/usr,upperdir=/run/upper,workdir=/run/work"); err != nil {
		machine.Cannot(t, "nothing can be laid over /usr: %v", err)
	}
	s.program = "/usr/bin/cuecard"
	copyProgram(t, string(s.program))
	const packaged = "/usr/lib/systemd/user/cuecard.service"
	if err := os.WriteFile(packaged, []byte(s.does(t, string(s.program), "unit")), 0o644); err != nil {
		t.Fatal(err)
	}
	s.does(t, "systemctl", "--user", "daemon-reload")

	own, link := s.Home+"/.config/systemd/user/cuecard.service", s.Home+"/.config/systemd/user/graphical-session.target.wants/cuecard.service"
	says(t, s.does(t, string(s.program), "install", "--start", "session"), "installed for nobody: "+packaged)
	if to, _ := os.Readlink(link); to != packaged {
		t.Errorf("the link points to %q", to)
	}
	if _, err := os.Stat(own); err == nil {
		t.Error("there is a copy of the package's unit")
	}
	says(t, s.does(t, "systemctl", "--user", "is-enabled", "cuecard"), "enabled")
	says(t, s.does(t, string(s.program), "install", "--start", "session"), "Nothing had to change")

	s.does(t, string(s.program), "install", "--start", "session", "--listen", ":9000")
	if to, _ := os.Readlink(link); to != own {
		t.Errorf("with options of its own, the link points to %q", to)
	}
	s.does(t, string(s.program), "install", "--start", "session")
	if _, err := os.Stat(own); err == nil {
		t.Error("a copy is left that says nothing else than the package's unit")
	}
	s.does(t, string(s.program), "uninstall")
	if said, _ := s.Run(t, "systemctl", "--user", "is-enabled", "cuecard"); strings.TrimSpace(said) != "disabled" {
		t.Errorf("after uninstall it is %s", said)
	}
	if _, err := os.Stat(packaged); err != nil {
		t.Errorf("the package's file is gone: %v", err)
	}
}
