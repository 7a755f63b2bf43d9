package page

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"

	"cuecard.app/client"
)

// liveCamera streams a picture whose width counts up, thirty times a second, to everybody who asks.
func liveCamera(t testing.TB) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		parts := multipart.NewWriter(w)
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary="+parts.Boundary())
		tick := time.NewTicker(time.Second / 30)
		defer tick.Stop()
		for n := 0; ; n++ {
			frame := plain(t, 200+n, 200)
			part, err := parts.CreatePart(textproto.MIMEHeader{"Content-Type": {"image/png"}, "Content-Length": {strconv.Itoa(len(frame))}})
			if err != nil {
				return
			}
			_, _ = part.Write(frame)
			w.(http.Flusher).Flush()
			select {
			case <-tick.C:
			case <-r.Context().Done():
				return
			}
		}
	}))
	t.Cleanup(func() {
		server.CloseClientConnections() // the service would watch on
		server.Close()
	})
	return server.URL + "/stream"
}

func TestACameraIsLiveOnThePageAndNothingBlinks(t *testing.T) {
	tv := watch(t, hd)
	tv.show(client.Card{ID: "door", Title: "Door", Message: "Someone is there", Image: liveCamera(t)})
	tv.until(imageJoined)
	// From here on every picture of the screen is looked at, and every change of the text.
	read[chromedp.Void](tv.window, `void (() => {
		const card = document.querySelector('.card');
		window.widths = [];
		window.gaps = 0;
		window.changes = 0;
		new MutationObserver((all) => { window.changes += all.length; })
			.observe(card.querySelector('.text'), { subtree: true, childList: true, characterData: true });
		const look = () => {
			const images = document.querySelectorAll('.image');
			if (images.length !== 1 || !images[0].complete || images[0].naturalWidth === 0) window.gaps += 1;
			else if (window.widths.at(-1) !== images[0].naturalWidth) window.widths.push(images[0].naturalWidth);
			if (document.querySelector('.card') !== card || document.querySelectorAll('.card').length !== 1) window.gaps += 1;
			requestAnimationFrame(look);
		};
		look();
	})()`)
	tv.until(`window.widths.length >= 20`)
	widths := read[[]int](tv.window, `window.widths`)
	for i := 1; i < len(widths); i++ {
		if widths[i] <= widths[i-1] {
			t.Fatalf("an older picture came back: %v", widths)
		}
	}
	if gaps, changes := read[int](tv.window, `window.gaps`), read[int](tv.window, `window.changes`); gaps != 0 || changes != 0 {
		t.Errorf("%d gaps, %d changes of the text", gaps, changes)
	}
	if images := read[int](tv.window, `document.querySelectorAll('img').length`); images != 1 {
		t.Errorf("the page holds %d images", images)
	}

	// A browser that kept them would fill its disk.
	if kept := read[string](tv.window, `fetch(document.querySelector('.image').src).then((answer) => answer.headers.get('cache-control'))`); kept != "no-store" {
		t.Errorf("a live picture is kept: %q", kept)
	}

	before := tv.screenshotOfService()
	tv.until(`window.widths.at(-1) > ` + fmt.Sprint(widths[len(widths)-1]+20))
	if bytes.Equal(before, tv.screenshotOfService()) {
		t.Error("/screen.png stands still")
	}
}

func TestASlowPageLeavesOutPicturesOfACameraAndGoesOn(t *testing.T) {
	tv := watch(t, hd)
	paused := tv.holdPictures()
	tv.post(client.Card{ID: "door", Message: "Someone is there", Image: liveCamera(t)})
	tv.forgive("status of 404") // of a picture that has passed meanwhile
	asked := []fetch.RequestID{<-paused, <-paused}
	tv.until(`Number(document.querySelector('.card')?.dataset.seq) > ` + strconv.Itoa(tv.seq()+15))
	if more := len(paused); more != 0 {
		t.Errorf("the page asks for %d pictures at once", 2+more)
	}
	for range 6 {
		tv.do(command(fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: asked[0]}))
		asked = append(asked[1:], <-paused)
	}
	for _, last := range asked {
		tv.do(command(fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: last}))
	}
	tv.until(`document.querySelector('.image')?.naturalWidth > 215`)
}

// screenshotOfService is what /screen.png answers.
func (tv *tv) screenshotOfService() []byte {
	tv.t.Helper()
	answer, err := http.Get(tv.house.URL + "/screen.png?width=640")
	if err != nil {
		tv.t.Fatal(err)
	}
	defer answer.Body.Close()
	shot, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		tv.t.Fatalf("%s %v", answer.Status, err)
	}
	return shot
}
