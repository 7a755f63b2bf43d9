package speech

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"
)

func TestEspeakHasAVoiceForEveryScript(t *testing.T) {
	withEspeak(t)
	s, _ := speaker(&ear{}, &Wishes{})
	for text, want := range map[string]string{
		"Door": "en-gb", "Дверь": "ru", "Двері її": "uk", "门铃": "cmn", "ドア": "ja", "문": "ko", "Πόρτα": "el", "דלת": "he", "باب": "ar", "پنجره": "fa", "दरवाज़ा": "hi", "দরজা": "bn",
		"கதவு": "ta", "తలుపు": "te", "ประตู": "th", "კარი": "ka", "Դուռ": "hy", "ਦਰਵਾਜ਼ਾ": "pa", "દરવાજો": "gu", "ବାଡ଼": "or", "ಬಾಗಿಲು": "kn", "വാതിൽ": "ml", "දොර": "si", "တံခါး": "my", "በር": "am",
	} {
		parts, err := s.Prepare(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if got := parts[0]; got.Engine != Espeak || got.Voice != want {
			t.Errorf("%s is read by %s, voice %s, want %s", text, got.Engine, got.Voice, want)
		}
	}
}

func TestAVoiceIsOfTheCountryElseOfTheLanguageElseTheDefault(t *testing.T) {
	withEspeak(t)
	wishes := &Wishes{}
	s, log := speaker(&ear{}, wishes)
	for language, want := range map[string]string{"en-US": "en-us", "de-AT": "de", "pt-br": "pt-br", "no": "nb", "zh-TW": "cmn", "tlh": "en", "-w": "en-gb"} {
		wishes.Language = language
		parts, err := s.Prepare(t.Context(), "Door")
		if err != nil {
			t.Fatal(err)
		}
		if parts[0].Voice != want {
			t.Errorf("for %s the voice is %s, want %s", language, parts[0].Voice, want)
		}
		s.Speak(t.Context(), 1, "Door")
	}
	log.want(t)
}

func TestLanguageAndRateAreHeard(t *testing.T) {
	withEspeak(t)
	const text = "Jemand steht vor der Tür und hat zweimal geklingelt."
	read := func(w Wishes) heard {
		e := &ear{}
		s, log := speaker(e, &w)
		s.Speak(t.Context(), 1, text)
		log.want(t)
		return e.sounds[0]
	}
	english, german := read(Wishes{}), read(Wishes{Language: "de"})
	if slices.Equal(english.samples, german.samples) {
		t.Error("the language makes no difference")
	}
	for _, rate := range []float64{0.5, 2, 9} {
		ratio := english.seconds() / read(Wishes{Rate: rate}).seconds()
		if rate = min(rate, Fastest); math.Abs(ratio/rate-1) > 0.3 {
			t.Errorf("at a rate of %g it is %.2f times as fast", rate, ratio)
		}
	}
}

func TestTextIsNeitherMarkupNorAnOption(t *testing.T) {
	withEspeak(t)
	length := func(text string) float64 {
		e := &ear{}
		s, log := speaker(e, &Wishes{})
		s.Speak(t.Context(), 1, text)
		log.want(t)
		if len(e.sounds) != 1 {
			t.Fatalf("%s was read %d times", quoted(text), len(e.sounds))
		}
		return e.sounds[0].seconds()
	}
	plain := length("the water is running in the kitchen")
	for _, text := range []string{"<the water/> is <b>running</b> in the kitchen", "--the-water -is -v running in the kitchen", "[[the water is running in the kitchen]]",
		"the\x01 50S water is\x1b[0m running in the kitchen", "&lt;the water is running in the kitchen"} {
		if got := length(text); got < 0.85*plain || got > 3*plain {
			t.Errorf("%s takes %.2f s, the plain words %.2f s", quoted(text), got, plain)
		}
	}
	if short := length("Door"); plain < 2.5*short {
		t.Errorf("a sentence takes %.2f s and a word %.2f s", plain, short)
	}
	if one, two := length("One two"), length("One\nTwo"); two-one < 0.2 || two-one > 0.6 {
		t.Errorf("two lines take %.2f s, two words %.2f s", two, one)
	}
}

// Rates and languages change with every text, so that they meet.
func TestNoTextStopsEspeak(t *testing.T) {
	withEspeak(t)
	for i, c := range hostile() {
		t.Run(c.name, func(t *testing.T) {
			e := &ear{}
			s, log := speaker(e, &Wishes{Rate: []float64{0.5, 1, 2}[i%3], Language: []string{"", "en", "ja", "ar"}[i%4]})
			s.Speak(t.Context(), 1, c.text, "The end.")
			if len(e.sounds) > 1 && e.sounds[0].seconds() > 60 { // long enough
				log.mayHave(t, "went on for more than")
			} else {
				log.want(t)
			}
			want := 2
			if readable(c.text) == "" {
				want = 1
			}
			if len(e.sounds) != want || e.sounds[want-1].seconds() < 0.2 {
				t.Fatalf("%d texts were read", len(e.sounds))
			}
			t.Logf("%.1f s", e.sounds[0].seconds())
		})
	}
	if _, err := os.Stat("/tmp/cuecard-owned"); err == nil {
		t.Error("a shell has seen the text")
	}
	if _, err := os.Stat("/tmp/cuecard-owned.wav"); err == nil {
		t.Error("the text was taken for an option")
	}
}

func TestSilenceIsNotPrepared(t *testing.T) {
	bin := alone(t)
	install(t, bin, "espeak-ng", `echo started >>"$HOME/started"`)
	for _, c := range []struct {
		engine string
		volume float64
		text   string
	}{{Off, 1, "Door"}, {Auto, 0, "Door"}, {Auto, 1, "..."}} {
		s, log := speaker(&ear{}, &Wishes{Engine: c.engine})
		s.Speak(t.Context(), c.volume, c.text)
		log.want(t)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, log := speaker(&ear{}, &Wishes{})
	s.Speak(ctx, 1, "Door")
	log.want(t)
	if _, err := os.Stat(os.Getenv("HOME") + "/started"); err == nil {
		t.Error("an engine was started although nothing is to be heard")
	}
}
