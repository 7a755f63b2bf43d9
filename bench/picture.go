package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cuecard.app/e2e/house"
	"cuecard.app/internal/picture"
)

const (
	// shownWidth and shownHeight are the size of the photograph on the usual card at 1080p.
	shownWidth, shownHeight = 648, 432

	// photoMemory is what the service may hold at most while it draws a photograph, in kilobytes.
	photoMemory = 100_000

	// refusedWithin is how long it may take to see that a picture is too large.
	refusedWithin = 5 * time.Millisecond
)

// pictures holds photographs against another program that makes small ones of them.
func (b *bench) pictures(ctx context.Context) ([]row, error) {
	if _, err := exec.LookPath("vipsthumbnail"); err != nil {
		return nil, errors.New("pictures are measured beside vipsthumbnail, and there is none on the PATH; to install it, run: apt-get install libvips-tools")
	}
	b.say("making photographs")
	album, err := newAlbum(ctx, b.dir)
	if err != nil {
		return nil, err
	}
	defer album.camera.Close()
	rows, err := b.photographs(ctx, album)
	if err != nil {
		return nil, err
	}
	peak, err := b.photoMemory(ctx, album)
	if err != nil {
		return nil, err
	}
	refused, err := b.refusal()
	return append(rows, peak, refused), err
}

// album is photographs in a folder, and a server of them.
type album struct {
	dir    string
	camera *httptest.Server
}

// The photographs, by what is in them. The large ones have 24 megapixels.
const small, large, progressive = "small.jpg", "large.jpg", "progressive.jpg"

func newAlbum(ctx context.Context, dir string) (*album, error) {
	a := &album{dir: dir}
	for name, size := range map[string]image.Point{small: {X: shownWidth, Y: shownHeight}, large: {X: 6000, Y: 4000}} {
		if err := os.WriteFile(a.path(name), landscape(size), 0o600); err != nil {
			return nil, err
		}
	}
	// The same photograph in the other order of its parts, which Go has no encoder for.
	turn := exec.CommandContext(ctx, "vips", "jpegsave", a.path(large), a.path(progressive), "--Q", fmt.Sprint(photoQuality), "--interlace")
	if said, err := turn.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("vips jpegsave: %w: %s", err, said)
	}
	a.camera = httptest.NewServer(http.FileServer(http.Dir(dir)))
	return a, nil
}

func (a *album) path(name string) string { return filepath.Join(a.dir, name) }

// photographs compares the time that a large photograph takes beyond a small one, both programs as a user starts them.
func (b *bench) photographs(ctx context.Context, a *album) ([]row, error) {
	ours := func(name string) *exec.Cmd {
		render := exec.CommandContext(ctx, string(b.binary), "render", "--message", "Someone is at the door", "--card",
			"--image", a.camera.URL+"/"+name, "-o", a.path("ours.png"))
		render.Env = house.Environment()
		return render
	}
	theirs := func(name string) *exec.Cmd {
		return exec.CommandContext(ctx, "vipsthumbnail", a.path(name), "--size", fmt.Sprintf("%dx%d", shownWidth, shownHeight), "-o", a.path("theirs.png"))
	}
	least, err := leastTimes(b.Photos, ours(small), theirs(small), ours(large), theirs(large), ours(progressive), theirs(progressive))
	if err != nil {
		return nil, err
	}
	rows := []row{
		{"Speed of a 24 MP JPEG made small over `vipsthumbnail`", figure{}, atLeast(0.7)},
		{"The same of a progressive one", figure{}, limit{}},
	}
	for i, name := range []string{large, progressive} {
		our, their := least[2+2*i]-least[0], least[3+2*i]-least[1]
		b.say("%s takes %v longer than %s, %v with vipsthumbnail", name, our.Round(time.Microsecond), small, their.Round(time.Microsecond))
		if our <= 0 || their <= 0 {
			return nil, errors.New("a large photograph took no longer than a small one: the machine is too busy to measure it")
		}
		rows[i].figure = single(their.Seconds() / our.Seconds())
	}
	return rows, nil
}

// leastTimes runs the programs in turns, and answers the least time that each took.
func leastTimes(times int, programs ...*exec.Cmd) ([]time.Duration, error) {
	least := slices.Repeat([]time.Duration{math.MaxInt64}, len(programs))
	for range times {
		for i, program := range programs {
			again := *program
			again.Stderr = new(bytes.Buffer)
			began := time.Now()
			if err := again.Run(); err != nil {
				return nil, fmt.Errorf("%s: %w: %s", program, err, again.Stderr)
			}
			least[i] = min(least[i], time.Since(began))
			if said := again.Stderr.(*bytes.Buffer); said.Len() > 0 {
				return nil, fmt.Errorf("%s: %s", program, said) // a card without its picture would be quick
			}
		}
	}
	return least, nil
}

// photoMemory holds the most that the service ever held against its limit, once it has drawn a photograph.
func (b *bench) photoMemory(ctx context.Context, a *album) (row, error) {
	service, err := b.open(ctx)
	if err != nil {
		return row{}, err
	}
	defer service.Kill()
	c, err := dial(hostOf(service.URL))
	if err != nil {
		return row{}, err
	}
	defer c.close()
	const card = `{"id":"door","message":"Someone is at the door","image":%q,"sound":"none","persistent":true}`
	if err := c.must(request("POST", "/notify", fmt.Sprintf(card, ""))); err != nil {
		return row{}, err
	}
	without, err := screenOf(ctx, service.URL)
	if err != nil {
		return row{}, err
	}
	if err := c.must(request("POST", "/notify", fmt.Sprintf(card, a.camera.URL+"/"+large))); err != nil {
		return row{}, err
	}
	for began, with := time.Now(), without; bytes.Equal(with, without); {
		if time.Since(began) > 30*time.Second {
			return row{}, errors.New("the photograph does not appear: " + service.Log())
		}
		if with, err = screenOf(ctx, service.URL); err != nil {
			return row{}, err
		}
	}
	status, err := statusOf(fmt.Sprintf("/proc/%d/status", service.PID()))
	b.say("the service held at most %d kB with a photograph", status["VmHWM"])
	return row{"Most memory ever resident (VmHWM) of the service that drew it over 100 MB", single(float64(status["VmHWM"]) / photoMemory), atMost(1)}, err
}

func screenOf(ctx context.Context, url string) ([]byte, error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/screen.png", nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New("/screen.png is answered with " + answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// refusal is timed inside of the program: from outside nothing so short can be seen.
func (b *bench) refusal() (row, error) {
	bomb := blackPNG(30_000)
	var rounds []float64
	for range b.Rounds {
		began := time.Now()
		_, err := picture.Decode(context.Background(), bomb, image.Pt(shownWidth, shownHeight), picture.FactoryLimits())
		rounds = append(rounds, time.Since(began).Seconds()/refusedWithin.Seconds())
		if err == nil || !strings.Contains(err.Error(), "megapixels") {
			return row{}, fmt.Errorf("a PNG of 30,000 x 30,000 is answered with: %v", err)
		}
	}
	return row{"Time until a PNG of 30,000 × 30,000 is refused over 5 ms", figureOf(rounds), atMost(1)}, nil
}
