// @ts-check

/** The service plays nothing longer than a minute; what has not ended by then never will. */
const longest = 65_000;

/**
 * Something to be heard. It ends when the promise does; on the signal it falls silent at once and lets go of all it
 * holds. The signal comes after every end, not only after a hush.
 * @callback Performance
 * @param {AbortSignal} over
 * @returns {Promise<void>}
 */

/** Performs one act at a time. Each ends, whatever becomes of it. */
export class Acts {
  /** @type {{n: number, over: AbortController} | null} */
  #current = null;

  /**
   * @param {number} n
   * @param {Performance} performance
   * @returns {Promise<void>} its end, which is no error even when nothing was heard
   */
  async perform(n, performance) {
    this.#current?.over.abort();
    const over = new AbortController();
    this.#current = { n, over };
    const limit = setTimeout(() => over.abort(), longest);
    try {
      await Promise.race([aborted(over.signal), performance(over.signal)]);
    } catch {
      // What cannot be heard has ended as well.
    }
    clearTimeout(limit);
    over.abort();
    if (this.#current?.over === over) this.#current = null;
  }

  /** @param {number} n */
  hush(n) {
    if (this.#current?.n === n) this.#current.over.abort();
  }

  /** Falls silent. */
  stop() {
    this.#current?.over.abort();
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
