package api

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"maps"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen/browser"
)

// described is the description as a client reads it.
func described(t *testing.T) map[string]any {
	t.Helper()
	w := httptest.NewRecorder()
	(&API{Version: "1.2.3"}).ServeHTTP(w, httptest.NewRequest("GET", "/openapi.json", nil))
	var document map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &document); err != nil || w.Code != 200 {
		t.Fatalf("%d: %v", w.Code, err)
	}
	return document
}

// at is the part of a document that the words lead to.
func at(t *testing.T, document any, words ...string) any {
	t.Helper()
	whole := document
	for i, word := range words {
		switch inside := document.(type) {
		case map[string]any:
			document = inside[word]
		case []any:
			n, _ := strconv.Atoi(word)
			document = inside[n]
		}
		if document == nil {
			t.Fatalf("there is nothing at %q", words[:i+1])
		}
		if inside, ok := document.(map[string]any); ok && inside["$ref"] != nil {
			document = at(t, whole, strings.Split(strings.TrimPrefix(inside["$ref"].(string), "#/"), "/")...)
		}
	}
	return document
}

// routed are the paths that the code knows: the cases of its switches.
func routed(t *testing.T) (paths []string) {
	t.Helper()
	file, err := parser.ParseFile(gotoken.NewFileSet(), "api.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		clause, ok := n.(*ast.CaseClause)
		if !ok {
			return true
		}
		for _, expression := range clause.List {
			if text, ok := expression.(*ast.BasicLit); ok && text.Kind == gotoken.STRING {
				path, _ := strconv.Unquote(text.Value)
				paths = append(paths, path)
			}
		}
		return true
	})
	return paths
}

func TestEveryRouteIsDescribedWithItsMethodAndItsGuard(t *testing.T) {
	a := &API{TV: &browser.Screen{}}
	var known []string
	for _, e := range endpoints() {
		name := e.path
		if parent, _, ok := strings.Cut(name, "{"); ok {
			name = parent + "*"
		}
		known = append(known, name)
		route, specified := a.route(path{name: name, last: "x"})
		if route.method != e.method || route.guard != e.guard || specified != e.specified {
			t.Errorf("%s %s is described with guard %d and specified %v; it is %s, %d, %v", e.method, e.path, e.guard, e.specified, route.method, route.guard, specified)
		}
	}
	paths := routed(t)
	if len(paths) < 13 {
		t.Errorf("only these paths were found in the code: %q", paths)
	}
	for _, path := range paths {
		if !slices.Contains(known, path) {
			t.Errorf("%s is not described", path)
		}
	}
}

func TestTheDescriptionHasEveryLimitOfTheSpecification(t *testing.T) {
	document := described(t)
	field := func(words ...string) any {
		return at(t, document, append([]string{"components", "schemas", "Card"}, words...)...)
	}
	for _, limit := range []struct{ got, want any }{
		{field("required"), []any{"message"}},
		{field("properties", "id", "anyOf", "0", "maxLength"), 128.0},
		{field("properties", "id", "anyOf", "0", "pattern"), "^[^/]*$"},
		{field("else", "properties", "duration", "anyOf", "0", "minimum"), 1.0},
		{field("else", "properties", "duration", "anyOf", "0", "maximum"), 3600.0},
		{field("properties", "widthPercent", "anyOf", "0", "minimum"), 10.0},
		{field("properties", "widthPercent", "anyOf", "0", "maximum"), 100.0},
		{field("properties", "dim", "anyOf", "0", "minimum"), 0.0},
		{field("properties", "dim", "anyOf", "0", "maximum"), 1.0},
		{field("properties", "position", "anyOf", "0", "enum"), []any{"center", "top-left", "top-right", "bottom-left", "bottom-right"}},
		{field("properties", "sound", "anyOf", "1", "enum"), []any{"none", "default"}},
		{field("properties", "accent", "anyOf", "1", "enum"), []any{"none"}},
		{at(t, document, "components", "schemas", "Stage", "properties", "waiting", "maxItems"), 20.0},
		{at(t, document, "components", "schemas", "PostResult", "properties", "result", "enum"), []any{"shown", "replaced", "queued", "queued-dropped-oldest"}},
		{at(t, document, "components", "schemas", "DeleteResult", "properties", "result", "enum"), []any{"dismissed", "removed-from-queue"}},
		{at(t, document, "components", "schemas", "UnknownCard", "properties", "result", "enum"), []any{"unknown"}},
		{at(t, document, "components", "schemas", "NoOverlay", "properties", "result", "enum"), []any{"no-overlay-permission"}},
		{at(t, document, "components", "schemas", "Health", "required"), []any{"app", "status", "version"}},
		{at(t, document, "components", "schemas", "Info", "required"),
			[]any{"authEnabled", "deviceName", "ip", "overlayPermission", "port", "screenHeight", "screenWidth", "version"}},
		{at(t, document, "components", "headers", "Access-Control-Max-Age", "schema", "const"), "86400"},
		{at(t, document, "components", "headers", "Access-Control-Allow-Origin", "schema", "const"), "*"},
		{at(t, document, "components", "headers", "Access-Control-Allow-Methods", "schema", "const"), "GET, POST, DELETE, OPTIONS"},
		{at(t, document, "components", "headers", "Access-Control-Allow-Headers", "schema", "const"), "Content-Type, Authorization"},
		{at(t, document, "info", "version"), "1.2.3"},
	} {
		if fmt.Sprint(limit.got) != fmt.Sprint(limit.want) {
			t.Errorf("%v, want %v", limit.got, limit.want)
		}
	}
	for words, where := range map[string]any{
		"200 characters":      field("properties", "title", "description"),
		"2000 characters":     field("properties", "message", "description"),
		"within 5 s, 5242880": field("properties", "image", "description"),
		"48 dp":               field("properties", "position", "description"),
		"one such card":       field("properties", "persistent", "description"),
		"262144 bytes":        at(t, document, "paths", "/notify", "post", "requestBody", "description"),
		" 262144 bytes":       at(t, document, "paths", "/notify", "post", "responses", "413", "description"),
		":8090":               at(t, document, "servers", "1", "url"),
	} {
		if !strings.Contains(where.(string), words) {
			t.Errorf("%q does not say %q", where, words)
		}
	}
	for name, factory := range map[string]string{"duration": "15", "position": "center", "widthPercent": "60", "background": "#FFFFFF", "textColor": "#111111", "accent": "none", "dim": "0", "sound": "default"} {
		if words := field("properties", name, "description").(string); !strings.Contains(words, "from the factory "+factory+".") {
			t.Errorf("%s: %s", name, words)
		}
	}
}

