package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"cuecard.app/client"
	"cuecard.app/internal/discovery"
)

func (a *addresses) book() addressBook { return addressBook(filepath.Join(*a.data, "tvs.json")) }

// find are the TVs that were named; without a name, the service of this machine.
func (a *addresses) find(ctx context.Context) ([]tv, error) {
	if len(a.to) == 0 {
		return []tv{a.withToken(a.here(ctx))}, nil
	}
	saved, err := a.book().read()
	if err != nil {
		return nil, err
	}
	tvs := make([]tv, len(a.to))
	var unknown []string
	for i, name := range a.to {
		at := slices.IndexFunc(saved, func(t tv) bool { return t.Name == name })
		switch {
		case at >= 0:
			tvs[i] = saved[at]
		case strings.ContainsAny(name, ".:/") && !strings.Contains(name, " "):
			tvs[i] = tv{Name: name, URL: name}
		default:
			unknown = append(unknown, name)
		}
	}
	var found []discovery.Found
	if len(unknown) > 0 {
		found = searchFor(ctx, unknown)
	}
	for i, name := range a.to {
		if tvs[i].URL == "" {
			if tvs[i], err = named(name, saved, found); err != nil {
				return nil, err
			}
		}
		tvs[i] = a.withToken(tvs[i])
	}
	a.follow(ctx, tvs)
	return tvs, nil
}

// searchFor searches until all names were found.
func searchFor(ctx context.Context, names []string) []discovery.Found {
	missing := map[string]bool{}
	for _, name := range names {
		missing[name] = true
	}
	found, _ := search(ctx, aSearch, discovery.Search{Until: func(f discovery.Found) bool {
		for name := range missing {
			if calledExactly(f, name) {
				delete(missing, name)
			}
		}
		return len(missing) == 0
	}})
	return found
}

// calledExactly reports whether a name is the TV's own. On a network no two have the same.
func calledExactly(f discovery.Found, name string) bool {
	return f.ID == name || strings.EqualFold(f.Name, name)
}

// named is the TV that has a name, or alone has one that begins so.
func named(name string, saved []tv, found []discovery.Found) (tv, error) {
	var exact, like []tv
	for _, f := range found {
		t := tv{Name: f.Name, URL: urlOf(f), ID: f.ID}
		if at := slices.IndexFunc(saved, func(s tv) bool { return s.ID != "" && s.ID == f.ID }); at >= 0 {
			t.Token = saved[at].Token
		}
		if calledExactly(f, name) {
			exact = append(exact, t)
		} else if begins(f.Name, name) {
			like = append(like, t)
		}
	}
	for _, s := range saved {
		isFound := func(t tv) bool { return s.ID != "" && t.ID == s.ID }
		if begins(s.Name, name) && !slices.ContainsFunc(like, isFound) {
			like = append(like, s)
		}
	}
	if len(exact) == 0 {
		exact = like
	}
	switch len(exact) {
	case 0:
		return tv{}, unknownTV(name)
	case 1:
		return exact[0], nil
	}
	var names []string
	for _, t := range exact {
		names = append(names, harmless(fmt.Sprintf("%q (%s)", t.Name, cmp.Or(t.ID, t.URL))))
	}
	return tv{}, fmt.Errorf("%q may be %s; give more of the name, or the id", name, strings.Join(names, " or "))
}

func begins(name, start string) bool {
	return start != "" && len(name) >= len(start) && strings.EqualFold(name[:len(start)], start)
}

// withToken gives a TV the token that was named for it most closely.
func (a *addresses) withToken(t tv) tv {
	t.Token = cmp.Or(*a.token, t.Token, os.Getenv("CUECARD_TOKEN"))
	return t
}

// follow finds saved TVs that have moved. One that is where it was, or hears nothing, costs a moment.
func (a *addresses) follow(ctx context.Context, tvs []tv) {
	var searches sync.WaitGroup
	for i := range tvs {
		if _, ok := numeric(tvs[i].URL); !ok || !tvs[i].saved || tvs[i].ID == "" {
			continue
		}
		searches.Go(func() {
			if f := searchID(ctx, aGlance, tvs[i].ID); f != nil && !isAt(*f, tvs[i].URL) {
				tvs[i].URL = urlOf(*f)
			}
		})
	}
	searches.Wait()
	a.book().update(tvs)
}

// again has a call made once more where its TV is now, when nobody was where it had been. What was sent at all is not
// sent again.
func (a *addresses) again(ctx context.Context, t *tv, call func(*client.Client) (string, error)) (string, error) {
	if _, ok := numeric(t.URL); !ok || t.ID == "" || !t.saved || !mayDiscover() {
		return call(t.client())
	}
	answer, err := call(t.hasty())
	var failed *net.OpError
	if !errors.As(err, &failed) || failed.Op != "dial" {
		return answer, err
	}
	f := searchID(ctx, aSearch, t.ID)
	if f == nil || isAt(*f, t.URL) {
		return answer, err
	}
	t.URL = urlOf(*f)
	return call(t.client())
}

// learn asks which ids the saved TVs have that have none yet, while a command does its work. The function that it
// returns ends that, and keeps what was heard.
func (a *addresses) learn(ctx context.Context, tvs []tv) (end func()) {
	unknown := func(t tv) bool {
		_, ok := numeric(t.URL)
		return ok && t.saved && t.ID == ""
	}
	learned := slices.DeleteFunc(slices.Clone(tvs), func(t tv) bool { return !unknown(t) })
	if !mayDiscover() || len(learned) == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = search(ctx, aSearch, discovery.Search{Until: func(f discovery.Found) bool {
			for i := range learned {
				if unknown(learned[i]) && isAt(f, learned[i].URL) {
					learned[i].ID = f.ID
				}
			}
			return !slices.ContainsFunc(learned, unknown)
		}})
	}()
	return func() {
		select {
		case <-done:
		case <-time.After(aMoment):
		}
		cancel()
		<-done
		a.book().update(learned)
	}
}
