package sound

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cuecard.app/internal/fetch"
)

// room is where a test listens: a server, what its sink plays, a player and its log.
type room struct {
	server *soundServer
	tape   *recording
	player *Player
	log    *lines
}

func TestOnPulseAudio(t *testing.T) { onServer(t, startPulseAudio) }

func TestOnPipeWire(t *testing.T) { onServer(t, startPipeWire) }

func onServer(t *testing.T, start func(*testing.T, *soundServer)) {
	server := open(t, start)
	tape := server.record(t)
	for _, c := range []struct {
		name string
		run  func(*testing.T, *room)
	}{
		{"TheChimesTwoNotesAreHeard", theChimeIsHeard},
		{"TheStreamIsANotificationOfCuecard", theStreamIsANotification},
		{"ACancelIsHeardWithinFiftyMilliseconds", aCancelIsHeard},
		{"TheVolumeIsALevel", theVolumeIsALevel},
		{"TwoInARowDoNotOverlap", twoInARowDoNotOverlap},
		{"FiveFormatsStartBeforeTheirFileIsWhole", formatsStartEarly},
		{"WhatIsBrokenEndsAndIsSaid", brokenSoundsEnd},
		{"TheSinkIsReported", theSinkIsReported},
		{"AServerThatDiesAndReturnsIsFoundAgain", theServerReturns},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := &lines{}
			sounds := fetch.New(fetch.Limits{Time: time.Minute, Bytes: 1 << 20, Redirects: 1})
			player := New(func(ctx context.Context, address string) (io.Reader, error) { return sounds.Open(ctx, address) }, slog.New(slog.NewTextHandler(log, nil)))
			c.run(t, &room{server, tape, player, log})
		})
	}
}

// lines is a log that is read while it is written.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(strings.Lines(l.text.String()))
}

// want wants one line for each text.
func (l *lines) want(t *testing.T, texts ...string) {
	t.Helper()
	got := l.all()
	if len(got) != len(texts) {
		t.Fatalf("%d lines, want %d: %q", len(got), len(texts), got)
	}
	for i, text := range texts {
		if !strings.Contains(got[i], text) {
			t.Errorf("the log says %q, want %q", got[i], text)
		}
	}
}

func theChimeIsHeard(t *testing.T, r *room) {
	begun, from := time.Now(), r.tape.now()
	r.player.Play(t.Context(), Default, 1)
	took := time.Since(begun)
	r.log.want(t)
	got := heard(r.tape.quietSince(t, from))
	if seconds := float64(len(got)) / recordingRate; seconds < 0.7 || seconds > 1.5 {
		t.Fatalf("%g s are heard", seconds)
	}
	wantChime(t, got, recordingRate)
	if took < time.Second {
		t.Errorf("Play returned after %v, before the end", took)
	}
}

// during plays a long tone, does something once it is heard, and stops it.
func during(t *testing.T, r *room, do func(stop func())) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	from := r.tape.now()
	done := make(chan error, 1)
	go func() { done <- r.player.PCM(ctx, tone(440, 0.3, 30), 1) }()
	r.tape.waitLoud(t, "the tone", from, 0.2)
	do(cancel)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, PCM says %v", err)
	}
}

func theStreamIsANotification(t *testing.T, r *room) {
	during(t, r, func(func()) {
		inputs, err := r.server.pactl(t, "list", "sink-inputs")
		for _, want := range []string{`media.role = "event"`, `application.name = "Cuecard"`, `media.name = "Notification"`} {
			if err != nil || !strings.Contains(inputs, want) {
				t.Errorf("%s is not in %v\n%s", want, err, inputs)
			}
		}
	})
	until(t, "the end of the stream", func() bool {
		inputs, err := r.server.pactl(t, "list", "short", "sink-inputs")
		return err == nil && inputs == ""
	})
}

