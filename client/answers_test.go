package client_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"cuecard.app/client"
)

func TestHealthIsASignOfLife(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", `{"status":"ok","app":"Cuecard","version":"1.2.3"}`)
	got, err := tv.Health(t.Context())
	if want := (client.Health{Status: "ok", App: "Cuecard", Version: "1.2.3"}); got != want || err != nil {
		t.Errorf("the health is %+v (%v), want %+v", got, err, want)
	}
	if got, want := <-requests, (heard{Method: "GET", URI: "/health"}); got != want {
		t.Errorf("the request was %+v, want %+v", got, want)
	}
}

func TestInfoDescribesTheTV(t *testing.T) {
	for ip, want := range map[string]string{`"192.168.1.20"`: "192.168.1.20", "null": ""} {
		tv, requests := answering(t, 200, "application/json", `{"deviceName":"Living room","ip":`+ip+`,"port":8090,
			"screenWidth":1920,"screenHeight":1080,"version":"1.2.3","authEnabled":true,"overlayPermission":true}`)
		got, err := tv.Info(t.Context())
		if want := (client.Info{
			DeviceName: "Living room", IP: want, Port: 8090, ScreenWidth: 1920, ScreenHeight: 1080,
			Version: "1.2.3", AuthEnabled: true, OverlayPermission: true,
		}); got != want || err != nil {
			t.Errorf("the info is %+v (%v), want %+v", got, err, want)
		}
		if got := (<-requests).URI; got != "/info" {
			t.Errorf("asked %s", got)
		}
	}
}

const (
	transient = `{"id":"wash","title":"Laundry","message":"Done","image":"","icon":"","duration":20,"persistent":false,
		"position":"center","widthPercent":60,"background":"#FFFFFF","textColor":"#111111","accent":"#F00","dim":0,
		"sound":"default","speak":false,"remaining":12.5}`
	persistent = `{"id":"door","title":"","message":"Open","image":null,"icon":null,"duration":15,"persistent":true,
		"position":"top-left","widthPercent":33.3,"background":"#FFFFFF","textColor":"#111111","accent":null,"dim":0.4,
		"sound":"none","speak":true,"remaining":null}`
	held = `{"showing":` + transient + `,"waiting":[` + transient + `],"parked":` + persistent + `,
		"screen":{"kind":"browser","width":1920,"height":1080,"viewers":2}}`
	idle = `{"showing":null,"waiting":[],"parked":null,"screen":{"kind":"x11","width":1,"height":2,"viewers":0}}`
)

func heldState() client.State {
	wash := client.ShownCard{
		Card: client.Card{
			ID: "wash", Title: "Laundry", Message: "Done", Duration: 20 * time.Second, Position: client.Center, WidthPercent: 60,
			Background: "#FFFFFF", TextColor: "#111111", Accent: "#F00", Dim: new(0.0), Sound: client.DefaultSound,
		},
		Remaining: 12500 * time.Millisecond,
	}
	door := client.ShownCard{Card: client.Card{
		ID: "door", Message: "Open", Duration: 15 * time.Second, Persistent: true, Position: client.TopLeft, WidthPercent: 33.3,
		Background: "#FFFFFF", TextColor: "#111111", Accent: client.NoAccent, Dim: new(0.4), Sound: client.NoSound, Speak: true,
	}}
	return client.State{
		Showing: &wash, Waiting: []client.ShownCard{wash}, Parked: &door,
		Screen: client.Screen{Kind: "browser", Width: 1920, Height: 1080, Viewers: 2},
	}
}

func TestCardsTellsWhatTheTVHolds(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", held)
	got, err := tv.Cards(t.Context())
	if want := heldState(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the state is %+v (%v), want %+v", got, err, want)
	}
	if got := (<-requests).URI; got != "/cards" {
		t.Errorf("asked %s", got)
	}
}

func TestCardsOfAnIdleTVAreNone(t *testing.T) {
	tv, _ := answering(t, 200, "application/json", idle)
	got, err := tv.Cards(t.Context())
	if err != nil || got.Showing != nil || len(got.Waiting) != 0 || got.Parked != nil || got.Screen.Kind != "x11" {
		t.Errorf("the state is %+v (%v)", got, err)
	}
}

func TestAStateCanBeWrittenAndReadAsJSON(t *testing.T) {
	text, err := json.Marshal(heldState())
	if err != nil {
		t.Fatal(err)
	}
	var got client.State
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, heldState()) {
		t.Errorf("the state comes back from %s as %+v (%v)", text, got, err)
	}
}

func TestAShownCardIsWrittenWithTheTimeThatRemains(t *testing.T) {
	for want, card := range map[string]client.ShownCard{
		`{"message":"Hi","remaining":1.5}`:                    {Card: client.Card{Message: "Hi"}, Remaining: 1500 * time.Millisecond},
		`{"message":"Hi","remaining":0}`:                      {Card: client.Card{Message: "Hi"}},
		`{"message":"Hi","persistent":true,"remaining":null}`: {Card: client.Card{Message: "Hi", Persistent: true}},
	} {
		if got, err := json.Marshal(card); err != nil || !sameJSON(t, string(got), want) {
			t.Errorf("the card is written as %s (%v), want %s", got, err, want)
		}
	}
}

func TestACardThatIsShownCanBePostedAgainAsItIs(t *testing.T) {
	tv, requests := answering(t, 200, "application/json", accepted)
	if _, err := tv.Notify(t.Context(), heldState().Parked.Card); err != nil {
		t.Fatal(err)
	}
	if got := (<-requests).Body; !sameJSON(t, got, `{"id":"door","message":"Open","duration":15,"persistent":true,
		"position":"top-left","widthPercent":33.3,"background":"#FFFFFF","textColor":"#111111","accent":"none","dim":0.4,
		"sound":"none","speak":true}`) {
		t.Errorf("sent %s", got)
	}
}
