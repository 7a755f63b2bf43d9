package api

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/look"
	"cuecard.app/internal/pairing"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/screen/browser"
)

// hello is the first event of the TV page's feed.
type hello struct {
	Viewer  string    `json:"viewer"`
	Name    string    `json:"name"`
	Version string    `json:"version"`
	Look    look.Look `json:"look"`
}

// frame is what the page is to draw.
type frame struct {
	Seq       uint64     `json:"seq"`
	Card      *card.Card `json:"card"`
	Image     source     `json:"image"`
	Icon      source     `json:"icon"`
	TextScale float64    `json:"textScale"`
	Remaining *float64   `json:"remaining"` // seconds; null without an end
}

// source is where the page finds a picture, once it is there.
type source struct {
	State screen.PictureState `json:"state"`
	Src   string              `json:"src,omitempty"`
}

func frameOf(v browser.View) frame {
	f := frame{Seq: v.Seq, Card: v.Card, TextScale: v.TextScale,
		Image: source{State: v.Image.State}, Icon: source{State: v.Icon.State}}
	if v.ImageName != "" {
		f.Image.Src = "/tv/pictures/" + v.ImageName
	}
	if v.IconName != "" {
		f.Icon.Src = "/tv/pictures/" + v.IconName
	}
	if !v.Ends.IsZero() {
		f.Remaining = new(max(0, time.Until(v.Ends).Seconds()))
	}
	return f
}

// feed tells a TV page what to draw and to play, as long as it may watch.
func (a *API) feed(w http.ResponseWriter, r *http.Request) error {
	return listen(w, r, &a.pages, pagesAtOnce, func(ctx context.Context, s *stream) {
		query := r.URL.Query()
		width, _ := strconv.Atoi(query.Get("width"))
		height, _ := strconv.Atoi(query.Get("height"))
		viewer := a.TV.Watch(width, height)
		defer viewer.Close()
		if s.send("hello", "", hello{viewer.ID, a.Settings.Get().DeviceName, a.Version, look.Numbers()}) != nil {
			return
		}
		var changed <-chan struct{}
		for told, due := "", true; ; {
			if due {
				changed = a.Settings.Changed()
				if !a.admits(page, r) || a.describe(ctx, s, &told) != nil {
					return
				}
			}
			cue, err := next(ctx, viewer, changed)
			due = cue.View == nil && cue.Act == nil // the settings have changed, or some time has passed
			switch {
			case cue.View != nil:
				err = s.send("frame", cue.View.ID, frameOf(*cue.View))
			case cue.Act != nil:
				err = s.send(string(cue.Act.Kind), "", actOf(*cue.Act))
			case ctx.Err() == nil && err != nil: // nothing new for a while
				err = s.beat()
			}
			if err != nil {
				return
			}
		}
	})
}

// next waits for the page's next cue, a change, or the time for a heartbeat.
func next(ctx context.Context, viewer *browser.Viewer, changed <-chan struct{}) (browser.Cue, error) {
	ctx, cancel := context.WithTimeout(ctx, heartbeat)
	defer cancel()
	return viewer.Next(ctx, changed)
}

// word is what a page says of itself.
type word struct {
	Viewer        string
	Seq           uint64 // of the frame it has drawn
	Width, Height int
	N             uint64 // of the act it has ended
}

func readWord(r *http.Request) (w word, err error) {
	body, err := read(r)
	if err == nil && json.Unmarshal(body, &w) != nil {
		err = &card.FieldError{Field: "body", Be: "a JSON object in UTF-8"}
	}
	return w, err
}

// drawn takes a page's word for what it has drawn.
func (a *API) drawn(r *http.Request) (any, error) {
	word, err := readWord(r)
	if err != nil {
		return nil, err
	}
	a.TV.Drawn(word.Viewer, word.Seq, word.Width, word.Height)
	return struct{}{}, nil
}

// pair gives a page a code to show until the owner approves it or no token is set any more.
func (a *API) pair(w http.ResponseWriter, r *http.Request) error {
	visitor, err := a.Pairing.Wait(pageName(r))
	if err != nil {
		return err
	}
	defer visitor.Leave()
	return listen(w, r, &a.pages, pagesAtOnce, func(ctx context.Context, s *stream) {
		code := struct {
			Code    string `json:"code"`
			Seconds int    `json:"seconds"`
		}{visitor.Code, int(pairing.CodeLasts.Seconds())}
		if s.send("code", "", code) != nil {
			return
		}
		beat := time.NewTicker(heartbeat)
		defer beat.Stop()
		expired := time.After(pairing.CodeLasts)
		for {
			changed := a.Settings.Changed()
			if a.Settings.Get().Token == "" {
				_ = s.send("open", "", struct{}{})
				return
			}
			select {
			case key := <-visitor.Key:
				_ = s.send("key", "", map[string]string{"key": key})
				return
			case <-expired: // the page asks for another
				return
			case <-beat.C:
				if s.beat() != nil {
					return
				}
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	})
}

// pageName is how the owner recognises a page: where it is, and what it says it is.
func pageName(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	agent := r.UserAgent()
	if len(agent) > 80 {
		agent = agent[:80] + "…"
	}
	return strings.ToValidUTF8(host+" "+agent, "")
}

// picture serves a picture of the card on screen. Its name, which cannot be guessed, is the permission.
func (a *API) picture(name string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		file := a.TV.Picture(name)
		if file == nil {
			return errNoPicture
		}
		h := w.Header()
		h.Set("Content-Type", file.Type)
		h.Set("Content-Length", strconv.Itoa(len(file.Bytes)))
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
		if file.Live { // it is shown once, and there may be millions of them
			h.Set("Cache-Control", "no-store")
		}
		// A picture from anywhere must not become a page of this origin.
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
		if r.Method != http.MethodHead {
			_, _ = w.Write(file.Bytes)
		}
		return nil
	}
}
