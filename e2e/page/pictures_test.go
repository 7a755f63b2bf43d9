package page

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"testing"
)

// camera is a server of pictures on this machine. It holds every answer until the test lets one go.
type camera struct {
	url  string
	asks chan struct{}
	lets chan []byte
}

// newCamera starts a camera.
func newCamera(t testing.TB) *camera {
	t.Helper()
	c := &camera{asks: make(chan struct{}, 10), lets: make(chan []byte, 10)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.asks <- struct{}{}
		select {
		case picture := <-c.lets:
			if picture == nil {
				http.NotFound(w, r)
				return
			}
			_, _ = w.Write(picture)
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(server.Close)
	c.url = server.URL + "/picture"
	return c
}

// let answers one request with a picture, or with none.
func (c *camera) let(picture []byte) { c.lets <- picture }

// serving is the address of a picture that is there at once.
func serving(t testing.TB, picture []byte, contentType string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(picture)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/picture"
}

// plain is a picture of one colour.
func plain(t testing.TB, width, height int) []byte {
	t.Helper()
	return encoded(t, image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{40, 90, 160, 255}}))
}

// drawn is a picture of which each point, from 0, 0 to 1, 1, has the colour that a function says, with smooth edges.
func drawn(t testing.TB, width, height int, at func(x, y float64) color.RGBA) []byte {
	t.Helper()
	const side = 3 // of the square of points that make a pixel
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			var r, g, b, a int
			for i := range side * side {
				c := at((float64(x)+(float64(i%side)+0.5)/side)/float64(width), (float64(y)+(float64(i/side)+0.5)/side)/float64(height))
				r, g, b, a = r+int(c.R), g+int(c.G), b+int(c.B), a+int(c.A)
			}
			if a > 0 { // a point without colour is black and transparent, and must not darken its neighbours
				picture.SetNRGBA(x, y, color.NRGBA{uint8(r * 255 / a), uint8(g * 255 / a), uint8(b * 255 / a), uint8(a / (side * side))})
			}
		}
	}
	return encoded(t, picture)
}

func encoded(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
