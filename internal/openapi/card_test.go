package openapi_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"cuecard.app/internal/card"
	"cuecard.app/internal/openapi"
	"pgregory.net/rapid"
)

// judge tells whether a JSON value obeys a schema, as far as cards need schemas.
type judge struct {
	t       testing.TB
	nothing map[string]any
}

func newJudge(t testing.TB) (j judge, sent map[string]any) {
	t.Helper()
	asJSON := func(schema openapi.Schema) (plain map[string]any) {
		text, err := json.Marshal(schema)
		if err == nil {
			err = json.Unmarshal(text, &plain)
		}
		if err != nil {
			t.Fatal(err)
		}
		return plain
	}
	card, nothing := openapi.CardSchemas(map[string]string{})
	return judge{t, asJSON(nothing)}, asJSON(card)
}

func (j judge) takes(schema map[string]any, value any) bool {
	for key, rule := range schema {
		ok := true
		number, isNumber := value.(float64)
		text, isText := value.(string)
		switch key {
		case "$ref":
			ok = j.takes(j.nothing, value)
		case "anyOf":
			ok = slices.ContainsFunc(rule.([]any), func(s any) bool { return j.takes(s.(map[string]any), value) })
		case "type":
			ok = rule == typeOf(value)
		case "enum":
			ok = slices.Contains(rule.([]any), value)
		case "const":
			ok = rule == value
		case "minimum":
			ok = !isNumber || number >= rule.(float64)
		case "maximum":
			ok = !isNumber || number <= rule.(float64)
		case "maxLength":
			ok = !isText || utf8.RuneCountInString(text) <= int(rule.(float64))
		case "pattern":
			ok = !isText || inGo(rule.(string)).MatchString(text)
		case "properties", "required":
			ok = j.hasFields(key, rule, value)
		case "if", "description":
		case "else":
			ok = j.takes(schema["if"].(map[string]any), value) || j.takes(rule.(map[string]any), value)
		default:
			j.t.Fatalf("this judge does not know %q", key)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (j judge) hasFields(key string, rule, value any) bool {
	object, isObject := value.(map[string]any)
	if !isObject {
		return true
	}
	if key == "required" {
		return !slices.ContainsFunc(rule.([]any), func(name any) bool { _, has := object[name.(string)]; return !has })
	}
	for name, schema := range rule.(map[string]any) {
		if member, has := object[name]; has && !j.takes(schema.(map[string]any), member) {
			return false
		}
	}
	return true
}

func typeOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case float64:
		return "number"
	case bool:
		return "boolean"
	case []any:
		return "array"
	default:
		return "object"
	}
}

// inGo is a pattern of JSON Schema, which knows characters as \u0085.
func inGo(pattern string) *regexp.Regexp {
	return regexp.MustCompile("(?s)" + regexp.MustCompile(`\\u([0-9a-f]{4})`).ReplaceAllString(pattern, `\x{$1}`))
}

// links are addresses of every kind, good and bad.
var links = []string{
	"http://cam/snapshot.jpg", "https://cam:8443/a%20b?x=1&y=100%#top", "HTTP://CAM", "http://192.168.1.20:8090/?", "http://[fe80::1]/x", "http://[::1]:80/",
	"http://[2001:db8:0:0:0:0:0:1]/", "http://user:secret@cam/", "http://käse.example/ü", "http://cam/a b", "http://cam?x", "http://cam#x", "http://cam:/",
	"ftp://cam/x", "http://", "http:///x", "http:cam", "//cam/x", "cam/x", "http://cam:port/", "http://cam/%zz", "http://cam/%4", "http://ca m/", "http://cam/\n",
	"http://[::1/", "http://[zz]/", "http://%41/", "http://cam/#%zz", " http://cam", "http://cam/\x7f", "http://:80/", "https://@/", "http://a:b:c/", "javascript:alert(1)",
}

// values are what clients might send in any field.
func values() *rapid.Generator[any] {
	texts := append([]string{"", " ", "\t\n", "\u0085", "\u00a0\u3000", "\x1c", "\ufeff", "x", "none", "default", "None", "center", "top-left", "bottom", "true", "20", "a/b",
		"#FFF", "fff", "#80112233", "#12345", "##FFF", "#GGG", "#FFF\n", "red", strings.Repeat("é", 128), strings.Repeat("é", 129), strings.Repeat(" ", 200)}, links...)
	return rapid.OneOf(
		rapid.Map(rapid.SampledFrom(texts), func(s string) any { return s }),
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.Float64Range(-5, 4000), func(n float64) any { return n }),
		rapid.SampledFrom([]any{nil, true, false, 0.0, 1.0, 0.999, 1.001, 10.0, 9.99, 100.0, 100.01, 3600.0, 3600.5, -1.0, []any{}, map[string]any{}}),
	)
}

func TestTheDescriptionTakesWhatTheDecoderTakes(t *testing.T) {
	j, schema := newJudge(t)
	names := []string{"Message", "colour"} // which are not fields
	for _, field := range card.Fields() {
		names = append(names, field.Name)
	}
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.MapOfN(rapid.SampledFrom(names), values(), 0, 4).Draw(t, "body")
		if rapid.IntRange(0, 9).Draw(t, "bare") > 0 {
			body["message"] = "m"
		}
		agree(t, j, schema, body)
	})
	for _, link := range links {
		for _, name := range []string{"image", "icon", "sound"} {
			agree(t, j, schema, map[string]any{"message": "m", name: link})
		}
	}
}

func agree(t rapid.TB, j judge, schema map[string]any, body map[string]any) {
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var sent map[string]any // as the receiver has it: what is no character is U+FFFD there
	if err := json.Unmarshal(text, &sent); err != nil {
		t.Fatal(err)
	}
	_, refused := card.Decode(text, card.FactoryStyle())
	if described := j.takes(schema, sent); described != (refused == nil) {
		t.Errorf("%s: described as good: %v; the decoder says: %v", text, described, refused)
	}
}

func TestEveryTextThatAPatternMakesIsTaken(t *testing.T) {
	_, schema := newJudge(t)
	for name, field := range schema["properties"].(map[string]any) {
		for _, pattern := range patterns(field) {
			rapid.Check(t, func(t *rapid.T) {
				text := rapid.StringMatching(inGo(pattern).String()).Draw(t, name)
				if utf8.RuneCountInString(text) > card.MaxID && name == "id" {
					return
				}
				body, err := json.Marshal(map[string]any{"message": "m", name: text})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := card.Decode(body, card.FactoryStyle()); err != nil && utf8.ValidString(text) {
					t.Errorf("%s: %v", body, err)
				}
			})
		}
	}
}

// patterns are those within a field's schema.
func patterns(schema any) (found []string) {
	object, _ := schema.(map[string]any)
	if pattern, ok := object["pattern"].(string); ok {
		found = append(found, pattern)
	}
	choices, _ := object["anyOf"].([]any)
	for _, choice := range choices {
		found = append(found, patterns(choice)...)
	}
	return found
}

func TestEveryFieldHasItsRuleInTheDescription(t *testing.T) {
	_, schema := newJudge(t)
	fields := schema["properties"].(map[string]any)
	if len(fields) != len(card.Fields()) {
		t.Errorf("%d fields are described, a card has %d", len(fields), len(card.Fields()))
	}
	for _, field := range card.Fields() {
		described, _ := fields[field.Name].(map[string]any)
		words, _ := described["description"].(string)
		if !strings.Contains(words, "Must be "+field.Must()) {
			t.Errorf("%s is described as %q", field.Name, words)
		}
	}
}
