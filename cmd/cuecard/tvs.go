package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cuecard.app/client"
	"cuecard.app/internal/atomicfile"
	"cuecard.app/internal/discovery"
	"cuecard.app/internal/owner"
)

// tv is a television that was given a name.
type tv struct {
	Name  string `json:"name"`
	URL   string `json:"url"`
	Token string `json:"token,omitempty"`
	ID    string `json:"id,omitempty"` // that it had when it was reached last

	saved bool
}

func (t tv) client() *client.Client { return client.New(t.URL, client.WithToken(t.Token)) }

// hasty is a client that soon finds out that nobody is there, for a TV that can be searched for then.
func (t tv) hasty() *client.Client {
	transport := &http.Transport{DialContext: (&net.Dialer{Timeout: 3 * time.Second}).DialContext, DisableKeepAlives: true}
	return client.New(t.URL, client.WithToken(t.Token), client.WithHTTPClient(&http.Client{Transport: transport}))
}

func tvsCommand() command {
	return command{
		name:    "tvs",
		usage:   "list [--saved] [--found] | add NAME URL [--token TOKEN] | remove NAME",
		summary: "find TVs on the network, and keep names for those that cards are sent to",
		example: "cuecard tvs\ncuecard tvs add kitchen http://192.168.1.20:8090\ncuecard send \"Dinner is ready\" --to kitchen",
		run: func(ctx context.Context, t terminal, args []string, flags *flagSet) error {
			data, token := flags.data(), flags.String("token", "", "the TV's `TOKEN`")
			saved := flags.Bool("saved", false, "list the saved TVs only, and search for none")
			found := flags.Bool("found", false, "list only TVs that are found on the network now")
			words, err := flags.parse(t, args)
			if err != nil {
				return wrongWords(words, err)
			}
			book := addressBook(filepath.Join(*data, "tvs.json"))
			switch {
			case len(words) == 0, len(words) == 1 && words[0] == "list":
				return list{book, *saved, *found}.print(ctx, t)
			case len(words) == 3 && words[0] == "add":
				return book.add(ctx, tv{Name: words[1], URL: words[2], Token: *token})
			case len(words) == 2 && words[0] == "remove":
				return book.remove(words[1])
			default:
				return wrongWords(words, nil)
			}
		},
	}
}

// addressBook is the path of the file that keeps the names.
type addressBook string

func (b addressBook) read() (tvs []tv, err error) {
	data, err := os.ReadFile(string(b))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &tvs); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w; mend or remove it", string(b), err)
	}
	for i := range tvs {
		tvs[i].saved = true
	}
	return tvs, nil
}

func (b addressBook) write(tvs []tv) error {
	data, err := json.MarshalIndent(tvs, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(string(b)), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(string(b), append(data, '\n'))
}

// update keeps where saved TVs are now, and their ids. It is no harm if that fails: they are found again.
func (b addressBook) update(tvs []tv) {
	kept, err := b.read()
	if err != nil {
		return
	}
	changed := false
	for i, k := range kept {
		at := slices.IndexFunc(tvs, func(t tv) bool { return t.saved && t.Name == k.Name })
		if at >= 0 && (tvs[at].URL != k.URL || tvs[at].ID != k.ID) {
			kept[i].URL, kept[i].ID, changed = tvs[at].URL, tvs[at].ID, true
		}
	}
	if changed {
		_ = b.write(kept)
	}
}

func (b addressBook) add(ctx context.Context, added tv) error {
	if strings.TrimSpace(added.Name) == "" || strings.ContainsAny(added.Name, "/:") {
		return misuse("a name must not be empty, nor contain / or :")
	}
	url, err := client.ParseAddress(added.URL)
	if err != nil {
		return usageError{err}
	}
	added.URL = url
	if _, ok := numeric(url); ok {
		there := func(f discovery.Found) bool { return isAt(f, url) }
		found, _ := search(ctx, aSearch, discovery.Search{Until: there})
		if at := slices.IndexFunc(found, there); at >= 0 {
			added.ID = found[at].ID
		}
	}
	tvs, err := b.read()
	if err != nil {
		return err
	}
	tvs = slices.DeleteFunc(tvs, func(t tv) bool { return t.Name == added.Name })
	tvs = append(tvs, added)
	slices.SortFunc(tvs, func(a, b tv) int { return cmp.Compare(a.Name, b.Name) })
	return b.write(tvs)
}

func (b addressBook) remove(name string) error {
	tvs, err := b.read()
	if err != nil {
		return err
	}
	kept := slices.DeleteFunc(slices.Clone(tvs), func(t tv) bool { return t.Name == name })
	if len(kept) == len(tvs) {
		return unknownTV(name)
	}
	return b.write(kept)
}

func unknownTV(name string) error {
	return fmt.Errorf("no TV is called %q; cuecard tvs lists them", name)
}

// here is the service of this machine, with its token where the owner asks.
func (a *addresses) here(ctx context.Context) tv {
	desk := owner.At(*a.data, slog.New(slog.DiscardHandler))
	status, err := desk.Status(ctx)
	if err != nil {
		return tv{Name: "here", URL: "http://localhost:8090"}
	}
	token, _ := desk.Token(ctx)
	return tv{Name: "here", URL: status.URL, Token: token}
}
