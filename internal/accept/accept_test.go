package accept

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"cuecard.app/internal/accept/guise"
	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// room is a stage that notes what it is given.
type room struct {
	mu    sync.Mutex
	cards map[string]card.Card
	last  card.Card
	err   error
}

func (s *room) Post(_ context.Context, c card.Card) (deck.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.cards[c.ID], s.last = c, c
	}
	return deck.Shown, s.err
}

func (s *room) Delete(_ context.Context, id string) (deck.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.cards, id)
	return deck.Dismissed, s.err
}

func (s *room) ids() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.cards))
}

// log is what the desk tells its owner.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

type tv struct {
	*Desk
	stage *room
	log   *log
}

func open(t testing.TB) *tv {
	t.Helper()
	stage, said := &room{cards: map[string]card.Card{}}, &log{}
	desk := NewDesk(stage, card.FactoryStyle, func() Device { return Device{"Kitchen", "1.2.3", true, 15} }, &Album{}, slog.New(slog.NewTextHandler(said, nil)))
	t.Cleanup(desk.Close)
	return &tv{desk, stage, said}
}

func (tv *tv) ask(app guise.App, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	tv.As(app).ServeHTTP(w, r)
	return w
}

func (tv *tv) post(app guise.App, path, body string) *httptest.ResponseRecorder {
	return tv.ask(app, httptest.NewRequest("POST", path, strings.NewReader(body)))
}

// form is a request whose parts with these names are files.
func form(t testing.TB, path string, texts map[string]string, files map[string][]byte, allAsFiles bool) *http.Request {
	t.Helper()
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, text := range texts {
		part, err := writer.CreateFormField(name)
		if allAsFiles {
			part, err = writer.CreateFormFile(name, name)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte(text))
	}
	for name, content := range files {
		part, err := writer.CreateFormFile(name, "image")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(content)
	}
	_ = writer.Close()
	r := httptest.NewRequest("POST", path, &body)
	r.Header.Set("Content-Type", writer.FormDataContentType())
	return r
}

// answers fails unless the answer has this status and, without the space at its ends, this body.
func answers(t *testing.T, w *httptest.ResponseRecorder, status int, body string) {
	t.Helper()
	if got := strings.TrimSpace(w.Body.String()); w.Code != status || got != body {
		t.Errorf("%d %s, and not %d %s", w.Code, got, status, body)
	}
}

func TestTextsThatCameAsFilesAreTextsAllTheSame(t *testing.T) {
	for _, allAsFiles := range []bool{false, true} {
		tv := open(t)
		photo := pictureOf(t, 4, 3)
		w := tv.ask(guise.NFAndroidTV, form(t, "/", map[string]string{"msg": "Grüße", "title": "t", "duration": "7"}, map[string][]byte{"filename2": photo}, allAsFiles))
		answers(t, w, 200, "OK")
		c := tv.stage.last
		file, err := tv.Album.Fetcher(nil)(t.Context(), c.Image)
		if c.Message != "Grüße" || c.Title != "t" || c.Duration != 7 || c.Icon != "" || c.ID == "" || err != nil || !bytes.Equal(file.Bytes, photo) || file.Type != "image/png" {
			t.Errorf("%+v, %v", c, err)
		}
	}
}

func TestAnIconOfOnePixelIsNone(t *testing.T) {
	tv := open(t)
	answers(t, tv.ask(guise.NFAndroidTV, form(t, "/", map[string]string{"msg": "m"}, map[string][]byte{"filename": pictureOf(t, 1, 1)}, false)), 200, "OK")
	if tv.stage.last.Icon != "" || tv.log.String() != "" {
		t.Errorf("%+v, %s", tv.stage.last, tv.log)
	}
}

func TestAPictureThatCannotBeShownLeavesTheCard(t *testing.T) {
	bomb := pictureOf(t, 4, 4)
	for name, content := range map[string][]byte{"no picture": []byte("hello"), "too large": append(bomb, make([]byte, maxPicture)...)} {
		tv := open(t)
		answers(t, tv.ask(guise.PiPup, form(t, "/notify", map[string]string{"message": "m"}, map[string][]byte{"image": content}, false)), 200, "m")
		if tv.stage.last.Image != "" || !strings.Contains(tv.log.String(), "a card is shown without its picture") {
			t.Errorf("%s: %+v, %s", name, tv.stage.last, tv.log)
		}
	}
}

