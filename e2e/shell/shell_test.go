// Package shell tests the built program inside of an app: everything that the
// protocol promises, over real pipes and real HTTP.
package shell

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
)

var cuecard house.Binary

func TestMain(m *testing.M) { os.Exit(cuecard.Test(m, "-race")) }

// device is the fixture, with changes.
func device(t testing.TB, changes house.Frame) house.Frame {
	t.Helper()
	data, err := os.ReadFile("../../testdata/shell/app-device.json")
	if err != nil {
		t.Fatal(err)
	}
	var frame house.Frame
	if err := json.Unmarshal(data, &frame); err != nil {
		t.Fatal(err)
	}
	for name, value := range changes {
		frame[name] = value
	}
	return frame
}

// open starts an app that has told of its device.
func open(t *testing.T, flags ...string) *house.App {
	t.Helper()
	a := cuecard.StartApp(t, t.TempDir(), flags...)
	a.Say(device(t, nil))
	settled(t, a)
	return a
}

// settled waits until the service has met the device.
func settled(t *testing.T, a *house.App) house.Frame {
	t.Helper()
	for {
		if frame := a.Hears(t, "settings"); member[string](t, frame, "values", "deviceName") == "Shield" {
			return frame
		}
	}
}

// post is a card on its way; its answer can be waited for.
func post(t *testing.T, a *house.App, c client.Card) func() (client.Receipt, error) {
	t.Helper()
	type answer struct {
		receipt client.Receipt
		err     error
	}
	answered := make(chan answer, 1)
	go func() {
		receipt, err := a.Client().Notify(t.Context(), c)
		answered <- answer{receipt, err}
	}()
	return func() (client.Receipt, error) {
		got := <-answered
		return got.receipt, got.err
	}
}

func member[T any](t *testing.T, frame house.Frame, path ...string) (value T) {
	t.Helper()
	var at any = map[string]any(frame)
	for _, name := range path {
		object, ok := at.(map[string]any)
		if !ok {
			t.Fatalf("%v has no %v", frame, path)
		}
		at = object[name]
	}
	value, ok := at.(T)
	if !ok {
		t.Fatalf("%v of %v is %v", path, frame, at)
	}
	return value
}

func TestACardIsShownOnceTheAppHasDrawnIt(t *testing.T) {
	a := open(t)
	answer := post(t, a, client.Card{ID: "door", Title: "Door", Message: "Someone is there", Sound: "none"})
	show := a.Hears(t, "show")
	if member[string](t, show, "card", "message") != "Someone is there" || member[float64](t, show, "card", "widthPercent") != 60 {
		t.Errorf("told %v", show)
	}
	if left := member[float64](t, show, "remaining"); left <= 14 || left > 15 {
		t.Errorf("%v seconds remain", left)
	}
	a.Obey(show)
	if receipt, err := answer(); err != nil || receipt.Result != client.Shown {
		t.Errorf("%+v, %v", receipt, err)
	}
	if _, err := a.Client().Dismiss(t.Context(), "door"); err != nil {
		t.Error(err)
	}
	a.Obey(a.Hears(t, "clear"))
}

func TestACardThatTheAppCannotDrawIsWithdrawn(t *testing.T) {
	a := open(t)
	answer := post(t, a, client.Card{ID: "door", Message: "hello", Sound: "none"})
	a.Say(house.Frame{"type": "failed", "seq": a.Hears(t, "show")["seq"], "error": "the window was refused"})
	var refused *client.Error
	if _, err := answer(); !errors.As(err, &refused) || refused.Status != http.StatusInternalServerError {
		t.Errorf("answered %v", err)
	}
	a.Obey(a.Hears(t, "clear"))
	cards, err := a.Client().Cards(t.Context())
	if err != nil || cards.Showing != nil {
		t.Errorf("%+v, %v", cards, err)
	}
	if !strings.Contains(a.Log(), `level=ERROR msg="a card could not be drawn and is withdrawn"`) || strings.Contains(a.Log(), "time=") {
		t.Error(a.Log())
	}
}

