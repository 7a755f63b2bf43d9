package e2e

import (
	"maps"
	"reflect"
	"testing"
)

// cardFields are the fields of a card in /cards: those of a request, and remaining.
var cardFields = []string{"id", "title", "message", "image", "icon", "duration", "persistent", "position", "widthPercent", "background", "textColor",
	"accent", "dim", "sound", "speak", "remaining"}

func TestAdditionCardsOfAnEmptyStage(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	now := ask(t, h, "GET", "/cards", "").object(t)
	delete(now, "look")
	if got, want := jsonOf(t, now), `{"defaults":{"accent":null,"background":"#FFFFFF","dim":0,"duration":15,"position":"center","sound":"default",`+
		`"textColor":"#111111","widthPercent":60},"parked":null,"screen":{"drawn":0,"height":1080,"kind":"browser","viewers":0,"width":1920},`+
		`"showing":null,"textScale":1,"waiting":[]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAdditionCardsHaveAllFieldsOfARequestAndRemaining(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	full := map[string]any{"id": "a", "title": "T", "message": "m", "image": nowhere, "icon": nowhere, "duration": 90.5, "persistent": false,
		"position": "top-left", "widthPercent": 42.5, "background": "#80112233", "textColor": "#FFEEDD", "accent": "#18B24A", "dim": 0.5, "sound": "none",
		"speak": true}
	post(t, h, jsonOf(t, full), "shown")
	post(t, h, `{"id":"b","message":"m"}`, "queued")
	post(t, h, `{"id":"p","message":"m","persistent":true}`, "queued")
	now := onStage(t, h)
	for _, c := range []map[string]any{now.Showing, now.Waiting[0], now.Parked} {
		hasFields(t, c, cardFields...)
	}
	left, _ := now.Showing["remaining"].(float64)
	if left > 90.5 || left < 60 {
		t.Errorf("%v s remain of 90.5", now.Showing["remaining"])
	}
	if now.Waiting[0]["remaining"] != 15.0 || now.Parked["remaining"] != nil {
		t.Errorf("%v s remain of the waiting card and %v of the parked one, want all 15 and null", now.Waiting[0]["remaining"], now.Parked["remaining"])
	}
	shown := maps.Clone(now.Showing)
	delete(shown, "remaining")
	if !reflect.DeepEqual(shown, full) {
		t.Errorf("on screen is %v, want %v", shown, full)
	}
	// What /cards says of a card can be posted as it stands.
	if got := post(t, h, jsonOf(t, now.Showing), "replaced"); got != "a" {
		t.Errorf("posted again as %q", got)
	}
}
