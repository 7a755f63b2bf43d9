package sound

import (
	"strings"
	"testing"
	"time"

	"cuecard.app/client"
	"cuecard.app/e2e/sound/studio"
)

// isChime fails unless the chime's two notes begin at a place, one after the other.
func (r *room) isChime(t *testing.T, at int) {
	t.Helper()
	const first, second = 659.26, 880
	notes := r.tape.Since(at)
	piece := func(from, to time.Duration) []int16 {
		return notes[studio.Length(from):studio.Length(to)]
	}
	early, late := piece(0, 160*time.Millisecond), piece(200*time.Millisecond, 400*time.Millisecond)
	if has, not := studio.Strength(early, first), studio.Strength(early, second); has < 0.02 || not > has/4 {
		t.Errorf("the first note is %.3f strong, and the second as early %.3f", has, not)
	}
	if has := studio.Strength(late, second); has < 0.02 {
		t.Errorf("the second note is %.3f strong", has)
	}
}

// isNotification waits until what is played is listed as one, so that the system mixes it as its owner wants.
func (r *room) isNotification(t *testing.T) {
	t.Helper()
	var list string
	until(t, "a stream is listed", func() bool {
		list = r.Streams(t)
		return strings.Contains(list, "Sink Input #")
	})
	for _, property := range []string{`media.role = "event"`, `application.name = "Cuecard"`} {
		if !strings.Contains(list, property) {
			t.Errorf("the stream has no %s:\n%s", property, list)
		}
	}
}

func TestTheChimeIsHeardWhenItsCardIsShownAndOnlyThen(t *testing.T) {
	for _, kind := range []studio.Kind{studio.PulseAudio, studio.PipeWire} {
		t.Run(string(kind), func(t *testing.T) {
			r := open(t, kind)
			r.tape.Silent(t, "a service without a card", 0, 500*time.Millisecond)
			// The one below waits for its turn.
			r.post(t, client.Card{ID: "first", Sound: client.NoSound, Duration: time.Minute})
			at := r.post(t, client.Card{ID: "door"})
			r.tape.Silent(t, "a card that waits", at, 700*time.Millisecond)
			at = r.tape.Now()
			r.dismiss(t, "first")
			begins := r.tape.Hears(t, "the chime", at)
			end := r.tape.Falls(t, "the chime", begins, time.Second)
			r.isChime(t, begins)
			if lasts := studio.Duration(end - begins); lasts < 500*time.Millisecond || lasts > 1200*time.Millisecond {
				t.Errorf("it lasts %v", lasts)
			}
			at = r.dismiss(t, "door")
			r.tape.Silent(t, "a card that goes", at, 500*time.Millisecond)
			r.post(t, client.Card{ID: "door", Sound: tone(t, low, 30*time.Second)})
			r.isNotification(t)
		})
	}
}

func TestADeletedCardIsSilentSoon(t *testing.T) {
	r := open(t, studio.PulseAudio)
	at := r.post(t, client.Card{ID: "door", Sound: tone(t, low, 30*time.Second)})
	r.tape.Hears(t, "the tone", at)
	r.stops(t, "the tone", r.dismiss(t, "door"))
	at = r.post(t, client.Card{ID: "door", Sound: client.NoSound, Speak: true, Message: strings.Repeat("There is somebody at the front door. ", 10)})
	r.tape.Hears(t, "speech", at)
	r.isNotification(t)
	r.stops(t, "speech", r.dismiss(t, "door"))
}

// follows fails unless the high tone comes after the low one, and the recording ends with silence.
func (r *room) follows(t *testing.T, from int) {
	t.Helper()
	end := r.tape.Falls(t, "both tones", from, 700*time.Millisecond)
	all := r.tape.Since(from)[:end-from]
	_, lowEnds, heard := studio.Span(all, low)
	highBegins, _, heardToo := studio.Span(all, high)
	if !heard || !heardToo {
		t.Fatalf("the low tone is heard: %v, the high one: %v", heard, heardToo)
	}
	// Of a piece in which one ends and the other begins, both have a part.
	if highBegins < lowEnds-studio.Rate/50 {
		t.Errorf("both are heard for %v", studio.Duration(lowEnds-highBegins))
	}
}

func TestAReplacedCardPlaysItsOwnSoundAndTheOldOneStops(t *testing.T) {
	r := open(t, studio.PulseAudio)
	at := r.post(t, client.Card{ID: "door", Sound: tone(t, low, 30*time.Second)})
	begins := r.tape.Hears(t, "the low tone", at)
	r.post(t, client.Card{ID: "door", Sound: tone(t, high, time.Second)})
	r.follows(t, begins)
}

func TestTwoCardsInARowAreNotHeardAtOnce(t *testing.T) {
	r := open(t, studio.PulseAudio)
	at := r.post(t, client.Card{ID: "first", Sound: tone(t, low, 30*time.Second), Duration: time.Minute})
	r.post(t, client.Card{ID: "second", Sound: tone(t, high, time.Second), Duration: time.Minute})
	begins := r.tape.Hears(t, "the low tone", at)
	r.dismiss(t, "first")
	r.follows(t, begins)
}

func TestAPersistentCardThatReturnsIsSilent(t *testing.T) {
	r := open(t, studio.PulseAudio)
	at := r.post(t, client.Card{ID: "stays", Sound: tone(t, low, time.Second/2), Persistent: true, Speak: true})
	begins := r.tape.Hears(t, "the low tone", at)
	r.tape.Falls(t, "the card that stays", begins, time.Second)
	at = r.post(t, client.Card{ID: "passes", Sound: tone(t, high, 30*time.Second), Duration: time.Minute})
	r.tape.Hears(t, "the high tone", at)
	gone := r.dismiss(t, "passes")
	if state, err := r.Client().Cards(t.Context()); err != nil || state.Showing == nil || state.Showing.ID != "stays" {
		t.Fatalf("the card is not back: %+v, %v", state, err)
	}
	r.stops(t, "the high tone", gone)
	r.tape.Silent(t, "the card that returned", gone+studio.Length(soon), time.Second)
}

func TestTheOwnersVolumeIsTheLevelThatIsHeard(t *testing.T) {
	r := open(t, studio.PulseAudio)
	address := tone(t, low, 30*time.Second)
	var full float64
	for _, volume := range []struct {
		setting string
		level   float64
	}{{"volume=1", 1}, {"volume=0.5", 0.5}, {"volume=0", 0}} {
		r.set(t, volume.setting)
		at := r.post(t, client.Card{ID: "door", Sound: address, Speak: volume.level == 0})
		if volume.level == 0 {
			r.tape.Silent(t, "a card at "+volume.setting, at, 1500*time.Millisecond)
			continue
		}
		begins := r.tape.Hears(t, "the tone at "+volume.setting, at)
		r.tape.Hears(t, "its middle", begins+studio.Length(400*time.Millisecond))
		level := studio.Strength(r.tape.Since(begins)[studio.Length(100*time.Millisecond):studio.Length(300*time.Millisecond)], low)
		if volume.level == 1 {
			full = level
		}
		if level < 0.45*volume.level || level > 0.55*volume.level || level < 0.95*full*volume.level || level > 1.05*full*volume.level {
			t.Errorf("at %s the level is %.3f, and was %.3f at the whole", volume.setting, level, full)
		}
		r.stops(t, "the tone", r.dismiss(t, "door"))
	}
}
