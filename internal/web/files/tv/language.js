// @ts-check

/**
 * Scripts that give a language away, or at least one that reads them aloud. Where languages share a script, the one
 * with letters of its own comes first.
 * @type {{language: string, script: RegExp, own?: RegExp}[]}
 */
const scripts = [
  { language: 'ja', script: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu, own: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { language: 'zh', script: /\p{Script=Han}/gu },
  { language: 'ko', script: /\p{Script=Hangul}/gu },
  { language: 'uk', script: /\p{Script=Cyrillic}/gu, own: /[іїєґ]/iu },
  { language: 'ru', script: /\p{Script=Cyrillic}/gu },
  { language: 'el', script: /\p{Script=Greek}/gu },
  { language: 'he', script: /\p{Script=Hebrew}/gu },
  { language: 'fa', script: /\p{Script=Arabic}/gu, own: /[پچژگ]/u },
  { language: 'ar', script: /\p{Script=Arabic}/gu },
  { language: 'hi', script: /\p{Script=Devanagari}/gu },
  { language: 'bn', script: /\p{Script=Bengali}/gu },
  { language: 'ta', script: /\p{Script=Tamil}/gu },
  { language: 'te', script: /\p{Script=Telugu}/gu },
  { language: 'th', script: /\p{Script=Thai}/gu },
  { language: 'ka', script: /\p{Script=Georgian}/gu },
  { language: 'hy', script: /\p{Script=Armenian}/gu },
];

/**
 * Guesses the language of a text from the script of most of its letters. Latin letters say nothing, and the device's
 * own language is the best guess then.
 * @param {string} text
 * @param {string} device the device's language
 */
export function languageOf(text, device) {
  let language = '';
  let most = count(text, /\p{Script=Latin}/gu);
  for (const candidate of scripts) {
    const letters = count(text, candidate.script);
    if (letters > most && (!candidate.own || candidate.own.test(text))) [language, most] = [candidate.language, letters];
  }
  return language === '' || device.split('-')[0] === language ? device : language;
}

/**
 * @param {string} text
 * @param {RegExp} letters
 */
function count(text, letters) {
  return (text.match(letters) || []).length;
}
