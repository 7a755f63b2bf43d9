package page

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// mouth is a browser that speaks: it notes what it says, and each text ends when the test lets it.
const mouth = `window.spoken = [];
	Object.defineProperty(navigator, 'language', { value: 'en-US' });
	window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
	Object.defineProperty(window, 'speechSynthesis', { value: {
		getVoices: () => ['en-GB', 'ja_JP', 'ru-RU'].map((lang) => ({ lang })),
		speak(utterance) {
			const { text, lang, volume, voice } = utterance;
			spoken.push([text, lang, volume, voice && voice.lang].join('|'));
			window.utterance = utterance;
			document.body.dataset.spoken = spoken.length;
		},
		cancel() { spoken.push('cancel'); },
	} });`

func (p *puppet) speak(n int, texts ...string) {
	p.say("speak", map[string]any{"n": n, "texts": texts, "volume": 0.5})
}

func (p *puppet) untilSpoken(texts int) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.body.dataset.spoken === '%d'`, texts))
}

func TestTextsAreReadOneAfterTheOther(t *testing.T) {
	p := stand(t, hd, mouth)
	p.speak(1, "Door", "ドアが開いています")
	p.untilSpoken(1)
	waited := read[float64](p.window, `new Promise((done) => {
		const before = performance.now();
		new MutationObserver(() => done(performance.now() - before)).observe(document.body, { attributes: true });
		utterance.onend();
	})`)
	if waited < 300 || waited > 3000 {
		t.Errorf("there are %v ms between the texts", waited)
	}
	read[any](p.window, `utterance.onend()`)
	p.untilEnded(1)
	if got := read[string](p.window, `spoken.join()`); got != "Door|en-US|0.5|en-GB,ドアが開いています|ja|0.5|ja_JP,cancel" {
		t.Errorf("the page said %s", got)
	}
}

func TestHushStopsTheVoice(t *testing.T) {
	p := stand(t, hd, mouth)
	p.speak(1, "Door", "Open")
	p.untilSpoken(1)
	p.say("hush", map[string]any{"n": 1})
	p.untilEnded(1)
	if got := read[string](p.window, `spoken.slice(1).join()`); got != "cancel" {
		t.Errorf("then the page did %s", got)
	}
	p.wantSilence(2)
}

func TestVoiceThatFailsOrIsRefusedEnds(t *testing.T) {
	p := stand(t, hd, mouth)
	p.speak(1, "Door", "Open")
	p.untilSpoken(1)
	read[any](p.window, `utterance.onerror({ error: 'synthesis-failed' })`)
	p.untilEnded(1)
	if read[bool](p.window, asksForAKey) {
		t.Error("a key would not help")
	}
	p.speak(2, "Door")
	p.untilSpoken(3) // and the cancel between them
	read[any](p.window, `utterance.onerror({ error: 'not-allowed' })`)
	p.untilEnded(2)
	p.until(asksForAKey)
	p.do(chromedp.KeyEvent("a"))
	p.until(`!` + asksForAKey)
}

func TestBrowserWithoutAVoiceEndsTheSpeech(t *testing.T) {
	p := stand(t, hd, `Object.defineProperty(window, 'speechSynthesis', { value: Object.assign(new EventTarget(), { getVoices: () => [] }) })`)
	p.speak(1, "Door")
	p.untilEnded(1)

	p = stand(t, hd, `delete window.speechSynthesis; delete Window.prototype.speechSynthesis`)
	p.speak(1, "Door")
	p.untilEnded(1)
}

func TestLanguageIsGuessedFromTheScript(t *testing.T) {
	p := stand(t, hd)
	for text, want := range map[string]string{
		"Somebody is at the door":     "de-DE", // the device's own
		"Die Tür ist offen":           "de-DE",
		"24 °C":                       "de-DE",
		"ドアが開いています":                   "ja",
		"東京タワー":                       "ja",
		"门开着":                         "zh",
		"문이 열려 있습니다":                  "ko",
		"Дверь открыта":               "ru",
		"Двері відчинені":             "uk",
		"Η πόρτα είναι ανοιχτή":       "el",
		"הדלת פתוחה":                  "he",
		"الباب مفتوح":                 "ar",
		"پنجره باز است":               "fa",
		"दरवाज़ा खुला है":             "hi",
		"ประตูเปิดอยู่":               "th",
		"Meeting with 田中 at the door": "de-DE", // most of it is not Han
		"WLAN в квартире отключён":    "ru",
	} {
		if got := read[string](p.window, fmt.Sprintf(`import('/tv/language.js').then(({ languageOf }) => languageOf(%q, 'de-DE'))`, text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}
