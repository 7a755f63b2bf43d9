package client_test

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
)

const accepted = `{"id":"a1","result":"shown"}`

func TestACardIsPostedInTheWordsOfTheInterface(t *testing.T) {
	for name, c := range map[string]struct {
		card client.Card
		want string
	}{
		"only what is set": {client.Card{Message: "Hi"}, `{"message":"Hi"}`},
		"an empty message": {client.Card{}, `{"message":""}`},
		"a dim of zero":    {client.Card{Message: "Hi", Dim: new(0.0)}, `{"message":"Hi","dim":0}`},
		"no stripe":        {client.Card{Message: "Hi", Accent: client.NoAccent}, `{"message":"Hi","accent":"none"}`},
		"part of a second": {client.Card{Message: "Hi", Duration: 1250 * time.Millisecond}, `{"message":"Hi","duration":1.25}`},
		"a bad duration":   {client.Card{Message: "Hi", Duration: -time.Second}, `{"message":"Hi","duration":-1}`},
		"every field": {
			client.Card{
				ID: "door", Title: "Door", Message: "Ring", Image: "http://cam/a.jpg", Icon: "http://cam/b.png",
				Duration: 20 * time.Second, Persistent: true, Position: client.TopRight, WidthPercent: 42.5,
				Background: "#123", TextColor: "FFEEDDCC", Accent: "#F00", Dim: new(0.5), Sound: client.NoSound, Speak: true,
			},
			`{"id":"door","title":"Door","message":"Ring","image":"http://cam/a.jpg","icon":"http://cam/b.png",
			  "duration":20,"persistent":true,"position":"top-right","widthPercent":42.5,
			  "background":"#123","textColor":"FFEEDDCC","accent":"#F00","dim":0.5,"sound":"none","speak":true}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			tv, requests := answering(t, 200, "application/json", accepted)
			if _, err := tv.Notify(t.Context(), c.card); err != nil {
				t.Fatal(err)
			}
			got := <-requests
			if got.Method != "POST" || got.URI != "/notify" || got.Type != "application/json" {
				t.Errorf("the request was %s %s of type %q", got.Method, got.URI, got.Type)
			}
			if !sameJSON(t, got.Body, c.want) {
				t.Errorf("sent %s, want %s", got.Body, c.want)
			}
		})
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var left, right any
	if err := errors.Join(json.Unmarshal([]byte(a), &left), json.Unmarshal([]byte(b), &right)); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(left, right)
}

func TestTheReceiptNamesTheCardAndWhatBecameOfIt(t *testing.T) {
	for _, result := range []client.Result{client.Shown, client.Replaced, client.Queued, client.QueuedDroppedOldest, "a later one"} {
		tv, _ := answering(t, 200, "application/json", `{"id":"a1","result":"`+string(result)+`","later":true}`)
		got, err := tv.Notify(t.Context(), client.Card{Message: "Hi"})
		if want := (client.Receipt{ID: "a1", Result: result}); got != want || err != nil {
			t.Errorf("the receipt is %v (%v), want %v", got, err, want)
		}
	}
}

func TestACardThatIsNoJSONIsNotSent(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", accepted)
	_, err := tv.Notify(t.Context(), client.Card{Message: "Hi", Dim: new(math.NaN())})
	if err == nil || len(requests) > 0 {
		t.Errorf("the error is %v and %d requests were made", err, len(requests))
	}
}

func TestTheTokenGoesToWhatItProtectsAndNowhereElse(t *testing.T) {
	for token, want := range map[string]string{"secret": "Bearer secret", "secret\n": "Bearer secret", "": ""} {
		tv, requests := answering(t, 200, "application/json", `{"status":"ok"}`, client.WithToken(token))
		calls := map[string]func(){
			"/notify":   func() { tv.Notify(t.Context(), client.Card{}) },
			"/notify/a": func() { tv.Dismiss(t.Context(), "a") },
			"/info":     func() { tv.Info(t.Context()) },
			"/cards":    func() { tv.Cards(t.Context()) },
			"/health":   func() { tv.Health(t.Context()) },
			"/events": func() {
				for range tv.Events(t.Context()) {
					break
				}
			},
		}
		for path, call := range calls {
			call()
			got := <-requests
			if got.URI != path {
				t.Fatalf("asked %s, want %s", got.URI, path)
			}
			if path == "/health" {
				if got.Token != "" {
					t.Errorf("/health was sent %q", got.Token)
				}
				continue
			}
			if got.Token != want {
				t.Errorf("%s was sent %q, want %q", path, got.Token, want)
			}
		}
	}
}

func TestATokenOfTwoLinesIsReported(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", `{"status":"ok"}`, client.WithToken("one\ntwo"))
	_, err := tv.Info(t.Context())
	if err == nil || !strings.Contains(err.Error(), "single line") || len(requests) > 0 {
		t.Errorf("the error is %v and %d requests were made", err, len(requests))
	}
}

func TestACardCanBeWrittenAndReadAsJSON(t *testing.T) {
	for text, want := range map[string]client.Card{
		`{"message":"Hi"}`:                 {Message: "Hi"},
		`{"message":"Hi","accent":null}`:   {Message: "Hi", Accent: client.NoAccent},
		`{"message":"Hi","accent":""}`:     {Message: "Hi", Accent: client.NoAccent},
		`{"message":"Hi","accent":"#F00"}`: {Message: "Hi", Accent: "#F00"},
		`{"message":"Hi","duration":0.1}`:  {Message: "Hi", Duration: 100 * time.Millisecond},
		`{"message":"Hi","duration":null}`: {Message: "Hi"},
		`{"message":"","duration":1e300}`:  {Duration: math.MaxInt64},
		`{"message":"","duration":-1e300}`: {Duration: math.MinInt64},
	} {
		var got client.Card
		if err := json.Unmarshal([]byte(text), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v (%v), want %+v", text, got, err, want)
		}
		again, err := json.Marshal(got)
		var back client.Card
		if err != nil || json.Unmarshal(again, &back) != nil || !reflect.DeepEqual(back, got) {
			t.Errorf("%+v comes back from %s as %+v (%v)", got, again, back, err)
		}
	}
	for _, text := range []string{`{"duration":"5"}`, `{"accent":5}`, `{"message":5}`} {
		if err := json.Unmarshal([]byte(text), new(client.Card)); err == nil {
			t.Errorf("%s is read as a card", text)
		}
	}
}

func TestTheCallersHTTPClientMakesTheCalls(t *testing.T) {
	used := false
	h := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		used = true
		return http.DefaultTransport.RoundTrip(r)
	})}
	tv, _ := answering(t, 200, "application/json", accepted, client.WithHTTPClient(h))
	if _, err := tv.Notify(t.Context(), client.Card{Message: "Hi"}); err != nil || !used {
		t.Errorf("the caller's client was used: %v (%v)", used, err)
	}
	if h.CheckRedirect != nil {
		t.Error("the caller's client was changed")
	}
}
