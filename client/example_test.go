package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"cuecard.app/client"
)

func Example() {
	server := exampleTV()
	defer server.Close()

	tv := client.New(server.URL, client.WithToken("the token shown on the TV"))
	receipt, err := tv.Notify(context.Background(), client.Card{
		Title:    "Laundry",
		Message:  "The wash is done",
		Duration: 20 * time.Second,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(receipt.ID, receipt.Result == client.Shown)
	// Output: wash true
}

func ExampleClient_Notify() {
	server := exampleTV()
	defer server.Close()
	tv := client.New(server.URL)

	// A stable ID makes a status display: each post updates the one card in place.
	receipt, err := tv.Notify(context.Background(), client.Card{
		ID:       "wash",
		Message:  "Twelve minutes left",
		Position: client.BottomRight,
		Accent:   client.NoAccent,
		Dim:      new(0.0),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(receipt.Result)
	// Output: shown
}

func ExampleClient_Dismiss() {
	server := exampleTV()
	defer server.Close()
	tv := client.New(server.URL)

	_, err := tv.Dismiss(context.Background(), "doorbell")
	switch {
	case errors.Is(err, client.ErrUnknownCard):
		fmt.Println("already gone")
	case err != nil:
		fmt.Println(err)
	}
	// Output: already gone
}

func ExampleClient_Cards() {
	server := exampleTV()
	defer server.Close()
	tv := client.New(server.URL)

	state, err := tv.Cards(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	if card := state.Showing; card != nil {
		fmt.Printf("%s: %s, %v more\n", card.Title, card.Message, card.Remaining)
	}
	fmt.Println(len(state.Waiting), "waiting")
	// Output:
	// Laundry: Done, 12.5s more
	// 1 waiting
}

func ExampleClient_Events() {
	server := exampleTV()
	defer server.Close()
	tv := client.New(server.URL)

	for event, err := range tv.Events(context.Background()) {
		if err != nil {
			fmt.Println(err)
			break
		}
		if event.State != nil {
			fmt.Println("on screen:", event.State.Showing.Title)
			continue
		}
		fmt.Println(event.ID, event.Type)
		if event.Type == client.EventExpired {
			break
		}
	}
	// Output:
	// on screen: Laundry
	// wash expired
}

func ExampleError() {
	server := exampleTV()
	defer server.Close()

	_, err := client.New(server.URL).Notify(context.Background(), client.Card{Message: "Hello", WidthPercent: 500})
	if refused, ok := errors.AsType[*client.Error](err); ok && errors.Is(err, client.ErrInvalid) {
		fmt.Println(refused.Field)
		fmt.Println(err)
	}
	// Output:
	// widthPercent
	// field 'widthPercent' must be a number from 10 to 100
}

// exampleTV answers as a TV with one card on screen does.
func exampleTV() *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /notify", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if body, _ := io.ReadAll(r.Body); string(body) == `{"message":"Hello","widthPercent":500}` {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"error":"field 'widthPercent' must be a number from 10 to 100"}`)
			return
		}
		io.WriteString(w, `{"id":"wash","result":"shown"}`)
	})
	mux.HandleFunc("DELETE /notify/{id}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(w, `{"id":%q,"result":"unknown"}`, r.PathValue("id"))
	})
	mux.HandleFunc("GET /cards", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, held)
	})
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "event: state\ndata: "+oneLine(held)+"\n\n")
		io.WriteString(w, "event: expired\ndata: {\"id\":\"wash\",\"time\":\"2026-03-01T12:00:00Z\"}\n\n")
	})
	return httptest.NewServer(mux)
}
