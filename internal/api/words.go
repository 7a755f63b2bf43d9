package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"cuecard.app/internal/card"
	"cuecard.app/internal/openapi"
)

const aboutAll = `Put notification cards on a television, over the local network.

All bodies and answers are JSON in UTF-8, but for pictures, sounds and streams. Every answer carries the CORS headers, errors too.
While the owner has set a token, operations with security need it; without one nobody needs anything.
HEAD follows GET. OPTIONS is 204 on any path. A GET of any other path is the web client.
Another method on /notify, /notify/{id}, /health and /info is 405, on any other path 404.
What is no HTTP is refused with an error in the same form.
Fields are only ever added.`

const aboutEvents = "The event `state` comes first, with what /cards says (Stage). Then one event for each transition, named " +
	"`shown`, `replaced`, `queued`, `dropped`, `dismissed`, `removed-from-queue`, `expired`, `parked` or `returned`, whose data is an Event. " +
	"A listener that cannot keep up is disconnected; it starts again from `state`."

// aboutFields says what each field of a card is for. What the owner can set has no
// default here: a client that filled it in would overrule the owner.
func aboutFields() map[string]string {
	words := map[string]string{
		"id":           "Names the card. The same id again replaces it. A random UUID when absent.",
		"title":        fmt.Sprintf("Bold heading, cut at %d characters.", card.MaxTitle),
		"message":      fmt.Sprintf("The text, cut at %d characters. Line breaks are kept.", card.MaxMessage),
		"image":        "Shown below the text. The TV fetches it within 5 s, 5242880 bytes at most; when that fails the card is shown without it.",
		"icon":         "Shown beside the title.",
		"duration":     "Seconds on screen. While persistent is true any number is taken and ignored.",
		"persistent":   "Stays until it is deleted; gives way to other cards and comes back. There is one such card at most.",
		"position":     "Where it stands. In a corner it keeps a margin of 48 dp.",
		"widthPercent": "Its width, in percent of the screen's. The height follows from the content.",
		"background":   "The card's colour. The # may be left out.",
		"textColor":    "The colour of title and message. The # may be left out.",
		"accent":       "The colour of a stripe at the left edge. \"none\", null and blank text force none, whatever the owner has set.",
		"dim":          "How dark the rest of the screen becomes.",
		"sound":        "What is played: nothing, the chime, or an audio file that the TV streams.",
		"speak":        "Title and message are read aloud after the sound.",
	}
	factory, _ := json.Marshal(card.FactoryStyle()) // of text and numbers
	var style map[string]any
	_ = json.Unmarshal(factory, &style)
	for name, value := range style {
		words[name] += fmt.Sprintf(" When absent, as the TV's owner has set it; from the factory %v.", orNone(value))
	}
	return words
}

func orNone(value any) any {
	if value == nil {
		return "none"
	}
	return value
}

// refused is the answer of a status that is an error.
func refused(status int, schema string) openapi.Response {
	words := map[int]string{
		http.StatusBadRequest:            "The body or a field is wrong.",
		http.StatusUnauthorized:          "A token is set, and the request has none or another: " + errToken.Error() + ".",
		http.StatusNotFound:              "Nothing has this name.",
		http.StatusMethodNotAllowed:      "The path takes another method.",
		http.StatusRequestTimeout:        "The body took too long to arrive.",
		http.StatusRequestEntityTooLarge: fmt.Sprintf("The body is larger than %d bytes.", card.MaxBody),
		http.StatusInternalServerError:   "It could not be drawn, and was withdrawn.",
		http.StatusServiceUnavailable:    "Cards are not allowed now, there are too many listeners, or the service is ending.",
	}
	response := openapi.Response{Description: words[status], Headers: headers()}
	switch status {
	case http.StatusUnauthorized:
		response.Headers = headers("WWW-Authenticate")
	case http.StatusMethodNotAllowed:
		response.Headers = headers("Allow")
	}
	var choices []openapi.Schema
	for name := range strings.SplitSeq(schema, "|") {
		choices = append(choices, openapi.Ref(name))
	}
	content := openapi.Media{Schema: choices[0]}
	if len(choices) > 1 {
		content.Schema = openapi.Schema{"anyOf": choices}
	}
	response.Content = map[string]openapi.Media{"application/json": content}
	return response
}
