package accept

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/accept/guise"
	"cuecard.app/internal/card"
)

func TestNotificationsForAndroidTVAnswersItsClients(t *testing.T) {
	tv := open(t)
	if w := tv.ask(guise.NFAndroidTV, httptest.NewRequest("GET", "/", nil)); w.Code != 200 {
		t.Error(w.Code)
	}
	answers(t, tv.post(guise.NFAndroidTV, "/", "msg=hello"), 400, "field 'body' must be a form of the kind multipart/form-data")
	answers(t, tv.ask(guise.NFAndroidTV, form(t, "/", map[string]string{"title": " "}, nil, false)), 400, "field 'msg' must be a non-empty string")
	cut := form(t, "/", map[string]string{"msg": "m"}, nil, false)
	cut.Body = io.NopCloser(io.LimitReader(cut.Body, cut.ContentLength-20))
	answers(t, tv.ask(guise.NFAndroidTV, cut), 400, "field 'body' must be as long as its Content-Length says")
	if len(tv.stage.ids()) != 0 {
		t.Error(tv.stage.ids())
	}
}

func TestPiPupHasOnePopupAndCancelsIt(t *testing.T) {
	tv := open(t)
	answers(t, tv.post(guise.PiPup, "/notify", `{"message":"one"}`), 200, "one")
	answers(t, tv.ask(guise.PiPup, form(t, "/notify", map[string]string{"message": "two", "position": "4"}, nil, false)), 200, "two")
	if ids := tv.stage.ids(); len(ids) != 1 || tv.stage.last.Position != card.Center {
		t.Error(ids)
	}
	answers(t, tv.post(guise.PiPup, "/cancel", ""), 200, "")
	if ids := tv.stage.ids(); len(ids) != 0 {
		t.Error(ids)
	}
	answers(t, tv.post(guise.PiPup, "/cancel", ""), 200, "")
	answers(t, tv.post(guise.PiPup, "/show", "{}"), 400, "invalid request: unknown uri: /show")
	answers(t, tv.ask(guise.PiPup, httptest.NewRequest("GET", "/notify", nil)), 400, "invalid request: invalid method")
	answers(t, tv.post(guise.PiPup, "/notify", "[]"), 400, "invalid request: field 'body' must be a JSON object in UTF-8")
}

func TestTvOverlayAnswersItsClients(t *testing.T) {
	tv := open(t)
	answers(t, tv.post(guise.TvOverlay, "/notify", `{"id":"a","message":"m"}`), 200, `{"success":true,"message":"Notification received"}`)
	answers(t, tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"b","message":"m"}`), 200, `{"success":true,"message":"Notification received"}`)
	if ids := tv.stage.ids(); !slices.Equal(ids, []string{"a", "b"}) || !tv.stage.cards["b"].Persistent {
		t.Error(ids)
	}
	answers(t, tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"b","visible":"False"}`), 200, `{"success":true,"message":"Notification received"}`)
	answers(t, tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"a","expiration":1600000000}`), 200, `{"success":true,"message":"Notification received"}`)
	if ids := tv.stage.ids(); len(ids) != 0 {
		t.Error(ids)
	}
	answers(t, tv.post(guise.TvOverlay, "/notify_fixed", `{"visible":false}`), 400, `{"success":false,"message":"field 'id' must be that of the notification to remove"}`)
	answers(t, tv.post(guise.TvOverlay, "/notify_fixed", `{"visible":"perhaps"}`), 400, `{"success":false,"message":"field 'visible' must be true or false"}`)
	answers(t, tv.post(guise.TvOverlay, "/notify", `{}`), 400, `{"success":false,"message":"field 'message' must be a non-empty string"}`)
	if w := tv.post(guise.TvOverlay, "/set/overlay", `{}`); w.Code != 404 || !strings.Contains(w.Body.String(), "/notify_fixed") {
		t.Error(w.Code, w.Body)
	}
	w := tv.ask(guise.TvOverlay, httptest.NewRequest("GET", "/get", nil))
	var told struct {
		Result struct {
			Settings      struct{ DeviceName string }
			Notifications struct{ NotificationDuration float64 }
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil || told.Result.Settings.DeviceName != "Kitchen" || told.Result.Notifications.NotificationDuration != 15 {
		t.Errorf("%s, %v", w.Body, err)
	}
}

func TestAFixedNotificationGoesAtItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tv := open(t)
		tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"a","message":"m","expiration":10}`)
		tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"b","message":"m","expiration":"20"}`)
		tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"c","message":"m","expiration":30}`)
		time.Sleep(5 * time.Second)
		tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"a","message":"again","expiration":10}`)
		tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"c","message":"for ever"}`)
		for _, step := range []struct {
			at  time.Duration
			ids []string
		}{{14 * time.Second, []string{"a", "b", "c"}}, {16 * time.Second, []string{"b", "c"}}, {21 * time.Second, []string{"c"}}, {time.Hour, []string{"c"}}} {
			time.Sleep(step.at - time.Since(start(t)))
			synctest.Wait()
			if ids := tv.stage.ids(); !slices.Equal(ids, step.ids) {
				t.Errorf("after %v: %v", step.at, ids)
			}
		}
		tv.post(guise.TvOverlay, "/notify_fixed", `{"id":"d","message":"m","expiration":10}`)
		tv.Close()
		time.Sleep(time.Minute)
		if ids := tv.stage.ids(); !slices.Equal(ids, []string{"c", "d"}) {
			t.Error(ids)
		}
	})
}

// start is when a test of synctest began.
func start(t *testing.T) time.Time {
	t.Helper()
	return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
}

