package shell

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/look"
	"cuecard.app/internal/qrcode"
	"cuecard.app/internal/screen"
)

func door() *card.Card {
	style := card.FactoryStyle()
	style.Position, style.WidthPercent, style.Dim, style.Accent = card.TopRight, 40, 0.5, new(card.Colour(0xFFFF8A1F))
	return &card.Card{ID: "door", Title: "Front door", Message: "Someone is at the door", Image: "http://camera.local/door.jpg",
		Icon: "http://home.local/bell.png", Speak: true, Style: style}
}

func alarm() *card.Card {
	c := door()
	c.ID, c.Title, c.Message, c.Image, c.Icon, c.Persistent, c.Speak = "alarm", "", "Alarm", "", "", true, false
	c.Position, c.WidthPercent, c.Background, c.TextColor, c.Accent, c.Dim, c.Sound = card.Center, 60, 0xCC000000, 0xFFFFFFFF, nil, 0, card.SoundNone
	return c
}

func TestFramesToTheAppAreAsTheFixturesSay(t *testing.T) {
	code := &qrcode.Code{Size: 3, Rows: []string{"101", "010", "110"}}
	values := map[string]json.RawMessage{}
	for name, value := range map[string]string{"deviceName": `"Living room"`, "duration": "15", "position": `"center"`, "widthPercent": "60",
		"background": `"#FFFFFF"`, "textColor": `"#111111"`, "accent": "null", "dim": "0", "sound": `"default"`, "textScale": "1", "volume": "1", "idle": `"black"`} {
		values[name] = json.RawMessage(value)
	}
	frames := map[string]any{
		"core-hello":    helloFrame{"hello", protocol, "0.1.0", 8090, look.Numbers()},
		"core-settings": settingsFrame{"settings", Settings{Values: values, URL: "http://192.168.1.20:8090", Code: code}},
		"core-show": showFrame{"show", 7, door(), source{State: screen.Coming},
			source{screen.Ready, "/cache/cuecard-pictures-1/2", "image/png"}, 1, new(15.0)},
		"core-show-persistent": showFrame{"show", 12, alarm(), source{State: screen.None}, source{State: screen.None}, 1.5, nil},
		"core-picture":         pictureFrame{"picture", 8, source{screen.Ready, "/cache/cuecard-pictures-1/3", "image/jpeg"}, source{State: screen.Failed}},
		"core-clear":           clearFrame{"clear", 9},
		"core-play":            playFrame{"play", 1, "default", 0.5},
		"core-play-stream":     playFrame{"play", 3, "http://127.0.0.1:8090/tv/sounds/NAME", 1},
		"core-speak":           speakFrame{"speak", 2, []string{"Front door", "Someone is at the door"}, 0.5},
		"core-hush":            hushFrame{"hush", 2},
		"core-address":         addressFrame{"address", 30},
		"core-refused":         refusedFrame{"refused", "set", errRefused.Error()},
		"core-tested":          testedFrame{"tested", "shown", ""},
	}
	files, err := filepath.Glob("../../../testdata/shell/core-*.json")
	if err != nil || len(files) != len(frames) {
		t.Fatalf("%d fixtures, %d frames, %v", len(files), len(frames), err)
	}
	for name, frame := range frames {
		if got, want := oneLine(t, mustJSON(t, frame)), oneLine(t, fixture(t, name)); got != want {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestTheDeviceIsAsTheAppTold(t *testing.T) {
	a := start(t)
	var missing *screen.NoOverlay
	if err := a.screen.Ready(); !errors.As(err, &missing) || a.screen.Watched() {
		t.Errorf("before the app told of itself: %v", err)
	}
	changed := a.screen.Changed()
	a.sayFixture("app-device")
	<-changed
	<-a.returned
	if err := a.screen.Ready(); err != nil || !a.screen.Watched() {
		t.Error(err)
	}
	if info := a.screen.Info(); info != (screen.Info{Kind: "shell", Width: 1920, Height: 1080}) {
		t.Errorf("%+v", info)
	}
	want := Device{Width: 1920, Height: 1080, Density: 2, Name: "Shield", Overlay: true, Grant: "adb shell appops set app.cuecard.tv SYSTEM_ALERT_WINDOW allow",
		Addresses: []string{"192.168.1.20", "fe80::1"}, DNS: []string{"192.168.1.1"}, Locale: "de-DE", APILevel: 34}
	if got := a.screen.Device(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestTheAddressIsThePreferredOneThatOthersCanReach(t *testing.T) {
	for _, c := range []struct {
		told []string
		want string
	}{
		{[]string{"192.168.1.20", "192.168.1.21"}, "192.168.1.20"},
		{[]string{"fe80::1", "fd00::5", "10.0.0.7"}, "10.0.0.7"},
		{[]string{"fe80::1%wlan0", "fd00::5"}, "fd00::5"},
		{[]string{"::ffff:10.0.0.7"}, "10.0.0.7"},
		{[]string{"127.0.0.1", "169.254.3.4", "rubbish", ""}, "invalid IP"},
		{nil, "invalid IP"},
	} {
		if got := (Device{Addresses: c.told}).IP().String(); got != c.want {
			t.Errorf("%v: %s, want %s", c.told, got, c.want)
		}
	}
}

func TestWithoutThePermissionCardsFailWithTheCommandUntilItIsGranted(t *testing.T) {
	a := open(t)
	c := door()
	first := a.show(screen.Frame{Seq: 1, Card: c})
	a.drawn(a.hears("show"))
	<-first
	changed := a.screen.Changed()
	a.say(`{"type":"device","width":1280,"height":720,"overlay":false,"grant":"adb shell appops set app.cuecard.tv SYSTEM_ALERT_WINDOW allow"}`)
	<-changed
	for _, err := range []error{a.screen.Ready(), <-a.show(screen.Frame{Seq: 2, Card: alarm()})} {
		var missing *screen.NoOverlay
		if !errors.As(err, &missing) || missing.Command != a.screen.Device().Grant {
			t.Errorf("%v", err)
		}
	}
	a.sayFixture("app-device")
	<-a.returned // has the stage draw again
	outcome := a.show(screen.Frame{Seq: 3, Card: c})
	a.drawn(a.hears("show")) // whole: the system has taken the window away
	if err := <-outcome; err != nil {
		t.Error(err)
	}
}

func TestTheAppIsGivenOneFrameAtATimeAndTheNewestOfACard(t *testing.T) {
	a := open(t)
	c := door()
	first := a.show(screen.Frame{Seq: 1, Card: c})
	frame := a.hears("show")
	var updates []outcome
	for seq := uint64(2); seq <= 1000; seq++ {
		update := *c
		updates = append(updates, a.show(screen.Frame{Seq: seq, Card: &update}))
	}
	other := a.show(screen.Frame{Seq: 1001, Card: alarm()})
	a.drawn(frame)
	if err := <-first; err != nil || frame.Seq != 1 {
		t.Errorf("frame %d: %v", frame.Seq, err)
	}
	frame = a.hears("show")
	if frame.Seq != 1000 {
		t.Errorf("then frame %d", frame.Seq)
	}
	a.drawn(frame)
	for _, update := range updates {
		if err := <-update; err != nil {
			t.Fatal(err)
		}
	}
	frame = a.hears("show")
	if frame.Seq != 1001 || frame.Card.ID != "alarm" {
		t.Errorf("then %+v: another card is never left out", frame)
	}
	a.drawn(frame)
	if err := <-other; err != nil {
		t.Error(err)
	}
}

func TestAFrameFailsWhenTheAppSaysSo(t *testing.T) {
	a := open(t)
	outcome := a.show(screen.Frame{Seq: 7, Card: door()})
	a.hears("show")
	a.say(`{"type":"drawn","seq":6}`) // of another frame
	a.sayFixture("app-failed")
	if err := <-outcome; err == nil || !strings.Contains(err.Error(), "the window was refused") {
		t.Error(err)
	}
}

func TestAFrameWithoutAnAnswerFailsAfterTwoSecondsAndALateAnswerCountsForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t)
		began := time.Now()
		lost := a.show(screen.Frame{Seq: 1, Card: door()})
		late := a.hears("show")
		if err := <-lost; !errors.Is(err, errSilent) || time.Since(began) != 2*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		next := a.show(screen.Frame{Seq: 2, Card: alarm()})
		frame := a.hears("show")
		a.drawn(late)
		synctest.Wait()
		select {
		case err := <-next:
			t.Errorf("the late answer was taken for the next frame's: %v", err)
		default:
		}
		a.drawn(frame)
		if err := <-next; err != nil {
			t.Error(err)
		}
		if err := a.gone(); !errors.Is(err, ErrGone) {
			t.Error(err)
		}
		a.stop()
		synctest.Wait()
	})
}

func ready(bytes, mime string) screen.Picture {
	return screen.Picture{State: screen.Ready, File: &screen.File{Bytes: []byte(bytes), Type: mime}}
}

func TestPicturesAreFilesThatStayWhileTheAppMayReadThem(t *testing.T) {
	a := open(t)
	c := door()
	draw := func(f screen.Frame, kind string) told {
		t.Helper()
		outcome := a.show(f)
		frame := a.hears(kind)
		a.drawn(frame)
		if err := <-outcome; err != nil {
			t.Fatal(err)
		}
		return frame
	}
	reads := func(path, want string) {
		t.Helper()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	f := screen.Frame{Seq: 1, Card: c, TextScale: 1, Image: screen.Picture{State: screen.Coming}, Icon: ready("icon", "image/png")}
	first := draw(f, "show")
	if first.Image != (source{State: screen.Coming}) || first.Icon.MIME != "image/png" {
		t.Errorf("%+v", first)
	}
	reads(first.Icon.Path, "icon")

	f.Seq, f.Image = 2, ready("image", "image/jpeg")
	joined := draw(f, "picture") // only the pictures have changed
	reads(joined.Image.Path, "image")
	if joined.Icon != first.Icon {
		t.Error("the same picture has got another file")
	}
	f.Seq, f.TextScale = 3, 2
	draw(f, "show") // the text has changed, too
	draw(screen.Frame{Seq: 4}, "clear")
	reads(joined.Image.Path, "image") // the app may still be fading the card out
	draw(screen.Frame{Seq: 5, Card: alarm()}, "show")
	for _, path := range []string{first.Icon.Path, joined.Image.Path} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s stays", path)
		}
	}
	for seq := uint64(6); seq < 50; seq++ {
		draw(screen.Frame{Seq: seq, Card: door(), Image: ready("image", "image/png"), Icon: ready("icon", "image/png")}, "show")
	}
	dir := filepath.Dir(joined.Image.Path)
	if files, err := os.ReadDir(dir); err != nil || len(files) > 4 {
		t.Errorf("%d files, %v", len(files), err)
	}
	_ = a.gone()
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder stays")
	}
}

