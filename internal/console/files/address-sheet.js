// @ts-check
import { make } from './make.js';
import { QRCode } from './qr-code.js';

/** @typedef {import('./types.js').Status} Status */

/** <address-sheet> is the TV's name, its address in large type and the code that opens the web client. */
export class AddressSheet extends HTMLElement {
  #name = make('h1', { dir: 'auto' });
  #address = make('p', { class: 'address' });
  #code = new QRCode();
  #hint = make('p', { class: 'soft' });
  /** @type {import('./types.js').Code | null} */
  #withToken = null;

  connectedCallback() {
    this.classList.add('sheet', 'cue');
    this.replaceChildren(make('div', {}, this.#name, this.#address, this.#hint), this.#code);
  }

  /** @param {Status} status */
  update(status) {
    const address = status.address || (status.onlyHere ? status.url : '');
    this.#name.textContent = status.name;
    this.#address.textContent = address.replace(/\/$/, '') || 'No network';
    this.#code.show(this.#withToken || status.code, address);
    this.#hint.textContent = hint(status);
  }

  /**
   * Shows the code that carries the token instead of the one that does not.
   * @param {import('./types.js').Code | null} code
   */
  set withToken(code) {
    this.#withToken = code;
    if (code) this.#code.show(code, 'the address with the token');
  }
}

/** @param {Status} status */
function hint(status) {
  if (status.onlyHere) {
    return 'The service answers this machine only. To let other devices send cards, start it with: cuecard serve --listen :8090';
  }
  if (!status.address) return 'This device has no address on a network. Connect it, and the address appears here.';
  return 'Point a phone’s camera at the code, or type the address into a browser in the same network.';
}

customElements.define('address-sheet', AddressSheet);