// The recording is behind the sink by two of its fragments of 20 ms at most, which counts against the player here.
func aCancelIsHeard(t *testing.T, r *room) {
	const allowed, recorded = 50, 40
	var after []float64
	for range 7 {
		at := 0
		during(t, r, func(stop func()) {
			stop()
			at = r.tape.now()
		})
		rest := r.tape.quietSince(t, at)
		last := 0
		for i := range rest {
			if peak(rest[i:i+1]) > audible {
				last = i
			}
		}
		after = append(after, float64(last)/recordingRate*1000)
	}
	slices.Sort(after)
	t.Logf("heard for %.0f ms after the cancel", after)
	if after[1] > allowed+recorded { // a busy machine only adds
		t.Errorf("all but one are over %d ms", allowed+recorded)
	}
	r.log.want(t)
}

func theVolumeIsALevel(t *testing.T, r *room) {
	for _, volume := range []float64{1, 0.5, 0.1, 0} {
		from := r.tape.now()
		if err := r.player.PCM(t.Context(), tone(440, 0.5, 0.3), volume); err != nil {
			t.Fatal(err)
		}
		got := heard(r.tape.quietSince(t, from))
		if level, want := peak(got), 0.5*volume; math.Abs(level-want) > 0.02*want+0.002 {
			t.Errorf("at volume %g the level is %.4f, want %.4f", volume, level, want)
		}
	}
	from := r.tape.now()
	begun := time.Now()
	r.player.Play(t.Context(), Default, 0)
	if took := time.Since(begun); took > 500*time.Millisecond {
		t.Errorf("what is not heard takes %v", took)
	}
	if got := heard(r.tape.quietSince(t, from)); len(got) > 0 {
		t.Errorf("at volume 0 %d samples are heard", len(got))
	}
}

func twoInARowDoNotOverlap(t *testing.T, r *room) {
	from := r.tape.now()
	for _, pitch := range []float64{440, 1500} {
		if err := r.player.PCM(t.Context(), tone(pitch, 0.4, 0.5), 1); err != nil {
			t.Fatal(err)
		}
	}
	got := heard(r.tape.quietSince(t, from))
	const window = recordingRate / 50
	lengths := map[float64]int{}
	for ; len(got) >= window; got = got[window:] {
		low, high := strength(got[:window], recordingRate, 440), strength(got[:window], recordingRate, 1500)
		if low > 0.05 && high > 0.05 && lengths[1500] > 0 {
			t.Errorf("both are heard at once: %.3f and %.3f", low, high)
		}
		if low > 0.2 {
			lengths[440]++
			if lengths[1500] > 0 {
				t.Error("the first is heard after the second began")
			}
		}
		if high > 0.2 {
			lengths[1500]++
		}
	}
	for pitch, windows := range lengths {
		if windows < 23 || windows > 30 {
			t.Errorf("%g Hz is heard for %d ms, want 500", pitch, windows*20)
		}
	}
	if len(lengths) != 2 {
		t.Errorf("heard are %v", lengths)
	}
}

func formatsStartEarly(t *testing.T, r *room) {
	for name, file := range map[string][]byte{
		"wav": wav(1, 16, 2, false, false), "mp3": fixture(t, "stereo.mp3"), "vorbis": fixture(t, "stereo.ogg"),
		"opus": fixture(t, "stereo.opus"), "flac": fixture(t, "stereo.flac"),
	} {
		halfHeard := make(chan struct{})
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			half := len(file) * 3 / 5
			_, _ = w.Write(file[:half])
			w.(http.Flusher).Flush()
			<-halfHeard
			_, _ = w.Write(file[half:])
		}))
		from := r.tape.now()
		done := make(chan struct{})
		go func() { r.player.Play(t.Context(), web.URL+"/sound", 1); close(done) }()
		r.tape.waitLoud(t, name+" before its file is whole", from, 0.2)
		close(halfHeard)
		<-done
		web.Close()
		got := heard(r.tape.quietSince(t, from))
		if seconds := float64(len(got)) / recordingRate; seconds < 0.4 {
			t.Errorf("of %s %g s are heard", name, seconds)
		}
	}
	r.log.want(t)
}

