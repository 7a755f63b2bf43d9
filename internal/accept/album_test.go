package accept

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cuecard.app/internal/screen"
)

func TestTheAlbumKeepsPicturesUntilTheyAreLet(t *testing.T) {
	album := &Album{}
	fetch := album.Fetcher(func(_ context.Context, address string) (*screen.File, error) {
		return nil, errors.New("elsewhere " + address)
	})
	one, err := album.keep(pictureOf(t, 3, 3))
	two, again := album.keep(pictureOf(t, 3, 3))
	if err != nil || again != nil || one == two || !strings.HasPrefix(one, memory) {
		t.Fatal(one, two, err, again)
	}
	if file, err := fetch(t.Context(), one); err != nil || file.Type != "image/png" {
		t.Errorf("%v, %v", file, err)
	}
	album.Let(one)
	album.Let(one)
	album.Let("http://cam/1.jpg")
	if _, err := fetch(t.Context(), one); !errors.Is(err, errLost) {
		t.Error(err)
	}
	if _, err := fetch(t.Context(), two); err != nil {
		t.Error(err)
	}
	if _, err := fetch(t.Context(), "http://cam/1.jpg"); err == nil || err.Error() != "elsewhere http://cam/1.jpg" {
		t.Error(err)
	}
	if album.Let(two); album.bytes != 0 {
		t.Errorf("%d bytes are left", album.bytes)
	}
}

func TestTheAlbumIsBounded(t *testing.T) {
	album := &Album{}
	photo := append(pictureOf(t, 3, 3), make([]byte, maxPicture)...)[:maxPicture]
	var kept []string
	for {
		address, err := album.keep(photo)
		if err != nil {
			break
		}
		kept = append(kept, address)
	}
	if len(kept) != albumBytes/maxPicture {
		t.Errorf("%d pictures of %d bytes", len(kept), len(photo))
	}
	album.Let(kept[0])
	if _, err := album.keep(photo); err != nil {
		t.Error(err)
	}
	if _, err := (&Album{}).keep(append(photo, 0)); err == nil || !strings.Contains(err.Error(), "larger than 5242880 bytes") {
		t.Error(err)
	}
}
