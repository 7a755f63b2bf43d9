// Package api is the HTTP interface: routes, CORS, the token, limits, and the one
// place where an error becomes a status.
//
// It never knows the rules of cards.
package api

import (
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"cuecard.app/internal/fetch"
	"cuecard.app/internal/pairing"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/browser"
	"cuecard.app/internal/settings"
	"cuecard.app/internal/snapshot"
	"cuecard.app/internal/stage"
)

// API answers the network. All parts but TV are needed.
type API struct {
	Version  string
	Port     int
	Stage    *stage.Stage
	Settings *settings.Store
	Screen   func() screen.Info
	Address  func() netip.Addr // not valid: the device has none
	URL      func() string     // where the network reaches the API; empty when it cannot
	TV       *browser.Screen   // nil where the device draws by itself, without pages
	Streams  *screen.Streams   // sounds that the screen plays now
	Sounds   *fetch.Fetcher
	Pairing  *pairing.Desk
	Camera   *snapshot.Camera
	Site     http.Handler // the web client's files
	Log      *slog.Logger

	listeners seats
	pages     seats

	describing sync.Once
	described  []byte
}

// guard says whom a route is open to.
type guard int

const (
	anyone guard = iota
	token        // those who know the token, when one is set
	page         // those, and TV pages that the owner has approved
)

// route is one endpoint. Either it answers with a value or it writes for itself.
type route struct {
	method string
	guard  guard
	answer func(*http.Request) (any, error)
	write  func(http.ResponseWriter, *http.Request) error
}

// route is the endpoint at a path, of section 4 or an addition. The flag tells the paths
// whose other methods are 405; on the additions they are 404, as everywhere else.
func (a *API) route(path path) (r route, specified bool) {
	switch path.name {
	case "/notify":
		return route{method: "POST", guard: token, answer: a.notify}, true
	case "/notify/*":
		return route{method: "DELETE", guard: token, answer: a.dismiss(path.last)}, true
	case "/health":
		return route{method: "GET", answer: a.health}, true
	case "/info":
		return route{method: "GET", guard: token, answer: a.info}, true
	case "/cards":
		return route{method: "GET", guard: token, answer: a.cards}, false
	case "/events":
		return route{method: "GET", guard: token, write: a.events}, false
	case "/screen.png":
		return route{method: "GET", guard: token, write: a.screenshot}, false
	case "/openapi.json":
		return route{method: "GET", answer: a.description}, false
	case "/tv/sounds/*":
		return route{method: "GET", write: a.sound(path.last)}, false
	}
	if a.TV == nil && (path.name == "/tv" || path.name == "/tv/feed") {
		return route{method: "GET", answer: func(*http.Request) (any, error) { return nil, errNoPages }}, false
	}
	if a.TV == nil {
		return route{}, false
	}
	return a.pageRoute(path), false
}

// pageRoute is an endpoint of the TV page.
func (a *API) pageRoute(path path) route {
	switch path.name {
	case "/tv/feed":
		return route{method: "GET", guard: page, write: a.feed}
	case "/tv/drawn":
		return route{method: "POST", guard: page, answer: a.drawn}
	case "/tv/ended":
		return route{method: "POST", guard: page, answer: a.ended}
	case "/tv/pair":
		return route{method: "GET", write: a.pair}
	case "/tv/pictures/*":
		return route{method: "GET", write: a.picture(path.last)}
	default:
		return route{}
	}
}

// ServeHTTP judges in the order of decision 1: OPTIONS, route, method, token, then the endpoint's own.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	maps.Copy(w.Header(), allOrigins)
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	route, specified := a.route(split(r.URL.EscapedPath()))
	var err error
	switch {
	case route.method == method:
		err = a.serve(w, r, route)
	case specified:
		w.Header().Set("Allow", allow(route.method))
		err = errMethod
	case method == http.MethodGet:
		a.Site.ServeHTTP(w, r)
	default:
		err = meantFor(r, glance(r), errNoSuchPath)
	}
	if err != nil {
		a.refuse(w, r, err)
	}
}

func (a *API) serve(w http.ResponseWriter, r *http.Request, route route) error {
	if !a.admits(route.guard, r) {
		return errToken
	}
	if route.write != nil {
		return route.write(w, r)
	}
	value, err := route.answer(r)
	if err == nil {
		writeJSON(w, http.StatusOK, value)
	}
	return err
}

func (a *API) admits(guard guard, r *http.Request) bool {
	if guard == anyone {
		return true
	}
	settings := a.Settings.Get()
	if settings.Token == "" {
		return true
	}
	scheme, bearer, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return false
	}
	bearer = strings.TrimSpace(bearer)
	if guard == page {
		return settings.AllowsScreen(bearer)
	}
	return settings.Allows(bearer)
}

// allOrigins are the CORS headers of section 4. Their values are shared by all answers.
var allOrigins = http.Header{
	"Access-Control-Allow-Origin":  {"*"},
	"Access-Control-Allow-Methods": {"GET, POST, DELETE, OPTIONS"},
	"Access-Control-Allow-Headers": {"Content-Type, Authorization"},
	"Access-Control-Max-Age":       {"86400"},
}

func allow(method string) string {
	if method == http.MethodGet {
		return "GET, HEAD, OPTIONS"
	}
	return method + ", OPTIONS"
}
