// Package recipes runs the recipes of docs/recipes as they stand there, with the
// programs that they are for.
package recipes

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"cuecard.app/e2e/house"
	"cuecard.app/e2e/machine"
)

var cuecard house.Binary

func TestMain(m *testing.M) {
	if program := machine.Program(); program != "" {
		cuecard = house.Binary(program)
		os.Exit(m.Run())
	}
	os.Exit(cuecard.Test(m))
}

const folder = "../../docs/recipes"

// block is a piece of code on a page.
type block struct {
	kind string // sh, python, …
	name string // of the file that it is; empty for commands
	text string
}

// fence is how a block stands on a page; behind the kind of code is the file's name.
var fence = regexp.MustCompile("(?ms)^```([a-z]+)(?: ([^\n]+))?\n(.*?)^```$")

func blocks(t testing.TB, page string) (found []block) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, page))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range fence.FindAllStringSubmatch(string(text), -1) {
		found = append(found, block{b[1], b[2], b[3]})
	}
	return found
}

// used holds what tests have taken from the pages.
var used sync.Map

// file is the text of a file on a page.
func file(t testing.TB, page, name string) string {
	t.Helper()
	for _, b := range blocks(t, page) {
		if b.name == name {
			used.Store(page+" "+name, true)
			return b.text
		}
	}
	t.Fatalf("%s has no file %s", page, name)
	return ""
}

// commands are the lines of a page's blocks of shell.
func commands(t testing.TB, page string) (lines []string) {
	t.Helper()
	for _, b := range blocks(t, page) {
		if b.kind == "sh" {
			lines = append(lines, strings.Split(strings.TrimSpace(b.text), "\n")...)
		}
	}
	if len(lines) == 0 {
		t.Fatalf("%s has no commands", page)
	}
	used.Store(page+" ", true)
	return lines
}

// put writes a file of a page into dir, with what stands for something in its place.
func put(t testing.TB, dir, page, name string, places *strings.Replacer) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(places.Replace(file(t, page, name))), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// home are the addresses of this house in place of those that pages use. Further ones come first.
func home(h *house.House, more ...string) *strings.Replacer {
	host := strings.TrimPrefix(h.URL, "http://")
	return strings.NewReplacer(append(more, "http://tv.local:8090", h.URL, "tv.local:8090", host)...)
}

func TestEveryPageIsInTheIndexAndSaysWhatWasNotRun(t *testing.T) {
	index, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(folder + "/*.md")
	if err != nil || len(pages) < 12 {
		t.Fatalf("%q, %v", pages, err)
	}
	for _, path := range pages {
		page := filepath.Base(path)
		if page != "README.md" && !strings.Contains(string(index), "("+page+")") {
			t.Errorf("%s is not in the index", page)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for row := range strings.SplitSeq(string(index), "\n") {
			if strings.Contains(row, "("+page+")") && strings.Contains(row, "not ") != strings.Contains(string(text), "**Not run ") {
				t.Errorf("the index and %s differ on whether it was run: %s", page, row)
			}
		}
	}
}
