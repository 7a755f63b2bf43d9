package accept

import (
	"strings"
	"testing"
)

func TestHomeAssistantsClientShowsACardWithItsPictures(t *testing.T) {
	t.Parallel()
	h, at := start(t, "nfandroidtv")
	python(t, `
import asyncio, sys
from notifications_android_tv import Notifications, NotificationParams
host, port = sys.argv[1].split(":")

async def main():
    await Notifications(host, int(port)).async_connect()
    await Notifications(host, int(port)).async_send("Someone is there", title="Door", params=NotificationParams.from_dict({
        "duration": "200", "position": "center", "fontsize": "large", "transparency": "25%", "color": "red",
        "icon": sys.argv[2], "image": {"path": sys.argv[3]}}))

asyncio.run(main())`, at, photo(t, lime), photo(t, magenta))
	c := showing(t, h)
	same(t, c, `{"title":"Door","message":"Someone is there","duration":200,"position":"center","widthPercent":75,"background":"#BFF44336","textColor":"#FFFFFF"}`)
	if !strings.HasPrefix(c.Image, "memory:") || !strings.HasPrefix(c.Icon, "memory:") {
		t.Errorf("%+v", c)
	}
	if image, icon := paints(t, h, magenta), paints(t, h, lime); image < 10_000 || icon < 200 || icon > image {
		t.Errorf("%d pixels are the image's, %d the icon's", image, icon)
	}
}

func TestHomeAssistantsClientShowsACardWithoutParameters(t *testing.T) {
	t.Parallel()
	h, at := start(t, "nfandroidtv")
	python(t, `
import asyncio, sys
from notifications_android_tv import Notifications
host, port = sys.argv[1].split(":")
asyncio.run(Notifications(host, int(port)).async_send("Hello"))`, at)
	same(t, showing(t, h), `{"title":"Notification","message":"Hello","icon":null,"image":null,"duration":600,"background":"#FFFFFF"}`)
}

// The client knows no port but 7676: the end of the address is a fragment here.
func TestHomeAssistantsEarlierClientShowsACardWithItsPictures(t *testing.T) {
	t.Parallel()
	h, at := start(t, "nfandroidtv")
	said := earlier(t, `
import sys
from notifications_android_tv import Notifications
tv = Notifications(sys.argv[1] + "/#")
print(tv.send("Grüße", title="t", duration=700, fontsize="small", position="top-left", bkgcolor="amber", transparency="0%", interrupt=True,
    icon=open(sys.argv[2], "rb"), image_file=open(sys.argv[3], "rb").read()))
print(tv.send(" ", title=" "))`, at, photo(t, lime), photo(t, magenta))
	if said != "True\nFalse" {
		t.Error(said)
	}
	same(t, showing(t, h), `{"title":"t","message":"Grüße","duration":700,"position":"top-left","widthPercent":30,"background":"#FFC107","textColor":"#111111"}`)
	if image, icon := paints(t, h, magenta), paints(t, h, lime); image < 5_000 || icon < 200 {
		t.Errorf("%d pixels are the image's, %d the icon's", image, icon)
	}
}

func TestTvOverlaysClientShowsNotificationsAndRemovesFixedOnes(t *testing.T) {
	t.Parallel()
	h, at := start(t, "tvoverlay")
	said := python(t, `
import asyncio, sys
from tvoverlay import Notifications
host, port = sys.argv[1].split(":")
tv = lambda: Notifications(host, int(port))

async def main():
    told = await tv().async_connect()
    print(told["result"]["settings"]["deviceName"] != "")
    print((await tv().async_send("On", title="Light", message_id="light", corner="bottom_left", duration="10m", image=sys.argv[2]))["success"])

asyncio.run(main())`, at, photo(t, magenta))
	if said != "True\nTrue" {
		t.Error(said)
	}
	same(t, showing(t, h), `{"id":"light","title":"Light","message":"On","position":"bottom-left","duration":600,"accent":"#41E09A"}`)
	if pixels := paints(t, h, magenta); pixels < 10_000 {
		t.Errorf("%d pixels are the image's", pixels)
	}
	if _, err := h.Client().Dismiss(t.Context(), "light"); err != nil {
		t.Fatal(err)
	}
	python(t, `
import asyncio, sys
from tvoverlay import Notifications
host, port = sys.argv[1].split(":")
asyncio.run(Notifications(host, int(port)).async_send_fixed("21 °C", message_id="warm", text_color="#FFFFFF", background_color="#66000000", border_color="#FF0000",
    duration=None))`, at)
	same(t, showing(t, h), `{"id":"warm","message":"21 °C","persistent":true,"textColor":"#FFFFFF","background":"#66000000","accent":"#FF0000"}`)
	python(t, `
import asyncio, sys
from tvoverlay import Notifications
host, port = sys.argv[1].split(":")
asyncio.run(Notifications(host, int(port)).async_send_fixed(None, message_id="warm", visible=False))`, at)
	if state, err := h.Client().Cards(t.Context()); err != nil || state.Showing != nil {
		t.Errorf("%+v, %v", state, err)
	}
}

