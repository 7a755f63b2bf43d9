// Package deb holds the program to its promises on a device that starts it by itself:
// the systemd unit, Debian's packages, the manual page, and the completion of shells.
package deb

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"cuecard.app/e2e/house"
	"cuecard.app/e2e/machine"
)

// cuecard is the program under test, as make build has it.
var cuecard house.Binary

// packages builds all packages once, and returns their folder.
var packages = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(filepath.Dir(string(cuecard)), "packages")
	return dir, build(dir)
})

func TestMain(m *testing.M) {
	_ = os.Setenv("CGO_ENABLED", "0")
	if program := machine.Program(); program != "" {
		cuecard = house.Binary(program)
		os.Exit(m.Run())
	}
	os.Exit(cuecard.Test(m, "-buildvcs=false", "-trimpath", "-ldflags", "-s -w"))
}

func build(dir string, architectures ...string) error {
	script := exec.Command("../../packaging/build-deb", architectures...)
	script.Env = append(house.Environment(), "DEB_OUT="+dir, "DEB_LEVEL=0", "CUECARD="+string(cuecard), "SOURCE_DATE_EPOCH=1700000000")
	if said, err := script.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
}

// deb is the path of one architecture's package.
func deb(t *testing.T, architecture string) string {
	t.Helper()
	dir, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	found, _ := filepath.Glob(filepath.Join(dir, "cuecard_*_"+architecture+".deb"))
	if len(found) != 1 {
		t.Fatalf("the packages for %s: %q", architecture, found)
	}
	return found[0]
}

// runs runs a tool of that Debian package, which has to end well.
func runs(t *testing.T, debian, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is missing: install Debian's %s", name, debian)
	}
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(house.Environment(), "LC_ALL=C.UTF-8", "HOME="+t.TempDir(), "XDG_RUNTIME_DIR="+t.TempDir(), "MANWIDTH=80", "MANROFFSEQ=")
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s %q: %v: %s", name, args, err, said)
	}
	return string(said)
}

func TestEveryArchitectureHasItsPackage(t *testing.T) {
	t.Parallel()
	version := strings.TrimSpace(strings.TrimPrefix(cuecard.Run(t, "", "version").Out, "cuecard "))
	for architecture, machine := range map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "armhf": elf.EM_ARM} {
		file := deb(t, architecture)
		if want := fmt.Sprintf("cuecard_%s_%s.deb", version, architecture); filepath.Base(file) != want {
			t.Errorf("%s, not %s", file, want)
		}
		fields := runs(t, "dpkg", "dpkg-deb", "-f", file, "Package", "Version", "Architecture")
		if want := fmt.Sprintf("Package: cuecard\nVersion: %s\nArchitecture: %s\n", version, architecture); fields != want {
			t.Errorf("%q, not %q", fields, want)
		}
		root := t.TempDir()
		runs(t, "dpkg", "dpkg-deb", "-x", file, root)
		program, err := elf.Open(filepath.Join(root, "usr/bin/cuecard"))
		if err != nil {
			t.Fatal(err)
		}
		libraries, _ := program.ImportedLibraries()
		if program.Machine != machine || len(libraries) > 0 {
			t.Errorf("%s: a program for %v that needs %q", architecture, program.Machine, libraries)
		}
		program.Close()
	}
}

func TestLintianFindsNothingWrong(t *testing.T) {
	t.Parallel()
	said := runs(t, "lintian", "lintian", "--fail-on", "error,warning", "--allow-root", deb(t, "amd64"), deb(t, "arm64"), deb(t, "armhf"))
	if strings.Contains(said, "E: ") || strings.Contains(said, "W: ") {
		t.Error(said)
	}
}

func TestTwoBuildsAreTheSame(t *testing.T) {
	t.Parallel()
	first, again := deb(t, "amd64"), t.TempDir()
	if err := build(again, "amd64"); err != nil {
		t.Fatal(err)
	}
	a, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(again, filepath.Base(first)))
	if err != nil || !bytes.Equal(a, b) {
		t.Errorf("%d bytes and %d bytes differ: %v", len(a), len(b), err)
	}
}

func TestThePackageComesAndGoesWithoutATrace(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		machine.Cannot(t, "only root installs packages")
	}
	root := t.TempDir()
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	dpkg := func(args ...string) string {
		return runs(t, "dpkg", "dpkg", append([]string{"--root=" + root, "--force-script-chrootless", "--no-triggers"}, args...)...)
	}
	before := outsideOfDpkg(t, root)
	said := dpkg("-i", deb(t, "amd64"))
	if !strings.Contains(said, "cuecard install") || !strings.Contains(said, "systemctl --user enable --now cuecard") {
		t.Errorf("nobody is told what to do next: %s", said)
	}
	if said := runs(t, "dpkg", filepath.Join(root, "usr/bin/cuecard"), "version"); !strings.HasPrefix(said, "cuecard ") {
		t.Errorf("the installed program says %q", said)
	}
	if said := dpkg("--verify", "cuecard"); said != "" {
		t.Errorf("files are not as packed: %s", said)
	}
	for _, file := range []string{"usr/lib/systemd/user/cuecard.service", "usr/share/man/man1/cuecard.1.gz", "usr/share/bash-completion/completions/cuecard",
		"usr/share/zsh/vendor-completions/_cuecard", "usr/share/fish/vendor_completions.d/cuecard.fish", "usr/share/doc/cuecard/copyright", "usr/share/doc/cuecard/THIRD-PARTY.md.gz", "usr/share/doc/cuecard/changelog.gz"} {
		if !slices.Contains(outsideOfDpkg(t, root), file) {
			t.Errorf("%s is missing", file)
		}
	}
	dpkg("-i", deb(t, "amd64")) // an upgrade
	dpkg("-r", "cuecard")
	dpkg("-P", "cuecard")
	if after := outsideOfDpkg(t, root); !slices.Equal(before, after) {
		t.Errorf("left behind: %q", after)
	}
	if status, _ := os.ReadFile(filepath.Join(root, "var/lib/dpkg/status")); bytes.Contains(status, []byte("cuecard")) {
		t.Errorf("dpkg remembers it: %s", status)
	}
}

// outsideOfDpkg are the files and folders that are not dpkg's own.
func outsideOfDpkg(t *testing.T, root string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		if !strings.HasPrefix(name, "var") {
			found = append(found, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