func TestACardIsShownWithoutAPictureThatCannotBeWritten(t *testing.T) {
	a := open(t)
	a.screen.pictures.close() // as a system that is short of room does
	a.show(screen.Frame{Seq: 1, Card: door(), Image: ready("image", "image/png")})
	if frame := a.hears("show"); frame.Image.State != screen.Failed || frame.Image.Path != "" {
		t.Errorf("%+v", frame.Image)
	}
}

func TestAnActEndsWhenTheAppSaysSoOrIsHushed(t *testing.T) {
	a := open(t)
	a.screen.Hello("0.1.0", 8090, "http://127.0.0.1:8090")
	a.hears("hello")
	over := make(chan struct{})
	go func() {
		a.screen.Play(t.Context(), "http://nas/ding.mp3", 0.5)
		close(over)
	}()
	play := a.hears("play")
	name, ok := strings.CutPrefix(play.Sound, "http://127.0.0.1:8090/tv/sounds/")
	if !ok || a.screen.Streams.Address(name) != "http://nas/ding.mp3" || play.Volume != 0.5 {
		t.Errorf("%+v", play)
	}
	a.say(`{"type":"ended","act":99}`)
	a.sayFixture("app-ended")
	<-over
	if a.screen.Streams.Address(name) != "" {
		t.Error("the sound can still be had")
	}

	ctx, cancel := context.WithCancel(t.Context())
	spoken := make(chan struct{})
	go func() {
		a.screen.Speak(ctx, 1, "Front door", "Someone")
		close(spoken)
	}()
	speak := a.hears("speak")
	if !slices.Equal(speak.Texts, []string{"Front door", "Someone"}) || speak.Act == play.Act {
		t.Errorf("%+v", speak)
	}
	cancel()
	<-spoken
	if hush := a.hears("hush"); hush.Act != speak.Act {
		t.Errorf("%+v", hush)
	}
}

func TestAnActThatNeverEndsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t)
		began := time.Now()
		done := make(chan struct{})
		go func() {
			a.screen.Play(t.Context(), "default", 1)
			close(done)
		}()
		a.hears("play")
		<-done
		if took := time.Since(began); took != longest {
			t.Errorf("given up after %v", took)
		}
		a.hears("hush")
		_ = a.gone()
		a.stop()
		synctest.Wait()
	})
}

func TestTheOwnersWishesAreFulfilledInOrderAndRefusalsAreSaid(t *testing.T) {
	a := open(t)
	for _, name := range []string{"app-set", "app-token-generate", "app-token-clear", "app-set-up", "app-test"} {
		a.sayFixture(name)
	}
	if tested := a.hears("tested"); tested.Result != "shown" || tested.Error != "" {
		t.Errorf("%+v", tested)
	}
	want := []string{"set 0.5 top-left", "generate", "clear", "set up", "test"}
	if !slices.Equal(a.owner.wishes, want) {
		t.Errorf("%q", a.owner.wishes)
	}
	a.owner.refuse = errRefused
	a.sayFixture("app-set")
	if refused := a.hears("refused"); refused.Asked != "set" || refused.Error != errRefused.Error() {
		t.Errorf("%+v", refused)
	}
	a.say(`{"type":"token","do":"show"}`)
	if refused := a.hears("refused"); refused.Asked != "token" {
		t.Errorf("%+v", refused)
	}
	a.sayFixture("app-test")
	if tested := a.hears("tested"); tested.Result != "" || tested.Error != errRefused.Error() {
		t.Errorf("%+v", tested)
	}
}

