package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// act is a sound or words that a TV page is told to perform.
type act struct {
	N       uint64
	Sound   string
	Texts   []string
	Volume  float64
	Seconds int
}

// hears waits for an act of that kind.
func (s *stream) hears(t testing.TB, kind string) (a act) {
	t.Helper()
	e := s.next(t)
	for e.kind == "frame" {
		e = s.next(t)
	}
	e.of(t, kind, &a)
	return a
}

func ends(t testing.TB, h *house.House, viewer string, n uint64) {
	t.Helper()
	ask(t, h, "POST", "/tv/ended", jsonOf(t, map[string]any{"viewer": viewer, "n": n})).wants(t, 200, `{}`)
}

func TestDecision15SpeechStartsInThePageAfterItsSoundHasEnded(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	owner(t, h, "settings", "volume=0.5")
	feed, viewer := tvPage(t, h, "/tv/feed")
	post(t, h, `{"id":"a","title":"Door","message":"Someone is there","speak":true}`, "shown")
	sound := feed.hears(t, "play")
	if sound.Sound != "default" || sound.Volume != 0.5 {
		t.Errorf("played %+v", sound)
	}
	ends(t, h, viewer, sound.N)
	words := feed.hears(t, "speak")
	if strings.Join(words.Texts, "/") != "Door/Someone is there" || words.Volume != 0.5 {
		t.Errorf("spoke %+v", words)
	}
	dismiss(t, h, "a", "dismissed")
	if hushed := feed.hears(t, "hush"); hushed.N != words.N {
		t.Errorf("hushed %+v", hushed)
	}
}

func TestDecision15AReplacementStopsTheSoundAndPlaysItsOwn(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed, _ := tvPage(t, h, "/tv/feed")
	post(t, h, `{"id":"a","message":"m"}`, "shown")
	first := feed.hears(t, "play")
	post(t, h, `{"id":"a","message":"n"}`, "replaced")
	if hushed := feed.hears(t, "hush"); hushed.N != first.N {
		t.Errorf("hushed %+v, want %d", hushed, first.N)
	}
	if second := feed.hears(t, "play"); second.N == first.N {
		t.Errorf("played %+v again", second)
	}
}

func TestASoundComesThroughTheService(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	url := serving(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "audio/mpeg")
		_, _ = io.WriteString(w, "not really music")
	})
	feed, viewer := tvPage(t, h, "/tv/feed")
	post(t, h, jsonOf(t, map[string]any{"id": "a", "message": "m", "sound": url + "/ding.mp3"}), "shown")
	sound := feed.hears(t, "play")
	if !strings.HasPrefix(sound.Sound, "/tv/sounds/") {
		t.Fatalf("played %+v", sound)
	}
	answer := ask(t, h, "GET", sound.Sound, "")
	if answer.body != "not really music" || answer.header.Get("Content-Type") != "audio/mpeg" {
		t.Errorf("%v %q", answer.header, answer.body)
	}
	ends(t, h, viewer, sound.N)
	ask(t, h, "GET", "/tv/sounds/none", "").refuses(t, 404, "")
}

func TestTheOwnerHasTheTVShowItsAddress(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	feed, _ := tvPage(t, h, "/tv/feed")
	feed.frame(t)
	owner(t, h, "address")
	if shown := feed.hears(t, "address"); shown.Seconds != 30 {
		t.Errorf("shown for %d s", shown.Seconds)
	}
}

// untilDevice waits until the page is told something of the device.
func (s *stream) untilDevice(t testing.TB, want string) {
	t.Helper()
	for said := ""; ; {
		line, err := s.from.ReadString('\n')
		if err != nil {
			t.Fatalf("%q was never said, but %s: %v", want, said, err)
		}
		if strings.HasPrefix(line, `data: {"name"`) {
			said = line
		}
		if strings.Contains(said, want) {
			return
		}
	}
}

func TestThePageIsToldOfTheDeviceAndOfWhatChanges(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t, "--listen", ":0")
	h.URL = "http://127.0.0.1" + h.URL[strings.LastIndex(h.URL, ":"):]
	feed := listen(t, h, "/tv/feed")
	feed.untilDevice(t, `"greet":true`)
	owner(t, h, "settings", "deviceName=Kitchen", "idle=clock")
	feed.untilDevice(t, `"name":"Kitchen"`)
	owner(t, h, "overlay", "deny")
	feed.untilDevice(t, `"grant":"cuecard overlay allow"`)
	owner(t, h, "overlay", "allow")
	feed.untilDevice(t, `"grant":""`)
	post(t, h, `{"message":"the first card ever"}`, "shown")
	feed.untilDevice(t, `"greet":false`)
	again := listen(t, h, "/tv/feed")
	again.untilDevice(t, `"idle":"clock"`)
}
