package api

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"cuecard.app/internal/card"
)

func TestARequestForAnotherAppNamesTheSettingThatHelps(t *testing.T) {
	refused := &card.FieldError{Field: "body", Be: "another"}
	for _, line := range []struct{ path, kind, body, setting string }{
		{"/jsonrpc", "application/json", "", "accept=kodi=:8080"},
		{"/", "application/json", `{"jsonrpc":"2.0"}`, "accept=kodi=:8080"},
		{"/", "multipart/form-data; boundary=x", "", "accept=nfandroidtv"},
		{"/", "application/json", `{"topic":"home","message":"m"}`, "accept=ntfy=:8093"},
		{"/", "", `{"topic":"home","message":"m"}`, "accept=ntfy=:8093"},
		{"/notify_fixed", "", "", "accept=tvoverlay"},
		{"/set/overlay", "", "", "accept=tvoverlay"},
		{"/cancel", "", "", "accept=pipup"},
		{"/notify", "multipart/form-data; boundary=x", "", "accept=pipup"},
		{"/notify", "application/json", `{"position":0,"media":{}}`, "accept=pipup"},
		{"/notify", "application/json", `{"backgroundColor":"#000"}`, "accept=pipup"},
		{"/notify", "application/json", `{"message":null,"corner":"top_end"}`, "accept=tvoverlay"},
		{"/notify", "application/json", `{"position":0}`, ""},
		{"/notify", "application/json", `{"position"`, ""},
		{"/", "application/json", `{"message":"m"}`, ""},
		{"/", "text/plain", `topic`, ""},
		{"/other", "multipart/form-data; boundary=x", "", ""},
	} {
		r := httptest.NewRequest("POST", line.path, strings.NewReader(line.body))
		r.Header.Set("Content-Type", line.kind)
		err := meantFor(r, []byte(line.body), refused)
		if !errors.Is(err, refused) || !strings.HasPrefix(err.Error(), refused.Error()) {
			t.Errorf("%s %s lost its error: %v", line.path, line.body, err)
		}
		if helps := err != error(refused); helps != (line.setting != "") || !strings.Contains(err.Error(), line.setting) {
			t.Errorf("%s %s: %v", line.path, line.body, err)
		}
	}
}

func TestATroubleOfTheTVsOwnNamesNoSetting(t *testing.T) {
	broken := errors.New("the screen is broken")
	if err := meantFor(httptest.NewRequest("POST", "/jsonrpc", nil), nil, broken); err != broken {
		t.Error(err)
	}
}