func TestATestCardIsDrawnWhileItsOutcomeIsAwaited(t *testing.T) {
	a := open(t)
	a.owner.asked, a.owner.done = make(chan struct{}), make(chan struct{})
	a.sayFixture("app-test")
	<-a.owner.asked
	outcome := a.show(screen.Frame{Seq: 1, Card: door()})
	a.drawn(a.hears("show"))
	if err := <-outcome; err != nil {
		t.Error(err)
	}
	close(a.owner.done)
	a.hears("tested")
}

func TestWhatIsNotUnderstoodIsLeftOutAndTheRestGoesOn(t *testing.T) {
	a := open(t)
	for _, line := range []string{
		"", "rubbish", "[1,2]", `"drawn"`, "{", `{"type":7}`, `{"type":"drawn","seq":"one"}`, "\x00\xff",
		`{"type":"unheard of","seq":1}`, `{"type":"device","width":"wide"}`,
		`{"type":"drawn","seq":1,"long":"` + strings.Repeat("x", maxLine) + `"}`,
	} {
		a.say(line)
	}
	outcome := a.show(screen.Frame{Seq: 1, Card: door()})
	a.hears("show")
	a.say(`{"type":"drawn","seq":1,"more":{"to":"come"}}`)
	if err := <-outcome; err != nil {
		t.Error(err)
	}
	if d := a.screen.Device(); d.Name != "Shield" {
		t.Errorf("the device is now %+v", d)
	}
	a.stop()
	<-a.ended
	if log := a.log.String(); strings.Count(log, "is not a frame") != 7 || !strings.Contains(log, "longer than") {
		t.Error(log)
	}
}

func TestTheEndOfTheAppEndsAllThatWaitsForIt(t *testing.T) {
	for name, end := range map[string]func(*app){
		"end of input": func(a *app) { a.in.Close() },
		"stop":         func(a *app) { a.sayFixture("app-stop") },
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t)
			drawing := a.show(screen.Frame{Seq: 1, Card: door()})
			a.hears("show")
			waiting := a.show(screen.Frame{Seq: 2, Card: alarm()})
			end(a)
			if err := <-a.ended; !errors.Is(err, ErrGone) {
				t.Errorf("ended with %v", err)
			}
			for _, outcome := range []outcome{drawing, waiting} {
				if err := <-outcome; !errors.Is(err, screen.ErrEnding) {
					t.Errorf("told %v", err)
				}
			}
		})
	}
}

func TestAnAppThatDoesNotReadIsGivenUp(t *testing.T) {
	a := open(t)
	for range 2 * backlog {
		a.screen.ShowAddress()
	}
	if err := <-a.ended; !errors.Is(err, errDeaf) {
		t.Errorf("ended with %v", err)
	}
}
