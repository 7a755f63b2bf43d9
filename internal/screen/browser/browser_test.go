package browser

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cuecard.app/internal/card"
	"cuecard.app/internal/screen"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func show(t *testing.T, s *Screen, f screen.Frame) {
	t.Helper()
	taken := errors.New("not taken")
	s.Show(f, func(err error) { taken = err })
	if taken != nil {
		t.Fatal(taken)
	}
}

func next(t *testing.T, v *Viewer) View {
	t.Helper()
	cue, err := v.Next(t.Context(), nil)
	if err != nil || cue.View == nil {
		t.Fatalf("%+v, %v", cue, err)
	}
	return *cue.View
}

func TestAPageThatComesIsGivenWhatIsOnScreen(t *testing.T) {
	s := New()
	show(t, s, screen.Frame{Seq: 7, Card: &card.Card{ID: "a"}})
	v := s.Watch(1280, 720)
	defer v.Close()
	if view := next(t, v); view.Seq != 7 || view.Card.ID != "a" {
		t.Errorf("given %+v", view)
	}
}

func TestAPageIsGivenTheNewestFrameAtThePaceOfAScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		v := s.Watch(1920, 1080)
		defer v.Close()
		next(t, v)
		end := time.After(time.Second)
		go func() { // a thousand updates a second
			for seq := uint64(1); seq <= 1000; seq++ {
				s.Show(screen.Frame{Seq: seq}, func(error) {})
				<-time.After(time.Millisecond)
			}
		}()
		frames, last := 0, uint64(0)
		for last < 1000 {
			last = next(t, v).Seq
			frames++
		}
		if frames > 61 {
			t.Errorf("%d frames in a second", frames)
		}
		<-end
	})
}

func TestIdsOfFramesDifferOverRestarts(t *testing.T) {
	ids := map[string]bool{}
	for range 2 {
		s := New()
		show(t, s, screen.Frame{Seq: 1})
		v := s.Watch(0, 0)
		ids[next(t, v).ID] = true
		v.Close()
	}
	if len(ids) != 2 {
		t.Errorf("ids %v", ids)
	}
}

func TestPicturesAreServedByNameWhileTheyAreShownAndALittleLonger(t *testing.T) {
	s := New()
	v := s.Watch(0, 0)
	defer v.Close()
	image, icon := &screen.File{Type: "image/png"}, &screen.File{Type: "image/gif"}
	show(t, s, screen.Frame{Image: screen.Picture{State: screen.Ready, File: image}, Icon: screen.Picture{File: icon}})
	first := next(t, v)
	if s.Picture(first.ImageName) != image || s.Picture(first.IconName) != icon || first.ImageName == first.IconName {
		t.Errorf("names %q and %q", first.ImageName, first.IconName)
	}
	show(t, s, screen.Frame{Image: screen.Picture{State: screen.Ready, File: image}})
	if again := next(t, v); again.ImageName != first.ImageName {
		t.Error("the same picture has got another name")
	}
	if s.Picture(first.IconName) != icon {
		t.Error("a page that still fetches the icon finds it gone")
	}
	show(t, s, screen.Frame{})
	if s.Picture(first.ImageName) != image || s.Picture(first.IconName) != nil || s.Picture("") != nil {
		t.Error("only the pictures just before are still to be had")
	}
	show(t, s, screen.Frame{Image: screen.Picture{State: screen.Ready, File: &screen.File{}}})
	show(t, s, screen.Frame{})
	if s.Picture(first.ImageName) != nil {
		t.Error("a picture of long ago is still served")
	}
}

func TestASlowPageIsGivenTheNewestPictureOfAStream(t *testing.T) {
	s := New()
	v := s.Watch(0, 0)
	defer v.Close()
	live := func() *screen.File {
		file := &screen.File{Live: true}
		show(t, s, screen.Frame{Image: screen.Picture{State: screen.Ready, File: file}, Icon: screen.Picture{State: screen.Ready, File: &screen.File{}}})
		return file
	}
	live()
	first := next(t, v)
	var newest *screen.File
	for range passed - 1 {
		newest = live()
	}
	if s.Picture(first.ImageName) != newest {
		t.Error("the page finds it gone")
	}
	if s.Picture(first.IconName) != nil {
		t.Error("an icon of long ago is still served")
	}
	live()
	if s.Picture(first.ImageName) != nil {
		t.Error("a picture of long ago is still served")
	}
	second := next(t, v)
	show(t, s, screen.Frame{})
	show(t, s, screen.Frame{Image: screen.Picture{State: screen.Ready, File: &screen.File{}}})
	show(t, s, screen.Frame{})
	if s.Picture(second.ImageName) != nil {
		t.Error("another card's picture is served in place of the stream's")
	}
}

func TestInfoTellsWhoWatchesAndWhoHasDrawn(t *testing.T) {
	s := New()
	if info := s.Info(); info != (screen.Info{Kind: "browser", Width: 1920, Height: 1080}) {
		t.Errorf("with no page: %+v", info)
	}
	show(t, s, screen.Frame{Seq: 3})
	a, b := s.Watch(1280, 720), s.Watch(-1, 1<<20)
	if !s.Watched() {
		t.Error("nobody seems to watch")
	}
	if info := s.Info(); info.Viewers != 2 || info.Width != 1280 || info.Height != 720 || info.Drawn != 0 {
		t.Errorf("two pages: %+v", info)
	}
	s.Drawn(a.ID, 3, 3840, 2160)
	s.Drawn(b.ID, 2, 0, 0)
	s.Drawn("nobody", 3, 1, 1)
	if info := s.Info(); info.Drawn != 1 || info.Width != 3840 || info.Height != 2160 {
		t.Errorf("one has drawn: %+v", info)
	}
	a.Close()
	b.Close()
	if info := s.Info(); info.Viewers != 0 || s.Watched() {
		t.Errorf("all gone: %+v", info)
	}
}

func TestNextEndsWithItsContext(t *testing.T) {
	s := New()
	v := s.Watch(0, 0)
	defer v.Close()
	next(t, v)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Next(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
