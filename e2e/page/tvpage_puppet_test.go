package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"

	"cuecard.app/internal/look"
	"cuecard.app/internal/qrcode"
	"cuecard.app/internal/web"
)

// puppet is the TV page on strings: a service that says what the test wants and nothing else.
type puppet struct {
	*window
	says  chan string
	ended chan int
}

// stand opens the TV page of a puppet. The scripts run before the page's own.
func stand(t testing.TB, s size, scripts ...string) *puppet {
	t.Helper()
	site, err := web.New()
	if err != nil {
		t.Fatal(err)
	}
	p := &puppet{says: make(chan string, 100), ended: make(chan int, 100)}
	paths := http.NewServeMux()
	paths.Handle("/", site)
	paths.HandleFunc("GET /tv/feed", p.feed)
	paths.HandleFunc("GET /tv/sounds/{name}", sound)
	paths.HandleFunc("POST /tv/drawn", func(http.ResponseWriter, *http.Request) {})
	paths.HandleFunc("POST /tv/ended", func(_ http.ResponseWriter, r *http.Request) {
		var word struct {
			Viewer string
			N      int
		}
		if json.NewDecoder(r.Body).Decode(&word) == nil && word.Viewer == "puppet" {
			p.ended <- word.N
		}
	})
	server := httptest.NewServer(paths)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	p.window = still(t, s)
	for _, script := range scripts {
		p.before(script)
	}
	p.visit(server.URL, "/tv")
	return p
}

// before has a script run before those of every page that the window visits.
func (w *window) before(script string) {
	w.t.Helper()
	w.do(command(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}))
}

func (p *puppet) feed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	say := func(words string) {
		_, _ = fmt.Fprint(w, words)
		_ = http.NewResponseController(w).Flush()
	}
	say(event("hello", map[string]any{"viewer": "puppet", "name": "Puppet", "version": "1", "look": look.Numbers()}))
	for {
		select {
		case words := <-p.says:
			say(words)
		case <-r.Context().Done():
			return
		}
	}
}

func event(name string, data any) string {
	text, _ := json.Marshal(data)
	return fmt.Sprintf("event: %s\ndata: %s\n\n", name, text)
}

// say sends the page an event.
func (p *puppet) say(name string, data any) { p.says <- event(name, data) }

// greet tells the page of a device that was never used.
func (p *puppet) greet(name, url string) {
	p.say("device", map[string]any{"name": name, "url": url, "code": qrcode.Of(url), "grant": "", "reason": "", "idle": "black", "greet": true})
}

// untilEnded waits for the page's word that an act has ended, and fails on a word of another.
func (p *puppet) untilEnded(n int) {
	p.t.Helper()
	select {
	case got := <-p.ended:
		if got != n {
			p.t.Fatalf("act %d has ended, want %d", got, n)
		}
	case <-time.After(patience):
		p.t.Fatalf("the page never says that act %d has ended", n)
	}
}
