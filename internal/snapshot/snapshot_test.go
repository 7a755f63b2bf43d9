package snapshot

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"strings"
	"testing"

	"cuecard.app/internal/card"
	"cuecard.app/internal/picture"
	"cuecard.app/internal/screen"
	"cuecard.app/internal/text"
	"golang.org/x/image/draw"
)

var (
	hd    = image.Pt(1280, 720)
	black = color.RGBA{A: 255}
	white = color.RGBA{255, 255, 255, 255}
	red   = color.RGBA{200, 20, 20, 255}
	blue  = color.RGBA{20, 20, 200, 255}
)

// camera is one with the fonts of the program alone, and what it logs.
func camera() (*Camera, *bytes.Buffer) {
	var log bytes.Buffer
	return New(text.Options{}, picture.FactoryLimits, slog.New(slog.NewTextHandler(&log, nil))), &log
}

// door is a frame with a card in the middle of the screen.
func door() screen.Frame {
	return screen.Frame{Card: &card.Card{ID: "door", Title: "Door", Message: "Open", Style: card.FactoryStyle()}, TextScale: 1}
}

// shows is a picture that has been fetched.
func shows(file []byte) screen.Picture {
	return screen.Picture{State: screen.Ready, File: &screen.File{Bytes: file, Type: "image/png"}}
}

// plain is a PNG of one colour.
func plain(t *testing.T, width, height int, c color.Color) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return encoded(t, img)
}

