// Package console is the device's own screen: a page for the owner, on this machine
// only, behind a key.
//
// It never knows network clients.
package console

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"cuecard.app/internal/guess"
)

//go:embed files
var files embed.FS

// policy lets the page load nothing but what is served here.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// cookie proves that its browser once had the key.
const cookie = "cuecard_console"

// Console is the owner's page.
type Console struct {
	key     func() string
	guesses guess.Limit
	mux     *http.ServeMux
}

// New is a console behind that key. The owner's desk answers below /owner, and the
// web client's files, which it draws its preview with, are below /web.
func New(key func() string, desk, site http.Handler) (*Console, error) {
	own, err := fs.Sub(files, "files")
	if err != nil {
		return nil, err
	}
	c := &Console{key: key, mux: http.NewServeMux()}
	c.mux.Handle("/owner/", http.StripPrefix("/owner", desk))
	c.mux.Handle("/web/", http.StripPrefix("/web", site))
	c.mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, own, "console.html")
	})
	c.mux.Handle("/", http.FileServerFS(own))
	return c, nil
}

// Listen opens the console's address, which has to be this machine's own.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%q is not an address such as 127.0.0.1:8091", address)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("the console listens on this machine only; %s is not a loopback address", host)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Serve answers on the listener until ctx ends.
func (c *Console) Serve(ctx context.Context, l net.Listener) {
	server := &http.Server{Handler: c, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	_ = server.Serve(l)
}

// ServeHTTP lets nobody in but the owner: neither a page on another site, nor a name
// that was pointed at this machine, nor one without the key.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	if !local(r) {
		http.Error(w, "The console answers this machine only.", http.StatusForbidden)
		return
	}
	if key := r.URL.Query().Get("key"); key != "" {
		c.admit(w, r, key)
		return
	}
	if !c.knows(r) {
		http.Error(w, "Open the console by the address that the service printed, with its key.", http.StatusUnauthorized)
		return
	}
	c.mux.ServeHTTP(w, r)
}

// local refuses names that are not this machine's, and other sites' pages.
func local(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(r.Host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	if host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	return err == nil && from.Scheme == "http" && from.Host == r.Host
}

// admit changes the key for a cookie, so that the key does not stay in the address.
func (c *Console) admit(w http.ResponseWriter, r *http.Request, key string) {
	right, err := c.guesses.Try(func() bool { return subtle.ConstantTimeCompare([]byte(key), []byte(c.key())) == 1 })
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusTooManyRequests)
	case !right:
		http.Error(w, "This is not the console's key.", http.StatusForbidden)
	default:
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: c.pass(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

func (c *Console) knows(r *http.Request) bool {
	kept, err := r.Cookie(cookie)
	return err == nil && subtle.ConstantTimeCompare([]byte(kept.Value), []byte(c.pass())) == 1
}

// pass is what the cookie holds: it follows from the key, but does not tell it.
func (c *Console) pass() string {
	mac := hmac.New(sha256.New, []byte(c.key()))
	mac.Write([]byte("cookie"))
	return hex.EncodeToString(mac.Sum(nil))
}
