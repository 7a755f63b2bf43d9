package speech

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// No voice of piper can be had without the network, so a script stands in for its command line here: it keeps its arguments
// and its input, and answers with as many samples as it was given bytes.
const piperScript = `echo "$@" >>"$HOME/args"; cat >"$HOME/in"; cat "$HOME/in" >>"$HOME/all"
[ -e "$HOME/broken" ] && { echo "no espeak-ng-data" >&2; exit 1; }
head -c $(($(wc -c <"$HOME/in") * 1000)) /dev/zero
`

// voiceFile puts a voice where the owner's are.
func voiceFile(t *testing.T, dir, name, about string) string {
	t.Helper()
	path := filepath.Join(dir, name+".onnx")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for file, content := range map[string]string{path: "model", path + ".json": about} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

func about(language string, rate int, length float64) string {
	return fmt.Sprintf(`{"audio":{"sample_rate":%d},"language":{"code":%q},"inference":{"length_scale":%g}}`, rate, language, length)
}

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(os.Getenv("HOME"), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPiperReadsWithTheVoiceOfTheLanguage(t *testing.T) {
	bin := alone(t)
	install(t, bin, "piper", piperScript)
	home := filepath.Join(os.Getenv("HOME"), ".local", "share", "piper")
	voiceFile(t, home, "en_US-amy-low", about("en_US", 16_000, 1))
	british := voiceFile(t, home+"/en/en_GB", "en_GB-alan-medium", about("en_GB", 22_050, 1.5))
	voiceFile(t, home, "ru_RU-irina-medium", `{"audio":{"sample_rate":22050},"espeak":{"voice":"ru"}}`)
	voiceFile(t, home, "de_DE-broken", `{`)
	voiceFile(t, home, "fr_FR-strange", about("fr_FR", 1, 1))
	e := &ear{}
	s, log := speaker(e, &Wishes{Engine: Piper, Rate: 2})
	parts, err := s.Prepare(t.Context(), "Door", "Дверь", "门", "--json-input")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range parts {
		got = append(got, p.Voice)
	}
	if got, want := strings.Join(got, " "), "en_GB-alan-medium ru_RU-irina-medium en_GB-alan-medium en_GB-alan-medium"; got != want {
		t.Errorf("the voices are %s, want %s", got, want)
	}
	if err := s.Say(t.Context(), 1, parts); err != nil {
		t.Fatal(err)
	}
	log.want(t)
	if args, want := strings.SplitN(text(t, "args"), "\n", 2)[0], "--model "+british+" --output-raw --length-scale 0.750"; args != want {
		t.Errorf("the arguments are %q, want %q", args, want)
	}
	if strings.Contains(text(t, "args"), "json-input") || text(t, "all") != "Door\nДверь\n门\n--json-input\n" {
		t.Errorf("piper reads %q", text(t, "all"))
	}
	if len(e.sounds) != 4 || e.sounds[0].rate != 22_050 || len(e.sounds[0].samples) != 5*1000/2 {
		t.Errorf("%d sounds; of the first %d samples at %d Hz", len(e.sounds), len(e.sounds[0].samples), e.sounds[0].rate)
	}
}

func TestTheOwnersVoiceComesFirst(t *testing.T) {
	bin := alone(t)
	install(t, bin, "piper-tts", piperScript)
	install(t, bin, "piper", "exit 1") // in Debian, a program for mice
	home := os.Getenv("HOME")
	voiceFile(t, home+"/.local/share/piper", "en_GB-alan-medium", about("en_GB", 22_050, 1))
	own := voiceFile(t, home+"/mine", "en_GB-zoe", about("en_GB", 22_050, 1))
	for _, place := range []string{own, filepath.Dir(own)} {
		t.Setenv(PiperVoice, place)
		s, log := speaker(&ear{}, &Wishes{Engine: Piper})
		if parts, err := s.Prepare(t.Context(), "Door"); err != nil || parts[0].Voice != "en_GB-zoe" {
			t.Errorf("with %s: %+v, %v", place, parts, err)
		}
		s.Speak(t.Context(), 1, "Door")
		log.want(t)
	}
}

func TestAutoTakesTheBestThatFits(t *testing.T) {
	bin := withEspeak(t)
	install(t, bin, "piper", piperScript)
	wishes := &Wishes{Engine: Auto}
	e := &ear{}
	s, log := speaker(e, wishes)
	who := func(text string) string {
		t.Helper()
		parts, err := s.Prepare(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		return parts[0].Engine
	}
	if got := who("Door"); got != Espeak {
		t.Errorf("without a voice for piper, %s reads", got)
	}
	home := filepath.Join(os.Getenv("HOME"), ".local", "share", "piper")
	voiceFile(t, home, "en_US-amy-low", about("en_US", 16_000, 1))
	if got := who("Door"); got != Piper {
		t.Errorf("with a voice for piper, %s reads", got)
	}
	if got := who("Дверь"); got != Espeak {
		t.Errorf("what only espeak-ng has a voice for, %s reads", got)
	}
	wishes.Engine = Piper
	if got := who("Дверь"); got != Piper {
		t.Errorf("the owner wants piper and %s reads", got)
	}
	wishes.Engine = Auto
	if err := os.WriteFile(filepath.Join(os.Getenv("HOME"), "broken"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.Speak(t.Context(), 1, "Door")
	}
	if got := e.sounds[len(e.sounds)-1]; len(got.samples) < 1000 || got.rate != espeakRate {
		t.Errorf("when piper is broken %d samples are heard at %d Hz", len(got.samples), got.rate)
	}
	log.want(t, `engine=espeak-ng error="piper broke off: exit status 1: no espeak-ng-data"`)
	wishes.Engine = Piper
	s.Speak(t.Context(), 1, "Door")
	log.want(t, "another engine", "not read aloud to its end")
}

func TestWithoutAnEngineThereIsOneLineInTheLog(t *testing.T) {
	path := program(t, "espeak-ng", "espeak-ng")
	bin := alone(t)
	e := &ear{}
	s, log := speaker(e, &Wishes{})
	for range 3 {
		s.Speak(t.Context(), 1, "Door", "Somebody")
	}
	const none = "there is no engine for speech: piper is not installed; espeak-ng is not installed; speech-dispatcher is not running"
	log.want(t, none)
	link(t, bin, "espeak-ng", path)
	for range 2 {
		s.Speak(t.Context(), 1, "Door")
	}
	log.want(t, none, "read aloud again")
	if len(e.sounds) != 2 {
		t.Errorf("%d texts were heard", len(e.sounds))
	}
}