func TestEveryFieldIsSaidToBeForSomething(t *testing.T) {
	words := aboutFields()
	for _, field := range card.Fields() {
		if len(words[field.Name]) < 10 {
			t.Errorf("%s: %q", field.Name, words[field.Name])
		}
	}
	if len(words) != len(card.Fields()) {
		t.Errorf("there are words for fields that cards do not have: %q", slices.Sorted(maps.Keys(words)))
	}
}

func TestTheDescriptionHasEveryStatusAndHeader(t *testing.T) {
	document := described(t)
	for operation, statuses := range map[string]string{
		"/notify post":        "200 400 401 405 408 413 500 503",
		"/notify/{id} delete": "200 401 404 405 500 503",
		"/health get":         "200 405",
		"/info get":           "200 401 405 500 503",
		"/cards get":          "200 401 500 503",
		"/events get":         "200 401 500 503",
		"/screen.png get":     "200 400 401 500 503",
		"/openapi.json get":   "200",
		"/notify options":     "204",
	} {
		path, method, _ := strings.Cut(operation, " ")
		responses := at(t, document, "paths", path, method, "responses").(map[string]any)
		if got := strings.Join(slices.Sorted(maps.Keys(responses)), " "); got != statuses {
			t.Errorf("%s: %s, want %s", operation, got, statuses)
		}
		for status := range responses {
			headers := at(t, document, "paths", path, method, "responses", status, "headers").(map[string]any)
			for name := range allOrigins {
				if headers[name] == nil {
					t.Errorf("%s %s has no header %s", operation, status, name)
				}
			}
			if (headers["WWW-Authenticate"] != nil) != (status == "401") || (headers["Allow"] != nil) != (status == "405") {
				t.Errorf("%s %s has the headers %q", operation, status, slices.Sorted(maps.Keys(headers)))
			}
		}
	}
}

func TestOnlyWhatTheTokenGuardsIsSaidToNeedIt(t *testing.T) {
	document := described(t)
	for path, want := range map[string]string{"/notify post": "[map[token:[]] map[]]", "/health get": "[map[]]", "/openapi.json get": "[map[]]", "/tv/feed get": "[map[token:[]] map[screen:[]] map[]]"} {
		path, method, _ := strings.Cut(path, " ")
		if got := fmt.Sprint(at(t, document, "paths", path, method, "security")); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestTheDescriptionNamesEveryEvent(t *testing.T) {
	words := at(t, described(t), "paths", "/events", "get", "description").(string)
	for _, kind := range []deck.Kind{deck.EventShown, deck.EventReplaced, deck.EventQueued, deck.EventDropped, deck.EventDismissed,
		deck.EventRemovedFromQueue, deck.EventExpired, deck.EventParked, deck.EventReturned, "state"} {
		if !strings.Contains(words, "`"+string(kind)+"`") {
			t.Errorf("%s is not in: %s", kind, words)
		}
	}
}
