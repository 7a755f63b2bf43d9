package accept

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"cuecard.app/internal/picture"
	"cuecard.app/internal/screen"
)

// memory begins the address of a picture in the album. No sender can write one: the card's decoder takes http and https only.
const memory = "memory:"

// albumBytes is how much all pictures in the album may have together.
const albumBytes = 32 << 20

var errLost = errors.New("the picture came with the card itself, and the service was started anew since")

// Album keeps the pictures that came as bytes, in memory, as long as some card shows them.
type Album struct {
	mu    sync.Mutex
	kept  map[string]*screen.File
	bytes int
}

// keep takes a picture and returns its address. One that is no picture but stands for one has no address.
func (a *Album) keep(content []byte) (address string, err error) {
	if len(content) > maxPicture {
		return "", fmt.Errorf("the picture is larger than %d bytes", maxPicture)
	}
	header, err := picture.ReadHeader(content, picture.FactoryLimits())
	if err != nil {
		return "", err
	}
	if header.Width == 1 && header.Height == 1 { // what clients send that have to send an icon
		return "", nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.bytes+len(content) > albumBytes {
		return "", fmt.Errorf("the pictures of other cards take all of the %d bytes there are for pictures that come as bytes", albumBytes)
	}
	if a.kept == nil {
		a.kept = map[string]*screen.File{}
	}
	address = memory + rand.Text()
	a.kept[address] = &screen.File{Bytes: content, Type: http.DetectContentType(content)}
	a.bytes += len(content)
	return address, nil
}

// Let forgets the picture at an address, if it is one of the album's.
func (a *Album) Let(address string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if file := a.kept[address]; file != nil {
		a.bytes -= len(file.Bytes)
		delete(a.kept, address)
	}
}

// Fetcher fetches from the album what is there, and all else by another fetcher.
func (a *Album) Fetcher(elsewhere func(context.Context, string) (*screen.File, error)) func(context.Context, string) (*screen.File, error) {
	return func(ctx context.Context, address string) (*screen.File, error) {
		if !strings.HasPrefix(address, memory) {
			return elsewhere(ctx, address)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		if file := a.kept[address]; file != nil {
			return file, nil
		}
		return nil, errLost
	}
}