func encoded(t *testing.T, img image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func take(t *testing.T, c *Camera, f screen.Frame, size image.Point, behind image.Image) *image.RGBA {
	t.Helper()
	shot, err := c.Take(t.Context(), f, View{Screen: size, Behind: behind})
	if err != nil {
		t.Fatal(err)
	}
	if shot.Rect != (image.Rectangle{Max: size}) {
		t.Fatalf("the picture is %v of a screen of %v", shot.Rect, size)
	}
	return shot
}

func expectColour(t *testing.T, shot *image.RGBA, x, y int, want color.RGBA) {
	t.Helper()
	if got := shot.RGBAAt(x, y); got != want {
		t.Errorf("at %d, %d is %v, want %v", x, y, got, want)
	}
}

// box is where a colour is. It looks at every pixel, which the race detector would do slowly.
//
//go:norace
func box(shot *image.RGBA, c color.RGBA) (found image.Rectangle) {
	for y := shot.Rect.Min.Y; y < shot.Rect.Max.Y; y++ {
		for x := shot.Rect.Min.X; x < shot.Rect.Max.X; x++ {
			if shot.RGBAAt(x, y) == c {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

func TestACardLiesOverTheFilm(t *testing.T) {
	c, _ := camera()
	film := image.NewRGBA(image.Rect(100, 100, 100+4*64, 100+4*36)) // its corner is not at 0, and it is smaller than the screen
	draw.Draw(film, film.Rect, image.NewUniform(red), image.Point{}, draw.Src)
	right := film.Rect
	right.Min.X += film.Rect.Dx() / 2
	draw.Draw(film, right, image.NewUniform(blue), image.Point{}, draw.Src)
	shot := take(t, c, door(), hd, film)
	expectColour(t, shot, 0, 0, red)
	expectColour(t, shot, 1279, 719, blue)
	if card := box(shot, white); card.Dx() != 768 || card.Min.X != 256 {
		t.Errorf("the card is at %v", card)
	}
	f := door()
	f.Card.Dim = 0.5
	if dimmed := take(t, c, f, hd, film).RGBAAt(0, 0); dimmed.R < 99 || dimmed.R > 101 || dimmed.A != 255 {
		t.Errorf("the film is dimmed to %v", dimmed)
	}
	expectColour(t, film, 100, 100, red)
}

func TestBlackIsBehindACardWithoutAFilm(t *testing.T) {
	c, _ := camera()
	shot := take(t, c, door(), hd, nil)
	expectColour(t, shot, 0, 0, black)
	expectColour(t, shot, 640, 300, white)
}

func TestAScreenWithoutACardIsWhatIsBehind(t *testing.T) {
	c, _ := camera()
	shot := take(t, c, screen.Frame{Card: nil, TextScale: 1}, hd, image.NewUniform(red))
	expectColour(t, shot, 640, 360, red)
	if shot := take(t, c, screen.Frame{}, hd, nil); box(shot, black) != shot.Rect {
		t.Error("it is not all black")
	}
}

func TestASmallerPictureIsTheSameScreen(t *testing.T) {
	c, _ := camera()
	f := door()
	f.Card.Accent = new(card.Colour(0xFF14C814))
	f.Image = shows(plain(t, 1600, 900, red))
	large, small := take(t, c, f, image.Pt(1920, 1080), nil), take(t, c, f, image.Pt(480, 270), nil)
	for name, of := range map[string]color.RGBA{"card": white, "image": red, "stripe": {20, 200, 20, 255}} {
		whole, part := box(large, of), box(small, of)
		for side, pair := range map[string][2]int{"left": {whole.Min.X, part.Min.X}, "top": {whole.Min.Y, part.Min.Y}, "right": {whole.Max.X, part.Max.X}, "bottom": {whole.Max.Y, part.Max.Y}} {
			if by := pair[0] - 4*pair[1]; by < -8 || by > 8 {
				t.Errorf("%s, %s: %d of 1920 and %d of 480", name, side, pair[0], pair[1])
			}
		}
	}
}

func TestAPictureIsDecodedOnce(t *testing.T) {
	c, log := camera()
	f := door()
	f.Image, f.Icon = shows(plain(t, 300, 200, red)), shows(plain(t, 96, 96, blue))
	first := take(t, c, f, hd, nil)
	if box(first, red).Empty() || box(first, blue).Dx() != 64 {
		t.Fatalf("the image is at %v, the icon at %v", box(first, red), box(first, blue))
	}
	clear(f.Image.File.Bytes) // nobody looks at them again
	clear(f.Icon.File.Bytes)
	f.Card.Message = "Closed"
	again := take(t, c, f, hd, nil)
	if box(again, red) != box(first, red) || box(again, blue) != box(first, blue) || log.Len() > 0 {
		t.Errorf("the image is at %v, the icon at %v; %s", box(again, red), box(again, blue), log)
	}
	f.Image = shows(plain(t, 300, 200, blue)) // another fetch is another file
	if shot := take(t, c, f, hd, nil); !box(shot, red).Empty() {
		t.Error("the old picture is still there")
	}
}

func TestAPictureThatWasSeenSmallIsSharpWhenItIsLarge(t *testing.T) {
	stripes := image.NewRGBA(image.Rect(0, 0, 800, 400))
	for x := range 800 {
		draw.Draw(stripes, image.Rect(x, 0, x+1, 400), image.NewUniform([]color.RGBA{red, blue}[x/4%2]), image.Point{}, draw.Src)
	}
	f := door()
	f.Image = shows(encoded(t, stripes))
	c, _ := camera()
	fresh, _ := camera()
	take(t, c, f, image.Pt(160, 90), nil)
	after, want := take(t, c, f, image.Pt(1920, 1080), nil), take(t, fresh, f, image.Pt(1920, 1080), nil)
	if !bytes.Equal(after.Pix, want.Pix) {
		t.Error("the picture is another one than without the small picture before")
	}
}

func TestABrokenPictureIsOneLineInTheLogAndLeavesTheCard(t *testing.T) {
	c, log := camera()
	want := take(t, c, door(), hd, nil)
	f := door()
	f.Image = shows([]byte("\x89PNG\r\n\x1a\nbut goes on like a letter"))
	for range 3 {
		if shot := take(t, c, f, hd, nil); !bytes.Equal(shot.Pix, want.Pix) {
			t.Error("the card is not what it is without a picture")
		}
	}
	if lines := strings.Count(log.String(), "\n"); lines != 1 || !strings.Contains(log.String(), "a card is drawn without its picture") {
		t.Errorf("%d lines in the log: %s", lines, log)
	}
}

func TestTheRoomOfAnIconThatIsComingIsKept(t *testing.T) {
	c, _ := camera()
	f := door()
	f.Card.Title, f.Card.TextColor = "Door", 0xFF0000FF
	f.Icon.State = screen.Coming
	ink := color.RGBA{B: 255, A: 255}
	before := box(take(t, c, f, hd, nil), ink)
	f.Icon = shows(plain(t, 96, 96, red))
	if after := box(take(t, c, f, hd, nil), ink); after != before {
		t.Errorf("the text goes from %v to %v", before, after)
	}
}

func TestACardAloneIsTransparentAroundIt(t *testing.T) {
	c, _ := camera()
	f := door()
	f.Card.Position, f.Card.WidthPercent, f.Card.Dim = card.TopLeft, 40, 0.9
	alone, err := c.TakeCard(t.Context(), f, hd)
	if err != nil {
		t.Fatal(err)
	}
	edge := alone.Rect
	for _, p := range []image.Point{edge.Min, {edge.Max.X - 1, edge.Min.Y}, {edge.Min.X, edge.Max.Y - 1}, edge.Max.Sub(image.Pt(1, 1))} {
		if a := alone.RGBAAt(p.X, p.Y).A; a > 1 {
			t.Errorf("at %v it is not transparent: %d", p, a)
		}
	}
	card := box(alone, white)
	if card.Min != image.Pt(64, 64) || card.Dx() != 512 {
		t.Errorf("the card is at %v of %v", card, edge)
	}
	if shadow := alone.RGBAAt(300, card.Max.Y+4); shadow.A == 0 || shadow.A == 255 || shadow.R != 0 {
		t.Errorf("the shadow is %v", shadow)
	}
	kept := bytes.Clone(alone.Pix)
	f.Card.Background = 0xFF00FF00
	take(t, c, f, hd, nil)
	if !bytes.Equal(alone.Pix, kept) {
		t.Error("the next picture is painted over the one that was given away")
	}
}

func TestNobodyWaitingIsAnError(t *testing.T) {
	c, log := camera()
	gone, leave := context.WithCancel(t.Context())
	leave()
	f := door()
	f.Image = shows(plain(t, 300, 200, red))
	if _, err := c.Take(gone, f, View{Screen: hd}); !errors.Is(err, context.Canceled) {
		t.Errorf("Take: %v", err)
	}
	if _, err := c.TakeCard(gone, f, hd); !errors.Is(err, context.Canceled) {
		t.Errorf("TakeCard: %v", err)
	}
	if _, err := c.Take(gone, screen.Frame{}, View{Screen: hd}); !errors.Is(err, context.Canceled) {
		t.Errorf("Take without a card: %v", err)
	}
	if shot := take(t, c, f, hd, nil); box(shot, red).Empty() || log.Len() > 0 {
		t.Errorf("the next one who waits gets no picture; %s", log)
	}
}

func TestManyMayAskAtOnce(t *testing.T) {
	c, _ := camera()
	f := door()
	f.Image = shows(plain(t, 300, 200, red))
	want := take(t, c, f, hd, nil)
	shots := make(chan *image.RGBA)
	for range 4 {
		go func() {
			shot, _ := c.Take(t.Context(), f, View{Screen: hd})
			shots <- shot
		}()
	}
	for range 4 {
		if shot := <-shots; shot == nil || !bytes.Equal(shot.Pix, want.Pix) {
			t.Error("one of them got something else")
		}
	}
}

func TestASmallPictureOfTheScreenShowsTheSameScreen(t *testing.T) {
	c, _ := camera()
	f := door()
	f.Image = shows(plain(t, 60, 40, red)) // enlarged twice on the screen, which is 6 % of its width
	whole := box(take(t, c, f, hd, nil), red)
	small, err := c.Take(t.Context(), f, View{Screen: hd, Width: hd.X / 4})
	if err != nil {
		t.Fatal(err)
	}
	if size := small.Rect.Size(); size != hd.Div(4) {
		t.Errorf("the small picture is %v", size)
	}
	if got := box(small, red); max(got.Dx()-whole.Dx()/4, whole.Dx()/4-got.Dx()) > 1 {
		t.Errorf("the image is %v wide, and %v on the screen", got.Dx(), whole.Dx())
	}
}

func TestThePictureThatWasGivenBackLeavesNothingInTheNext(t *testing.T) {
	c, _ := camera()
	f := door()
	f.Image = shows(plain(t, 300, 200, red))
	c.GiveBack(take(t, c, f, hd, nil))
	f.Image = screen.Picture{State: screen.None}
	if left := box(take(t, c, f, hd, nil), red); !left.Empty() {
		t.Errorf("red is left at %v", left)
	}
}

func TestAPictureOverTheOwnersMemoryIsLeftOut(t *testing.T) {
	c, log := camera()
	c.limits = func() picture.Limits {
		limits := picture.FactoryLimits()
		limits.Bytes = 1 << 20
		return limits
	}
	f := door()
	f.Image = shows(plain(t, 900, 600, red))
	if shot := take(t, c, f, hd, nil); !box(shot, red).Empty() || !strings.Contains(log.String(), "more than the 1 MB allowed") {
		t.Errorf("the picture was drawn, or nothing said: %s", log)
	}
}
