package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

func TestSendTakesEveryFieldOfACard(t *testing.T) {
	t.Parallel()
	const picture = "http://127.0.0.1:1/picture.png"
	for _, c := range []struct {
		option, value string
		field, shown  string // as JSON
	}{
		{"--id", "wash", "id", `"wash"`},
		{"--title", "Laundry", "title", `"Laundry"`},
		{"--image", picture, "image", `"` + picture + `"`},
		{"--icon", picture, "icon", `"` + picture + `"`},
		{"--duration", "90.5", "duration", "90.5"},
		{"--persistent", "", "persistent", "true"},
		{"--position", "top-right", "position", `"top-right"`},
		{"--width", "42.5", "widthPercent", "42.5"},
		{"--background", "#123", "background", `"#112233"`},
		{"--text-color", "80FFEEDD", "textColor", `"#80FFEEDD"`},
		{"--accent", "#FF8800", "accent", `"#FF8800"`},
		{"--accent", "none", "accent", "null"},
		{"--dim", "0.25", "dim", "0.25"},
		{"--dim", "0", "dim", "0"},
		{"--sound", "none", "sound", `"none"`},
		{"--sound", "http://127.0.0.1:1/bell.mp3", "sound", `"http://127.0.0.1:1/bell.mp3"`},
		{"--speak", "", "speak", "true"},
	} {
		t.Run(c.option+c.value, func(t *testing.T) {
			t.Parallel()
			h := cuecard.Start(t)
			// The owner's are others, so that what is not sent is not taken for what is.
			h.Run(t, "settings", "accent=#0000FF", "dim=0.75", "duration=20")
			args := []string{"send", "The wash is done", c.option}
			if c.value != "" {
				args = append(args, c.value)
			}
			says(t, at(h.Dir).does(t, args...), "shown (id ")
			fields := onScreen(t, h)
			if string(fields[c.field]) != c.shown || string(fields["message"]) != `"The wash is done"` {
				t.Errorf("%s is %s", c.field, fields[c.field])
			}
		})
	}
}

// onScreen are the fields of the card on screen as they are sent to clients.
func onScreen(t *testing.T, h *house.House) (fields map[string]json.RawMessage) {
	t.Helper()
	for event, err := range h.Client().Events(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		var state struct{ Showing map[string]json.RawMessage }
		if err := json.Unmarshal(event.Data, &state); err != nil {
			t.Fatal(err)
		}
		return state.Showing
	}
	return nil
}

func TestSendSaysWhatBecameOfTheCard(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	user := at(h.Dir)
	for _, c := range []struct{ id, said string }{
		{"a", "shown (id a)\n"}, {"a", "replaced (id a)\n"}, {"b", "queued (id b)\n"},
	} {
		if said := user.does(t, "send", "hello", "--id", c.id); said != c.said {
			t.Errorf("%q, not %q", said, c.said)
		}
	}
}

func TestOptionsStandBeforeAndBehindTheMessage(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, args := range [][]string{
		{"send", "--title", "Kitchen", "--duration", "30", "Dinner"},
		{"send", "Dinner", "--title", "Kitchen", "--duration", "30"},
		{"send", "--title", "Kitchen", "Dinner", "--duration", "30"},
		{"send", "-title=Kitchen", "Dinner", "-duration=30"},
		{"send", "--duration", "30", "--title", "Kitchen", "--", "Dinner"},
	} {
		at(h.Dir).does(t, append([]string{args[0], "--id", "one"}, args[1:]...)...)
		if c := showing(t, h); c.Title != "Kitchen" || c.Message != "Dinner" || c.Duration != 30*time.Second {
			t.Errorf("%q: %+v", args, c)
		}
	}
}

func TestAMessageMayBeginWithADash(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	at(h.Dir).does(t, "send", "--id", "one", "--", "-5 degrees tonight")
	if c := showing(t, h); c.Message != "-5 degrees tonight" {
		t.Errorf("%+v", c)
	}
	at(h.Dir).does(t, "send", "--id", "one", "--", "--title")
	if c := showing(t, h); c.Message != "--title" {
		t.Errorf("%+v", c)
	}
}