func TestKodisClientShowsANotification(t *testing.T) {
	t.Parallel()
	h, at := start(t, "kodi")
	said := python(t, `
import sys
from kodijson import Kodi
tv = Kodi("http://" + sys.argv[1] + "/jsonrpc")
print(tv.JSONRPC.Ping()["result"])
print(tv.JSONRPC.Version()["result"]["version"]["major"])
print(tv.GUI.ShowNotification({"title": "Door", "message": "Someone is there", "image": "warning", "displaytime": 120500})["result"])
print(tv.GUI.ShowNotification(title="", message="")["error"]["message"])
print(tv.Player.GetActivePlayers()["error"]["code"])`, at)
	if said != "pong\n12\nOK\nInvalid params: field 'message' must be a non-empty string\n-32601" {
		t.Error(said)
	}
	same(t, showing(t, h), `{"title":"Door","message":"Someone is there","duration":120.5,"accent":"#FFC107"}`)
}

const apprise = `
import sys, apprise
to = apprise.Apprise()
assert to.add(sys.argv[1])
print(bool(to.notify(title="Backup", body="It is done", notify_type=apprise.NotifyType.WARNING)))`

func TestAppriseShowsACardByEveryWayItHas(t *testing.T) {
	t.Parallel()
	for app, line := range map[string]struct{ url, want string }{
		"kodi": {"kodi://%s/?image=no&duration=300", `{"title":"Backup","message":"It is done","duration":300}`},
		"ntfy": {"ntfy://%s/home?priority=high&tags=warning&image=no&mode=private", `{"title":"⚠️ Backup","message":"It is done","accent":"#FF8A1F"}`},
	} {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			h, at := start(t, app)
			if said := python(t, apprise, strings.Replace(line.url, "%s", at, 1)); said != "True" {
				t.Error(said)
			}
			same(t, showing(t, h), line.want)
		})
	}
	t.Run("json", func(t *testing.T) {
		t.Parallel()
		h, _ := start(t, "ntfy")
		if said := python(t, apprise, "json://"+strings.TrimPrefix(h.URL, "http://")+"/notify"); said != "True" {
			t.Error(said)
		}
		same(t, showing(t, h), `{"title":"Backup","message":"It is done"}`)
	})
}

func TestPiPupsRequestsShowAndCancelAPopup(t *testing.T) {
	t.Parallel()
	h, at := start(t, "pipup")
	if said := curl(t, "-H", "Content-Type: application/json", "-d", `{"duration":"300","position":2,"backgroundColor":"#0066cc","titleColor":"#50BFF2","titleSize":20,`+
		`"title":"Your awesome title","messageColor":"#fbf5f5","messageSize":14,"message":"What ever you want to say"}`, at+"/notify"); !strings.HasSuffix(said, " 200") {
		t.Error(said)
	}
	same(t, showing(t, h), `{"title":"Your awesome title","message":"What ever you want to say","duration":300,"position":"bottom-right","background":"#0066CC","textColor":"#FBF5F5"}`)
	if said := curl(t, "-F", "image=@"+photo(t, magenta), "-F", "title=Front door", "-F", "position=4", "-F", "imageWidth=960", at+"/notify"); !strings.HasSuffix(said, " 200") {
		t.Error(said)
	}
	same(t, showing(t, h), `{"message":"Front door","position":"center","widthPercent":56}`)
	if pixels := paints(t, h, magenta); pixels < 50_000 {
		t.Errorf("%d pixels are the image's", pixels)
	}
	if said := curl(t, "-X", "POST", at+"/cancel"); said != "200" {
		t.Error(said)
	}
	if state, err := h.Client().Cards(t.Context()); err != nil || state.Showing != nil {
		t.Errorf("%+v, %v", state, err)
	}
	if said := curl(t, "-d", "hello", "-H", "Content-Type: application/json", at+"/notify"); said != "invalid request: field 'body' must be a JSON object in UTF-8 400" {
		t.Error(said)
	}
}

func TestNtfysRequestsAreAnsweredAsNtfyDoes(t *testing.T) {
	t.Parallel()
	h, at := start(t, "ntfy")
	said := curl(t, "-d", `{"topic":"mytopic","message":"Disk space is low at 5.1 GB","title":"Low disk space alert","tags":["warning","cd"],"priority":4,`+
		`"click":"https://homecamera.lan/xasds1h2xsSsa/","actions":[{"action":"view","label":"Admin panel","url":"https://filesrv.lan/admin"}]}`, at)
	if !strings.Contains(said, `"event":"message","topic":"mytopic","title":"Low disk space alert","message":"Disk space is low at 5.1 GB","priority":4,"tags":["warning","cd"]}`) {
		t.Error(said)
	}
	c := showing(t, h)
	same(t, c, `{"title":"⚠️ 💿 Low disk space alert","message":"Disk space is low at 5.1 GB"}`)
	if !strings.Contains(said, `"id":"`+c.ID+`"`) {
		t.Errorf("%s is not the id of %s", c.ID, said)
	}
}
