package e2e

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// fieldRow is a row of the table of section 2: what a card has that was posted without
// the field, what JSON is taken and as what it is kept, and what JSON is refused.
type fieldRow struct {
	field   string
	factory any
	kept    map[string]any
	refused []string
}

// Nothing listens at this address: the fetch fails, as a picture's may.
const nowhere = "http://127.0.0.1:1/a.png"

var (
	colours = map[string]any{
		`"#12f"`: "#1122FF", `"12F"`: "#1122FF",
		`"#18B24A"`: "#18B24A", `"18b24a"`: "#18B24A",
		`"#812F"`: "#881122FF", `"812F"`: "#881122FF", `"#F12F"`: "#1122FF",
		`"#80102030"`: "#80102030", `"80102030"`: "#80102030",
	}
	notColours = []string{`"red"`, `"#"`, `"#1"`, `"#12"`, `"#12345"`, `"#1234567"`, `"#123456789"`, `"#GGG"`, `"##FFF"`,
		`"#+12"`, `"0x123"`, `"rgb(1,2,3)"`, `123`, `true`, `["#FFF"]`, `{}`}
	links = map[string]any{
		`"` + nowhere + `"`:                 nowhere,
		`"https://127.0.0.1:1/a%20b?c=d#e"`: "https://127.0.0.1:1/a%20b?c=d#e",
	}
	notLinks = []string{`"a.png"`, `"/a.png"`, `"//127.0.0.1/a.png"`, `"http://"`, `"http:///a.png"`, `"ftp://127.0.0.1/a.png"`,
		`"file:///etc/passwd"`, `"javascript:alert(1)"`, `"data:image/png;base64,AA"`, `5`, `true`, `["` + nowhere + `"]`, `{}`}
	flags    = map[string]any{`true`: true, `false`: false}
	notFlags = []string{`"true"`, `"yes"`, `1`, `0`, `[]`, `{}`}
)

func fieldRows() []fieldRow {
	accents := map[string]any{`"none"`: nil, `""`: nil, `null`: nil}
	for sent, kept := range colours {
		accents[sent] = kept
	}
	return []fieldRow{
		{"title", "", map[string]any{`"A title"`: "A title", `" a "`: " a "}, []string{`5`, `true`, `["a"]`, `{}`}},
		{"image", "", links, notLinks},
		{"icon", "", links, notLinks},
		{"duration", 15.0, map[string]any{`1`: 1.0, `3600`: 3600.0, `1.5`: 1.5, `2e1`: 20.0},
			[]string{`0`, `0.999`, `3600.001`, `-5`, `1e400`, `"5"`, `true`, `[5]`, `{}`}},
		{"persistent", false, flags, notFlags},
		{"position", "center", map[string]any{`"center"`: "center", `"top-left"`: "top-left", `"top-right"`: "top-right",
			`"bottom-left"`: "bottom-left", `"bottom-right"`: "bottom-right"},
			[]string{`"middle"`, `"Center"`, `"top left"`, `" center"`, `1`, `true`, `["center"]`, `{}`}},
		{"widthPercent", 60.0, map[string]any{`10`: 10.0, `100`: 100.0, `33.3`: 33.3},
			[]string{`9.99`, `100.01`, `0`, `-10`, `"60"`, `"60%"`, `true`, `[]`, `{}`}},
		{"background", "#FFFFFF", colours, append([]string{`"none"`}, notColours...)},
		{"textColor", "#111111", colours, append([]string{`"none"`}, notColours...)},
		{"accent", nil, accents, notColours},
		{"dim", 0.0, map[string]any{`0`: 0.0, `1`: 1.0, `0.5`: 0.5, `-0`: 0.0, `1e-3`: 0.001},
			[]string{`1.001`, `-0.001`, `2`, `"0.5"`, `true`, `[]`, `{}`}},
		{"sound", "default", map[string]any{`"none"`: "none", `"default"`: "default",
			`"http://127.0.0.1:1/a.mp3"`: "http://127.0.0.1:1/a.mp3", `"https://127.0.0.1:1/a"`: "https://127.0.0.1:1/a"},
			[]string{`"loud"`, `"Default"`, `"ftp://127.0.0.1/a.mp3"`, `"http://"`, `5`, `true`, `[]`, `{}`}},
		{"speak", false, flags, notFlags},
	}
}

func TestSection2CardFields(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	post(t, h, lasting("showing"), "shown") // behind it a card stays as it is, whatever its duration
	for _, row := range fieldRows() {
		t.Run(row.field, func(t *testing.T) { holdsField(t, h, row) })
	}
}

