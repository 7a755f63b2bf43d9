package e2e

import (
	"fmt"
	"testing"
	"time"
)

func TestAdditionTheFeedBeginsWithHelloAndWhatIsOnScreen(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	owner(t, h, "settings", "deviceName=Kitchen", "textScale=1.5")
	post(t, h, `{"id":"a","message":"m","title":"T","duration":60,"speak":true}`, "shown")
	feed := listen(t, h, "/tv/feed?width=3840&height=2160")
	var hello map[string]any
	feed.next(t).of(t, "hello", &hello)
	hasFields(t, hello, "viewer", "name", "version", "look")
	if hello["name"] != "Kitchen" || hello["version"] != ask(t, h, "GET", "/health", "").object(t)["version"] {
		t.Errorf("the page is told %v", hello)
	}
	f := feed.frame(t)
	if f.Card["id"] != "a" || f.Card["title"] != "T" || f.Card["widthPercent"] != 60.0 || f.Card["speak"] != true || f.TextScale != 1.5 {
		t.Errorf("the frame is %+v, want the card on screen, complete", f)
	}
	if f.Remaining == nil || *f.Remaining > 60 || *f.Remaining < 30 {
		t.Errorf("the page is told that %v s remain, want nearly 60", f.Remaining)
	}
	if f.Image != (picture{State: "none"}) || f.Icon != (picture{State: "none"}) {
		t.Errorf("the pictures are %+v and %+v, want none", f.Image, f.Icon)
	}
	info := ask(t, h, "GET", "/info", "").object(t)
	if info["screenWidth"] != 3840.0 || info["screenHeight"] != 2160.0 {
		t.Errorf("/info says %v x %v, want the page's size", info["screenWidth"], info["screenHeight"])
	}
}

func TestAdditionTheFeedFollowsEveryTransition(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed, _ := tvPage(t, h, "/tv/feed")
	last := feed.frame(t)
	if last.Card != nil || last.Remaining != nil {
		t.Errorf("the first frame is %+v, want an empty screen", last)
	}
	ids := map[string]bool{last.id: true}
	steps := func(wanted string) frame {
		t.Helper()
		f := feed.until(t, shows(wanted))
		if f.id == "" || ids[f.id] || f.Seq <= last.Seq {
			t.Errorf("frame %d has the id %q behind frame %d; want one of its own", f.Seq, f.id, last.Seq)
		}
		ids[f.id], last = true, f
		return f
	}
	post(t, h, persistent("p"), "shown")
	if f := steps("p"); f.Remaining != nil {
		t.Errorf("%v s remain of a persistent card", *f.Remaining)
	}
	post(t, h, lasting("a"), "shown")
	steps("a")
	post(t, h, brief("a"), "replaced")
	steps("p") // a has expired
	post(t, h, `{"id":"p","message":"new","persistent":true}`, "replaced")
	if f := steps("p"); f.Card["message"] != "new" {
		t.Errorf("the frame has %v, want the new content", f.Card)
	}
	dismiss(t, h, "p", "dismissed")
	steps("")
}

func TestAdditionTheScreenCountsThePagesThatHaveDrawn(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed, viewer := tvPage(t, h, "/tv/feed?width=1280&height=720")
	other, second := tvPage(t, h, "/tv/feed")
	feed.frame(t)
	other.frame(t)
	counts := func(viewers, drawn float64) {
		t.Helper()
		screen := onStage(t, h).Screen
		hasFields(t, screen, "kind", "width", "height", "viewers", "drawn")
		if screen["kind"] != "browser" || screen["viewers"] != viewers || screen["drawn"] != drawn {
			t.Errorf("the screen is %v, want %v viewers of which %v have drawn", screen, viewers, drawn)
		}
	}
	post(t, h, lasting("a"), "shown")
	counts(2, 0)
	before := feed.until(t, shows("a"))
	draws(t, h, viewer, before.Seq, 1280, 720)
	counts(2, 1)
	draws(t, h, second, other.until(t, shows("a")).Seq, 1280, 720)
	counts(2, 2)

	post(t, h, lasting("a"), "replaced")
	counts(2, 0)
	draws(t, h, viewer, before.Seq, 1280, 720) // late
	counts(2, 0)
	draws(t, h, "nobody", before.Seq+1, 320, 200)
	counts(2, 0)
	draws(t, h, viewer, feed.frame(t).Seq, 1920, 1200)
	counts(2, 1)
	if screen := onStage(t, h).Screen; screen["width"] != 1920.0 || screen["height"] != 1200.0 {
		t.Errorf("the screen is %v, want the size that the page spoke of last", screen)
	}
}

func TestAdditionDrawnRefusesWhatIsNoObject(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, body := range []string{"", "{", "[]", "5"} {
		ask(t, h, "POST", "/tv/drawn", body).refuses(t, 400, "field 'body' must be ")
	}
	ask(t, h, "POST", "/tv/drawn", "", "Content-Length: 262145").refuses(t, 413, "262144")
}

func TestDecision19DrawsAreCoalescedToThePaceOfTheScreen(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed, _ := tvPage(t, h, "/tv/feed")
	feed.frame(t)
	const updates = 400
	began := time.Now()
	post(t, h, `{"id":"a","message":"0"}`, "shown")
	for i := range updates {
		post(t, h, fmt.Sprintf(`{"id":"a","message":"%d"}`, i+1), "replaced")
	}
	frames := 0
	last := feed.until(t, func(f frame) bool {
		frames++
		return f.Card["message"] == fmt.Sprint(updates)
	})
	if last.Seq < updates {
		t.Errorf("the last frame is number %d, want one for each of %d updates", last.Seq, updates)
	}
	const pace = 60 // frames a second, and the first one comes at once
	if most := int(pace*time.Since(began).Seconds()) + 2; frames > most {
		t.Errorf("the page was sent %d frames for %d updates, want %d at most", frames, updates, most)
	}
}
