// @ts-check

/** Says what keeps cards from being shown, and the command that helps. */
export class GrantSheet {
  #sheet;

  /** @param {HTMLElement} sheet */
  constructor(sheet) {
    this.#sheet = sheet;
  }

  /** @param {boolean} shown */
  set shown(shown) {
    this.#sheet.hidden = !shown;
  }

  /** @param {import('../types.js').Device} device */
  write({ grant, reason }) {
    this.#say('.reason', reason ? `Cards cannot be shown: ${reason}.` : 'Cards cannot be shown.');
    const command = this.#say('.command', grant);
    command.style.setProperty('--letters', String(Math.max(grant.length, 1)));
  }

  /**
   * @param {string} part
   * @param {string} words
   */
  #say(part, words) {
    const element = /** @type {HTMLElement} */ (this.#sheet.querySelector(part));
    element.textContent = words;
    return element;
  }
}
