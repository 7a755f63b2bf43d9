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

  connectedCallback() {
    this.replaceChildren(
      this.#sheet,
      make('p', { class: 'actions' }, button('Show it on the TV', () => this.#show(), { id: 'show-address' })),
      this.#said,
    );
  }

  /** @param {Status} status */
  update(status) {
    this.#sheet.update(status);
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
