package api

import (
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"

	"cuecard.app/internal/card"
	"cuecard.app/internal/openapi"
)

// endpoint is a route as the description has it.
type endpoint struct {
	method, path  string
	id, tag       string
	says          string // what it does
	more          string
	guard         guard
	specified     bool // other methods are 405
	parameters    []openapi.Parameter
	body          *openapi.Body
	media, schema string // of the answer
	refusals      map[int]string
	links         map[string]openapi.Link
}

// endpoints are all routes. A test holds them against API.route.
func endpoints() []endpoint {
	return append([]endpoint{
		{method: "POST", path: "/notify", id: "notify", tag: "cards", guard: token, specified: true,
			says: "Show a card, or replace the one with the same id",
			body: cardBody(), schema: "PostResult",
			refusals: map[int]string{400: "FieldError", 408: "Error", 413: "Error", 500: "Error", 503: "NoOverlay|Error"},
			links: map[string]openapi.Link{"dismiss": {Operation: "dismiss", Description: "The card's id removes it.",
				Parameters: map[string]string{"id": "$response.body#/id"}}}},
		{method: "DELETE", path: "/notify/{id}", id: "dismiss", tag: "cards", guard: token, specified: true,
			says: "Remove a card that is showing, waiting or parked",
			parameters: []openapi.Parameter{{Name: "id", In: "path", Required: true, Schema: openapi.Schema{"type": "string", "minLength": 1},
				Description: "The card's id, as one percent-encoded segment of the path."}},
			schema:   "DeleteResult",
			refusals: map[int]string{404: "UnknownCard|Error", 500: "Error", 503: "Error"}},
		{method: "GET", path: "/health", id: "health", tag: "device", specified: true, says: "Is it there?", schema: "Health"},
		{method: "GET", path: "/info", id: "info", tag: "device", guard: token, specified: true, says: "The device: name, address, screen, token, permission",
			schema: "Info", refusals: map[int]string{500: "Error", 503: "Error"}},
		{method: "GET", path: "/cards", id: "cards", tag: "cards", guard: token, says: "What is on stage: showing, waiting, parked",
			schema: "Stage", refusals: map[int]string{500: "Error", 503: "Error"}},
		{method: "GET", path: "/events", id: "events", tag: "cards", guard: token, says: "Every transition, as server-sent events", more: aboutEvents,
			media: "text/event-stream", refusals: map[int]string{500: "Error", 503: "Error"}},
		{method: "GET", path: "/screen.png", id: "screen", tag: "device", guard: token, says: "The screen as it is now, as a picture",
			parameters: []openapi.Parameter{{Name: "width", In: "query", Description: "Its width in pixels; without it, the screen's own.",
				Schema: openapi.Schema{"anyOf": []openapi.Schema{{"type": "integer", "minimum": leastShot, "maximum": mostShot}, {"type": "string", "maxLength": 0}}}}},
			media: "image/png", refusals: map[int]string{400: "FieldError", 500: "Error", 503: "Error"}},
		{method: "GET", path: "/openapi.json", id: "openapi", tag: "device", says: "This description", schema: "OpenAPI"},
	}, pageEndpoints()...)
}

// pageEndpoints are those of the TV page.
func pageEndpoints() []endpoint {
	name := openapi.Parameter{Name: "name", In: "path", Required: true, Schema: openapi.Schema{"type": "string", "minLength": 1},
		Description: "A name that cannot be guessed. The feed tells it."}
	return []endpoint{
		{method: "GET", path: "/tv/feed", id: "feed", tag: "tv-page", guard: page, says: "What the page is to draw, play and speak, as server-sent events",
			parameters: []openapi.Parameter{
				{Name: "width", In: "query", Schema: openapi.Schema{"type": "integer"}, Description: "The page's width in pixels."},
				{Name: "height", In: "query", Schema: openapi.Schema{"type": "integer"}, Description: "The page's height in pixels."}},
			media: "text/event-stream", refusals: map[int]string{404: "Error", 503: "Error"}},
		{method: "POST", path: "/tv/drawn", id: "drawn", tag: "tv-page", guard: page, says: "The page has drawn a frame",
			body: pageBody("viewer", "seq", "width", "height"), schema: "Empty", refusals: map[int]string{400: "FieldError", 404: "Error", 408: "Error", 413: "Error"}},
		{method: "POST", path: "/tv/ended", id: "ended", tag: "tv-page", guard: page, says: "A sound or speech has ended on the page",
			body: pageBody("viewer", "n"), schema: "Empty", refusals: map[int]string{400: "FieldError", 404: "Error", 408: "Error", 413: "Error"}},
		{method: "GET", path: "/tv/pair", id: "pair", tag: "tv-page", says: "A code to show until the owner approves the page, as server-sent events",
			media: "text/event-stream", refusals: map[int]string{503: "Error"}},
		{method: "GET", path: "/tv/pictures/{name}", id: "picture", tag: "tv-page", says: "A picture of the card on screen",
			parameters: []openapi.Parameter{name}, media: "image/*", refusals: map[int]string{404: "Error"}},
		{method: "GET", path: "/tv/sounds/{name}", id: "sound", tag: "tv-page", says: "A sound of the card on screen",
			parameters: []openapi.Parameter{name}, media: "audio/*", refusals: map[int]string{404: "Error"}},
	}
}

