// Package sound tests what is heard of the built program's cards: real sound servers, a real display, and a recording.
package sound

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/house"
	"cuecard.app/e2e/sound/studio"
	"cuecard.app/e2e/x11/cinema"
)

var cuecard house.Binary

func TestMain(m *testing.M) {
	cinema.Main()
	screen, err := cinema.Open("640x360")
	if err == nil {
		err = os.Setenv("DISPLAY", screen.Display)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := cuecard.Test(m, "-race")
	screen.Kill()
	os.Exit(status)
}

// room is a television that is heard.
type room struct {
	*house.House
	*studio.Studio
	tape *studio.Tape
}

// open starts a sound server, the service on it, and a recording, beside those of other tests.
func open(t *testing.T, kind studio.Kind) *room {
	t.Helper()
	t.Parallel()
	server, err := studio.Open(kind)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	r := &room{Studio: server}
	r.record(t)
	// On one screen two services would raise their cards over each other's again and again.
	r.House = watched(t, "PULSE_SERVER="+server.Address(), "DISPLAY="+cinema.Start(t, "640x360").Display)
	r.steady(t)
	return r
}

// watched is the service once it has its display.
func watched(t *testing.T, environment ...string) *house.House {
	t.Helper()
	h := cuecard.StartWith(t, environment, t.TempDir(), "--screen", "x11")
	until(t, "the service has its display", func() bool {
		info, err := h.Client().Info(t.Context())
		return err == nil && info.OverlayPermission
	})
	return h
}

func (r *room) record(t *testing.T) {
	t.Helper()
	tape, err := r.Record()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tape.End)
	r.tape = tape
}

func (r *room) steady(t *testing.T) {
	t.Helper()
	if err := r.tape.Steady(); err != nil {
		t.Fatal(err)
	}
}

// until looks again and again at what the service says.
func until(t *testing.T, what string, happens func() bool) {
	t.Helper()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for late := time.After(studio.Patience); !happens(); {
		select {
		case <-look.C:
		case <-late:
			t.Fatalf("not in %v: %s", studio.Patience, what)
		}
	}
}

// post sends a card and returns where the recording was before.
func (r *room) post(t *testing.T, c client.Card) (at int) {
	t.Helper()
	if r.tape != nil {
		at = r.tape.Now()
	}
	if c.Message == "" {
		c.Message = "Someone is there"
	}
	r.Post(t, c)
	return at
}

// dismiss removes a card and returns where the recording has to be when that is answered.
func (r *room) dismiss(t *testing.T, id string) (at int) {
	t.Helper()
	if _, err := r.Client().Dismiss(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	return r.tape.Due()
}

func (r *room) set(t *testing.T, setting string) {
	t.Helper()
	if did := r.House.Run(t, "settings", setting); did.Status != 0 {
		t.Fatalf("cuecard settings %s: %+v", setting, did)
	}
}

// soon is how long after an answer a sound may still be on the tape: what the sink and the recorder have under way, on a
// machine that is busy.
const soon = 500 * time.Millisecond

// stops fails unless a sound ends soon after a place.
func (r *room) stops(t *testing.T, what string, answered int) {
	t.Helper()
	const while = 700 * time.Millisecond // longer than a voice pauses
	if end := r.tape.Falls(t, what, answered, while); end-answered > studio.Length(soon) {
		t.Errorf("%s is heard for %v after the answer", what, studio.Duration(end-answered))
	}
}

const (
	low  = 500.0 // pitches that are told apart well
	high = 1500.0
)

// wav is a tone, at half of what is loudest.
func wav(pitch float64, lasts time.Duration) []byte {
	samples := make([]int16, studio.Length(lasts))
	for i := range samples {
		samples[i] = int16(math.MaxInt16 / 2 * math.Sin(2*math.Pi*pitch*float64(i)/studio.Rate))
	}
	size := uint32(2 * len(samples))
	var file bytes.Buffer
	file.WriteString("RIFF")
	for _, part := range []any{36 + size, []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1), uint32(studio.Rate), uint32(2 * studio.Rate), uint16(2), uint16(16), []byte("data"), size, samples} {
		_ = binary.Write(&file, binary.LittleEndian, part) // a buffer takes all
	}
	return file.Bytes()
}

// tone serves a tone and returns its address.
func tone(t *testing.T, pitch float64, lasts time.Duration) string {
	t.Helper()
	file := wav(pitch, lasts)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(file) }))
	t.Cleanup(web.Close)
	return web.URL + "/tone.wav"
}