func TestThePermissionIsMissingThenGrantedThenRevoked(t *testing.T) {
	a := cuecard.StartApp(t, t.TempDir())
	refused := func() {
		t.Helper()
		_, err := a.Client().Notify(t.Context(), client.Card{ID: "a", Message: "hello"})
		if !errors.Is(err, client.ErrNoOverlay) {
			t.Errorf("answered %v", err)
		}
		if info, err := a.Client().Info(t.Context()); err != nil || info.OverlayPermission {
			t.Errorf("%+v, %v", info, err)
		}
	}
	refused() // the app has not told of itself
	a.Say(device(t, house.Frame{"overlay": false}))
	settled(t, a)
	refused()
	_, err := a.Client().Notify(t.Context(), client.Card{Message: "hello"})
	if !strings.Contains(err.Error(), "adb shell appops set app.cuecard.tv SYSTEM_ALERT_WINDOW allow") {
		t.Errorf("it does not say what helps: %v", err)
	}
	a.Say(device(t, nil))
	answer := retried(t, a)
	a.Obey(a.Hears(t, "show"))
	if receipt, err := answer(); err != nil || receipt.Result != client.Shown {
		t.Errorf("%+v, %v", receipt, err)
	}

	// The system takes the window away with the permission; the card is due, and comes back with it.
	a.Say(device(t, house.Frame{"overlay": false, "name": "revoked"}))
	for {
		if info, err := a.Client().Info(t.Context()); err == nil && !info.OverlayPermission {
			break
		}
	}
	a.Say(device(t, nil))
	for {
		frame := a.Hears(t, "show")
		a.Obey(frame)
		if member[string](t, frame, "card", "id") == "back" {
			break
		}
	}
}

// retried posts until the permission is there.
func retried(t *testing.T, a *house.App) func() (client.Receipt, error) {
	t.Helper()
	for {
		if info, err := a.Client().Info(t.Context()); err == nil && info.OverlayPermission {
			return post(t, a, client.Card{ID: "back", Message: "hello", Persistent: true, Sound: "none"})
		}
	}
}

func TestCardsComeBackAfterTheCoreWasKilled(t *testing.T) {
	dir := t.TempDir()
	a := cuecard.StartApp(t, dir)
	a.Say(device(t, nil))
	settled(t, a)
	answer := post(t, a, client.Card{ID: "wash", Message: "The wash is done", Persistent: true, Sound: "none"})
	a.Obey(a.Hears(t, "show"))
	if _, err := answer(); err != nil {
		t.Fatal(err)
	}
	_ = a.Kill()

	again := cuecard.StartApp(t, dir)
	again.Say(device(t, nil))
	show := again.Hears(t, "show")
	if member[string](t, show, "card", "id") != "wash" || show["remaining"] != nil {
		t.Errorf("told %v", show)
	}
	if strings.Contains(again.Log(), "level=ERROR") {
		t.Error(again.Log())
	}
}

func TestTheEndOfTheAppEndsTheCoreWithinASecondWhateverItDoes(t *testing.T) {
	var took []time.Duration
	for len(took) < 3 { // a busy machine only adds
		took = append(took, endsWhileBusy(t))
		if slices.Min(took) <= time.Second {
			return
		}
	}
	t.Errorf("it took %v", took)
}

