// @ts-check
import { follow } from './event-stream.js';

/** Asks the service for a code and shows it until the owner has approved this screen. */
export class Pairing {
  #sheet;
  #code;
  #sentence;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #expiry;

  /** @param {HTMLElement} sheet */
  constructor(sheet) {
    this.#sheet = sheet;
    this.#code = /** @type {HTMLElement} */ (sheet.querySelector('.code'));
    this.#sentence = /** @type {HTMLElement} */ (sheet.querySelector('.sentence'));
  }

  /**
   * Waits for the owner's word.
   * @param {() => void} reached called when the service speaks
   * @returns {Promise<string | null>} the key, or null when none came: the connection was lost, or none is needed now
   */
  async follow(reached) {
    /** @type {string | null} */
    let key = null;
    try {
      await follow('/tv/pair', {}, ({ name, data }) => {
        reached();
        if (name === 'code') this.#show(data.code, data.seconds);
        if (name === 'key') key = data.key;
        return name === 'key' || name === 'open';
      });
    } catch {
      // The caller tries again.
    }
    this.#clear();
    return key;
  }

  close() {
    this.#sheet.hidden = true;
  }

  /**
   * @param {string} code
   * @param {number} seconds after which nobody can approve it any more
   */
  #show(code, seconds) {
    this.#sheet.hidden = false;
    this.#code.textContent = `${code.slice(0, 3)} ${code.slice(3)}`;
    this.#sentence.textContent = `To show cards here, run “cuecard screens approve ${code}” on the TV box.`;
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.#clear(), seconds * 1000);
  }

  #clear() {
    clearTimeout(this.#expiry);
    this.#code.textContent = '';
    this.#sentence.textContent = '';
  }
}
