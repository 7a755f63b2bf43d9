package fetch

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// follow asks for the address and goes where it is sent. The body of a redirect is never read.
func (f *Fetcher) follow(ctx context.Context, at *url.URL) (*http.Response, error) {
	transport := f.transport(ctx)
	for redirects := 0; ; redirects++ {
		answer, err := transport.RoundTrip(request(ctx, at))
		if err != nil {
			return nil, err
		}
		if !isRedirect(answer) {
			return answer, nil
		}
		answer.Body.Close()
		if redirects == f.limits.Redirects {
			return nil, refusal(fmt.Sprintf("redirects more than %d times", f.limits.Redirects))
		}
		if at, err = next(at, answer.Header.Get("Location")); err != nil {
			return nil, err
		}
	}
}

// request carries no cookie and no Referer: a server learns nothing of the one that sent us.
func request(ctx context.Context, at *url.URL) *http.Request {
	r := (&http.Request{Method: http.MethodGet, URL: at, Header: http.Header{}}).WithContext(ctx)
	r.Header.Set("User-Agent", "Cuecard")
	// The formats that are quick to decode come first, for servers that let the client choose.
	r.Header.Set("Accept", "image/jpeg, image/png, image/gif, image/webp, image/*;q=0.8, */*;q=0.5")
	r.Header.Set("Accept-Encoding", "gzip") // asked for here, net/http leaves the unpacking to us, and the counting
	if at.User != nil {
		password, _ := at.User.Password()
		r.SetBasicAuth(at.User.Username(), password)
	}
	return r
}

func isRedirect(answer *http.Response) bool {
	switch answer.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// next resolves a redirect. Credentials go on to the same server only; cameras often redirect to a full address
// of their own, without the credentials they were asked with.
func next(from *url.URL, location string) (*url.URL, error) {
	if location == "" {
		return nil, refusal("redirects to nowhere")
	}
	to, err := from.Parse(location)
	if err != nil {
		return nil, refusal("redirects to an address that cannot be understood")
	}
	if !fetchable(to) {
		return nil, refusal("redirects to an address that is not one of http or https with a host")
	}
	if to.User == nil && sameServer(from, to) {
		to.User = from.User
	}
	return to, nil
}

func fetchable(at *url.URL) bool {
	return (at.Scheme == "http" || at.Scheme == "https") && at.Hostname() != ""
}

func sameServer(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(at *url.URL) string {
	if p := at.Port(); p != "" {
		return p
	}
	if at.Scheme == "https" {
		return "443"
	}
	return "80"
}
