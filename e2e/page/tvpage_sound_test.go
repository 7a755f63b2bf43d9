package page

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"cuecard.app/client"
)

const asksForAKey = `document.querySelector('.press').checkVisibility()`

// sound is a recording that the puppet streams: a tone of a quarter of a second, one that never ends, or none.
func sound(w http.ResponseWriter, r *http.Request) {
	tone := tone(250 * time.Millisecond)
	w.Header().Set("Content-Type", "audio/wav")
	switch r.PathValue("name") {
	case "short":
		_, _ = w.Write(tone)
	case "endless":
		_, _ = w.Write(tone[:len(tone)/2])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	default:
		http.NotFound(w, r)
	}
}

// tone is a WAV file with 440 Hz, one channel of 16 bits.
func tone(length time.Duration) []byte {
	const rate = 8000
	samples := make([]int16, int(length.Seconds()*rate))
	for i := range samples {
		samples[i] = int16(3000 * math.Sin(2*math.Pi*440*float64(i)/rate))
	}
	var file bytes.Buffer
	size := uint32(2 * len(samples))
	file.WriteString("RIFF")
	_ = binary.Write(&file, binary.LittleEndian, 36+size)
	file.WriteString("WAVEfmt ")
	_ = binary.Write(&file, binary.LittleEndian, []any{uint32(16), uint16(1), uint16(1), uint32(rate), uint32(2 * rate), uint16(2), uint16(16)})
	file.WriteString("data")
	_ = binary.Write(&file, binary.LittleEndian, size)
	_ = binary.Write(&file, binary.LittleEndian, samples)
	return file.Bytes()
}

// standLoud is a puppet on which a key was pressed: everything may be heard.
func standLoud(t testing.TB, scripts ...string) *puppet {
	t.Helper()
	p := stand(t, hd, scripts...)
	p.do(chromedp.KeyEvent("a"))
	return p
}

func (p *puppet) play(n int, sound string) {
	p.say("play", map[string]any{"n": n, "sound": sound, "volume": 0.8})
}

// wantSilence checks that the page says nothing more of its acts: of the next it says so first.
func (p *puppet) wantSilence(n int) {
	p.t.Helper()
	p.forgive("status of 404")
	p.play(n, "/tv/sounds/missing")
	p.untilEnded(n)
}

func TestChimeIsTwoSoftNotesThatDoNotClick(t *testing.T) {
	type heard struct {
		Peak, Louder, Seconds, FirstJump, LastLevel float64
		First, Second                               float64 // the strength of the second note's pitch before and after it begins
	}
	p := stand(t, hd)
	got := read[heard](p.window, `(async () => {
		const { writeChime, chimeSeconds } = await import('/tv/chime.js');
		const rate = 48000;
		const render = async (volume) => {
			const context = new OfflineAudioContext(1, 2 * rate, rate);
			writeChime(context, volume, 0);
			return (await context.startRendering()).getChannelData(0);
		};
		const peak = (samples) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
		const strength = (samples, hertz) => {
			let [re, im] = [0, 0];
			samples.forEach((sample, i) => {
				re += sample * Math.cos(2 * Math.PI * hertz * i / rate);
				im += sample * Math.sin(2 * Math.PI * hertz * i / rate);
			});
			return Math.hypot(re, im) / samples.length;
		};
		const chime = await render(1);
		let last = chime.length;
		while (last > 0 && Math.abs(chime[last - 1]) < 1e-6) last--;
		let jump = 0;
		for (let i = 1; i < chime.length; i++) jump = Math.max(jump, Math.abs(chime[i] - chime[i - 1]));
		return {
			Peak: peak(await render(0.5)), Louder: peak(chime), Seconds: last / rate, FirstJump: jump,
			LastLevel: peak(chime.slice(last - 48)),
			First: strength(chime.slice(0, 0.15 * rate), 880), Second: strength(chime.slice(0.2 * rate, 0.35 * rate), 880),
		};
	})()`)
	quietest, loudest := math.Pow(10, -24.0/20), math.Pow(10, -14.0/20)
	if got.Louder > loudest || got.Louder < quietest {
		t.Errorf("its peak is %.1f dBFS, want -14 at most and -24 at least", 20*math.Log10(got.Louder))
	}
	if math.Abs(2*got.Peak-got.Louder) > 0.001 {
		t.Errorf("at half the volume its peak is %v, at full %v", got.Peak, got.Louder)
	}
	if got.Seconds >= 1.2 || got.Seconds < 0.5 {
		t.Errorf("it takes %v s", got.Seconds)
	}
	// The steepest a tone of these pitches and levels can be from one sample to the next.
	if steepest := 2 * math.Pi * 1760 / 48000 * got.Louder; got.FirstJump > steepest || got.LastLevel > 0.002 {
		t.Errorf("it clicks: a jump by %v (at most %v), and an end at %v", got.FirstJump, steepest, got.LastLevel)
	}
	if got.Second < 5*got.First {
		t.Errorf("the second note has %v after it begins and %v before", got.Second, got.First)
	}
}

