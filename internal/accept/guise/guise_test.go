package guise

import (
	"reflect"
	"strings"
	"testing"
)

func TestAListNamesAppsAndWhereTheyAreAnswered(t *testing.T) {
	for typed, want := range map[string][]Guise{
		"":                       nil,
		" none ":                 nil,
		"nfandroidtv":            {{NFAndroidTV, ":7676", false}},
		"pipup, tvoverlay":       {{PiPup, ":7979", false}, {TvOverlay, ":5001", false}},
		"kodi=:8080":             {{Kodi, ":8080", false}},
		"kodi=8080":              {{Kodi, ":8080", false}},
		"ntfy=127.0.0.1:0":       {{Ntfy, "127.0.0.1:0", false}},
		"ntfy=[::1]:8093":        {{Ntfy, "[::1]:8093", false}},
		"pipup+without-token":    {{PiPup, ":7979", true}},
		"kodi=:81+without-token": {{Kodi, ":81", true}},
		"nfandroidtv=tv.lan:7676,kodi=:80": {{NFAndroidTV, "tv.lan:7676", false},
			{Kodi, ":80", false}},
	} {
		got, err := Parse(typed)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v, %v", typed, got, err)
		}
		var again []string
		for _, g := range got {
			again = append(again, g.String())
		}
		if read, err := Parse(strings.Join(again, ",")); err != nil || !reflect.DeepEqual(read, want) {
			t.Errorf("%q is printed as %q", typed, again)
		}
	}
}

func TestAListThatCannotBeReadSaysWhy(t *testing.T) {
	for typed, words := range map[string]string{
		"xbmc":                    `"xbmc" is not one of nfandroidtv, pipup, tvoverlay, kodi, ntfy`,
		"nfandroidtv,":            `"" is not one of`,
		"Kodi=:8080":              `"Kodi" is not one of`,
		"kodi":                    "kodi needs an address, such as kodi=:8080",
		"ntfy=":                   "ntfy needs an address",
		"pipup=":                  "pipup needs an address",
		"kodi=:http":              `":http" is not an address`,
		"kodi=:65536":             `":65536" is not an address`,
		"kodi=70000":              `"70000" is not an address`,
		"kodi=-1":                 `"-1" is not an address`,
		"kodi=localhost":          `"localhost" is not an address`,
		"pipup,pipup=:80":         "pipup is named twice",
		"pipup+open":              `"pipup+open" is not one of`,
		"none,pipup":              `"none" is not one of`,
		"pipup without-token":     `"pipup without-token" is not one of`,
		"kodi=:80 +without-token": `":80 " is not an address`,
	} {
		if got, err := Parse(typed); err == nil || !strings.Contains(err.Error(), words) || Obeys(typed) {
			t.Errorf("%q is %+v, %v", typed, got, err)
		}
	}
}

func TestTheFirstOfTwoListsHasItsWay(t *testing.T) {
	first, _ := Parse("kodi=:1,pipup")
	second, _ := Parse("ntfy=:2,kodi=:3+without-token")
	want, _ := Parse("kodi=:1,pipup,ntfy=:2")
	if got := Join(first, second); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}
