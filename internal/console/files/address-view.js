// @ts-check
import { AddressSheet } from './address-sheet.js';
import { words } from './device.js';
import { button, make } from './make.js';
import { owner } from './owner.js';

/** @typedef {import('./types.js').Status} Status */

/** <address-view> is where cards are sent to, for everybody in the room. */
export class AddressView extends HTMLElement {
  #sheet = new AddressSheet();
  #said = make('p', { role: 'status', class: 'said' });
  #token = button('Put the token into the code', () => this.#carry(), { id: 'carry-token', 'aria-pressed': 'false' });

  connectedCallback() {
    this.replaceChildren(
      this.#sheet,
      make('p', { class: 'actions' }, button('Show it on the TV', () => this.#show(), { id: 'show-address' }), this.#token),
      this.#said,
    );
  }

  /** @param {Status} status */
  update(status) {
    this.#token.hidden = !status.hasToken || !status.address;
    if (this.#token.hidden) this.#carries(null);
    this.#sheet.update(status);
  }

  /** Whoever reads the code can then send cards: only when the owner asks. */
  async #carry() {
    const carries = this.#token.getAttribute('aria-pressed') === 'true';
    try {
      this.#carries(carries ? null : await owner.code());
      this.#said.textContent = carries ? '' : 'Whoever points a phone at the code can send cards now.';
    } catch (error) {
      this.#said.textContent = words(error);
    }
  }

  /** @param {import('./types.js').Code | null} code */
  #carries(code) {
    this.#token.setAttribute('aria-pressed', String(code !== null));
    this.#sheet.withToken = code;
  }

  async #show() {
    this.#said.textContent = '';
    this.#said.classList.remove('error');
    try {
      await owner.address();
      this.#said.textContent = 'The TV shows its address for 30 seconds.';
    } catch (error) {
      this.#said.classList.add('error');
      this.#said.textContent = words(error);
    }
  }
}

customElements.define('address-view', AddressView);
