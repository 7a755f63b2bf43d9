package e2e

import (
	"encoding/base64"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDecision16ShownIsSaidOfWhatTheScreenHas(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for range 20 {
		id := post(t, h, `{"message":"m"}`, "shown")
		feed, _ := tvPage(t, h, "/tv/feed")
		if f := feed.frame(t); idOf(f.Card) != id {
			t.Errorf("a page that came behind the answer is given %v, want the card %s", f.Card, id)
		}
		dismiss(t, h, id, "dismissed")
	}
}

func TestDecision20TheIPIsAnAddressOfThisDeviceOrNull(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	ip := ask(t, h, "GET", "/info", "").object(t)["ip"]
	if ip == nil {
		return // a device without a network
	}
	address, err := netip.ParseAddr(ip.(string))
	if err != nil || address.IsLoopback() || address.IsUnspecified() {
		t.Fatalf("the ip is %v, want one that the network knows: %v", ip, err)
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range own {
		if strings.HasPrefix(a.String(), ip.(string)+"/") {
			return
		}
	}
	t.Errorf("the ip is %v, which is none of %v", ip, own)
}

func TestDecision21TheTokenIs32RandomBytesKeptFromOthers(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	first, token := newToken(t, h), newToken(t, h)
	for _, one := range []string{first, token} {
		if secret, err := base64.RawURLEncoding.Strict().DecodeString(one); err != nil || len(secret) != 32 {
			t.Errorf("the token is %q, want 32 bytes in base64url without padding: %v", one, err)
		}
	}
	if first == token {
		t.Error("two tokens are the same")
	}
	found := false
	for _, name := range filesIn(t, h.Dir) {
		path := filepath.Join(h.Dir, name)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(content), token) {
			continue
		}
		found = true
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s holds the token with %v, %v; want mode 0600", name, info.Mode(), err)
		}
	}
	if !found {
		t.Error("the token is not stored")
	}
	if strings.Contains(h.Log(), token) {
		t.Error("the token stands in the log")
	}
}

func TestDecision22OverlayIsTheOwnersSwitchOnByDefault(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	permission := func() any { return ask(t, h, "GET", "/info", "").object(t)["overlayPermission"] }
	if permission() != true {
		t.Error("the switch is off in a new house")
	}
	feed, _ := tvPage(t, h, "/tv/feed")
	post(t, h, lasting("a"), "shown")
	feed.until(t, shows("a"))

	owner(t, h, "overlay", "deny")
	feed.until(t, shows("")) // nothing is drawn
	if permission() != false {
		t.Error("overlayPermission is true after it was denied")
	}
	a := ask(t, h, "POST", "/notify", lasting("b"))
	body := a.object(t)
	hasFields(t, body, "id", "result", "error")
	if said, _ := body["error"].(string); a.status != 503 || !strings.Contains(said, "cuecard overlay allow") {
		t.Errorf("answered %d %s, want 503 with the command that helps", a.status, a.body)
	}
	ask(t, h, "POST", "/notify", `{"id":"b"}`).refuses(t, 400, "message")
	ask(t, h, "DELETE", "/notify/b", "").wants(t, 404, `{"id":"b","result":"unknown"}`)
	if health := ask(t, h, "GET", "/health", "").object(t); health["status"] != "ok" {
		t.Errorf("/health answered %v: the server still answers", health)
	}

	owner(t, h, "overlay", "allow")
	feed.until(t, shows("a"))
	if permission() != true {
		t.Error("overlayPermission is false after it was allowed")
	}
	post(t, h, lasting("b"), "queued")
	holds(t, h, "a|b|")
}

func TestDecision23ThePageMeasuresInFractionsOfTheHeight(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed := listen(t, h, "/tv/feed")
	var hello struct {
		Look struct{ ScreenHeight, TitleSize, MessageSize, Margin float64 }
	}
	feed.next(t).of(t, "hello", &hello)
	look := hello.Look
	if look.ScreenHeight != 540 || look.TitleSize != 30 || look.MessageSize != 24 || look.Margin != 48 {
		t.Errorf("the page is told %+v, want 30 sp, 24 sp and 48 dp of 540", look)
	}
	if f := feed.frame(t); f.TextScale != 1 {
		t.Errorf("text is scaled by %v, want 1", f.TextScale)
	}
	owner(t, h, "settings", "textScale=1.25")
	feed.until(t, func(f frame) bool { return f.TextScale == 1.25 })
}

func TestDecision24ThereIsNoVersionNegotiation(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, headers := range [][]string{{"Accept: application/vnd.cuecard.v9+json"}, {"API-Version: 9"}, {"Accept: text/html"}} {
		ask(t, h, "POST", "/notify", lasting("a"), headers...).wants(t, 200, `{"id":"a","result":"shown"}`)
		dismiss(t, h, "a", "dismissed")
	}
	if a := ask(t, h, "POST", "/v1/notify", lasting("a")); a.status != 404 {
		t.Errorf("a path with a version answered %d", a.status)
	}
}
