// @ts-check
import { device, words } from './device.js';
import { button, make } from './make.js';
import { owner } from './owner.js';

/** @type {Record<string, string>} */
const results = {
  shown: 'The card is on the screen.',
  replaced: 'The card is on the screen.',
  queued: 'The card waits: another one is showing.',
  'queued (dropped oldest)': 'The card waits: many others do too.',
};

/** <test-card> sends a card for real, with the TV's own sound, and says what became of it. */
export class TestCard extends HTMLElement {
  #said = make('p', { role: 'status', class: 'said' });
  #label;

  /** @param {string} label */
  constructor(label) {
    super();
    this.#label = label;
  }

  connectedCallback() {
    this.replaceChildren(button(this.#label, () => this.#send(), { class: this.className || 'plain', 'data-test-card': '' }), this.#said);
  }

  async #send() {
    this.#said.classList.remove('error');
    this.#said.textContent = 'Sending…';
    try {
      const { result } = await owner.test();
      await device.refresh();
      this.#said.textContent = unwatched() ? 'Sent, but no TV page is open to show it.' : results[result] ?? `The card is ${result}.`;
      this.dispatchEvent(new Event('sent'));
    } catch (error) {
      this.#said.classList.add('error');
      this.#said.textContent = words(error);
    }
  }
}

function unwatched() {
  const screen = device.status?.screen;
  return screen?.kind === 'browser' && screen.viewers === 0;
}

customElements.define('test-card', TestCard);
