package apk

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// element is one of a compiled XML file.
type element struct {
	name     string
	attrs    map[string]string // without the namespace; references as @ and a number
	text     string
	children []*element
}

var (
	elementLine   = regexp.MustCompile(`^( *)E: (\S+)`)
	attributeLine = regexp.MustCompile(`^ *A: (?:\S*[:/])?(\w+)(?:\(0x[0-9a-f]+\))?=(?:"(.*)" \(Raw: .*|(\S+).*)$`)
	textLine      = regexp.MustCompile(`^ *T: '(.*)'$`)
)

// xml reads a compiled XML file of the APK, as aapt2 prints it.
func (a *APK) xml(t testing.TB, name string) *element {
	t.Helper()
	tree := Ask(t, aapt2(t), "dump", "xmltree", "--file", name, a.Path)
	root := &element{}
	depths, path := []int{-1}, []*element{root}
	for line := range strings.Lines(tree) {
		if m := elementLine.FindStringSubmatch(line); m != nil {
			for len(m[1]) <= depths[len(depths)-1] {
				depths, path = depths[:len(depths)-1], path[:len(path)-1]
			}
			e := &element{name: m[2], attrs: map[string]string{}}
			parent := path[len(path)-1]
			parent.children = append(parent.children, e)
			depths, path = append(depths, len(m[1])), append(path, e)
		} else if m := attributeLine.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			path[len(path)-1].attrs[m[1]] = m[2] + m[3]
		} else if m := textLine.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			path[len(path)-1].text = m[1]
		}
	}
	if len(root.children) != 1 {
		t.Fatalf("%s cannot be read:\n%s", name, tree)
	}
	return root.children[0]
}

// all are the elements below it with that name.
func (e *element) all(name string) (found []*element) {
	for _, child := range e.children {
		if child.name == name {
			found = append(found, child)
		}
		found = append(found, child.all(name)...)
	}
	return found
}

// values are what those elements have for an attribute, in their order.
func (e *element) values(name, attr string) (values []string) {
	for _, found := range e.all(name) {
		values = append(values, found.attrs[attr])
	}
	return values
}

func aapt2(t testing.TB) string {
	t.Helper()
	path := filepath.Join(Root, "android/target/tools/prebuilt/linux/aapt2")
	if _, err := os.Stat(path); err != nil {
		missing(t, "aapt2", "make apk")
	}
	return path
}