func TestAnOptionsValueMayBeTwoDashes(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	at(h.Dir).does(t, "send", "--title", "--", "hello", "--id", "one")
	if c := showing(t, h); c.Title != "--" || c.Message != "hello" {
		t.Errorf("%+v", c)
	}
}

func TestADashReadsTheMessageFromTheInput(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, c := range []struct{ input, message string }{
		{"one line\n", "one line"},
		{"two\nlines\n", "two\nlines"},
		{"from Windows\r\n", "from Windows"},
		{"  no line end", "  no line end"},
	} {
		at(h.Dir).pipe(c.input).does(t, "send", "-", "--id", "one")
		if got := showing(t, h); got.Message != c.message {
			t.Errorf("%q gave %q", c.input, got.Message)
		}
	}
	says(t, at(h.Dir).pipe("\n").fails(t, 1, "send", "-"), "field 'message' must be a non-empty string")
}

func TestTheTVsOwnWordsAreToldWhenItRefuses(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	user := at(h.Dir)
	for _, c := range []struct {
		args  []string
		input string
		words string
	}{
		{[]string{"hello", "--dim", "2"}, "", "field 'dim' must be a number from 0 to 1"},
		{[]string{"hello", "--duration", "0.5"}, "", "field 'duration' must be a number from 1 to 3600"},
		{[]string{"hello", "--width", "5"}, "", "field 'widthPercent' must be a number from 10 to 100"},
		{[]string{"hello", "--position", "middle"}, "", "field 'position' must be one of center, top-left, top-right, bottom-left, bottom-right"},
		{[]string{"hello", "--background", "sky"}, "", "field 'background' must be "},
		{[]string{"hello", "--image", "ftp://x/y"}, "", "field 'image' must be an http or https URL"},
		{[]string{"hello", "--sound", "loud"}, "", "field 'sound' must be "},
		{[]string{"hello", "--id", "a/b"}, "", "field 'id' must be "},
		{[]string{""}, "", "field 'message' must be a non-empty string"},
		{[]string{"-"}, strings.Repeat("x", 300_000), "262144"},
	} {
		says(t, user.pipe(c.input).fails(t, 1, append([]string{"send"}, c.args...)...), c.words)
	}
	if state := cards(t, h); state.Showing != nil {
		t.Errorf("%+v is on screen", state.Showing)
	}
	says(t, user.fails(t, 1, "send", "hello", "--to", h.URL+"0"), "port from 1 to 65535")
	user.does(t, "overlay", "deny")
	says(t, user.fails(t, 1, "send", "hello"), "cuecard overlay allow")
	token := lastLine(user.does(t, "token", "new"))
	says(t, user.fails(t, 1, "send", "hello", "--to", h.URL), "missing or invalid bearer token")
	says(t, user.fails(t, 1, "send", "hello", "--to", h.URL, "--token", token+"x"), "missing or invalid bearer token")
	h.Stop()
	says(t, user.fails(t, 1, "send", "hello", "--to", h.URL), "no answer from "+h.URL+": connection refused")
}

func TestDismissTakesACardAway(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	user := at(h.Dir)
	user.does(t, "settings", "duration=600")
	ids := []string{"on screen", "waiting", "..", "50%", "-x", "😀"}
	for _, id := range ids {
		if _, err := h.Client().Notify(t.Context(), client.Card{ID: id, Message: "hello"}); err != nil {
			t.Fatal(err)
		}
	}
	for i, id := range ids[1:] {
		if said := user.does(t, "dismiss", "--", id); said != "removed-from-queue\n" {
			t.Errorf("%d %s: %q", i, id, said)
		}
	}
	if said := user.does(t, "dismiss", "on screen", "--to", h.URL); said != "dismissed\n" {
		t.Errorf("%q", said)
	}
	if state := cards(t, h); state.Showing != nil || len(state.Waiting) > 0 {
		t.Errorf("%+v", state)
	}
	says(t, user.fails(t, 1, "dismiss", "nobody"), `no card has the id "nobody"`)
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return lines[len(lines)-1]
}
