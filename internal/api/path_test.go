package api

import (
	"net/url"
	"strings"
	"testing"
)

func TestAPathIsSplitAndDecodedOnceNeverCleaned(t *testing.T) {
	for _, row := range []struct{ escaped, name, last string }{
		{"/notify", "/notify", ""},
		{"/notify/", "/notify", ""},
		{"/notify//", "", ""},
		{"//notify", "", ""},
		{"/notify/a", "/notify/*", "a"},
		{"/notify/a/", "/notify/*", "a"},
		{"/notify/a/b", "/notify/a/b", ""},
		{"/notify/..", "/notify/*", ".."},
		{"/notify/%2e%2e", "/notify/*", ".."},
		{"/notify/.", "/notify/*", "."},
		{"/notify/a%20b", "/notify/*", "a b"},
		{"/notify/50%25", "/notify/*", "50%"},
		{"/notify/50%2525", "/notify/*", "50%25"},
		{"/notify/%F0%9F%98%80", "/notify/*", "😀"},
		{"/notify/a+b", "/notify/*", "a+b"},
		{"/notify/a%2Fb", "/notify/*", "a/b"},
		{"/%6Eotify", "/notify", ""},
		{"/notify%2Fa", "", ""},
		{"/notify%2F*", "", ""},
		{"/tv%2Ffeed", "", ""},
		{"/x/../notify", "/x/../notify", ""},
		{"/Notify", "/Notify", ""},
		{"/", "", ""},
		{"", "", ""},
		{"*", "/*", ""},
		{"/tv/pictures/x", "/tv/pictures/*", "x"},
		{"/tv/pictures", "/tv/pictures", ""},
		{"/tv/feed/", "/tv/feed", ""},
	} {
		if got := split(row.escaped); got != (path{row.name, row.last}) {
			t.Errorf("%s: %+v, want %q and %q", row.escaped, got, row.name, row.last)
		}
	}
}

// Any id that a card can have names that card in a path, once it is escaped.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"..", ".", "a b", "50%", "😀", "a?b#c", "%2F", "\x00", "+", "*", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if id == "" || strings.Contains(id, "/") {
			return
		}
		if got := split("/notify/" + url.PathEscape(id)); got != (path{"/notify/*", id}) {
			t.Errorf("%q: %+v", id, got)
		}
		split(id) // any text at all is survived
	})
}
