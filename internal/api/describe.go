package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"strings"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/look"
	"cuecard.app/internal/openapi"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/stage"
)

// description answers with the interface in the words of OpenAPI. It tells of the
// program and nothing of this TV, so nobody needs a token for it.
func (a *API) description(*http.Request) (any, error) {
	a.describing.Do(func() { a.described, _ = json.Marshal(Describe(a.Version)) }) // of maps, text and numbers
	return json.RawMessage(a.described), nil
}

// Describe is the description of the interface in a version of the program.
func Describe(version string) openapi.Document {
	d := openapi.Document{
		OpenAPI: openapi.Version,
		Info: openapi.Info{Title: "Cuecard", Version: version, License: map[string]any{"name": "MIT", "identifier": "MIT"},
			Description: aboutAll},
		Servers: []openapi.Server{
			{URL: "/", Description: "The TV that this description comes from."},
			{URL: "http://{tv}:8090", Description: "A TV on the local network.",
				Variables: map[string]openapi.Variable{"tv": {Default: "localhost", Description: "Its name or address."}}},
		},
		Tags: []openapi.Tag{
			{Name: "cards", Description: "What to show."},
			{Name: "device", Description: "The TV itself."},
			{Name: "tv-page", Description: "Between the service and its own TV page. These paths may change with any version."},
		},
		Paths:      map[string]openapi.Path{},
		Components: components(),
	}
	d.Components.Responses = map[string]openapi.Response{}
	for _, e := range endpoints() {
		for status, schema := range e.allRefusals() {
			d.Components.Responses[refusalName(status, schema)] = refused(status, schema)
		}
		methods := d.Paths[e.path]
		if methods == nil {
			methods = openapi.Path{"options": preflight(e)}
			d.Paths[e.path] = methods
		}
		methods[strings.ToLower(e.method)] = e.operation()
	}
	return d
}

// components are the parts that several endpoints use.
func components() openapi.Components {
	sent, nothing := openapi.CardSchemas(aboutFields())
	schemas := map[string]openapi.Schema{
		"Card": sent, openapi.Nothing: nothing,
		"PostResult":   resultOf(deck.Shown, deck.Replaced, deck.Queued, deck.QueuedDroppedOldest),
		"DeleteResult": resultOf(deck.Dismissed, deck.RemovedFromQueue),
		"UnknownCard":  resultOf(deck.Unknown),
		"Error":        openapi.Object(map[string]openapi.Schema{"error": {"type": "string", "minLength": 1}}),
		"FieldError": openapi.Object(map[string]openapi.Schema{"error": {"type": "string",
			"description": "It names the field.", "pattern": `^(field '[A-Za-z]+' must be .+|the request is not one that HTTP/1\.1 allows)$`}}),
		"NoOverlay": openapi.Object(map[string]openapi.Schema{"id": {"type": "string"}, "result": openapi.OneOf("no-overlay-permission"),
			"error": {"type": "string", "description": "It names the command that allows cards again."}}),
	}
	types := openapi.Types{Into: schemas,
		Known: map[reflect.Type]openapi.Schema{
			reflect.TypeFor[card.Colour]():   {"type": "string", "pattern": openapi.WrittenColour},
			reflect.TypeFor[card.Position](): openapi.OneOf(card.Center, card.TopLeft, card.TopRight, card.BottomLeft, card.BottomRight),
			reflect.TypeFor[[]stage.Card]():  {"type": "array", "items": openapi.Ref("CardOnStage"), "maxItems": deck.Room, "description": "The next one first."},
		},
		Named: map[reflect.Type]string{
			reflect.TypeFor[health]():      "Health",
			reflect.TypeFor[info]():        "Info",
			reflect.TypeFor[onStage]():     "Stage",
			reflect.TypeFor[stage.Card]():  "CardOnStage",
			reflect.TypeFor[card.Style]():  "Style",
			reflect.TypeFor[screen.Info](): "Screen",
			reflect.TypeFor[look.Look]():   "Look",
			reflect.TypeFor[stage.Event](): "Event",
		}}
	for named := range maps.Keys(types.Named) {
		types.Of(named)
	}
	headers := map[string]openapi.Header{
		"WWW-Authenticate": {Description: "How to be let in.", Required: true, Schema: openapi.Schema{"const": "Bearer"}},
		"Allow":            {Description: "The methods that the path takes.", Required: true, Schema: openapi.Schema{"type": "string"}},
	}
	for name, values := range allOrigins {
		headers[name] = openapi.Header{Description: "CORS: pages of any origin may call.", Required: true, Schema: openapi.Schema{"const": values[0]}}
	}
	return openapi.Components{Schemas: schemas, Headers: headers, Security: map[string]map[string]any{
		"token":  {"type": "http", "scheme": "bearer", "description": "The token that the owner has set. Nobody needs one while none is set."},
		"screen": {"type": "http", "scheme": "bearer", "description": "The key of a TV page that the owner has approved."},
	}}
}

func resultOf(results ...deck.Result) openapi.Schema {
	return openapi.Object(map[string]openapi.Schema{"id": {"type": "string"}, "result": openapi.OneOf(results...)})
}