func brokenSoundsEnd(t *testing.T, r *room) {
	half := fixture(t, "stereo.ogg")
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/half":
			_, _ = w.Write(half[:len(half)/2])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		case "/page":
			_, _ = io.WriteString(w, "<html>Log in</html>")
		case "/endless":
			_, _ = w.Write(wav(3, 64, 8, true, false))
			for q.Context().Err() == nil { // silence is quickly sent, and slowly played
				if _, err := w.Write(make([]byte, 32<<10)); err != nil {
					return
				}
			}
		default:
			http.NotFound(w, q)
		}
	}))
	defer web.Close()
	for _, c := range []struct{ path, says string }{
		{"/half?key=secret", "/half breaks off before its end"},
		{"/page?key=secret", "/page is not a sound that can be played here"},
		{"/missing?key=secret", "/missing was answered with 404 Not Found"},
	} {
		log := &lines{}
		r.player.log = slog.New(slog.NewTextHandler(log, nil))
		r.player.Play(t.Context(), web.URL+c.path, 1)
		log.want(t, c.says)
		if strings.Contains(log.all()[0], "secret") {
			t.Errorf("the log tells the query: %s", log.all()[0])
		}
	}
	log := &lines{}
	r.player.log = slog.New(slog.NewTextHandler(log, nil))
	sounds := fetch.New(fetch.Limits{Time: time.Second, Bytes: 20 << 20})
	r.player.fetch = func(ctx context.Context, address string) (io.Reader, error) { return sounds.Open(ctx, address) }
	r.player.Play(t.Context(), web.URL+"/endless", 1)
	log.want(t, "/endless took longer than 1s")
}

func theSinkIsReported(t *testing.T, r *room) {
	got, err := r.player.Check(t.Context())
	if err != nil || got.By == "" || got.On != "Null Output" || got.Note != "" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := r.server.pactl(t, "set-sink-mute", "null", "1"); err != nil {
		t.Fatal(err)
	}
	got, err = r.player.Check(t.Context())
	if err != nil || !strings.Contains(got.Note, "muted") {
		t.Errorf("muted: %+v, %v", got, err)
	}
	if _, err := r.server.pactl(t, "set-sink-mute", "null", "0"); err != nil {
		t.Fatal(err)
	}
}

func theServerReturns(t *testing.T, r *room) {
	r.player.alsa.program = "aplay-that-is-not-there"
	done := make(chan error, 1)
	from := r.tape.now()
	go func() { done <- r.player.PCM(t.Context(), tone(440, 0.3, 30), 1) }()
	r.tape.waitLoud(t, "the tone", from, 0.2)
	r.server.kill()
	if err := <-done; !errors.Is(err, errGone) {
		t.Errorf("the server died, PCM says %v", err)
	}
	r.log.want(t, "the sound server went away")
	for range 3 { // one line, however many cards come
		r.player.Play(t.Context(), Default, 1)
	}
	r.log.want(t, "went away", "no sound server answers; there is no sound card")

	r.server.start(t)
	tape := r.server.record(t)
	r.player.Play(t.Context(), Default, 1)
	r.log.want(t, "went away", "no sound server answers", "sounds are heard again")
	wantChime(t, heard(tape.quietSince(t, 0)), recordingRate)
}

func TestASoundWithoutEndIsCut(t *testing.T) {
	endless := &Sound{Rate: 8000, Channels: 2, next: func() ([]int16, error) { return make([]int16, 3000), nil }}
	endless.cutAfter(2 * time.Second)
	channels, err := readAll(endless)
	if err == nil || !strings.Contains(err.Error(), "is longer than 2s") || len(channels[1]) != 16_000 {
		t.Errorf("%d frames, %v", len(channels[1]), err)
	}
}

func TestADownloadDoesNotTakeAsLongAsItsSound(t *testing.T) {
	from, to := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	file := readAhead(ctx, from)
	for range 50 { // nobody has read yet
		if _, err := to.Write(make([]byte, 16<<10)); err != nil {
			t.Fatal(err)
		}
	}
	to.Close()
	if all, err := io.ReadAll(file); len(all) != 50*16<<10 || err != nil {
		t.Errorf("%d bytes, %v", len(all), err)
	}
	cancel()
	file.end()
}