// endsWhileBusy is how long the core goes on after its app, with a card that is not drawn and a post that is never whole.
func endsWhileBusy(t *testing.T) time.Duration {
	t.Helper()
	a := open(t)
	_ = post(t, a, client.Card{Message: "never drawn", Sound: "none"})
	a.Hears(t, "show")
	slow, err := net.Dial("tcp", strings.TrimPrefix(a.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	_, _ = io.WriteString(slow, "POST /notify HTTP/1.1\r\nHost: tv\r\nContent-Length: 100\r\n\r\n{")
	began := time.Now()
	if err := a.End(); err != nil {
		t.Errorf("ended with %v: %s", err, a.Log())
	}
	return time.Since(began)
}

func TestStopEndsTheCore(t *testing.T) {
	a := open(t)
	a.Say(house.Frame{"type": "stop"})
	for {
		if _, ok := a.Next(); !ok {
			break
		}
	}
	if err := a.End(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestSettingsAreTheCoresWhoeverChangesThem(t *testing.T) {
	a := open(t)
	a.Say(house.Frame{"type": "set", "values": house.Frame{"dim": "0.5", "position": "top-left"}})
	settings := a.Hears(t, "settings")
	if member[float64](t, settings, "values", "dim") != 0.5 || member[string](t, settings, "values", "deviceName") != "Shield" {
		t.Errorf("told %v", settings)
	}
	a.Say(house.Frame{"type": "set", "values": house.Frame{"dim": "0.7", "duration": "0"}})
	if refused := a.Hears(t, "refused"); !strings.Contains(member[string](t, refused, "error"), "field 'duration' must be") {
		t.Errorf("told %v", refused)
	}
	answer := post(t, a, client.Card{Message: "hello", Sound: "none"})
	show := a.Hears(t, "show")
	if member[float64](t, show, "card", "dim") != 0.5 || member[string](t, show, "card", "position") != "top-left" {
		t.Errorf("told %v", show)
	}
	a.Obey(show)
	if _, err := answer(); err != nil {
		t.Error(err)
	}
	a.Say(house.Frame{"type": "set", "values": house.Frame{"textScale": "1.5"}})
	if show := a.Hears(t, "show"); member[float64](t, show, "textScale") != 1.5 {
		t.Errorf("told %v", show)
	}
	a.Say(house.Frame{"type": "set", "values": house.Frame{"deviceName": "Den"}})
	for member[string](t, a.Hears(t, "settings"), "values", "deviceName") != "Den" {
	}
	a.Say(house.Frame{"type": "set", "values": house.Frame{"deviceName": ""}}) // the device's own again
	for member[string](t, a.Hears(t, "settings"), "values", "deviceName") != "Shield" {
	}
}

func TestTheTokenIsMadeAndClearedAtTheTV(t *testing.T) {
	a := open(t, "--listen", "0.0.0.0:0")
	a.Say(house.Frame{"type": "token", "do": "generate"})
	settings := a.Hears(t, "settings")
	token := member[string](t, settings, "token")
	if len(token) != 43 || member[float64](t, settings, "tokenCode", "size") < 25 {
		t.Errorf("told %v", settings)
	}
	if _, err := a.Client().Info(t.Context()); !errors.Is(err, client.ErrUnauthorized) {
		t.Errorf("answered %v without the token", err)
	}
	if _, err := a.Client(client.WithToken(token)).Info(t.Context()); err != nil {
		t.Error(err)
	}
	a.Say(house.Frame{"type": "test"}) // the test card has it
	a.Obey(a.Hears(t, "show"))
	if tested := a.Hears(t, "tested"); tested["result"] != "shown" || tested["error"] != "" {
		t.Errorf("told %v", tested)
	}
	a.Say(house.Frame{"type": "token", "do": "clear"})
	cleared := a.Hears(t, "settings")
	for cleared["token"] != "" { // the first card ever changes them, too
		cleared = a.Hears(t, "settings")
	}
	if cleared["tokenCode"] != nil {
		t.Errorf("told %v", cleared)
	}
	if _, err := a.Client().Info(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTheAddressIsTheAppsWord(t *testing.T) {
	a := cuecard.StartApp(t, t.TempDir(), "--listen", "0.0.0.0:0")
	a.Say(device(t, nil))
	settings := settled(t, a)
	if want := fmt.Sprintf("http://192.168.1.20:%v", a.Hello["port"]); settings["url"] != want {
		t.Errorf("%v, want %s", settings["url"], want)
	}
	a.Say(device(t, house.Frame{"addresses": []string{"10.0.0.9"}}))
	if settings := a.Hears(t, "settings"); !strings.HasPrefix(member[string](t, settings, "url"), "http://10.0.0.9:") {
		t.Errorf("told %v", settings)
	}
	if info, err := a.Client().Info(t.Context()); err != nil || info.IP != "10.0.0.9" {
		t.Errorf("%+v, %v", info, err)
	}
	a.Say(device(t, house.Frame{"addresses": []string{}}))
	if settings := a.Hears(t, "settings"); settings["url"] != "" || settings["code"] != nil {
		t.Errorf("told %v", settings)
	}
}

func TestPicturesComeByTheAppsNameServersAndJoinTheCard(t *testing.T) {
	pixel := "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
	shown := make(chan struct{})
	camera := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-shown: // the picture joins a card that is there
		case <-r.Context().Done():
		}
		w.Header().Set("Content-Type", "image/gif")
		_, _ = io.WriteString(w, pixel)
	}))
	defer camera.Close()
	defer camera.CloseClientConnections() // whoever fails before the picture does not wait for it
	names := nameServer(t)
	a := cuecard.StartApp(t, t.TempDir())
	a.Say(device(t, house.Frame{"dns": []string{names}}))
	settled(t, a)
	answer := post(t, a, client.Card{Message: "hello", Sound: "none", Persistent: true,
		Image: strings.Replace(camera.URL, "127.0.0.1", "camera.test", 1), Icon: "http://nobody.test/"})
	show := a.Hears(t, "show")
	a.Obey(show)
	if _, err := answer(); err != nil {
		t.Error(err)
	}
	if member[string](t, show, "image", "state") != "coming" {
		t.Fatalf("told %v: %s", show, a.Log())
	}
	close(shown)
	for image, icon := "coming", "coming"; image != "ready" || icon != "failed"; {
		picture := a.Hears(t, "picture")
		a.Obey(picture)
		image, icon = member[string](t, picture, "image", "state"), member[string](t, picture, "icon", "state")
		if image == "failed" {
			t.Fatalf("told %v: %s", picture, a.Log())
		}
		if image == "ready" {
			data, err := os.ReadFile(member[string](t, picture, "image", "path"))
			if err != nil || string(data) != pixel || member[string](t, picture, "image", "mime") != "image/gif" {
				t.Errorf("%d bytes, %v, %v", len(data), err, picture)
			}
		}
	}
}

func TestASoundIsStreamedThroughTheCore(t *testing.T) {
	nas := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "audio/wav")
		_, _ = io.WriteString(w, "RIFF-like")
	}))
	defer nas.Close()
	a := open(t)
	answer := post(t, a, client.Card{Message: "hello", Title: "Door", Sound: nas.URL, Speak: true})
	a.Obey(a.Hears(t, "show"))
	if _, err := answer(); err != nil {
		t.Error(err)
	}
	play := a.Hears(t, "play")
	address := member[string](t, play, "sound")
	if !strings.HasPrefix(address, a.URL+"/tv/sounds/") {
		t.Fatalf("told %v", play)
	}
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != "RIFF-like" {
		t.Errorf("%q, %v", body, err)
	}
	a.Obey(play)
	if speak := a.Hears(t, "speak"); fmt.Sprint(speak["texts"]) != "[Door hello]" {
		t.Errorf("told %v", speak)
	}
	if cards, err := a.Client().Cards(t.Context()); err != nil || cards.Showing == nil {
		t.Fatal(cards, err)
	} else if _, err := a.Client().Dismiss(t.Context(), cards.Showing.ID); err != nil {
		t.Error(err)
	}
	a.Hears(t, "hush")
}