func TestPageAsksForAKeyWhenTheBrowserRefusesSound(t *testing.T) {
	p := stand(t, hd)
	p.forgive("AudioContext was not allowed to start")
	for n, sound := range []string{"default", "/tv/sounds/short"} {
		p.play(n, sound)
		p.untilEnded(n)
		p.until(asksForAKey)
	}
	p.settle()
	_, file := p.screenshot()
	put(t, "press-any-key", file)

	p.do(chromedp.KeyEvent("a"))
	p.until(`!` + asksForAKey)
	for n, sound := range []string{"default", "/tv/sounds/short"} {
		p.play(10+n, sound)
		p.untilEnded(10 + n)
	}
	if read[bool](p.window, asksForAKey) {
		t.Error("the page asks again after a key was pressed")
	}
}

func TestLineThatAsksForAKeyLeavesTheScreenBlackAgain(t *testing.T) {
	p := stand(t, hd)
	p.play(1, "/tv/sounds/short")
	p.until(asksForAKey)
	p.advance(31 * time.Second)
	p.until(`!` + asksForAKey)
}

// ears notes when recordings and chimes begin and stop, and with what volume.
const ears = `window.heard = [];
	const { play, pause } = HTMLMediaElement.prototype;
	HTMLMediaElement.prototype.play = function () { heard.push('play ' + this.volume); return play.call(this); };
	HTMLMediaElement.prototype.pause = function () { heard.push('pause'); return pause.call(this); };
	const { close } = AudioContext.prototype;
	AudioContext.prototype.close = function () { heard.push('close'); return close.call(this); };`

func TestRecordingPlaysToItsEndAtItsVolume(t *testing.T) {
	p := standLoud(t, ears)
	p.play(3, "/tv/sounds/short")
	p.untilEnded(3)
	if got := read[string](p.window, `heard.join()`); got != "play 0.8,pause" {
		t.Errorf("the page did %s", got)
	}
	p.wantSilence(4)
}

func TestHushStopsAtOnceAndTheEndIsSaidOnce(t *testing.T) {
	for name, sound := range map[string]string{"recording": "/tv/sounds/endless", "chime": "default"} {
		t.Run(name, func(t *testing.T) {
			p := standLoud(t, ears)
			p.play(1, sound)
			p.say("hush", map[string]any{"n": 9}) // another act
			p.say("hush", map[string]any{"n": 1})
			p.untilEnded(1)
			if !read[bool](p.window, `heard.includes('pause') || heard.includes('close')`) {
				t.Errorf("the sound goes on: %s", read[string](p.window, `heard.join()`))
			}
			p.say("hush", map[string]any{"n": 1})
			p.wantSilence(2)
		})
	}
}

func TestSoundWithoutEndIsGivenUpAfter65Seconds(t *testing.T) {
	p := standLoud(t)
	p.play(1, "/tv/sounds/endless")
	p.say("address", map[string]any{"seconds": 1}) // comes after it
	p.settle()
	p.advance(66 * time.Second)
	p.untilEnded(1)
}

func TestBrokenSoundEnds(t *testing.T) {
	p := standLoud(t)
	p.wantSilence(1)
	p.wantSilence(2)
	if read[bool](p.window, asksForAKey) {
		t.Error("a key would not help")
	}
}

// endings waits until the page has told the service of so many acts that they have ended, and returns what it loaded
// meanwhile from below /tv/sounds/.
func (tv *tv) endings(acts int, do func()) (sounds []string) {
	tv.t.Helper()
	ctx, cancel := context.WithTimeout(tv.ctx, patience)
	defer cancel()
	answers := chromedp.Events(ctx, network.ResponseReceived)
	do()
	for answer, err := range answers {
		if err != nil {
			tv.t.Fatalf("the page is %d acts short: %v", acts, err)
		}
		switch address := answer.Response.URL; {
		case strings.HasSuffix(address, "/tv/ended") && answer.Response.Status == http.StatusOK:
			acts--
		case strings.Contains(address, "/tv/sounds/"):
			sounds = append(sounds, answer.Response.MimeType)
		}
		if acts == 0 {
			return sounds
		}
	}
	return sounds
}

func TestCardIsHeardThroughTheService(t *testing.T) {
	tv := watch(t, hd)
	tv.do(chromedp.KeyEvent("a"))
	radio := serving(t, tone(250*time.Millisecond), "audio/wav")
	for sound, want := range map[string]int{client.DefaultSound: 0, radio: 1} {
		loaded := tv.endings(2, func() {
			card := client.Card{ID: "door", Message: "Open", Sound: sound, Speak: true, Persistent: true}
			if _, err := tv.client().Notify(t.Context(), card); err != nil {
				t.Fatal(err)
			}
		})
		if len(loaded) != want || want == 1 && loaded[0] != "audio/wav" {
			t.Errorf("%s: the page loaded %v", sound, loaded)
		}
	}
}
