package accept

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

// reaches reports whether somebody answers at an address.
func reaches(address string) bool {
	c, err := net.Dial("tcp", address)
	if err == nil {
		c.Close()
	}
	return err == nil
}

func says(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("%q is not in: %s", word, text)
		}
	}
}

func TestNoPortIsOpenUntilTheOwnerNamesOne(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	if said := h.Log(); strings.Contains(said, "Also as") {
		t.Error(said)
	}
	if list := h.Run(t, "settings").Out; !regexp.MustCompile(`(?m)^accept +none$`).MatchString(list) {
		t.Error(list)
	}
}

func TestPortsFollowTheSettingWhileTheServiceRuns(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t, "--accept", "ntfy=127.0.0.1:0")
	ntfy := opened(t, h.Log(), "Also as  ntfy on ")
	if changed := h.Run(t, "settings", "accept=kodi=127.0.0.1:0, pipup=127.0.0.1:0"); changed.Status != 0 {
		t.Fatal(changed)
	}
	told := h.Run(t, "doctor").Out
	kodi, pipup := opened(t, told, "ok     Spoken to as kodi at "), opened(t, told, "ok     Spoken to as pipup at ")
	if !reaches(kodi) || !reaches(pipup) || !reaches(ntfy) {
		t.Error(told)
	}
	h.Run(t, "settings", "accept=pipup=127.0.0.1:0")
	if reaches(kodi) || !reaches(pipup) || !reaches(ntfy) {
		t.Errorf("kodi %v, pipup %v, ntfy %v", reaches(kodi), reaches(pipup), reaches(ntfy))
	}
	h.Run(t, "settings", "accept=")
	if reaches(pipup) || !reaches(ntfy) {
		t.Error("a port is open that nobody wants, or the command line's is closed")
	}
	for _, wrong := range []string{"accept=xbmc", "accept=kodi", "accept=pipup,pipup", "accept=kodi=:http"} {
		if refused := h.Run(t, "settings", wrong); refused.Status != 1 || !strings.Contains(refused.Errors, "field 'accept' must be none, or some of nfandroidtv, pipup") {
			t.Errorf("%s: %+v", wrong, refused)
		}
	}
}

func TestAPortThatIsTakenIsSaidAndTheRestRuns(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	h := cuecard.Start(t, "--accept", "kodi="+taken.Addr().String(), "--accept", "ntfy=127.0.0.1:0")
	says(t, h.Log(), "Also as  ntfy on ")
	examined := h.Run(t, "doctor")
	says(t, examined.Out, "WRONG  Nobody can speak to this TV as kodi: listen tcp "+taken.Addr().String(), "What helps: end what has this address, or choose another: kodi=:PORT")
	if examined.Status != 1 {
		t.Error(examined.Status)
	}
	if _, err := h.Client().Notify(t.Context(), client.Card{Message: "m"}); err != nil {
		t.Error(err)
	}
	h.Stop()
	says(t, h.Log(), "this TV cannot be spoken to as another app", "address already in use")
}

func TestATokenClosesThePortsThatTheOwnerDidNotLeaveOpen(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t, "--accept", "kodi=127.0.0.1:0,ntfy=127.0.0.1:0+without-token")
	kodi, ntfy := opened(t, h.Log(), "Also as  kodi on "), opened(t, h.Log(), "Also as  ntfy on ")
	if made := h.Run(t, "token", "new"); made.Status != 0 {
		t.Fatal(made)
	}
	if reaches(kodi) {
		t.Error("the port is open without the token")
	}
	if said := curl(t, "-d", `{"topic":"home","message":"m"}`, ntfy); !strings.HasSuffix(said, " 200") {
		t.Error(said)
	}
	says(t, h.Run(t, "doctor").Out, "note   Nobody can speak to this TV as kodi: the port stays closed while a token is set", "kodi=127.0.0.1:0+without-token",
		"note   Spoken to as ntfy at "+ntfy+", where whoever is on the network can send cards without the token")
	h.Run(t, "token", "clear")
	says(t, h.Run(t, "doctor").Out, "ok     Spoken to as kodi at ", "ok     Spoken to as ntfy at ")
	h.Stop()
	says(t, h.Log(), "a token is set, and yet whoever is on the network can send cards here without it")
}

