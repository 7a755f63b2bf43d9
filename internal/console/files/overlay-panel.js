// @ts-check
import { allowCommand } from './command-line.js';
import { device, words } from './device.js';
import { button, make } from './make.js';
import { owner } from './owner.js';

/** @typedef {import('./types.js').Status} Status */

/** <overlay-panel> is the owner's switch: may cards be drawn at all? */
export class OverlayPanel extends HTMLElement {
  #switch = button('Cards may be drawn', () => this.#turn(), { role: 'switch', id: 'overlay' });
  #error = make('p', { class: 'error', role: 'alert' });

  connectedCallback() {
    this.classList.add('sheet');
    this.replaceChildren(make('h2', {}, 'Permission to draw'), this.#switch,
      make('p', { class: 'hint' }, 'Off: nothing is drawn, and senders are told so. Cards that wait stay where they are.'), this.#error);
  }

  /** @param {Status} status */
  update({ overlay }) {
    this.#switch.setAttribute('aria-checked', String(!overlay.endsWith(allowCommand)));
  }

  async #turn() {
    this.#error.textContent = '';
    const on = this.#switch.getAttribute('aria-checked') === 'true';
    await owner.overlay(!on).catch((error) => { this.#error.textContent = words(error); });
    await device.refresh();
  }
}

customElements.define('overlay-panel', OverlayPanel);