func TestAFormOfEndlessPartsIsRefused(t *testing.T) {
	texts := map[string]string{"msg": "m"}
	for i := range maxParts {
		texts[strings.Repeat("x", i+1)] = "y"
	}
	answers(t, open(t).ask(guise.NFAndroidTV, form(t, "/", texts, nil, false)), 400, "field 'body' must be a form of the kind multipart/form-data")
}

func TestEveryAppSaysInItsOwnWayThatNothingCanBeDrawn(t *testing.T) {
	tv := open(t)
	tv.stage.err = &screen.NoOverlay{Reason: "not allowed", Command: "allow it"}
	const words = "not allowed; to allow it, run: allow it"
	photo := pictureOf(t, 4, 4)
	answers(t, tv.ask(guise.NFAndroidTV, form(t, "/", map[string]string{"msg": "m"}, map[string][]byte{"filename": photo, "filename2": photo}, false)), 503, words)
	answers(t, tv.post(guise.PiPup, "/notify", `{"message":"m"}`), 503, "invalid request: "+words)
	answers(t, tv.post(guise.TvOverlay, "/notify", `{"message":"m"}`), 503, `{"success":false,"message":"`+words+`"}`)
	answers(t, tv.post(guise.Kodi, "/jsonrpc", `{"method":"GUI.ShowNotification","params":["t","m"],"id":1}`), 200,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32100,"message":"Failed to execute method: `+words+`"}}`)
	answers(t, tv.post(guise.Ntfy, "/", `{"topic":"a"}`), 503, `{"code":50301,"http":503,"error":"`+words+`"}`)
	if tv.Album.bytes != 0 || len(tv.Album.kept) != 0 {
		t.Errorf("%d bytes of pictures that nobody shows", tv.Album.bytes)
	}
	tv.stage.err = errors.New("secret")
	answers(t, tv.post(guise.PiPup, "/notify", `{"message":"m"}`), 500, "invalid request: the card could not be drawn; the log of the service says why")
	if !strings.Contains(tv.log.String(), "secret") {
		t.Error(tv.log)
	}
}

func TestARequestThatIsTooLargeIsNotRead(t *testing.T) {
	for _, app := range []guise.App{guise.NFAndroidTV, guise.PiPup, guise.TvOverlay, guise.Kodi, guise.Ntfy} {
		r := httptest.NewRequest("POST", "/", nil)
		r.ContentLength = maxRequest + 1
		if w := open(t).ask(app, r); w.Code != 413 || w.Header().Get("Connection") != "close" {
			t.Errorf("%s: %d", app, w.Code)
		}
	}
	endless := httptest.NewRequest("POST", "/notify", endlessText{})
	endless.ContentLength = -1
	answers(t, open(t).ask(guise.PiPup, endless), 413, "invalid request: the request is larger than 16777216 bytes")
}

type endlessText struct{}

func (endlessText) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestLargeRequestsWaitForEachOtherAndSmallOnesDoNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tv := open(t)
		for range largeAtOnce {
			tv.large <- struct{}{}
		}
		large := func(ctx context.Context, words string) {
			r := httptest.NewRequest("POST", "/notify", strings.NewReader(`{"message":"`+words+`"}`)).WithContext(ctx)
			r.ContentLength = card.MaxBody + 1
			tv.ask(guise.PiPup, r)
		}
		var under sync.WaitGroup
		under.Go(func() { large(t.Context(), "large") })
		leaves, leave := context.WithCancel(t.Context())
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			large(leaves, "gone")
		}()
		synctest.Wait()
		answers(t, tv.post(guise.PiPup, "/notify", `{"message":"small"}`), 200, "small")
		leave()
		<-gone
		<-tv.large
		under.Wait()
		if tv.stage.last.Message != "large" || len(tv.large) != largeAtOnce-1 {
			t.Errorf("%q is shown, %d requests hold a seat", tv.stage.last.Message, len(tv.large))
		}
	})
}