func TestTheCommandLineSaysWhatIsWrongWithAName(t *testing.T) {
	t.Parallel()
	for typed, words := range map[string]string{
		"xbmc":        `"xbmc" is not one of nfandroidtv, pipup, tvoverlay, kodi, ntfy`,
		"kodi":        "kodi needs an address, such as kodi=:8080",
		"pipup,pipup": "pipup is named twice",
	} {
		if refused := cuecard.Run(t, "", "serve", "--data", t.TempDir(), "--accept", typed); refused.Status != 2 || !strings.Contains(refused.Errors, words) {
			t.Errorf("%s: %+v", typed, refused)
		}
	}
	serve := exec.CommandContext(t.Context(), string(cuecard), "serve", "--data", t.TempDir())
	serve.Env = append(house.Environment(), "CUECARD_ACCEPT=pipup,xbmc")
	if said, _ := serve.CombinedOutput(); serve.ProcessState.ExitCode() != 2 || !strings.Contains(string(said), `$CUECARD_ACCEPT: "xbmc" is not one of`) {
		t.Errorf("%v: %s", serve.ProcessState, said)
	}
	says(t, cuecard.Run(t, "", "serve", "--help").Out, "--accept APP[=ADDR]", "$CUECARD_ACCEPT")
}

func TestAnUploadedPictureIsLostByARestartAndTheCardIsNot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := cuecard.StartIn(t, dir, "--accept", "pipup=127.0.0.1:0")
	curl(t, "-F", "image=@"+photo(t, magenta), "-F", "message=Front door", "-F", "duration=600", opened(t, h.Log(), "Also as  pipup on ")+"/notify")
	if paints(t, h, magenta) == 0 {
		t.Error("the picture is not shown")
	}
	h.Kill()
	h = cuecard.StartIn(t, dir)
	same(t, showing(t, h), `{"message":"Front door"}`)
	if paints(t, h, magenta) != 0 {
		t.Error("the picture is still there")
	}
	h.Stop()
	says(t, h.Log(), "the picture came with the card itself, and the service was started anew since")
}

func TestNobodyCanNameAnUploadedPicture(t *testing.T) {
	t.Parallel()
	h, at := start(t, "pipup")
	curl(t, "-F", "image=@"+photo(t, magenta), "-F", "message=Front door", at+"/notify")
	address := showing(t, h).Image
	says(t, curl(t, "-d", `{"message":"m","image":"`+address+`"}`, h.URL+"/notify"), "field 'image' must be an http or https URL", "400")
	says(t, curl(t, "-d", `{"message":"m","media":{"image":{"uri":"`+address+`"}}}`, at+"/notify"), "field 'uri' must be an http or https URL", "400")
}

func TestTheWrongProtocolOnTheUsualPortIsToldWhichSettingHelps(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, line := range []struct {
		path, kind, body, help string
		status                 int
	}{
		{"/jsonrpc", "application/json", `{"jsonrpc":"2.0","method":"JSONRPC.Ping","id":1}`, "accept=kodi=:8080", 404},
		{"/", "application/json", `{"topic":"home","message":"m"}`, "accept=ntfy=:8093", 404},
		{"/", "multipart/form-data; boundary=x", "--x--", "accept=nfandroidtv", 404},
		{"/notify", "multipart/form-data; boundary=x", "--x--", "accept=pipup", 400},
		{"/notify", "application/json", `{"message":"m","position":0,"backgroundColor":"#000000"}`, "accept=pipup", 400},
		{"/cancel", "", "", "accept=pipup", 404},
		{"/notify_fixed", "application/json", `{"message":"m"}`, "accept=tvoverlay", 404},
	} {
		answer, err := http.Post(h.URL+line.path, line.kind, strings.NewReader(line.body))
		if err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		_, err = io.Copy(&said, answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != line.status || !strings.Contains(said.String(), "cuecard settings "+line.help) {
			t.Errorf("%s: %s %s", line.path, answer.Status, said.String())
		}
	}
}

func TestEveryCurlLineOfThePageAboutAcceptWorksWhenPasted(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/accept.md")
	if err != nil {
		t.Fatal(err)
	}
	h := cuecard.Start(t, "--accept", "nfandroidtv=127.0.0.1:0,pipup=127.0.0.1:0,tvoverlay=127.0.0.1:0,kodi=127.0.0.1:0,ntfy=127.0.0.1:0")
	moved := []string{"http://cam", h.URL} // no camera is in this house, and nobody is asked for it
	for app, port := range map[string]string{"nfandroidtv": "7676", "pipup": "7979", "tvoverlay": "5001", "kodi": "8080", "ntfy": "8093"} {
		moved = append(moved, "localhost:"+port, opened(t, h.Log(), "Also as  "+app+" on "))
	}
	ran := 0
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "curl ") {
			continue
		}
		ran++
		out, err := exec.Command("bash", "-c", strings.Replace(strings.NewReplacer(moved...).Replace(line), "curl", "curl -sS --fail-with-body", 1)).CombinedOutput()
		if err != nil || strings.Contains(string(out), `"error"`) {
			t.Errorf("%s%v: %s", line, err, out)
		}
	}
	if ran < 8 {
		t.Errorf("only %d lines were found", ran)
	}
}
