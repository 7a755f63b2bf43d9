// @ts-check
import { button, make } from './dom.js';

/**
 * Copies text. Browsers give their clipboard only to secure pages, and a TV is reached by plain http: there the old
 * way by a selection has to do.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  if (navigator.clipboard) {
    const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
    if (done) return true;
  }
  const focused = document.activeElement;
  const carrier = make('textarea', { class: 'carrier', 'aria-hidden': 'true' });
  carrier.value = text;
  document.body.append(carrier);
  carrier.select();
  const done = document.execCommand('copy');
  carrier.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}

/**
 * A button that copies and says so.
 * @param {string} words
 * @param {() => string} text
 */
export function copyButton(words, text) {
  const self = button(words, async () => {
    self.textContent = (await copy(text())) ? 'Copied' : 'Select it and copy';
    setTimeout(() => { self.textContent = words; }, 2000);
  }, { class: 'quiet' });
  return self;
}
