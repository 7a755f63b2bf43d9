package sound

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/sound/studio"
)

// mp3 is a tone, made small.
func mp3(t *testing.T, pitch float64, lasts time.Duration) []byte {
	t.Helper()
	lame, err := studio.Find("lame")
	if err != nil {
		t.Fatal(err)
	}
	from, to := filepath.Join(t.TempDir(), "tone.wav"), filepath.Join(t.TempDir(), "tone.mp3")
	if err := os.WriteFile(from, wav(pitch, lasts), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(lame, "--quiet", "-b", "128", from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestASoundFromASlowServerStartsBeforeItIsWhole(t *testing.T) {
	r := open(t, studio.PulseAudio)
	const lasts = 3 * time.Second
	for name, file := range map[string][]byte{"tone.wav": wav(low, lasts), "tone.mp3": mp3(t, low, lasts)} {
		heard := make(chan struct{})
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			_, _ = w.Write(file[:len(file)/2])
			w.(http.Flusher).Flush()
			select {
			case <-heard:
			case <-q.Context().Done():
			}
			_, _ = w.Write(file[len(file)/2:])
		}))
		t.Cleanup(web.Close)
		begins := r.tape.Hears(t, name, r.post(t, client.Card{ID: "door", Sound: web.URL + "/" + name, Duration: time.Minute}))
		close(heard)
		end := r.tape.Falls(t, name, begins, 700*time.Millisecond)
		if took := studio.Duration(end - begins); took < lasts-200*time.Millisecond || took > 2*lasts {
			t.Errorf("%s of %v is heard for %v", name, lasts, took)
		}
	}
}

func TestASoundServerThatWasKilledIsFoundAgain(t *testing.T) {
	r := open(t, studio.PulseAudio)
	at := r.post(t, client.Card{ID: "door", Sound: tone(t, low, 30*time.Second)})
	r.tape.Hears(t, "the tone", at)
	r.Studio.Kill()
	until(t, "the log says that nothing is heard", func() bool { return strings.Contains(r.Log(), "sounds are not heard") })
	if state, err := r.Client().Cards(t.Context()); err != nil || state.Showing == nil || state.Showing.ID != "door" {
		t.Errorf("the card is gone with the sound: %+v, %v", state, err)
	}
	if err := r.Studio.Start(); err != nil {
		t.Fatal(err)
	}
	r.record(t)
	r.steady(t)
	at = r.post(t, client.Card{ID: "door", Duration: time.Minute})
	begins := r.tape.Hears(t, "the next card", at)
	r.tape.Falls(t, "the next card", begins, time.Second)
	r.isChime(t, begins)
	until(t, "the log says that sounds are heard again", func() bool { return strings.Contains(r.Log(), "sounds are heard again") })
}

func TestWithoutASoundServerCardsAreShownAndTheLogSaysItOnce(t *testing.T) {
	t.Setenv("PULSE_SERVER", "unix:/nowhere/at/all")
	t.Setenv("PATH", t.TempDir()) // no aplay either
	r := &room{House: watched(t)}
	const complaint = "sounds are not heard; cuecard doctor says what helps"
	for _, id := range []string{"first", "second", "third"} {
		receipt, err := r.Client().Notify(t.Context(), client.Card{ID: id, Message: "Someone is there", Sound: client.DefaultSound})
		if err != nil || receipt.Result != client.Shown {
			t.Fatalf("%+v, %v", receipt, err)
		}
		until(t, "the log has it", func() bool { return strings.Contains(r.Log(), complaint) })
		if _, err := r.Client().Dismiss(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if said := strings.Count(r.Log(), complaint); said != 1 {
		t.Errorf("the log says it %d times:\n%s", said, r.Log())
	}
	doctor := r.House.Run(t, "doctor").Out
	for _, words := range []string{"Cards that this machine draws are not heard: no sound server answers", "What helps: install PipeWire (apt install pipewire-pulse wireplumber)"} {
		if !strings.Contains(doctor, words) {
			t.Errorf("cuecard doctor does not say %q:\n%s", words, doctor)
		}
	}
}
