package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"time"

	"cuecard.app/e2e/house"
)

// appMemory is what the core may hold inside of an app, in kilobytes.
const appMemory = 40 << 10

// device is what an app tells of a usual television.
var device = house.Frame{"type": "device", "width": 1920, "height": 1080, "overlay": true}

// shell measures the core inside of an app, as on Android.
func (b *bench) shell(ctx context.Context) ([]row, error) {
	var rows []row
	for _, measure := range []func(context.Context) (row, error){b.appMemory, b.appDelay, b.appStart} {
		r, err := measure(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// openApp starts the service inside of an app that draws all it is told.
func (b *bench) openApp(ctx context.Context) (*house.App, error) {
	dir, err := os.MkdirTemp(b.dir, "data")
	if err != nil {
		return nil, err
	}
	app, err := house.OpenApp(b.binary.AppCommand(dir))
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = app.Kill() })
	app.Say(device)
	return app, until(app, "clear") // it has met the device
}

// until obeys an app's frames up to one of a kind.
func until(app *house.App, kind string) error {
	return untilFrame(app, func(f house.Frame) bool { return f.Type() == kind })
}

// hasImage tells a frame with the card's image: it may have come before the card was given to the app.
func hasImage(f house.Frame) bool {
	image, ok := f["image"].(map[string]any)
	return ok && image["state"] == "ready"
}

func untilFrame(app *house.App, wanted func(house.Frame) bool) error {
	for {
		frame, ok := app.Next()
		if !ok {
			return errors.New("the service inside of the app has ended: " + app.Log())
		}
		app.Obey(frame)
		if wanted(frame) {
			return nil
		}
	}
}

// appMemory holds the memory after many cards with pictures against its limit.
func (b *bench) appMemory(ctx context.Context) (row, error) {
	app, err := b.openApp(ctx)
	if err != nil {
		return row{}, err
	}
	defer app.End()
	camera := httptest.NewServer(photo())
	defer camera.Close()
	c, err := dial(hostOf(app.URL))
	if err != nil {
		return row{}, err
	}
	defer c.close()
	for i := range b.Pictures {
		posted := make(chan error, 1)
		body := fmt.Sprintf(`{"id":"door","message":"Someone is at the door (%d)","image":"%s/%d.png","sound":"none"}`, i, camera.URL, i)
		go func() { posted <- c.must(request("POST", "/notify", body)) }()
		if err := errors.Join(untilFrame(app, hasImage), <-posted); err != nil {
			return row{}, err
		}
	}
	held, err := memoryOf(app.PID())
	b.say("memory inside of an app after %d cards with pictures: %v", b.Pictures, held)
	measure := fmt.Sprintf("Resident memory inside of an app after %d cards with pictures over 40 MB", b.Pictures)
	return row{measure, single(float64(held.resident) / appMemory), atMost(1)}, err
}

// photo serves a picture of about a megabyte, as cameras do.
func photo() http.Handler {
	noise := image.NewGray(image.Rect(0, 0, 1280, 720))
	source := rand.NewChaCha8([32]byte{})
	_, _ = source.Read(noise.Pix) // never fails
	var picture bytes.Buffer
	if err := png.Encode(&picture, noise); err != nil { // a buffer takes everything
		panic(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(picture.Bytes())
	})
}

// appDelay compares how long a post takes to reach an app with how long it takes to reach a TV page.
func (b *bench) appDelay(ctx context.Context) (row, error) {
	app, err := b.openApp(ctx)
	if err != nil {
		return row{}, err
	}
	defer app.End()
	service, err := b.open(ctx)
	if err != nil {
		return row{}, err
	}
	defer service.Kill()
	feed, err := openFeed(ctx, service.URL)
	if err != nil {
		return row{}, err
	}
	defer feed.close()
	toApp := func() error { return until(app, "show") }
	var rounds []float64
	for round := range b.Rounds + 1 {
		inApp, err := b.delay(hostOf(app.URL), toApp)
		if err != nil {
			return row{}, err
		}
		onPage, err := b.delay(hostOf(service.URL), feed.frame)
		if err != nil {
			return row{}, err
		}
		if round == 0 {
			continue // not counted: caches and heaps find their size
		}
		b.say("a post reaches the app after %v, the page after %v", inApp, onPage)
		rounds = append(rounds, inApp.Seconds()/onPage.Seconds())
	}
	return row{"Time from a post to the app's frame over that to the TV page's", figureOf(rounds), atMost(2)}, nil
}

// betweenPosts is longer than a page's time between two frames: it is not measured.
const betweenPosts = 25 * time.Millisecond

// delay is the median time from a post to its frame.
func (b *bench) delay(address string, frame func() error) (time.Duration, error) {
	c, err := dial(address)
	if err != nil {
		return 0, err
	}
	defer c.close()
	var times []float64
	for i := range b.Delays {
		body := fmt.Sprintf(`{"id":"laundry","title":"Laundry","message":"The wash is done in %d minutes","sound":"none"}`, i)
		began, posted := time.Now(), make(chan error, 1)
		go func() { posted <- c.must(request("POST", "/notify", body)) }()
		err := frame()
		times = append(times, time.Since(began).Seconds())
		if err := errors.Join(err, <-posted); err != nil {
			return 0, err
		}
		time.Sleep(betweenPosts)
	}
	return time.Duration(figureOf(times).median * float64(time.Second)).Round(time.Microsecond), nil
}

// appStart compares the time from the start of the core to its first answer with that
// of a program that starts and ends.
func (b *bench) appStart(ctx context.Context) (row, error) {
	var rounds []float64
	for range b.Rounds * 4 {
		began := time.Now()
		if err := exec.CommandContext(ctx, string(b.binary), "version").Run(); err != nil {
			return row{}, err
		}
		version := time.Since(began)
		dir, err := os.MkdirTemp(b.dir, "data")
		if err != nil {
			return row{}, err
		}
		began = time.Now()
		app, err := house.OpenApp(b.binary.AppCommand(dir))
		if err != nil {
			return row{}, err
		}
		err = firstAnswer(hostOf(app.URL))
		started := time.Since(began)
		if err := errors.Join(err, app.End()); err != nil {
			return row{}, err
		}
		rounds = append(rounds, started.Seconds()/version.Seconds())
	}
	return row{"Start of the core inside of an app to its first answer over `cuecard version`", figureOf(rounds), atMost(10)}, nil
}

func firstAnswer(address string) error {
	c, err := dial(address)
	if err != nil {
		return err
	}
	defer c.close()
	return c.must(request("GET", "/health", ""))
}

// feed is a TV page, as far as it knows what comes.
type feed struct {
	lines *bufio.Scanner
	close func() error
}

func openFeed(ctx context.Context, url string) (*feed, error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/tv/feed", nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(ask)
	if err != nil {
		return nil, err
	}
	f := &feed{bufio.NewScanner(response.Body), response.Body.Close}
	return f, f.frame() // the one of an empty screen
}

// frame waits for a frame to draw.
func (f *feed) frame() error {
	for f.lines.Scan() {
		if f.lines.Text() == "event: frame" {
			return nil
		}
	}
	return errors.Join(errors.New("the page's feed has ended"), f.lines.Err())
}
