package e2e

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestDecision18AcceptedCardsSurviveTheDeathOfTheProcess(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, `{"id":"p","message":"parked","persistent":true,"accent":"#18B24A"}`, "shown")
	post(t, h, `{"id":"a","message":"showing","title":"T😀","duration":600,"dim":0.5,"position":"top-right","sound":"none"}`, "shown")
	post(t, h, `{"id":"b","message":"first","background":"#80102030"}`, "queued")
	post(t, h, `{"id":"gone","message":"m"}`, "queued")
	post(t, h, `{"id":"c","message":"second","duration":1.5,"speak":true}`, "queued")
	dismiss(t, h, "gone", "removed-from-queue")
	before := onStage(t, h)
	h.Kill()

	h = cuecard.StartIn(t, h.Dir)
	after := onStage(t, h)
	holds(t, h, "a|b c|p")
	was, is := before.Showing["remaining"].(float64), after.Showing["remaining"].(float64)
	if is >= was || is < was-60 {
		t.Errorf("%v s remain where %v remained before, want the time that passed less", is, was)
	}
	delete(before.Showing, "remaining")
	delete(after.Showing, "remaining")
	if before.Screen, after.Screen = nil, nil; !reflect.DeepEqual(before, after) {
		t.Errorf("back is %v, want %v", after, before)
	}
	feed, _ := tvPage(t, h, "/tv/feed")
	if f := feed.frame(t); idOf(f.Card) != "a" || f.Remaining == nil || *f.Remaining > was {
		t.Errorf("the page is given %+v, want the card with what remains of its time", f)
	}
	events := watch(t, h)
	dismiss(t, h, "a", "dismissed")
	dismiss(t, h, "b", "dismissed")
	events.tells(t, "dismissed a", "shown b", "dismissed b", "shown c", "expired c", "returned p")
}

func TestDecision18ACardEndsInItsTimeAfterARestart(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, `{"id":"a","message":"m","duration":10}`, "shown")
	h.Kill()
	h = cuecard.StartIn(t, h.Dir)
	watch(t, h).tells(t, "expired a")
	holds(t, h, "||")
}

func TestDecision18ACardWhoseTimeEndedMeanwhileIsNotShownAgain(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	clock := cuecard.Start(t) // another TV, whose card tells when a second is over
	ticks := watch(t, clock)
	post(t, h, lasting("a"), "shown")
	post(t, h, lasting("b"), "queued")
	post(t, h, brief("a"), "replaced")
	h.Kill()
	post(t, clock, brief("second"), "shown")
	ticks.tells(t, "shown second", "expired second")
	holds(t, cuecard.StartIn(t, h.Dir), "b||")
}

func TestDecision18ADismissedCardStaysAway(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, persistent("p"), "shown")
	post(t, h, lasting("a"), "shown")
	dismiss(t, h, "p", "dismissed")
	dismiss(t, h, "a", "dismissed")
	h.Kill()
	holds(t, cuecard.StartIn(t, h.Dir), "||")
}

func TestDecision18TheOwnersWishesSurviveToo(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	owner(t, h, "settings", "position=bottom-left", "deviceName=Attic")
	owner(t, h, "overlay", "deny")
	token := newToken(t, h)
	h.Kill()
	h = cuecard.StartIn(t, h.Dir)
	ask(t, h, "GET", "/info", "").refuses(t, 401, "token")
	info := ask(t, h, "GET", "/info", "", bearer(token)).object(t)
	if info["deviceName"] != "Attic" || info["overlayPermission"] != false || info["authEnabled"] != true {
		t.Errorf("/info answered %v", info)
	}
	owner(t, h, "overlay", "allow")
	post(t, h, lasting("a"), "shown", bearer(token))
	if now := onStage(t, h, bearer(token)); now.Showing["position"] != "bottom-left" {
		t.Errorf("on screen is %v, want the owner's position", now.Showing)
	}
}

func TestDecision18ADamagedFileIsSetAsideWithAWarning(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, persistent("p"), "shown")
	h.Kill()
	const damage = "\x00this is no file of the service\n\xff\n"
	for _, name := range filesIn(t, h.Dir) {
		if err := os.WriteFile(filepath.Join(h.Dir, name), []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h = cuecard.StartIn(t, h.Dir)
	post(t, h, lasting("a"), "shown")
	if !strings.Contains(h.Log(), "level=WARN") {
		t.Errorf("the log has no warning: %s", h.Log())
	}
	kept := 0
	for _, name := range filesIn(t, h.Dir) {
		if content, _ := os.ReadFile(filepath.Join(h.Dir, name)); strings.Contains(string(content), damage) {
			kept++
		}
	}
	if kept < 2 {
		t.Errorf("%d damaged files were set aside, want the cards and the settings: %q", kept, filesIn(t, h.Dir))
	}
}

// filesIn are the regular files of a folder.
func filesIn(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			names = append(names, entry.Name())
		}
	}
	return names
}