func TestKodiAnswersItsClients(t *testing.T) {
	tv := open(t)
	for _, line := range []struct{ sent, want string }{
		{`{"jsonrpc":"2.0","method":"JSONRPC.Ping","id":1}`, `{"jsonrpc":"2.0","id":1,"result":"pong"}`},
		{`{"jsonrpc":"2.0","method":"JSONRPC.Version","params":{},"id":"v"}`, `{"jsonrpc":"2.0","id":"v","result":{"version":{"major":12,"minor":0,"patch":0}}}`},
		{`{"jsonrpc":"2.0","method":"GUI.ShowNotification","params":{"title":"t","message":"named"},"id":7}`, `{"jsonrpc":"2.0","id":7,"result":"OK"}`},
		{`{"jsonrpc":"2.0","method":"GUI.ShowNotification","params":["t","listed","error",3000],"id":8}`, `{"jsonrpc":"2.0","id":8,"result":"OK"}`},
		{`{"jsonrpc":"2.0","method":"GUI.ShowNotification","params":{"title":"t","message":"nobody waits"}}`, ``},
		{`[{"method":"JSONRPC.Ping","id":1},{"method":"GUI.ShowNotification","params":["t","batch"]},{"method":"JSONRPC.Ping","id":2}]`,
			`[{"jsonrpc":"2.0","id":1,"result":"pong"},{"jsonrpc":"2.0","id":2,"result":"pong"}]`},
		{`[{"method":"JSONRPC.Ping"}]`, ``},
		{`[1]`, `[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request."}}]`},
		{`[]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request."}}`},
		{`{"id":1}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request."}}`},
		{`{`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error."}}`},
		{``, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error."}}`},
		{`{"method":"Player.Stop","id":1}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: this TV has GUI.ShowNotification, JSONRPC.Ping and JSONRPC.Version."}}`},
		{`{"method":"GUI.ShowNotification","params":{"title":" "},"id":1}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params: field 'message' must be a non-empty string"}}`},
		{`{"method":"GUI.ShowNotification","id":1}`,
			`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params: field 'params' must be an object or an array"}}`},
	} {
		answers(t, tv.post(guise.Kodi, "/jsonrpc", line.sent), 200, line.want)
	}
	var shown []string
	for _, c := range tv.stage.cards {
		shown = append(shown, c.Message)
	}
	slices.Sort(shown)
	if !slices.Equal(shown, []string{"batch", "listed", "named", "nobody waits"}) {
		t.Error(shown)
	}
	answers(t, tv.ask(guise.Kodi, httptest.NewRequest("GET", `/jsonrpc?request={"method":"JSONRPC.Ping","id":1}`, nil)), 200, `{"jsonrpc":"2.0","id":1,"result":"pong"}`)
	if w := tv.post(guise.Kodi, "/", "{}"); w.Code != 404 {
		t.Error(w.Code)
	}
	if w := tv.ask(guise.Kodi, httptest.NewRequest("PUT", "/jsonrpc", nil)); w.Code != 405 {
		t.Error(w.Code)
	}
}

func TestABatchOfKodiIsBounded(t *testing.T) {
	calls := strings.Repeat(`{"method":"JSONRPC.Ping","id":1},`, maxCalls)
	answers(t, open(t).post(guise.Kodi, "/jsonrpc", "["+calls+`{"method":"JSONRPC.Ping","id":1}]`), 200,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request."}}`)
}

func TestNtfyAnswersItsPublishers(t *testing.T) {
	tv := open(t)
	r := httptest.NewRequest("POST", "/", strings.NewReader(`{"topic":"home","title":"t","tags":["x-ray"]}`))
	r.Header.Set("X-Priority", "high")
	r.Header.Set("X-Tags", "not these")
	w := tv.ask(guise.Ntfy, r)
	var told ntfyMessage
	if err := json.Unmarshal(w.Body.Bytes(), &told); err != nil || w.Code != 200 {
		t.Fatal(w.Code, w.Body)
	}
	if age := time.Since(time.Unix(told.Time, 0)); age < -time.Minute || age > time.Minute {
		t.Errorf("sent %v ago", age)
	}
	want := ntfyMessage{ID: tv.stage.last.ID, Time: told.Time, Event: "message", Topic: "home", Title: "t", Message: "triggered", Priority: 4, Tags: []string{"x-ray"}}
	if len(told.ID) != 12 || told.Event != want.Event || told.ID != want.ID || told.Topic != want.Topic || told.Title != want.Title ||
		told.Message != want.Message || told.Priority != want.Priority || !slices.Equal(told.Tags, want.Tags) {
		t.Errorf("%+v", told)
	}
	if accent := tv.stage.last.Accent; accent == nil || *accent != 0xFFFF8A1F {
		t.Errorf("the stripe is %v", accent)
	}
	answers(t, tv.post(guise.Ntfy, "/", `{"message":"m"}`), 400, `{"code":40001,"http":400,"error":"field 'topic' must be a non-empty string"}`)
	answers(t, tv.post(guise.Ntfy, "/", `hello`), 400, `{"code":40001,"http":400,"error":"field 'body' must be a JSON object in UTF-8"}`)
	answers(t, tv.post(guise.Ntfy, "/home", `hello`), 404, `{"code":40401,"http":404,"error":"page not found: this TV takes ntfy's JSON by POST to /"}`)
	answers(t, tv.ask(guise.Ntfy, httptest.NewRequest("GET", "/v1/health", nil)), 200, `{"healthy":true}`)
}
