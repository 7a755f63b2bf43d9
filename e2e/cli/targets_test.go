package cli

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuecard.app/client"
)

func TestSeveralTVsAreAskedAtOnce(t *testing.T) {
	t.Parallel()
	askedFirst, askedSecond := make(chan struct{}), make(chan struct{})
	tv := func(asked chan<- struct{}, other <-chan struct{}) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(asked)
			select {
			case <-other: // one after the other, this would never come
				fmt.Fprint(w, `{"id":"x","result":"shown"}`)
			case <-r.Context().Done():
			}
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	first, second := tv(askedFirst, askedSecond), tv(askedSecond, askedFirst)
	said := at(t.TempDir()).does(t, "send", "hello", "--to", first, "--to", second)
	if want := first + ": shown (id x)\n" + second + ": shown (id x)\n"; said != want {
		t.Errorf("%q, not %q", said, want)
	}
}

func TestSendEndsWellOnlyWhenAllTVsTookTheCard(t *testing.T) {
	t.Parallel()
	kitchen, attic := cuecard.Start(t), cuecard.Start(t)
	user := at(kitchen.Dir)
	user.does(t, "send", "hello", "--id", "both", "--duration", "600", "--to", kitchen.URL, "--to", attic.URL)
	at(attic.Dir).does(t, "overlay", "deny")
	result := user.run(t, "send", "hello", "--id", "one", "--to", attic.URL, "--to", kitchen.URL)
	if result.Status != 1 || result.Out != kitchen.URL+": queued (id one)\n" {
		t.Errorf("%+v", result)
	}
	says(t, result.Errors, attic.URL+": ", "cuecard overlay allow")
	result = user.run(t, "dismiss", "one", "--to", attic.URL, "--to", kitchen.URL)
	if result.Status != 1 || result.Out != kitchen.URL+": removed-from-queue\n" {
		t.Errorf("%+v", result)
	}
	says(t, result.Errors, attic.URL+`: no card has the id "one"`)
}

func TestTVsHaveNames(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	user := at(filepath.Join(t.TempDir(), "not made yet"))
	empty := user.run(t, "tvs")
	if empty.Status != 0 || empty.Out != "" {
		t.Errorf("%+v", empty)
	}
	says(t, empty.Errors, "cuecard tvs add NAME URL")
	says(t, user.fails(t, 1, "send", "hello", "--to", "kitchen"), `no TV is called "kitchen"`, "cuecard tvs")

	user.does(t, "tvs", "add", "kitchen", "http://127.0.0.1:1")
	user.does(t, "tvs", "add", "attic", "192.0.2.7", "--token", "very secret")
	user.does(t, "tvs", "add", "kitchen", h.URL) // again: another address
	for _, command := range [][]string{{"tvs"}, {"tvs", "list"}} {
		list := user.does(t, command...)
		rows := strings.Split(strings.TrimSpace(list), "\n")
		if len(rows) != 2 || !strings.HasPrefix(rows[0], "attic ") || !strings.HasPrefix(rows[1], "kitchen ") {
			t.Errorf("%s", list)
		}
		says(t, list, h.URL, "192.0.2.7", "with token")
		if strings.Contains(list, "secret") {
			t.Errorf("the token is shown: %s", list)
		}
	}
	user.does(t, "send", "by name", "--to", "kitchen")
	if c := showing(t, h); c.Message != "by name" {
		t.Errorf("%+v", c)
	}
	user.does(t, "tvs", "remove", "kitchen")
	says(t, user.fails(t, 1, "tvs", "remove", "kitchen"), `no TV is called "kitchen"`)
	says(t, user.fails(t, 1, "send", "hello", "--to", "kitchen"), `no TV is called "kitchen"`)
}

func TestNamesThatCannotBeToldFromAddressesAreRefused(t *testing.T) {
	t.Parallel()
	user := at(t.TempDir())
	for _, name := range []string{"", " ", "http://tv", "tv:8090"} {
		user.fails(t, 2, "tvs", "add", name, "http://127.0.0.1:1")
	}
	user.fails(t, 2, "tvs", "add", "kitchen")
	user.fails(t, 2, "tvs", "rename", "a", "b")
}

func TestAnAddressBookThatCannotBeReadIsNotOverwritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "tvs.json")
	if err := os.WriteFile(path, []byte("kitchen = 192.0.2.7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	says(t, at(dir).fails(t, 1, "tvs", "add", "attic", "http://127.0.0.1:1"), path)
	if kept, err := os.ReadFile(path); err != nil || string(kept) != "kitchen = 192.0.2.7\n" {
		t.Errorf("%q, %v", kept, err)
	}
}

func TestTheTokenComesFromWhereTheUserKeepsIt(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	owner, guest := at(h.Dir), at(t.TempDir())
	owner.does(t, "settings", "duration=600")
	token := lastLine(owner.does(t, "token", "new"))
	for name, send := range map[string]func(id string) string{
		"option": func(id string) string {
			return guest.does(t, "send", "hello", "--id", id, "--to", h.URL, "--token", token)
		},
		"variable": func(id string) string {
			return guest.with("CUECARD_TOKEN="+token).does(t, "send", "hello", "--id", id, "--to", h.URL)
		},
		"option over variable": func(id string) string {
			return guest.with("CUECARD_TOKEN=wrong").does(t, "send", "hello", "--id", id, "--to", h.URL, "--token", token)
		},
		"address book": func(id string) string {
			guest.does(t, "tvs", "add", "kitchen", h.URL, "--token", token)
			return guest.does(t, "send", "hello", "--id", id, "--to", "kitchen")
		},
		"the service of this machine": func(id string) string {
			return owner.does(t, "send", "hello", "--id", id)
		},
	} {
		says(t, send(name), "(id "+name+")")
	}
	if waiting := cards(t, h, client.WithToken(token)).Waiting; len(waiting) != 4 {
		t.Errorf("%d cards wait", len(waiting))
	}
	guest.does(t, "dismiss", "option", "--to", "kitchen")
}

func TestWhatIsNoTVIsSaidToBeNone(t *testing.T) {
	t.Parallel()
	router := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>Router</title>")
	}))
	defer router.Close()
	says(t, at(t.TempDir()).fails(t, 1, "send", "hello", "--to", router.URL), router.URL, "no Cuecard TV seems to be at this address")
}
