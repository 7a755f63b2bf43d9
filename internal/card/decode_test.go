package card

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"
)

// style differs from the factory's in every field, so that a default which is not the owner's shows.
func style() Style {
	return Style{Duration: 20, Position: TopLeft, WidthPercent: 30, Background: 0xFF101010,
		TextColor: 0xFFEEEEEE, Accent: new(Colour(0xFF00FF00)), Dim: 0.25, Sound: SoundNone}
}

func decode(t *testing.T, body string) Card {
	t.Helper()
	c, err := Decode([]byte(body), style())
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return c
}

func wantError(t *testing.T, body, want string) {
	t.Helper()
	_, err := Decode([]byte(body), style())
	var field *FieldError
	if !errors.As(err, &field) || err.Error() != want {
		t.Errorf("%.80s\n got %v\nwant %s", body, err, want)
	}
}

func TestABodyWithOnlyAMessageLooksAsTheOwnerConfiguredIt(t *testing.T) {
	c := decode(t, `{"message":"Hello"}`)
	got, _ := json.Marshal(c)
	want := `{"id":"","title":"","message":"Hello","image":"","icon":"","persistent":false,"speak":false,` +
		`"duration":20,"position":"top-left","widthPercent":30,"background":"#101010","textColor":"#EEEEEE",` +
		`"accent":"#00FF00","dim":0.25,"sound":"none"}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEveryFieldIsTakenAsSent(t *testing.T) {
	sent := `{"id":"door","title":"Door","message":"Someone is there","image":"http://cam/a.jpg","icon":"https://x/i.png",` +
		`"persistent":true,"speak":true,"duration":20,"position":"bottom-right","widthPercent":42.5,"background":"#80FFFFFF",` +
		`"textColor":"#010203","accent":"#FF0000","dim":0.5,"sound":"http://x/s.mp3"}`
	got, _ := json.Marshal(decode(t, sent))
	if string(got) != sent {
		t.Errorf("got  %s\nwant %s", got, sent)
	}
}

func TestWrongTypeOrRangeNamesTheField(t *testing.T) {
	text, number, link := "a string", "a number from %s", "an http or https URL"
	id := "a string of at most 128 characters without '/'"
	colour := "a hex color such as #RGB, #RRGGBB, #ARGB or #AARRGGBB"
	position := "one of center, top-left, top-right, bottom-left, bottom-right"
	for _, row := range []struct{ field, be, values string }{
		{"id", id, `1 true {} [] "a/b" "` + strings.Repeat("é", 129) + `"`},
		{"title", text, `1 true {} []`},
		{"image", link, `1 true {} [] "cam.jpg" "ftp://x/a" "file:///etc/passwd" "http://" "http://:80/" "javascript:alert(1)" "http://a\u0000b/"`},
		{"icon", link, `0 "//x/y" "data:image/png;base64,AA"`},
		{"duration", fmt.Sprintf(number, "1 to 3600"), `"15" true {} 0.99 3600.01 -1 0 1e400 -1e400`},
		{"persistent", "true or false", `1 0 "true" {}`},
		{"position", position, `1 "middle" "CENTER" true`},
		{"widthPercent", fmt.Sprintf(number, "10 to 100"), `9.99 100.01 "60" 1e999`},
		{"background", colour, `"white" "#12" "#12345" "#1234567" "#GGGGGG" "#+12345" 111111 "##FFF"`},
		{"textColor", colour, `"none" 0 []`},
		{"accent", colour + `, "none" or null`, `"red" 0 false {}`},
		{"dim", fmt.Sprintf(number, "0 to 1"), `1.01 -0.01 "0.5" 50`},
		{"sound", `"none", "default" or an http or https URL`, `"chime" 1 true "file:///a.mp3"`},
		{"speak", "true or false", `"yes" 1`},
	} {
		for value := range strings.FieldsSeq(row.values) {
			wantError(t, `{"message":"m","`+row.field+`":`+value+`}`, "field '"+row.field+"' must be "+row.be)
		}
	}
}

func TestTheEndsOfEachRangeAreInside(t *testing.T) {
	for _, body := range []string{
		`{"message":"m","duration":1}`, `{"message":"m","duration":3600}`, `{"message":"m","duration":1.5}`,
		`{"message":"m","widthPercent":10}`, `{"message":"m","widthPercent":100}`,
		`{"message":"m","dim":0}`, `{"message":"m","dim":1}`, `{"message":"m","dim":-0}`, `{"message":"m","dim":1e-400}`,
		`{"message":"m","id":"` + strings.Repeat("😀", 128) + `"}`,
	} {
		decode(t, body)
	}
}

func TestMessageIsRequired(t *testing.T) {
	for _, body := range []string{`{}`, `{"message":null}`, `{"message":""}`, `{"message":" \t\n"}`, `{"message":5}`, `{"message":["a"]}`, `{"Message":"a"}`,
		`{"message":"` + strings.Repeat(" ", MaxMessage) + `x"}`} {
		wantError(t, body, "field 'message' must be a non-empty string")
	}
}

func TestNullAndBlankInAnOptionalFieldCountAsAbsent(t *testing.T) {
	plain := decode(t, `{"message":"m"}`)
	for _, field := range []string{"id", "title", "image", "icon", "duration", "persistent", "position", "widthPercent",
		"background", "textColor", "dim", "sound", "speak"} {
		for _, nothing := range []string{`null`, `""`, `"  "`, `"\n"`} {
			got := decode(t, `{"message":"m","`+field+`":`+nothing+`}`)
			got.Accent, plain.Accent = nil, nil
			if got != plain {
				t.Errorf("%s = %s gave %+v", field, nothing, got)
			}
		}
	}
}

func TestAccentNoneEmptyAndNullForceNoStripe(t *testing.T) {
	for _, none := range []string{`"none"`, `""`, `null`, `" "`} {
		if c := decode(t, `{"message":"m","accent":`+none+`}`); c.Accent != nil {
			t.Errorf("accent %s gave a stripe of %v", none, c.Accent)
		}
	}
	if c := decode(t, `{"message":"m"}`); c.Accent == nil {
		t.Error("without accent the TV's default must apply")
	}
}

func TestDurationOfAPersistentCardIsTypeCheckedItsRangeIsNot(t *testing.T) {
	for _, any := range []string{"0", "-5", "99999", "1e400"} {
		decode(t, `{"message":"m","persistent":true,"duration":`+any+`}`)
	}
	wantError(t, `{"message":"m","duration":"long","persistent":true}`, "field 'duration' must be a number from 1 to 3600")
}

func TestABodyThatIsNotOneJSONObjectInUTF8(t *testing.T) {
	deep := strings.Repeat(`[`, 100_000) + strings.Repeat(`]`, 100_000)
	for _, body := range []string{"", " ", "null", "[]", `"text"`, "5", "{", `{"message":"a"`, `{"message":"a"} x`, `{"message":"a"}{}`,
		"{\"message\":\"a\xff\"}", `{message:"a"}`, `{"message":"a",}`, `{'message':'a'}`, "\uFEFF", `{"message":"a","x":` + deep + `}`,
		"{\"message\":\"a\nb\"}", "\xff\xfe{\x00}\x00"} {
		wantError(t, body, "field 'body' must be a JSON object in UTF-8")
	}
}

func TestWhatIsAccepted(t *testing.T) {
	for _, row := range []struct{ body, message string }{
		{"\uFEFF{\"message\":\"mark\"}", "mark"},
		{`{"message":"first","message":"last"}`, "last"},
		{`{"message":"known","colour":"ignored","MESSAGE":5,"x":{"y":[1,{}]}}`, "known"},
		{"  {\n\"message\" :\t\"space\" } \r\n", "space"},
		{`{"message":"lone \ud83d surrogate"}`, "lone \uFFFD surrogate"},
		{`{"message":"a\u0000b"}`, "a\x00b"},
		{`{"message":"\ud83d\ude00"}`, "😀"},
		{`{"message":"nested","x":` + strings.Repeat(`[`, 9_000) + strings.Repeat(`]`, 9_000) + `}`, "nested"},
	} {
		if c := decode(t, row.body); c.Message != row.message {
			t.Errorf("%.60s gave %q", row.body, c.Message)
		}
	}
}

func TestAnIDIsKeptAsSent(t *testing.T) {
	for _, id := range []string{" a ", "..", "50%", "😀", "a\\b", "A"} {
		quoted, _ := json.Marshal(id)
		if c := decode(t, `{"message":"m","id":`+string(quoted)+`}`); c.ID != id {
			t.Errorf("id %q became %q", id, c.ID)
		}
	}
}

func TestTitleAndMessageAreCutBetweenGraphemes(t *testing.T) {
	family := "👨‍👩‍👧‍👦" // seven code points, one grapheme
	for _, row := range []struct {
		text, want string
		limit      int
	}{
		{strings.Repeat("a", 200), strings.Repeat("a", 200), 200},
		{strings.Repeat("a", 201), strings.Repeat("a", 200), 200},
		{strings.Repeat("é", 250), strings.Repeat("é", 200), 200},
		{strings.Repeat("a", 199) + "e\u0301", strings.Repeat("a", 199), 200},
		{strings.Repeat("a", 195) + family, strings.Repeat("a", 195), 200},
		{strings.Repeat("a", 193) + family + "b", strings.Repeat("a", 193) + family, 200},
		{strings.Repeat("\r\n", 200), strings.Repeat("\r\n", 100), 200},
		{"e" + strings.Repeat("\u0301", 300), "e" + strings.Repeat("\u0301", 199), 200},
	} {
		if got := cut(row.text, row.limit); got != row.want {
			t.Errorf("%.40q…: kept %d characters, want %d", row.text, utf8.RuneCountInString(got), utf8.RuneCountInString(row.want))
		}
	}
	long := decode(t, `{"message":"`+strings.Repeat("b", 2500)+`","title":"`+strings.Repeat("a", 250)+`"}`)
	if len(long.Title) != 200 || len(long.Message) != 2000 {
		t.Errorf("title of %d and message of %d characters were kept", len(long.Title), len(long.Message))
	}
}

func TestColoursHaveThreeFourSixOrEightDigits(t *testing.T) {
	for _, row := range []struct {
		sent, want string
	}{
		{"#FFF", "#FFFFFF"}, {"fff", "#FFFFFF"}, {"#1a2", "#11AA22"}, {"#8123", "#88112233"}, {"F123", "#112233"},
		{"#123456", "#123456"}, {"abcdef", "#ABCDEF"}, {"#80ABCDEF", "#80ABCDEF"}, {"00000000", "#00000000"},
	} {
		c, ok := ParseColour(row.sent)
		if !ok || c.String() != row.want {
			t.Errorf("%s was read as %v, want %s", row.sent, c, row.want)
		}
	}
}

func TestHostileBodiesOfTheLargestSizeAreSurvived(t *testing.T) {
	fill := func(open, piece, end string) string {
		return open + strings.Repeat(piece, (MaxBody-len(open)-len(end))/len(piece)) + end
	}
	for _, body := range []string{
		fill(`{"message":"e`, "\u0301", `"}`),
		fill(`{"message":"`, `\ud83d`, `"}`),
		fill(`{"message":"m","duration":1`, "0", `}`),
		fill(`{"message":"m"`, `,"message":"m"`, `}`),
		fill(`{"message":"`, "👨‍", `"}`),
		fill(`{"message":"`, "🇩", `"}`),
		fill(`{"x":`, `{"x":`, ``),
	} {
		c, err := Decode([]byte(body), style())
		if n := utf8.RuneCountInString(c.Message); err == nil && (n == 0 || n > MaxMessage) {
			t.Errorf("%.40s…: kept %d characters", body, n)
		}
	}
}

func TestTypedValuesObeyTheSameRules(t *testing.T) {
	for _, row := range []struct{ field, typed, want string }{
		{"duration", "30", ""},
		{"duration", "soon", "field 'duration' must be a number from 1 to 3600"},
		{"duration", `"30"`, "field 'duration' must be a number from 1 to 3600"},
		{"background", "111111", ""},
		{"accent", "none", ""},
		{"position", "left", "field 'position' must be one of center, top-left, top-right, bottom-left, bottom-right"},
	} {
		s := style()
		for _, field := range s.Fields() {
			if field.Name != row.field {
				continue
			}
			if err := field.ReadText(row.typed); fmt.Sprint(err) != row.want && (err != nil || row.want != "") {
				t.Errorf("%s=%s: %v, want %q", row.field, row.typed, err, row.want)
			}
		}
	}
}

// Any object is split into the members that encoding/json finds in it.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{`{}`, ` { "a" : 1 , "b":[1,{"c":"}"}] } `, `{"a\"}":"\\","":null,"a":-1.5e3}`, `{"\u0061":true,"a":"\u0022"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		text = bytes.TrimLeft(text, " \t\r\n")
		var want map[string]json.RawMessage
		if !utf8.Valid(text) || json.Unmarshal(text, &want) != nil || want == nil {
			return
		}
		got := map[string]json.RawMessage{}
		for name, value := range members(text) {
			got[name] = value
		}
		if !maps.EqualFunc(got, want, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"message":"m"}`, `{"message":"a","duration":1e400}`, `{"message":"\ud800","accent":null}`,
		`{"message":"e\u0301","id":"..","persistent":true,"duration":0}`, "\uFEFF{}", `[`, `{"message":"` + "👨‍👩‍👧‍👦" + `","background":"#1234"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := Decode(body, style())
		var field *FieldError
		if err != nil {
			if !errors.As(err, &field) {
				t.Fatalf("an error that names no field: %v", err)
			}
			return
		}
		if utf8.RuneCountInString(c.Message) > MaxMessage || utf8.RuneCountInString(c.Title) > MaxTitle || c.ID != "" && strings.TrimSpace(c.ID) == "" {
			t.Fatalf("a card over its limits: %+v", c)
		}
		// What a card is written as reads back as the same card.
		again, _ := json.Marshal(c)
		back, err := Decode(again, Style{})
		if err != nil {
			t.Fatalf("%s does not read back: %v", again, err)
		}
		if twice, _ := json.Marshal(back); c.Persistent == false && string(twice) != string(again) {
			t.Fatalf("%s reads back as %s", again, twice)
		}
	})
}
