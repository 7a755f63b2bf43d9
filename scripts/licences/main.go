// Command licences writes the licences of everything that is in the binary but not the project's own: the modules that
// are linked into it, with the fonts in them, and the data with a licence of its own.
//
// It knows what Go says about packages, and the files beside them. It never judges a licence.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const opening = `# What else is in Cuecard

Cuecard's own code has the licence in LICENSE. Its binary also holds the works below, each under its own licence, and Go's
standard library, which has the licence of golang.org/x/image. The fonts in it are DejaVu Sans, regular and bold.

This page is made by

    go run ./scripts/licences THIRD-PARTY.md

`

// platforms are those that binaries are built for; a module may be linked on one of them only.
var platforms = []string{"linux/amd64", "linux/arm64", "linux/arm", "android/arm64"}

// licence matches the names of files that have to go with a work.
var licence = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying|notice|patents)\b`)

// work is something under a licence of its own.
type work struct{ name, dir string }

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/licences FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func write(path string) error {
	works, err := linked()
	if err != nil {
		return err
	}
	data, err := filepath.Glob("internal/*/*/LICENSE")
	if err != nil {
		return err
	}
	for _, file := range data {
		works = append(works, work{filepath.Dir(file), filepath.Dir(file)})
	}
	var page strings.Builder
	page.WriteString(opening)
	for _, w := range works {
		if err := w.add(&page); err != nil {
			return err
		}
	}
	return os.WriteFile(path, []byte(strings.TrimSpace(page.String())+"\n"), 0o644)
}

// linked are the modules that the program is built of, on any platform.
func linked() ([]work, error) {
	var all []work
	for _, platform := range platforms {
		system, arch, _ := strings.Cut(platform, "/")
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/cuecard")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", platform, err)
		}
		for line := range strings.Lines(string(out)) {
			if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				all = append(all, work{name, dir})
			}
		}
	}
	slices.SortFunc(all, func(a, b work) int { return strings.Compare(a.name, b.name) })
	return slices.Compact(all), nil
}

// add appends the work's licences to the page. A work without any must not be in the binary.
func (w work) add(page *strings.Builder) error {
	files, err := os.ReadDir(w.dir)
	if err != nil {
		return err
	}
	found := false
	for _, file := range files {
		if file.IsDir() || !licence.MatchString(file.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(w.dir, file.Name()))
		if err != nil {
			return err
		}
		if !found {
			fmt.Fprintf(page, "## %s\n\n", w.name)
		}
		found = true
		lines := strings.ReplaceAll(strings.TrimSpace(string(text)), "\r\n", "\n")
		fmt.Fprintf(page, "`%s`:\n\n```text\n%s\n```\n\n", file.Name(), lines)
	}
	if !found {
		return fmt.Errorf("%s has no file with its licence", w.name)
	}
	return nil
}
