package accept

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"reflect"
	"testing"
	"time"

	"cuecard.app/internal/card"
)

// translation is a request and the body of the card that it stands for.
type translation struct {
	sent string // a JSON object; of a form, its texts
	want string // a JSON object
}

// pictureOf is a PNG of that size.
func pictureOf(t testing.TB, width, height int) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func object(t testing.TB, text string) *fields {
	t.Helper()
	f, err := readObject([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}

// holds fails unless every request becomes its card, and the decoder takes all of them.
func holds(t *testing.T, translate func(*fields) (*draft, error), table []translation) {
	t.Helper()
	for _, line := range table {
		d, err := translate(object(t, line.sent))
		if err != nil {
			t.Errorf("%s: %v", line.sent, err)
			continue
		}
		got, err := json.Marshal(d.body)
		var gotBody, wantBody any
		if err != nil || json.Unmarshal(got, &gotBody) != nil || json.Unmarshal([]byte(line.want), &wantBody) != nil {
			t.Fatal(line, err)
		}
		if !reflect.DeepEqual(gotBody, wantBody) {
			t.Errorf("%s\n got %s\nwant %s", line.sent, got, line.want)
		}
		if _, err := d.card(card.FactoryStyle()); err != nil {
			t.Errorf("%s: the card is refused: %v", line.sent, err)
		}
	}
}

// refuses fails unless every request is refused with its words, by the translation or by the decoder.
func refuses(t *testing.T, translate func(*fields) (*draft, error), table map[string]string) {
	t.Helper()
	for sent, words := range table {
		d, err := translate(object(t, sent))
		if err == nil {
			_, err = d.card(card.FactoryStyle())
		}
		if err == nil || err.Error() != words {
			t.Errorf("%s\n got %v\nwant %s", sent, err, words)
		}
	}
}

func TestNotificationsForAndroidTVAreCards(t *testing.T) {
	holds(t, fromNFAndroidTV, []translation{
		{`{"msg":"Hello"}`, `{"message":"Hello"}`},
		{`{"title":"Alone","msg":" "}`, `{"message":"Alone"}`},
		{`{"msg":"m","title":"t","duration":"20","position":"0","interrupt":"1","later":"x"}`,
			`{"message":"m","title":"t","duration":20,"position":"bottom-right"}`},
		{`{"msg":"m","position":1}`, `{"message":"m","position":"bottom-left"}`},
		{`{"msg":"m","position":"2"}`, `{"message":"m","position":"top-right"}`},
		{`{"msg":"m","position":"3"}`, `{"message":"m","position":"top-left"}`},
		{`{"msg":"m","position":"4"}`, `{"message":"m","position":"center"}`},
		{`{"msg":"m","duration":"0"}`, `{"message":"m","duration":1}`},
		{`{"msg":"m","duration":"9999"}`, `{"message":"m","duration":3600}`},
		{`{"msg":"m","fontsize":"0"}`, `{"message":"m"}`},
		{`{"msg":"m","fontsize":"1"}`, `{"message":"m","widthPercent":30}`},
		{`{"msg":"m","fontsize":"2"}`, `{"message":"m","widthPercent":75}`},
		{`{"msg":"m","fontsize":"3"}`, `{"message":"m","widthPercent":100}`},
		{`{"msg":"m","bkgcolor":"#607d8b","transparency":"1"}`, `{"message":"m","background":"#607d8b","textColor":"#FFFFFF"}`},
		{`{"msg":"m","color":"#F44336"}`, `{"message":"m","background":"#F44336","textColor":"#FFFFFF"}`},
		{`{"msg":"m","bkgcolor":"#FFC107"}`, `{"message":"m","background":"#FFC107","textColor":"#111111"}`},
		{`{"msg":"m","bkgcolor":"#303F9F","transparency":"2"}`, `{"message":"m","background":"#BF303F9F","textColor":"#FFFFFF"}`},
		{`{"msg":"m","bkgcolor":"#FFC107","transparency":"3"}`, `{"message":"m","background":"#7FFFC107","textColor":"#FFFFFF"}`},
		{`{"msg":"m","bkgcolor":"#000000","transparency":"5"}`, `{"message":"m","background":"#00000000","textColor":"#FFFFFF"}`},
		{`{"msg":"m","transparency":"4"}`, `{"message":"m","background":"#3F607D8B","textColor":"#FFFFFF"}`},
	})
	refuses(t, fromNFAndroidTV, map[string]string{
		`{}`:                                 "field 'msg' must be a non-empty string",
		`{"msg":"m","duration":"soon"}`:      "field 'duration' must be a number",
		`{"msg":"m","duration":"NaN"}`:       "field 'duration' must be a number",
		`{"msg":"m","position":"5"}`:         "field 'position' must be a number from 0 to 4",
		`{"msg":"m","position":"-1"}`:        "field 'position' must be a number from 0 to 4",
		`{"msg":"m","position":"1.5"}`:       "field 'position' must be a number from 0 to 4",
		`{"msg":"m","transparency":"6"}`:     "field 'transparency' must be a number from 1 to 5",
		`{"msg":"m","bkgcolor":"sky"}`:       "field 'bkgcolor' must be a hex color such as #RGB, #RRGGBB, #ARGB or #AARRGGBB",
		`{"msg":{"a":1}}`:                    "field 'msg' must be a string",
		`{"msg":"m","title":["a"]}`:          "field 'title' must be a string",
		`{"msg":"m","duration":{"s":1}}`:     "field 'duration' must be a number",
		`{"msg":"m","transparency":"1e999"}`: "field 'transparency' must be a number",
	})
}

func TestThePicturesOfAFormAreTheCards(t *testing.T) {
	icon, photo := pictureOf(t, 8, 8), pictureOf(t, 32, 16)
	d, err := fromNFAndroidTV(&fields{values: map[string]any{}, files: map[string][]byte{"filename": icon, "filename2": photo}})
	if err != nil || !bytes.Equal(d.icon, icon) || !bytes.Equal(d.image, photo) || d.body["message"] != wordless {
		t.Errorf("%+v, %v", d, err)
	}
	d, err = fromPiPup(&fields{values: map[string]any{"imageWidth": "848"}, files: map[string][]byte{"image": photo}})
	if err != nil || !bytes.Equal(d.image, photo) || d.body["message"] != wordless || d.body["widthPercent"] != 50.0 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestPopupsOfPiPupAreOneCard(t *testing.T) {
	holds(t, fromPiPup, []translation{
		{`{"message":"m"}`, `{"id":"pipup","message":"m"}`},
		{`{"title":"t","message":"m","duration":30,"position":0,"titleSize":20,"messageSize":14}`,
			`{"id":"pipup","title":"t","message":"m","duration":30,"position":"top-right"}`},
		{`{"message":"m","position":"1"}`, `{"id":"pipup","message":"m","position":"top-left"}`},
		{`{"message":"m","position":2}`, `{"id":"pipup","message":"m","position":"bottom-right"}`},
		{`{"message":"m","position":3}`, `{"id":"pipup","message":"m","position":"bottom-left"}`},
		{`{"message":"m","position":4}`, `{"id":"pipup","message":"m","position":"center"}`},
		{`{"message":"m","backgroundColor":"#0066cc","titleColor":"#50BFF2","messageColor":"#fbf5f5"}`,
			`{"id":"pipup","message":"m","background":"#0066cc","textColor":"#fbf5f5"}`},
		{`{"message":"m","backgroundColor":"#EEEEEE"}`, `{"id":"pipup","message":"m","background":"#EEEEEE","textColor":"#111111"}`},
		{`{"message":"m","titleColor":"yellow"}`, `{"id":"pipup","message":"m","background":"#CC000000","textColor":"#FFFF00"}`},
		{`{"message":"m","media":{"image":{"uri":"http://cam/1.jpg","width":480}}}`,
			`{"id":"pipup","message":"m","image":"http://cam/1.jpg","widthPercent":31}`},
		{`{"media":{"image":{"uri":"http://cam/1.jpg","width":"9000"}}}`, `{"id":"pipup","message":"Picture","image":"http://cam/1.jpg","widthPercent":100}`},
		{`{"media":{"image":{"uri":"http://cam/1.jpg","width":1}}}`, `{"id":"pipup","message":"Picture","image":"http://cam/1.jpg","widthPercent":10}`},
		{`{"title":"t","media":{"video":{"uri":"http://cam/1.mp4"}}}`, `{"id":"pipup","message":"t"}`},
		{`{"title":null,"message":"m","media":null,"duration":null}`, `{"id":"pipup","message":"m"}`},
	})
	refuses(t, fromPiPup, map[string]string{
		`{}`:                           "field 'message' must be a non-empty string",
		`{"message":"m","position":7}`: "field 'position' must be a number from 0 to 4",
		`{"message":"m","media":"x"}`:  "field 'media' must be an object",
		`{"message":"m","media":{"image":{"uri":"file:///etc/passwd"}}}`:              "field 'uri' must be an http or https URL",
		`{"message":"m","media":{"image":{"uri":"memory:AAAA"}}}`:                     "field 'uri' must be an http or https URL",
		`{"message":"m","media":{"image":"http://cam/1.jpg"}}`:                        "field 'image' must be an object",
		`{"message":"m","media":{"image":{"uri":"http://cam/1.jpg","width":"wide"}}}`: "field 'width' must be a number",
		`{"media":{"web":{"uri":"http://page"}}}`:                                     "field 'media' must be an image when there is no message: a card shows neither videos nor pages",
		`{"message":"m","messageColor":"sky"}`:                                        "field 'messageColor' must be a hex color such as #RGB, #RRGGBB, #ARGB or #AARRGGBB",
	})
}

func TestNotificationsOfTvOverlayAreCards(t *testing.T) {
	holds(t, fromTvOverlay, []translation{
		{`{"message":"m","title":null,"image":null,"video":null,"id":null,"seconds":null,"corner":null}`, `{"message":"m"}`},
		{`{"id":0,"title":"t","message":"m","corner":"top_start","seconds":"12"}`, `{"id":"0","title":"t","message":"m","position":"top-left","duration":12}`},
		{`{"message":"m","corner":"top_end","duration":20}`, `{"message":"m","position":"top-right","duration":20}`},
		{`{"message":"m","corner":"bottom_start"}`, `{"message":"m","position":"bottom-left"}`},
		{`{"message":"m","corner":"bottom_right"}`, `{"message":"m","position":"bottom-right"}`},
		{`{"message":"m","appTitle":"Home Assistant"}`, `{"message":"m","title":"Home Assistant"}`},
		{`{"title":"t","source":"Phone"}`, `{"message":"t","title":"Phone"}`},
		{`{"message":"m","smallIcon":"mdi:bell","color":"#41E09A","image":"mdi:cctv"}`, `{"message":"m","accent":"#41E09A"}`},
		{`{"message":"m","smallIconColor":"80FF0000"}`, `{"message":"m","accent":"80FF0000"}`},
		{`{"message":"m","image":"https://a/b.png","largeIcon":"mdi:camera","smallIcon":"http://a/i.png"}`,
			`{"message":"m","image":"https://a/b.png","icon":"http://a/i.png"}`},
		{`{"image":"https://a/b.png"}`, `{"message":"Picture","image":"https://a/b.png"}`},
	})
	refuses(t, fromTvOverlay, map[string]string{
		`{"message":null}`:                 "field 'message' must be a non-empty string",
		`{"message":"m","corner":"left"}`:  "field 'corner' must be one of top_start, top_end, bottom_start, bottom_end",
		`{"message":"m","seconds":"5s"}`:   "field 'seconds' must be a number",
		`{"message":"m","id":"a/b"}`:       "field 'id' must be a string of at most 128 characters without '/'",
		`{"message":"m","image":"/a.png"}`: "field 'image' must be an http or https URL",
		`{"message":"m","color":"sky"}`:    `field 'color' must be a hex color such as #RGB, #RRGGBB, #ARGB or #AARRGGBB, "none" or null`,
	})
}

func TestAPictureInBase64IsThePicture(t *testing.T) {
	photo := pictureOf(t, 20, 10)
	packed := base64.StdEncoding.EncodeToString(photo)
	for _, sent := range []string{packed, "data:image/png;base64," + packed, packed[:40] + "\n" + packed[40:]} {
		f := &fields{values: map[string]any{"image": sent, "appIcon": sent}}
		d, err := fromTvOverlay(f)
		if err != nil || !bytes.Equal(d.image, photo) || !bytes.Equal(d.icon, photo) || d.body["image"] != nil || d.body["message"] != wordless {
			t.Errorf("%.40s: %+v, %v", sent, d, err)
		}
	}
}

func TestFixedNotificationsOfTvOverlayStay(t *testing.T) {
	holds(t, fromTvOverlayFixed, []translation{
		{`{"id":"light","message":"On","shape":"circle","visible":true,"icon":null}`, `{"id":"light","message":"On","persistent":true}`},
		{`{"text":"On"}`, `{"message":"On","persistent":true}`},
		{`{"icon":"mdi:lightbulb-on"}`, `{"message":"lightbulb on","persistent":true}`},
		{`{"icon":"http://a/i.png"}`, `{"message":"Picture","icon":"http://a/i.png","persistent":true}`},
		{`{"message":"On","textColor":"#FF0000","backgroundColor":"#66FFFFFF","borderColor":"#00FF00","iconColor":"#123456"}`,
			`{"message":"On","persistent":true,"textColor":"#FF0000","background":"#66FFFFFF","accent":"#00FF00"}`},
		{`{"message":"On","messageColor":"#FFFFFF"}`, `{"message":"On","persistent":true,"textColor":"#FFFFFF","background":"#66000000"}`},
	})
	refuses(t, fromTvOverlayFixed, map[string]string{
		`{}`:                                "field 'message' must be a non-empty string",
		`{"message":"m","textColor":"sky"}`: "field 'textColor' must be a hex color such as #RGB, #RRGGBB, #ARGB or #AARRGGBB",
	})
}

func TestAFixedNotificationEndsWhenItSays(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for sent, after := range map[string]time.Duration{
		`{"expiration":10}`: 10 * time.Second, `{"expiration":"123"}`: 123 * time.Second, `{"expiration":1.5}`: 1500 * time.Millisecond,
		`{"expiration":"5m6s"}`: 5*time.Minute + 6*time.Second, `{"expiration":"1h 30M"}`: 90 * time.Minute,
		`{"expiration":"1y2w3d4h"}`:   (365+14+3)*24*time.Hour + 4*time.Hour,
		`{"expiration":1800000060}`:   time.Minute,
		`{"expiration":"1799999940"}`: -time.Minute,
	} {
		f := object(t, sent)
		if got := overlayEnds(f, now); f.err != nil || !got.Equal(now.Add(after)) {
			t.Errorf("%s ends at %v, %v", sent, got, f.err)
		}
	}
	for _, sent := range []string{`{}`, `{"expiration":null}`, `{"expiration":""}`} {
		if got := overlayEnds(object(t, sent), now); !got.IsZero() {
			t.Errorf("%s ends at %v", sent, got)
		}
	}
	for _, sent := range []string{`{"expiration":"soon"}`, `{"expiration":"5x"}`, `{"expiration":"h"}`, `{"expiration":"1h2"}`, `{"expiration":"-5"}`, `{"expiration":"1.2.3"}`} {
		if f := object(t, sent); overlayEnds(f, now).IsZero() || f.err == nil {
			t.Errorf("%s is taken", sent)
		}
	}
}

func TestNotificationsOfKodiAreCards(t *testing.T) {
	holds(t, fromKodi, []translation{
		{`{"title":"t","message":"m"}`, `{"title":"t","message":"m"}`},
		{`{"title":"","message":"m","displaytime":5000}`, `{"message":"m","duration":5}`},
		{`{"title":"t","message":"m","displaytime":"1500"}`, `{"title":"t","message":"m","duration":1.5}`},
		{`{"message":"m","displaytime":10}`, `{"message":"m","duration":1}`},
		{`{"message":"m","image":"info"}`, `{"message":"m","accent":"#2196F3"}`},
		{`{"message":"m","image":"warning"}`, `{"message":"m","accent":"#FFC107"}`},
		{`{"message":"m","image":"error"}`, `{"message":"m","accent":"#F44336"}`},
		{`{"message":"m","image":"http://a/b.png"}`, `{"message":"m","icon":"http://a/b.png"}`},
		{`{"message":"m","image":"special://skin/a.png"}`, `{"message":"m"}`},
	})
	refuses(t, fromKodi, map[string]string{
		`{"title":""}`:                       "field 'message' must be a non-empty string",
		`{"message":"m","displaytime":"5s"}`: "field 'displaytime' must be a number",
		`{"message":[1]}`:                    "field 'message' must be a string",
	})
}

func TestMessagesOfNtfyAreCards(t *testing.T) {
	holds(t, fromNtfy, []translation{
		{`{"topic":"home","message":"m"}`, `{"message":"m"}`},
		{`{"topic":"home"}`, `{"message":"triggered"}`},
		{`{"topic":"home","message":"m","title":"t","click":"http://x","actions":[{"action":"view"}],"markdown":true}`, `{"message":"m","title":"t"}`},
		{`{"topic":"home","message":"m","title":"t","tags":["warning","backup","skull"]}`, `{"message":"m","title":"⚠️ 💀 t"}`},
		{`{"topic":"home","message":"m","tags":"tada, other"}`, `{"message":"🎉 m"}`},
		{`{"topic":"home","message":"m","priority":1}`, `{"message":"m","sound":"none"}`},
		{`{"topic":"home","message":"m","priority":"2"}`, `{"message":"m","sound":"none"}`},
		{`{"topic":"home","message":"m","priority":"default"}`, `{"message":"m"}`},
		{`{"topic":"home","message":"m","priority":"high"}`, `{"message":"m","accent":"#FF8A1F"}`},
		{`{"topic":"home","message":"m","priority":5}`, `{"message":"m","accent":"#F44336"}`},
		{`{"topic":"home","message":"m","attach":"https://a/b.jpg","icon":"https://a/i.png"}`, `{"message":"m","image":"https://a/b.jpg","icon":"https://a/i.png"}`},
	})
	refuses(t, fromNtfy, map[string]string{
		`{"message":"m"}`:                               "field 'topic' must be a non-empty string",
		`{"topic":"home","priority":6}`:                 "field 'priority' must be a number from 1 to 5",
		`{"topic":"home","priority":"loud"}`:            "field 'priority' must be a number from 1 to 5",
		`{"topic":"home","tags":[1]}`:                   "field 'tags' must be a list of strings",
		`{"topic":"home","delay":"30min"}`:              "field 'delay' must be absent: this TV shows at once what it is sent",
		`{"topic":"home","attach":"ftp://a/b"}`:         "field 'attach' must be an http or https URL",
		`{"topic":"home","message":"m","icon":"a.png"}`: "field 'icon' must be an http or https URL",
	})
}

func TestWhatIsNoObjectIsRefused(t *testing.T) {
	for _, body := range []string{"", "null", "[]", `"a"`, "{", `{"a":1} x`, "{\"a\":\"\xff\"}"} {
		if _, err := readObject([]byte(body)); err == nil || err.Error() != "field 'body' must be a JSON object in UTF-8" {
			t.Errorf("%q: %v", body, err)
		}
	}
}