func holdsField(t *testing.T, h *house.House, row fieldRow) {
	post(t, h, `{"id":"c","message":"m"}`, "queued")
	if got := behind(t, h, "c")[row.field]; got != row.factory {
		t.Errorf("without the field it is %v, want %v", got, row.factory)
	}
	for sent, want := range row.kept {
		post(t, h, fmt.Sprintf(`{"id":"c","message":"m",%q:%s}`, row.field, sent), "queued")
		if got := behind(t, h, "c")[row.field]; !reflect.DeepEqual(got, want) {
			t.Errorf("of %s is kept %v, want %v", sent, got, want)
		}
	}
	before := behind(t, h, "c")[row.field]
	for _, sent := range row.refused {
		a := ask(t, h, "POST", "/notify", fmt.Sprintf(`{"id":"c","message":"m",%q:%s}`, row.field, sent))
		a.refuses(t, http.StatusBadRequest, "field '"+row.field+"' must be ")
	}
	if after := behind(t, h, "c")[row.field]; after != before {
		t.Errorf("a refused card changed the one before it from %v to %v", before, after)
	}
}

// behind is the one card that is not on screen: it waits or, when persistent, is parked.
func behind(t *testing.T, h *house.House, id string) map[string]any {
	t.Helper()
	now := onStage(t, h)
	for _, c := range append(now.Waiting, now.Parked) {
		if c != nil && c["id"] == id {
			return c
		}
	}
	t.Fatalf("the card %q is not on stage: %v", id, now)
	return nil
}

func TestSection2TheMessageIsRequired(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, body := range []string{`{}`, `{"title":"t"}`, `{"message":null}`, `{"message":""}`, `{"message":" \t\n "}`,
		`{"message":5}`, `{"message":true}`, `{"message":["m"]}`, `{"message":{"m":1}}`, `{"Message":"m"}`} {
		ask(t, h, "POST", "/notify", body).wants(t, 400, `{"error":"field 'message' must be a non-empty string"}`)
	}
	holds(t, h, "||")
	id := post(t, h, `{"message":" Wash’s done 🧺\nnext line "}`, "shown")
	if got := showing(t, h, id)["message"]; got != " Wash’s done 🧺\nnext line " {
		t.Errorf("the message is kept as %q", got)
	}
}

func TestSection2AnIDIsARandomUUIDUnlessOneIsSent(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	one := post(t, h, `{"message":"m"}`, "shown")
	other := post(t, h, `{"message":"m"}`, "queued")
	if !isRandomUUID(one) || !isRandomUUID(other) || one == other {
		t.Errorf("the ids are %q and %q, want two random UUIDs", one, other)
	}
	if got := post(t, h, `{"id":"mine","message":"m"}`, "queued"); got != "mine" {
		t.Errorf("the id is %q, want the one that was sent", got)
	}
	post(t, h, `{"id":"`+strings.ToUpper(one)+`","message":"m"}`, "queued") // another id
	for _, bad := range []string{`"a/b"`, `"/"`, `5`, `true`, `[]`, `{}`, `"` + strings.Repeat("x", 129) + `"`} {
		ask(t, h, "POST", "/notify", `{"message":"m","id":`+bad+`}`).refuses(t, 400, "field 'id' must be ")
	}
}

func TestSection2ABodyWithOnlyAMessageLooksAsTheOwnerConfiguredIt(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	owner(t, h, "settings", "duration=20", "position=top-right", "widthPercent=30", "background=#102030", "textColor=FFF",
		"accent=#FF8800", "dim=0.25", "sound=none")
	post(t, h, `{"id":"c","message":"m"}`, "shown")
	c := showing(t, h, "c")
	for field, want := range map[string]any{"duration": 20.0, "position": "top-right", "widthPercent": 30.0,
		"background": "#102030", "textColor": "#FFFFFF", "accent": "#FF8800", "dim": 0.25, "sound": "none"} {
		if c[field] != want {
			t.Errorf("%s is %v, want the owner's %v", field, c[field], want)
		}
	}
	for _, none := range []string{`"none"`, `""`, `null`} {
		post(t, h, `{"id":"c","message":"m","accent":`+none+`,"position":"center","dim":0}`, "replaced")
		c := showing(t, h, "c")
		if c["accent"] != nil || c["position"] != "center" || c["dim"] != 0.0 || c["widthPercent"] != 30.0 {
			t.Errorf("accent %s gave %v, want what was sent before what is the owner's", none, c)
		}
	}
}
