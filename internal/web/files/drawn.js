// @ts-check
import { screenKey } from './screen-key.js';
import { screenSize } from './screen-size.js';

/** An answer that takes longer than this is not coming, and must not hold up the next word. */
const patience = 5000;

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
      await post(word);
    }
    this.#busy = false;
  }
}

/** @param {object} word */
async function post(word) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    await fetch('/tv/drawn', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...screenKey.header() },
      body: JSON.stringify(word),
      signal: stop.signal,
    });
  } catch {
    // The feed finds out by itself when the service is gone; after the reconnect the frame is told anew.
  } finally {
    clearTimeout(timer);
  }
}
