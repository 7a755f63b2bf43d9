package api

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"cuecard.app/internal/card"
)

// mistaken is the error of a request that was meant for another app: what is wrong, and the setting that helps.
type mistaken struct {
	error
	help string
}

func (m mistaken) Error() string { return m.error.Error() + "; " + m.help }
func (m mistaken) Unwrap() error { return m.error }

// meantFor adds to the error of a request that is not understood which app it looks like it was meant for.
func meantFor(r *http.Request, body []byte, err error) error {
	var field *card.FieldError
	if !errors.As(err, &field) && !errors.Is(err, errNoSuchPath) {
		return err
	}
	if help := helps[appOf(r, body)]; help != "" {
		return mistaken{err, help}
	}
	return err
}

// helps are what opens the ports for other apps' clients.
var helps = map[string]string{
	"nfandroidtv": "this looks like Notifications for Android TV: cuecard settings accept=nfandroidtv takes it on port 7676",
	"pipup":       "this looks like PiPup: cuecard settings accept=pipup takes it on port 7979",
	"tvoverlay":   "this looks like TvOverlay: cuecard settings accept=tvoverlay takes it on port 5001",
	"kodi":        "this looks like Kodi: cuecard settings accept=kodi=:8080 takes it on port 8080, or on any that is free",
	"ntfy":        "this looks like ntfy: cuecard settings accept=ntfy=:8093 takes it on port 8093, or on any that is free",
}

// appOf tells by the path, and where that says nothing by the body.
func appOf(r *http.Request, body []byte) string {
	path := strings.TrimSuffix(r.URL.Path, "/")
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	isForm := kind == "multipart/form-data"
	switch {
	case path == "/jsonrpc":
		return "kodi"
	case path == "/notify_fixed" || strings.HasPrefix(path, "/set/"):
		return "tvoverlay"
	case path == "/cancel" || path == "/notify" && isForm:
		return "pipup"
	case path == "" && isForm:
		return "nfandroidtv"
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields) // without fields it is nobody's
	has := func(names ...string) bool {
		for _, name := range names {
			if fields[name] != nil {
				return true
			}
		}
		return false
	}
	switch {
	case path == "" && has("topic"):
		return "ntfy"
	case path == "" && has("jsonrpc"):
		return "kodi"
	case path == "/notify" && has("media", "backgroundColor", "titleColor", "messageColor", "titleSize", "messageSize"):
		return "pipup"
	case path == "/notify" && has("corner", "smallIcon", "largeIcon", "appIcon", "appTitle", "deviceSourceName"):
		return "tvoverlay"
	default:
		return ""
	}
}

// glance reads as much of a body as a card may have: enough to see whose it is.
func glance(r *http.Request) []byte {
	if r.URL.Path != "/" || r.ContentLength > card.MaxBody {
		return nil
	}
	body, _ := io.ReadAll(io.LimitReader(r.Body, card.MaxBody)) // half a body is nobody's
	return body
}
