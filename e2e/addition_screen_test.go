package e2e

import (
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cuecard.app/e2e/house"
)

// shot is the screen as the service paints it now.
func shot(t *testing.T, h *house.House, target string, headers ...string) image.Image {
	t.Helper()
	a := ask(t, h, "GET", target, "", headers...)
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "image/png" || a.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%s answered %d %v: %.100s", target, a.status, a.header, a.body)
	}
	picture, err := png.Decode(strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func expectColour(t *testing.T, picture image.Image, x, y int, want color.NRGBA) {
	t.Helper()
	got := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
	if got != want {
		t.Errorf("the pixel at %d, %d is %v, want %v", x, y, got, want)
	}
}

func TestAdditionScreenIsTheScreenAsItIsNow(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	black, red := color.NRGBA{A: 255}, color.NRGBA{R: 255, A: 255}
	empty := shot(t, h, "/screen.png")
	if empty.Bounds().Size() != image.Pt(1920, 1080) {
		t.Errorf("its size is %v", empty.Bounds())
	}
	expectColour(t, empty, 960, 540, black)

	post(t, h, `{"id":"a","message":".","background":"#FF0000","textColor":"#00FF00","dim":0.5,"sound":"none","duration":600}`, "shown")
	card := shot(t, h, "/screen.png")
	expectColour(t, card, 1400, 540, red)
	expectColour(t, card, 5, 5, black)
	small := shot(t, h, "/screen.png?width=640")
	if small.Bounds().Size() != image.Pt(640, 360) {
		t.Errorf("scaled, its size is %v", small.Bounds())
	}
	expectColour(t, small, 466, 180, red)
	dismiss(t, h, "a", "dismissed")
	expectColour(t, shot(t, h, "/screen.png"), 1400, 540, black)
}

func TestAdditionScreenHasTheCardsPicture(t *testing.T) {
	t.Parallel()
	camera := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		picture := image.NewNRGBA(image.Rect(0, 0, 400, 300))
		for i := range picture.Pix {
			picture.Pix[i] = [...]uint8{0, 0, 255, 255}[i%4]
		}
		w.Header().Set("Content-Type", "image/png")
		_ = png.Encode(w, picture)
	}))
	defer camera.Close()
	h := cuecard.Start(t)
	feed, _ := tvPage(t, h, "/tv/feed")
	post(t, h, `{"message":"Door","image":"`+camera.URL+`","sound":"none"}`, "shown")
	for feed.frame(t).Image.State != "ready" {
	}
	blue := 0
	picture := shot(t, h, "/screen.png?width=960")
	for y := range 540 {
		for x := range 960 {
			if r, g, b, _ := picture.At(x, y).RGBA(); r == 0 && g == 0 && b == 0xFFFF {
				blue++
			}
		}
	}
	if want := 288 * 216; blue < want*9/10 || blue > want*11/10 { // 40 % of the height
		t.Errorf("%d pixels are the picture's, want about %d", blue, want)
	}
}

func TestAdditionScreenIsForThoseWithTheTokenAndRefusesWrongWidths(t *testing.T) {
	t.Parallel()
	h := cuecard.Start(t)
	for _, width := range []string{"0", "-5", "15", "3841", "wide", "1e3", "640.5"} {
		ask(t, h, "GET", "/screen.png?width="+width, "").refuses(t, 400, "field 'width' must be a whole number from 16 to 3840")
	}
	if a := ask(t, h, "HEAD", "/screen.png", ""); a.status != 200 || a.body != "" {
		t.Errorf("HEAD answered %d with %d bytes", a.status, len(a.body))
	}
	token := newToken(t, h)
	ask(t, h, "GET", "/screen.png", "").refuses(t, 401, "")
	shot(t, h, "/screen.png?width=64", "Authorization: Bearer "+token)
}
