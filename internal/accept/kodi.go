package accept

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"cuecard.app/internal/card"
)

// fromKodi reads the parameters of GUI.ShowNotification. Kodi's own pictures for the three kinds of news are colours
// here.
func fromKodi(f *fields) (*draft, error) {
	d := newDraft()
	d.words(f, "title", "message")
	switch image := f.text("image"); {
	case image == "info":
		d.put("accent", "image", "#2196F3")
	case image == "warning":
		d.put("accent", "image", "#FFC107")
	case image == "error":
		d.put("accent", "image", "#F44336")
	case strings.HasPrefix(image, "http://"), strings.HasPrefix(image, "https://"):
		d.put("icon", "image", image)
	}
	if n, given := f.number("displaytime"); given {
		d.seconds("displaytime", n/1000)
	}
	return d, f.err
}

// call is a request of JSON-RPC 2.0.
type call struct {
	ID     json.RawMessage `json:"id"` // nil: no answer is wanted
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// reply is the answer to a call.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Faults of JSON-RPC and of Kodi.
const (
	notJSON       = -32700
	notACall      = -32600
	unknownMethod = -32601
	badParams     = -32602
	notDone       = -32100
)

// maxCalls is how many calls one request may make.
const maxCalls = 50

// kodi is the app on its port. Kodi answers 200 whatever it says.
func (d *Desk) kodi(w http.ResponseWriter, r *http.Request) {
	body := []byte(r.URL.Query().Get("request"))
	switch {
	case strings.TrimSuffix(r.URL.Path, "/") != "/jsonrpc":
		say(w, http.StatusNotFound, "Kodi's clients are answered at /jsonrpc.")
		return
	case r.Method == http.MethodPost:
		var err error
		if body, err = read(r.Body, maxRequest); err != nil {
			code, words := d.refusal(err)
			say(w, code, words)
			return
		}
	case r.Method != http.MethodGet || len(body) == 0:
		say(w, http.StatusMethodNotAllowed, "JSON-RPC is sent by POST.")
		return
	}
	if answer := d.kodiAnswer(r, bytes.TrimSpace(body)); answer != nil {
		sayJSON(w, http.StatusOK, answer)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// kodiAnswer answers a call or a batch of them; nil when nobody waits for an answer.
func (d *Desk) kodiAnswer(r *http.Request, body []byte) any {
	var calls []json.RawMessage
	switch {
	case !json.Valid(body):
		return failed(nil, notJSON, "Parse error.")
	case body[0] != '[':
		if answer := d.kodiCall(r, body); answer != nil {
			return answer
		}
		return nil
	case json.Unmarshal(body, &calls) != nil || len(calls) == 0 || len(calls) > maxCalls:
		return failed(nil, notACall, "Invalid request.")
	}
	var answers []*reply
	for _, one := range calls {
		if answer := d.kodiCall(r, one); answer != nil {
			answers = append(answers, answer)
		}
	}
	if answers == nil {
		return nil
	}
	return answers
}

func (d *Desk) kodiCall(r *http.Request, body []byte) *reply {
	var c call
	if err := json.Unmarshal(body, &c); err != nil || c.Method == "" {
		return failed(nil, notACall, "Invalid request.")
	}
	result, wrong := d.kodiDo(r, c)
	switch {
	case c.ID == nil:
		return nil
	case wrong != nil:
		return failed(c.ID, wrong.Code, wrong.Message)
	default:
		return &reply{Version: "2.0", ID: c.ID, Result: result}
	}
}

func failed(id json.RawMessage, code int, words string) *reply {
	if id == nil {
		id = json.RawMessage("null")
	}
	return &reply{Version: "2.0", ID: id, Error: &fault{code, words}}
}

func (d *Desk) kodiDo(r *http.Request, c call) (any, *fault) {
	switch c.Method {
	case "JSONRPC.Ping":
		return "pong", nil
	case "JSONRPC.Version":
		return map[string]any{"version": map[string]int{"major": 12, "minor": 0, "patch": 0}}, nil
	case "GUI.ShowNotification":
		f, err := kodiParams(c.Params)
		if err == nil {
			_, err = d.show(r, f, fromKodi)
		}
		var wrong *card.FieldError
		switch {
		case errors.As(err, &wrong):
			return nil, &fault{badParams, "Invalid params: " + err.Error()}
		case err != nil:
			_, words := d.refusal(err)
			return nil, &fault{notDone, "Failed to execute method: " + words}
		}
		return "OK", nil
	default:
		return nil, &fault{unknownMethod, "Method not found: this TV has GUI.ShowNotification, JSONRPC.Ping and JSONRPC.Version."}
	}
}

// kodiParams are parameters by name, or by their place.
func kodiParams(params json.RawMessage) (*fields, error) {
	var listed []json.RawMessage
	if json.Unmarshal(params, &listed) != nil {
		if f, err := readObject(params); err == nil {
			return f, nil
		}
		return nil, &card.FieldError{Field: "params", Be: "an object or an array"}
	}
	named := map[string]json.RawMessage{}
	for i, name := range []string{"title", "message", "image", "displaytime"} {
		if i < len(listed) {
			named[name] = listed[i]
		}
	}
	body, err := json.Marshal(named)
	if err != nil {
		return nil, err
	}
	return readObject(body)
}
