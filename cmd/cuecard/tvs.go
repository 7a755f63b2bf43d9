package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"cuecard.app/client"
	"cuecard.app/internal/atomicfile"
	"cuecard.app/internal/owner"
)

// tv is a television that was given a name.
type tv struct {
	Name  string `json:"name"`
	URL   string `json:"url"`
	Token string `json:"token,omitempty"`
}

func tvsCommand() command {
	return command{
		name:    "tvs",
		usage:   "list | add NAME URL [--token TOKEN] | remove NAME",
		summary: "keep names for the TVs that cards are sent to",
		example: "cuecard tvs add kitchen http://192.168.1.20:8090\ncuecard send \"Dinner is ready\" --to kitchen",
		run: func(_ context.Context, t terminal, args []string, flags *flagSet) error {
			data, token := flags.data(), flags.String("token", "", "the TV's `TOKEN`")
			words, err := flags.parse(t, args)
			if err != nil {
				return wrongWords(words, err)
			}
			book := addressBook(filepath.Join(*data, "tvs.json"))
			switch {
			case len(words) == 0, len(words) == 1 && words[0] == "list":
				return book.list(t)
			case len(words) == 3 && words[0] == "add":
				return book.add(tv{words[1], words[2], *token})
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

func (b addressBook) list(t terminal) error {
	tvs, err := b.read()
	if err != nil {
		return err
	}
	if len(tvs) == 0 {
		fmt.Fprintln(t.err, "No TV has a name yet. To give one, run: cuecard tvs add NAME URL")
		return nil
	}
	table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, tv := range tvs {
		secret := ""
		if tv.Token != "" {
			secret = "with token"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", tv.Name, tv.URL, secret)
	}
	return table.Flush()
}

func (b addressBook) add(added tv) error {
	if strings.TrimSpace(added.Name) == "" || strings.ContainsAny(added.Name, "/:") {
		return misuse("a name must not be empty, nor contain / or :")
	}
	url, err := client.ParseAddress(added.URL)
	if err != nil {
		return usageError{err}
	}
	added.URL = url
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

// find are the TVs that were named; without a name, the service of this machine.
func (a *addresses) find(ctx context.Context) ([]tv, error) {
	if len(a.to) == 0 {
		return []tv{a.withToken(a.here(ctx))}, nil
	}
	saved, err := addressBook(filepath.Join(*a.data, "tvs.json")).read()
	if err != nil {
		return nil, err
	}
	var found []tv
	for _, name := range a.to {
		at := slices.IndexFunc(saved, func(t tv) bool { return t.Name == name })
		switch {
		case at >= 0:
			found = append(found, a.withToken(saved[at]))
		case strings.ContainsAny(name, ".:/"):
			found = append(found, a.withToken(tv{Name: name, URL: name}))
		default:
			return nil, unknownTV(name)
		}
	}
	return found, nil
}

// withToken gives a TV the token that was named for it most closely.
func (a *addresses) withToken(t tv) tv {
	t.Token = cmp.Or(*a.token, t.Token, os.Getenv("CUECARD_TOKEN"))
	return t
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
