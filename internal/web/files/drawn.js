// @ts-check
import { screenSize } from './screen-size.js';
import { say } from './tv/word.js';

/** Tells the service which frame the screen has drawn: one word at a time, the latest wins. */
export class Drawn {
  #busy = false;
  /** @type {{viewer: string, seq: number} | null} */
  #next = null;

  /** @param {{viewer: string, seq: number}} word */
  tell(word) {
    this.#next = word;
    if (!this.#busy) void this.#send();
  }

  async #send() {
    this.#busy = true;
    while (this.#next) {
      const word = { ...this.#next, ...screenSize() };
      this.#next = null;
      await say('/tv/drawn', word);
    }
    this.#busy = false;
  }
}
