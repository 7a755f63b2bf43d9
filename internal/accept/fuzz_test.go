package accept

import (
	"net/http/httptest"
	"strings"
	"testing"

	"cuecard.app/internal/accept/guise"
)

// FuzzRequests sends anything to every app: each answers, and a card that is shown says something.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{
		`{"message":"m","title":"t","position":"1","media":{"image":{"uri":"http://a/b","width":"5"}},"backgroundColor":"red"}`,
		`{"topic":"a","tags":["warning",1],"priority":"high","delay":null}`, `{"id":0,"expiration":"1h2m","visible":"False","icon":"mdi:a-b","corner":"top_end"}`,
		`[{"method":"GUI.ShowNotification","params":["t","m","info","1e9"],"id":1}]`,
		"--x\r\nContent-Disposition: form-data; name=\"msg\"; filename=\"msg\"\r\n\r\nhello\r\n--x--\r\n",
	} {
		f.Add("/notify", "application/json", seed)
		f.Add("/", "multipart/form-data; boundary=x", seed)
		f.Add("/jsonrpc", "", seed)
		f.Add("/notify_fixed", "", seed)
	}
	f.Fuzz(func(t *testing.T, path, kind, body string) {
		tv := open(t)
		for _, app := range []guise.App{guise.NFAndroidTV, guise.PiPup, guise.TvOverlay, guise.Kodi, guise.Ntfy} {
			r := httptest.NewRequest("POST", "/", strings.NewReader(body))
			r.URL.Path = path
			r.Header.Set("Content-Type", kind)
			if w := tv.ask(app, r); w.Code >= 500 {
				t.Errorf("%s answers %d %s", app, w.Code, w.Body)
			}
		}
		for _, c := range tv.stage.cards {
			if strings.TrimSpace(c.Message) == "" || c.ID == "" || strings.Contains(c.ID, "/") {
				t.Errorf("%+v", c)
			}
		}
	})
}