func TestThereIsNoPageNoConsoleAndNoSocket(t *testing.T) {
	dir := t.TempDir()
	a := cuecard.StartApp(t, dir, "--console", "127.0.0.1:0")
	a.Say(device(t, nil))
	settled(t, a)
	for _, path := range []string{"/tv", "/tv/feed"} {
		response, err := http.Get(a.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != http.StatusNotFound || !strings.Contains(string(body), "draws cards on its own screen") {
			t.Errorf("%s: %d %s", path, response.StatusCode, body)
		}
	}
	if response, err := http.Get(a.URL + "/"); err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("the web client: %v", err)
	} else {
		response.Body.Close()
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if entry.Type()&os.ModeSocket != 0 {
			t.Errorf("there is a socket: %s", entry.Name())
		}
	}
}

func TestASecondCoreOnThePortSaysSo(t *testing.T) {
	a := open(t)
	_, err := house.OpenApp(cuecard.AppCommand(t.TempDir(), "--listen", strings.TrimPrefix(a.URL, "http://")))
	if err == nil || !strings.Contains(err.Error(), "cannot listen on") || strings.Contains(err.Error(), "--listen") {
		t.Errorf("%v", err)
	}
}

// nameServer answers that camera.test is this machine, and that nothing else is.
func nameServer(t *testing.T) string {
	t.Helper()
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { udp.Close() })
	go func() {
		packet := make([]byte, 512)
		for {
			n, from, err := udp.ReadFrom(packet)
			if err != nil {
				return
			}
			_, _ = udp.WriteTo(nameAnswer(packet[:n]), from)
		}
	}()
	return udp.LocalAddr().String()
}

// nameAnswer is the query's own header and question, with an A record behind it where there is one.
func nameAnswer(query []byte) []byte {
	const header = 12
	end := header
	for query[end] != 0 {
		end += int(query[end]) + 1
	}
	isA := query[end+2] == 1
	answer := append([]byte{}, query[:end+5]...)
	known := strings.HasPrefix(string(query[header+1:]), "camera")
	answer[2], answer[3] = 0x81, 0x80
	answer[8], answer[9], answer[10], answer[11] = 0, 0, 0, 0
	answer[6], answer[7] = 0, 0
	switch {
	case !known:
		answer[3] = 0x83 // no such name
	case isA:
		answer[7] = 1
		answer = append(answer, 0xC0, header, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1)
	}
	return answer
}
