// @ts-check
import { languageOf } from './language.js';

/** A breath between title and message, in ms. */
const breath = 450;
/** Some browsers load their voices only when they are asked for. */
const voicesWithin = 2000;

/**
 * Texts that the browser reads aloud, one after the other.
 * @param {string[]} texts
 * @param {number} volume from 0 to 1
 * @returns {import('./acts.js').Performance}
 */
export function speech(texts, volume) {
  return async (over) => {
    const voices = await installedVoices(over);
    if (voices.length === 0) return;
    over.addEventListener('abort', () => speechSynthesis.cancel(), { once: true });
    for (const [at, text] of texts.entries()) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, breath));
      if (over.aborted) return;
      await utter(text, volume, voices);
    }
  };
}

/**
 * @param {AbortSignal} over
 * @returns {Promise<SpeechSynthesisVoice[]>} none where the browser cannot speak
 */
async function installedVoices(over) {
  if (!('speechSynthesis' in window)) return [];
  const voices = speechSynthesis.getVoices();
  if (voices.length > 0) return voices;
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, voicesWithin);
    const done = () => {
      clearTimeout(timer);
      speechSynthesis.removeEventListener('voiceschanged', done);
      resolve(undefined);
    };
    speechSynthesis.addEventListener('voiceschanged', done);
    over.addEventListener('abort', done, { once: true });
  });
  return speechSynthesis.getVoices();
}

/**
 * @param {string} text
 * @param {number} volume
 * @param {SpeechSynthesisVoice[]} voices
 * @returns {Promise<void>}
 */
function utter(text, volume, voices) {
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text);
    const language = languageOf(text, navigator.language);
    utterance.volume = volume;
    utterance.lang = language;
    utterance.voice = voices.find((voice) => speaks(voice, language)) || null;
    utterance.onend = () => resolve();
    utterance.onerror = ({ error }) => {
      reject(new DOMException(error, error === 'not-allowed' ? 'NotAllowedError' : 'AbortError'));
    };
    speechSynthesis.speak(utterance);
  });
}

/**
 * @param {SpeechSynthesisVoice} voice
 * @param {string} language
 */
function speaks(voice, language) {
  const [wanted] = language.split('-');
  return voice.lang.replace('_', '-').split('-')[0].toLowerCase() === wanted.toLowerCase();
}
