// @ts-check
import { make } from './make.js';

/** <copy-button> puts its text on the clipboard, and says so. */
export class CopyButton extends HTMLElement {
  /** What is copied: text, or a question for it. */
  #text;
  #button = make('button', { type: 'button', class: 'plain' }, 'Copy');

  /** @param {() => string | Promise<string>} text */
  constructor(text) {
    super();
    this.#text = text;
    this.#button.addEventListener('click', () => void this.#copy());
    this.#button.addEventListener('blur', () => { this.#button.textContent = 'Copy'; });
  }

  connectedCallback() {
    this.#button.setAttribute('aria-live', 'polite');
    this.append(this.#button);
  }

  async #copy() {
    try {
      const text = await this.#text();
      await navigator.clipboard.writeText(text).catch(() => copySelected(text));
      this.#button.textContent = 'Copied';
    } catch {
      this.#button.textContent = 'Could not copy';
    }
  }
}

/**
 * The way of browsers that keep the clipboard from pages.
 * @param {string} text
 */
function copySelected(text) {
  const back = document.activeElement;
  const area = make('textarea', { class: 'aside', readonly: '' }, text);
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (back instanceof HTMLElement) back.focus();
  if (!copied) throw new Error('the browser refuses');
}

customElements.define('copy-button', CopyButton);
