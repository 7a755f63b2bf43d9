package stage

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/deck"
	"cuecard.app/internal/screen"
)

// web answers every fetch after a second with the number of that fetch, but not "broken".
type web struct {
	mu                   sync.Mutex
	fetches, most, under int
	bytes                int
}

func (w *web) fetch(ctx context.Context, url string) (*screen.File, error) {
	number := w.begin()
	defer w.end()
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if url == "broken" {
		return nil, errors.New("the picture is broken")
	}
	return &screen.File{Bytes: make([]byte, w.bytes), Type: fmt.Sprint(number)}, nil
}

func (w *web) begin() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fetches++
	w.under++
	w.most = max(w.most, w.under)
	return w.fetches
}

func (w *web) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.under--
}

func withPictures(t *testing.T, w *web, story func(*theatre)) {
	t.Helper()
	play(t, nil, story, func(p *Parts) { p.Fetch = w.fetch })
}

func pictured(id, image string) card.Card {
	c := transient(id, 60)
	c.Image = image
	return c
}

func (th *theatre) image(want string) {
	th.t.Helper()
	synctest.Wait()
	image := th.screen.last().Image
	got := string(image.State)
	if image.File != nil {
		got += " " + image.File.Type
	}
	if got != want {
		th.t.Errorf("the image is %q, want %q", got, want)
	}
}

func TestTextIsDrawnAtOnceAndTheImageJoinsWhenItArrives(t *testing.T) {
	withPictures(t, &web{}, func(th *theatre) {
		began := time.Now()
		th.post(pictured("a", "cam"), deck.Shown)
		if time.Since(began) != 0 {
			t.Error("the post waited for its picture")
		}
		th.shows("a")
		th.image("coming")
		th.pass(time.Second)
		th.image("ready 1")
	})
}

func TestAFailedFetchShowsTheCardWithoutTheImage(t *testing.T) {
	withPictures(t, &web{}, func(th *theatre) {
		th.post(pictured("a", "broken"), deck.Shown)
		th.pass(time.Second)
		th.shows("a")
		th.image("failed")
	})
}

func TestWaitingCardsFetchAhead(t *testing.T) {
	withPictures(t, &web{}, func(th *theatre) {
		th.post(transient("a", 5), deck.Shown)
		th.post(pictured("b", "cam"), deck.Queued)
		th.pass(5 * time.Second)
		th.shows("b")
		th.image("ready 1")
	})
}

func TestEveryPostFetchesAnewAndTheOldPictureStaysUntilThen(t *testing.T) {
	w := &web{}
	withPictures(t, w, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.pass(time.Second)
		for range 10 { // coalesced: one fetch under way, one more for all that came since
			th.post(pictured("a", "cam"), deck.Replaced)
		}
		th.image("ready 1")
		th.pass(5 * time.Second)
		if w.fetches != 3 {
			t.Errorf("%d fetches", w.fetches)
		}
		th.image("ready 3")
	})
}

func TestPicturesOfCardsThatAreGoneAreLetGo(t *testing.T) {
	w := &web{bytes: 1000}
	withPictures(t, w, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.pass(time.Second)
		th.post(pictured("b", "other"), deck.Queued)
		th.delete("b", deck.RemovedFromQueue)
		th.delete("a", deck.Dismissed)
		synctest.Wait()
		if w.under != 0 {
			t.Errorf("%d fetches are still under way", w.under)
		}
		_, _ = ask(th.t.Context(), th.Stage, func(answer func(bool)) {
			if len(th.pictures.kept) != 0 || th.pictures.bytes != 0 || th.pictures.fetching != 0 {
				t.Errorf("kept: %+v", th.pictures)
			}
			answer(true)
		})
	})
}

func TestFewFetchesAreUnderWayAtOnce(t *testing.T) {
	w := &web{}
	withPictures(t, w, func(th *theatre) {
		for i := range 15 {
			_, _ = th.Post(th.t.Context(), pictured(fmt.Sprint(i), fmt.Sprint("cam", i)))
		}
		th.pass(10 * time.Second)
		if w.fetches != 15 || w.most != fetchesAtOnce {
			t.Errorf("%d fetches, %d at once", w.fetches, w.most)
		}
	})
}

func TestCardsThatWaitDoNotFillTheMemory(t *testing.T) {
	w := &web{bytes: 5 << 20}
	withPictures(t, w, func(th *theatre) {
		for i := range 20 {
			_, _ = th.Post(th.t.Context(), pictured(fmt.Sprint(i), fmt.Sprint("cam", i)))
		}
		th.pass(30 * time.Second)
		if kept := w.fetches * w.bytes; kept > aheadBytes+fetchesAtOnce*w.bytes {
			t.Errorf("%d bytes are kept for cards that wait", kept)
		}
		th.pass(31 * time.Second)
		for range 10 {
			cards, _ := th.Cards(th.t.Context())
			th.delete(cards.Showing.ID, deck.Dismissed)
		}
		th.pass(2 * time.Second)
		if state := th.screen.last().Image.State; state != screen.Ready {
			t.Errorf("the card on screen has its picture %s", state)
		}
	})
}

func TestPicturesAreLetWithTheLastCardThatShowsThem(t *testing.T) {
	var let []string
	play(t, nil, func(th *theatre) {
		th.post(pictured("a", "cam"), deck.Shown)
		th.post(pictured("b", "cam"), deck.Queued)
		th.post(pictured("c", "door"), deck.Queued)
		time.Sleep(2 * time.Second)
		th.delete("a", deck.Dismissed)
		synctest.Wait()
		if len(let) != 0 {
			t.Errorf("let go of %v while a card shows it", let)
		}
		th.delete("c", deck.RemovedFromQueue)
		th.delete("b", deck.Dismissed)
		synctest.Wait()
		if fmt.Sprint(let) != "[door cam]" {
			t.Errorf("let go of %v", let)
		}
	}, func(p *Parts) {
		p.Fetch = (&web{}).fetch
		p.Let = func(url string) { let = append(let, url) }
	})
}

func TestThePictureOfACardThatIsReplacedAtOnceIsLetToo(t *testing.T) {
	var let []string
	play(t, nil, func(th *theatre) {
		th.Stage.asks <- func() {
			for i := range 5 { // in one batch
				c := pictured("same", fmt.Sprint("picture ", i))
				th.Stage.take(record{Post: &c})
			}
		}
		synctest.Wait()
		if len(let) != 4 {
			t.Errorf("let go of %v", let)
		}
	}, func(p *Parts) {
		p.Fetch = (&web{}).fetch
		p.Let = func(url string) { let = append(let, url) }
	})
}
