// @ts-check
import { drawCode } from './code-picture.js';

/** Says to the room which TV this is and where cards are sent to, in letters that are read from the sofa. */
export class DeviceSheet {
  #sheet;
  #name;
  #address;
  #hint;
  #code;

  /** @param {HTMLElement} sheet */
  constructor(sheet) {
    /** @param {string} part */
    const find = (part) => /** @type {HTMLElement} */ (sheet.querySelector(part));
    this.#sheet = sheet;
    this.#name = find('.name');
    this.#address = find('.address');
    this.#hint = find('.hint');
    this.#code = /** @type {SVGElement} */ (sheet.querySelector('.qr'));
  }

  /** @param {boolean} shown */
  set shown(shown) {
    this.#sheet.hidden = !shown;
  }

  /** @param {import('../types.js').Device} device */
  write({ name, url, code }) {
    this.#name.textContent = name;
    this.#address.textContent = url;
    this.#address.style.setProperty('--letters', String(Math.max(url.length, 1)));
    this.#hint.textContent = url
      ? 'To send a card, scan the code or open the address on any device in this network.'
      : 'This TV has no address yet: it is not in a network.';
    this.#code.classList.toggle('absent', !code);
    if (code) drawCode(this.#code, code);
  }
}
