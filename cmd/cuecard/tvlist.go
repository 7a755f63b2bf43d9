package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"cuecard.app/client"
	"cuecard.app/internal/discovery"
)

// list is the TVs that are saved, those that are found, or both.
type list struct {
	book                 addressBook
	onlySaved, onlyFound bool
}

// row is a TV in the list.
type row struct {
	tv
	found          bool
	version, state string
}

func (l list) print(ctx context.Context, t terminal) error {
	if l.onlySaved && l.onlyFound {
		return misuse("--saved and --found exclude each other; without both, all TVs are listed")
	}
	saved, err := l.book.read()
	if err != nil {
		return err
	}
	var found []discovery.Found
	if !l.onlySaved {
		if found, err = search(ctx, aSearch, discovery.Search{}); err != nil && l.onlyFound {
			return err
		}
	}
	rows := l.rows(saved, found)
	if len(rows) == 0 {
		l.printNone(t)
		return nil
	}
	var looks sync.WaitGroup
	for i := range rows {
		looks.Go(func() { rows[i].look(ctx) })
	}
	looks.Wait()
	table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(table, strings.Join(r.cells(), "\t"))
	}
	return table.Flush()
}

func (l list) printNone(t terminal) {
	switch {
	case l.onlySaved:
		fmt.Fprintln(t.err, "No TV has a name yet. To give one, run: cuecard tvs add NAME URL")
	case l.onlyFound:
		fmt.Fprintln(t.err, "No TV was found on the network.")
	default:
		fmt.Fprintln(t.err, "No TV was found on the network, and none has a name yet. To give one, run: cuecard tvs add NAME URL")
	}
}

// rows are all TVs, each once. A saved one that was found is where it was found, and the book is told.
func (l list) rows(saved []tv, found []discovery.Found) []row {
	var rows []row
	for i, s := range saved {
		at := slices.IndexFunc(found, func(f discovery.Found) bool { return s.ID != "" && f.ID == s.ID })
		if _, follows := numeric(s.URL); at >= 0 && follows && !isAt(found[at], s.URL) {
			saved[i].URL = urlOf(found[at])
		}
		if at < 0 {
			at = slices.IndexFunc(found, func(f discovery.Found) bool { return isAt(f, s.URL) })
		}
		r := row{found: at >= 0}
		if at >= 0 {
			saved[i].ID, r.version = found[at].ID, found[at].Version
		}
		r.tv = saved[i]
		if r.found || !l.onlyFound {
			rows = append(rows, r)
		}
	}
	l.book.update(saved)
	for _, f := range found {
		if !slices.ContainsFunc(saved, func(s tv) bool { return s.ID == f.ID && f.ID != "" || isAt(f, s.URL) }) {
			rows = append(rows, row{tv: tv{Name: f.Name, URL: urlOf(f), ID: f.ID}, found: true, version: f.Version})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.Name, b.Name) })
	return rows
}

// look asks the TV itself how it is.
func (r *row) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	health, err := r.client().Health(ctx)
	if err != nil {
		r.state = "does not answer"
		if errors.Is(err, client.ErrNotCuecard) {
			r.state = "is no Cuecard"
		}
		return
	}
	r.version = health.Version
	cards, err := r.client().Cards(ctx)
	switch {
	case errors.Is(err, client.ErrUnauthorized) && r.Token == "":
		r.state = "needs a token"
	case errors.Is(err, client.ErrUnauthorized):
		r.state = "refuses the token"
	case err != nil:
		r.state = "answers"
	case cards.Showing == nil:
		r.state = "shows nothing"
	default:
		r.state = "shows " + brief(cmp.Or(cards.Showing.Title, cards.Showing.Message))
	}
}

// brief is a text for one cell of a table.
func brief(text string) string {
	const most = 30
	if letters := []rune(text); len(letters) > most {
		text = string(letters[:most-1]) + "…"
	}
	return "“" + text + "”"
}

func (r row) cells() []string {
	where := "found"
	switch {
	case r.saved && r.Token != "":
		where = "saved with token"
	case r.saved:
		where = "saved"
	}
	cells := []string{r.Name, r.URL, cmp.Or(r.version, "-"), r.state, where, cmp.Or(r.ID, "-")}
	for i := range cells {
		cells[i] = harmless(cells[i])
	}
	return cells
}
