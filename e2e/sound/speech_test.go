package sound

import (
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/sound/studio"
)

// pause is silence that is longer than a voice makes between words, and shorter than that after the chime.
const pause = 200 * time.Millisecond

// spoken posts a card with a chime and returns what is heard after it.
func (r *room) spoken(t *testing.T, message string) []int16 {
	t.Helper()
	at := r.post(t, client.Card{ID: "door", Speak: true, Message: message, Duration: time.Minute})
	begins := r.tape.Hears(t, "the chime", at)
	chime := r.tape.Falls(t, "the chime", begins, pause)
	r.isChime(t, begins)
	if lasts := studio.Duration(chime - begins); lasts > 1200*time.Millisecond {
		t.Errorf("chime and speech are heard together: there is no pause for %v", lasts)
	}
	voice := r.tape.Hears(t, "speech", chime)
	end := r.tape.Falls(t, "speech", voice, 1200*time.Millisecond)
	return r.tape.Since(voice)[:end-voice]
}

func TestACardIsSpokenAfterItsChime(t *testing.T) {
	if _, err := studio.Find("espeak-ng"); err != nil {
		t.Fatal(err)
	}
	r := open(t, studio.PulseAudio)
	r.set(t, "language=en")
	short := r.spoken(t, "Somebody is there.")
	long := r.spoken(t, "Somebody is there. The parcel service leaves six small boxes at the front door.")
	for what, voice := range map[string][]int16{"a short message": short, "a long message": long} {
		told := studio.Tell(voice)
		t.Logf("%s: %+v in %v", what, told, studio.Duration(len(voice)))
		if !told.Speech() {
			t.Errorf("%s does not sound like speech: %+v in %v", what, told, studio.Duration(len(voice)))
		}
	}
	if few, many := studio.Duration(len(short)), studio.Duration(len(long)); few < 500*time.Millisecond || many < 2*few {
		t.Errorf("a short message takes %v, one four times as long %v", few, many)
	}
}

func TestWithSpeechOffACardHasOnlyItsChime(t *testing.T) {
	r := open(t, studio.PulseAudio)
	r.set(t, "speech=off")
	at := r.post(t, client.Card{ID: "door", Speak: true, Duration: time.Minute})
	begins := r.tape.Hears(t, "the chime", at)
	r.tape.Silent(t, "more than the chime", begins+studio.Length(1200*time.Millisecond), 1500*time.Millisecond)
	r.isChime(t, begins)
}