func (e endpoint) operation() *openapi.Operation {
	responses := map[string]openapi.Response{"200": e.success()}
	for status, schema := range e.allRefusals() {
		responses[strconv.Itoa(status)] = openapi.Response{Ref: "#/components/responses/" + refusalName(status, schema)}
	}
	return &openapi.Operation{ID: e.id, Tags: []string{e.tag}, Summary: e.says, Description: e.more, Security: security(e.guard),
		Parameters: e.parameters, Body: e.body, Responses: responses}
}

// allRefusals are the schemas of an endpoint's errors by status: its own, and what its guard and path bring.
func (e endpoint) allRefusals() map[int]string {
	all := map[int]string{}
	maps.Copy(all, e.refusals)
	if e.guard != anyone {
		all[http.StatusUnauthorized] = "Error"
	}
	if e.specified {
		all[http.StatusMethodNotAllowed] = "Error"
	}
	return all
}

func refusalName(status int, schema string) string {
	return strconv.Itoa(status) + strings.ReplaceAll(schema, "|", "Or")
}

func security(g guard) []map[string][]string {
	var ways []map[string][]string
	switch g {
	case token:
		ways = []map[string][]string{{"token": {}}}
	case page:
		ways = []map[string][]string{{"token": {}}, {"screen": {}}}
	}
	return append(ways, map[string][]string{}) // none is needed while none is set
}

func (e endpoint) success() openapi.Response {
	media, content := e.media, openapi.Media{}
	switch {
	case media != "":
	case e.schema == "Empty", e.schema == "OpenAPI":
		media, content.Schema = "application/json", openapi.Schema{"type": "object"}
	default:
		media, content.Schema = "application/json", openapi.Ref(e.schema)
	}
	return openapi.Response{Description: "Done.", Headers: headers(), Content: map[string]openapi.Media{media: content}, Links: e.links}
}

// preflight is the answer to OPTIONS, which any path gives.
func preflight(e endpoint) *openapi.Operation {
	return &openapi.Operation{ID: e.id + "Preflight", Tags: []string{e.tag}, Summary: "CORS preflight", Security: security(anyone), Parameters: pathOnly(e.parameters),
		Responses: map[string]openapi.Response{"204": {Description: "Nothing to say but the headers.", Headers: headers()}}}
}

func pathOnly(all []openapi.Parameter) (kept []openapi.Parameter) {
	for _, p := range all {
		if p.In == "path" {
			kept = append(kept, p)
		}
	}
	return kept
}

func headers(more ...string) map[string]any {
	all := map[string]any{}
	for name := range allOrigins {
		more = append(more, name)
	}
	for _, name := range more {
		all[name] = map[string]string{"$ref": "#/components/headers/" + name}
	}
	return all
}

func cardBody() *openapi.Body {
	return &openapi.Body{Required: true, Description: "The card, at most " + strconv.Itoa(card.MaxBody) + " bytes. Fields that are not known are ignored.",
		Content: map[string]openapi.Media{"application/json": {Schema: openapi.Ref("Card"), Examples: map[string]openapi.Example{
			"least":  {Summary: "Only what is required", Value: map[string]any{"message": "Hello"}},
			"door":   {Summary: "A picture, the room dimmed", Value: map[string]any{"id": "door", "title": "Door", "message": "Someone is there", "image": "http://127.0.0.1/snapshot.jpg", "dim": 0.5}},
			"status": {Summary: "A card that stays, updated in place", Value: map[string]any{"id": "power", "message": "2.4 kW", "persistent": true, "position": "bottom-right", "widthPercent": 20, "sound": "none"}},
		}}}}
}

func pageBody(fields ...string) *openapi.Body {
	properties := map[string]openapi.Schema{}
	for _, name := range fields {
		properties[name] = openapi.Schema{"type": []string{"integer", "null"}, "minimum": 0, "maximum": math.MaxInt32}
	}
	properties["viewer"] = openapi.Schema{"type": []string{"string", "null"}, "description": "As the feed's first event has it."}
	return &openapi.Body{Required: true, Description: "What the page says of itself.",
		Content: map[string]openapi.Media{"application/json": {Schema: openapi.Schema{"type": []string{"object", "null"}, "properties": properties}}}}
}
