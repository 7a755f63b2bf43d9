package page

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"cuecard.app/client"
)

// shelf is where screenshots are put for people to look at. Git ignores it.
var shelf = filepath.Join("..", "..", "dist", "screenshots")

// screenshot is what the screen shows now, and the PNG file of it.
func (w *window) screenshot() (picture image.Image, file []byte) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{OptimizeForSpeed: new(true)})
	if err != nil {
		w.t.Fatal(err)
	}
	if picture, err = png.Decode(bytes.NewReader(shot.Data)); err != nil {
		w.t.Fatal(err)
	}
	return picture, shot.Data
}

// put keeps a PNG file for people.
func put(t testing.TB, name string, file []byte) {
	t.Helper()
	if err := os.MkdirAll(shelf, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shelf, name+".png"), file, 0o644); err != nil {
		t.Fatal(err)
	}
}

// doorbell is the card that must be seen.
func doorbell(icon, image string) client.Card {
	return client.Card{ID: "doorbell", Title: "Somebody is at the door", Message: "Front door, 18:42", Dim: new(0.5), Accent: "#FF8A1F",
		Icon: icon, Image: image}
}

// cardsToLookAt are those whose look is judged by eye.
func cardsToLookAt(icon, image string) []client.Card {
	return []client.Card{
		doorbell(icon, image),
		{ID: "quiet", Message: "Washing machine: done", Position: client.BottomRight, WidthPercent: 25, Background: "#CC000000", TextColor: "#FFFFFF"},
		{ID: "long", Title: "Minutes of the meeting", Message: long, Image: image},
		{ID: "arabic", Title: "شخص ما عند الباب", Message: "الباب الأمامي، الساعة 18:42\nطرد من Amazon رقم 42", Accent: "#FF8A1F", Icon: icon},
		{ID: "emoji", Title: "Dinner 🍝🥗", Message: "👨‍👩‍👧‍👦 all four, please 👍🏽\n🇮🇹 3️⃣ courses ❤️", Position: client.TopLeft, WidthPercent: 45},
		{ID: "plain", Title: "Rain in ten minutes", Message: "The window in the bedroom is open.", Position: client.TopRight, WidthPercent: 40, Accent: "#1F6FD6"},
	}
}

// complete is a card whose pictures have all arrived.
const complete = `['none', 'shown'].includes(document.querySelector('.card').dataset.image) &&
	['none', 'shown'].includes(document.querySelector('.card').dataset.icon)`

func TestScreenshotsShowTheCardOnBlack(t *testing.T) {
	icon, picture := serving(t, drawn(t, 192, 192, bell), "image/png"), serving(t, drawn(t, 640, 400, porch), "image/png")
	for _, screen := range []size{hd, fullHD, ultraHD} {
		t.Run(screen.String(), func(t *testing.T) {
			tv := watch(t, screen)
			for _, card := range cardsToLookAt(icon, picture) {
				tv.show(card)
				tv.until(complete)
				tv.settle()
				shot, file := tv.screenshot()
				put(t, fmt.Sprintf("%s-%s", card.ID, screen), file)
				if got, want := shot.Bounds().Size(), image.Pt(screen.width, screen.height); got != want {
					t.Errorf("%s: the picture is %v, want %v", card.ID, got, want)
				}
				wantLit(t, card, shot, measure(tv.window).Card)
			}
		})
	}
}

func TestPictureOfTheCardForTheReadMeIsSmall(t *testing.T) {
	tv := watch(t, hd)
	still := "url(data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(film)) + ")"
	read[string](tv.window, `document.body.style.background = '`+still+`'`)
	tv.show(doorbell(serving(t, drawn(t, 192, 192, bell), "image/png"), serving(t, drawn(t, 640, 400, porch), "image/png")))
	tv.until(complete)
	tv.settle()
	shot, _ := tv.screenshot()
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&file, shot); err != nil || file.Len() > 120<<10 {
		t.Errorf("the picture has %d bytes (%v)", file.Len(), err)
	}
	put(t, "readme", file.Bytes())
	if r, g, b, _ := shot.At(20, 20).RGBA(); r+g+b == 0 {
		t.Error("the film is not in the picture")
	}
}

// wantLit checks that all that is not black stands where the card and its shadow are.
func wantLit(t testing.TB, card client.Card, picture image.Image, at box) {
	t.Helper()
	lit, stray := 0, 0
	bounds := picture.Bounds()
	for y := 0; y < bounds.Dy(); y += 5 {
		for x := 0; x < bounds.Dx(); x += 5 {
			r, g, b, _ := picture.At(x, y).RGBA()
			if r+g+b == 0 {
				continue
			}
			if fx, fy := float64(x), float64(y); fx >= at.Left-1 && fx <= at.Right+1 && fy >= at.Top-1 && fy <= at.Bottom+1 {
				lit++
			} else {
				stray++
			}
		}
	}
	if lit == 0 || stray > 0 {
		t.Errorf("%s: %d points in the card and %d outside of it are not black", card.ID, lit, stray)
	}
}
