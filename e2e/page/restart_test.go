package page

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"cuecard.app/client"
)

// lostConnection is in what a browser says of a service that is gone: refused, reset, broken off, in many words.
const lostConnection = "net::ERR_"

// restart brings a killed service back at its address, with its cards.
func (tv *tv) restart() {
	tv.t.Helper()
	address := strings.TrimPrefix(tv.house.URL, "http://")
	tv.house = cuecard.StartIn(tv.t, tv.house.Dir, "--listen", address)
}

// untilRefused waits until the page has tried so many times to reach a service that is gone.
func (tv *tv) untilRefused(failures <-chan string, times int) {
	tv.t.Helper()
	for times > 0 {
		select {
		case reason := <-failures:
			if reason == "net::ERR_CONNECTION_REFUSED" {
				times--
			}
		case <-time.After(patience):
			tv.t.Fatal("the page does not try to reach the service")
		}
	}
}

// failures tells why requests of the page fail, until the test ends.
func (tv *tv) failures() <-chan string {
	ctx, cancel := context.WithCancel(tv.ctx)
	failures := make(chan string, 100)
	done := make(chan struct{})
	events := chromedp.Events(ctx, network.LoadingFailed)
	go func() {
		defer close(done)
		for event, err := range events {
			if err != nil {
				return
			}
			failures <- event.ErrorText
		}
	}()
	tv.t.Cleanup(func() {
		cancel()
		<-done
	})
	return failures
}

func TestPageComesBackWhenTheServiceRestarts(t *testing.T) {
	for name, missed := range map[string]int{"at once": 0, "after a while": 2} {
		t.Run(name, func(t *testing.T) {
			tv := watch(t, hd)
			tv.forgive(lostConnection)
			for range 5 { // frames, of which the next service has fewer
				tv.show(client.Card{ID: "door", Title: "Door", Message: "Open", Dim: new(0.5)})
			}
			seq, before := tv.seq(), measure(tv.window)
			read[bool](tv.window, `document.querySelector('.card').marked = true`)
			failures := tv.failures()

			tv.house.Kill()
			tv.untilRefused(failures, missed)
			tv.restart()
			tv.until(`Number(document.querySelector('card-view').dataset.seq) < ` + strconv.Itoa(seq))
			if after := measure(tv.window); after.Card != before.Card || after.MessageText != "Open" || after.TitleText != "Door" {
				t.Errorf("the card came back as %+v, was %+v", after, before)
			}
			if !read[bool](tv.window, `document.querySelector('.card').marked === true`) {
				t.Error("the card blinked")
			}
			tv.show(client.Card{ID: "door", Message: "Closed"})
			if got := measure(tv.window).MessageText; got != "Closed" {
				t.Errorf("after the restart the page shows %q", got)
			}
		})
	}
}

func TestPictureStaysWhileARestartedServiceFetchesItAgain(t *testing.T) {
	tv, camera := watch(t, hd), newCamera(t)
	tv.forgive(lostConnection)
	for range 3 { // frames, of which the next service has fewer
		tv.show(client.Card{ID: "door", Message: "Open"})
	}
	tv.show(client.Card{ID: "door", Message: "Open", Image: camera.url})
	<-camera.asks
	camera.let(plain(t, 300, 200))
	tv.until(imageJoined)
	seq, before := tv.seq(), measure(tv.window)

	tv.house.Kill()
	tv.restart()
	<-camera.asks
	tv.until(`Number(document.querySelector('card-view').dataset.seq) < ` + strconv.Itoa(seq))
	if meanwhile := measure(tv.window); meanwhile.Image == nil || *meanwhile.Image != *before.Image {
		t.Errorf("while the picture is fetched again it is at %v, was at %v", meanwhile.Image, *before.Image)
	}
	camera.let(plain(t, 100, 200))
	tv.until(`document.querySelector('.image')?.naturalWidth === 100`)
}

func TestCardDoesNotOutliveItsTimeWhileTheServiceIsGone(t *testing.T) {
	tv := watch(t, hd)
	tv.forgive(lostConnection)
	tv.show(client.Card{ID: "door", Message: "Open", Dim: new(0.5), Duration: 5 * time.Second})
	tv.house.Kill()
	tv.until(`!document.querySelector('.card')`)
	wantStyle(tv.window, ".dim", "opacity", "0")
}

func TestPageThatCannotReachTheServiceSaysSo(t *testing.T) {
	h, w := cuecard.Start(t), still(t, hd)
	w.forgive("net::ERR_BLOCKED_BY_CLIENT")
	w.block("/tv/feed")
	w.visit(h.URL, "/tv")
	if read[bool](w, `document.querySelector('.waiting').checkVisibility()`) {
		t.Error("the page does not stay black for a while")
	}
	w.advance(11 * time.Second)
	w.until(`document.querySelector('.waiting').checkVisibility()`)
	if got := read[string](w, `document.body.innerText.trim()`); got != "Waiting for the Cuecard service…" {
		t.Errorf("the page says %q", got)
	}
}
